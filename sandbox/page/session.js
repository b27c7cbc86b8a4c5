// One person's connection: what the server has told them, and what they have asked for.

import { compareIds } from "./dom.js";
import { t } from "./i18n.js";
import { displayName } from "./people.js";
import { setServerTime } from "./time.js";

const RETRY_MS = [250, 500, 1000, 2000, 4000];
const ANSWER_MS = 20000;
const KEPT_MESSAGES = 300;
const TYPING_MS = 10000;
const EPHEMERAL = 64;

/**
 * Events: "hello", "messages" (detail: channel id), "create" (detail: message), "typing" (detail: channel id), "commands", "guilds", "bot", "status", "modal" (detail: frame).
 */
export class Session extends EventTarget {
  constructor(person) {
    super();
    this.person = person;
    this.isConnected = false;
    this.hasConnected = false;
    this.me = null;
    this.people = [];
    this.bot = null;
    this.online = false;
    this.guilds = [];
    this.dms = [];
    this.commands = [];
    this.emojis = [];
    this.channels = new Map();
    this.pending = new Map();
    this.attempt = 0;
    this.nextNonce = 1;
    this.isClosed = false;
    this.connect();
  }

  connect() {
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const socket = new WebSocket(`${scheme}://${location.host}/page/ws?person=${encodeURIComponent(this.person)}`);
    this.socket = socket;
    socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    socket.addEventListener("close", () => {
      if (this.socket !== socket) return;
      this.isConnected = false;
      for (const answer of this.pending.values()) answer({ ok: false, error: t("lost") });
      this.pending.clear();
      for (const channel of this.channels.values()) channel.isFresh = false;
      this.emit("status");
      if (this.isClosed) return;
      this.timer = setTimeout(() => this.connect(), RETRY_MS[Math.min(this.attempt, RETRY_MS.length - 1)]);
      this.attempt += 1;
    });
  }

  /** Try again at once, e.g. because the window has come back to the front. */
  retryNow() {
    if (this.isConnected || this.isClosed || this.socket.readyState === WebSocket.CONNECTING) return;
    clearTimeout(this.timer);
    this.connect();
  }

  close() {
    this.isClosed = true;
    clearTimeout(this.timer);
    this.socket.close();
  }

  emit(name, detail) {
    this.dispatchEvent(new CustomEvent(name, { detail }));
  }

  send(frame) {
    if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(frame));
  }

  /** Send a frame with a nonce; resolves with its `result` or `choices` frame, never rejects. */
  request(frame) {
    const nonce = `${Date.now().toString(36)}-${this.nextNonce++}`;
    return new Promise((resolve) => {
      if (this.socket.readyState !== WebSocket.OPEN) {
        resolve({ ok: false, error: t("lost") });
        return;
      }
      const timer = setTimeout(() => this.settle(nonce, { ok: false, error: t("no_response") }), ANSWER_MS);
      this.pending.set(nonce, (answer) => {
        clearTimeout(timer);
        resolve(answer);
      });
      this.send({ ...frame, nonce });
    });
  }

  settle(nonce, answer) {
    const resolve = this.pending.get(nonce);
    this.pending.delete(nonce);
    resolve?.(answer);
  }

  receive(frame) {
    switch (frame.t) {
      case "hello": return this.greet(frame);
      case "history": return this.setHistory(frame.channel_id, frame.messages);
      case "message_create": return this.putMessage(frame.message, true);
      case "message_update": return this.putMessage(frame.message, false);
      case "typing":
        return this.noteTyping(frame);
      case "message_delete": return this.removeMessage(frame.channel_id, frame.id);
      case "commands":
        this.commands = frame.commands;
        return this.emit("commands");
      case "guilds":
        this.setPlaces(frame);
        return this.emit("guilds");
      case "clock":
        return setServerTime(frame.now);
      case "panel":
        return this.emit("panel", frame);
      case "emojis":
        this.emojis = frame.emojis;
        return undefined;
      case "bot":
        this.online = frame.online;
        if (frame.bot) this.bot = frame.bot;
        return this.emit("bot");
      case "result":
        return this.settle(frame.nonce, { ...frame, error: explain(frame.error) });
      case "choices":
        return this.settle(frame.nonce, { ok: true, ...frame });
      case "modal":
        this.emit("modal", frame);
        // The click that led here has been answered, whether or not a result follows.
        return this.settle(frame.nonce, { ok: true, error: null });
      default:
        return undefined;
    }
  }

  greet({ me, bot, commands, emojis, online, now, ...places }) {
    Object.assign(this, { me, bot, commands, emojis: emojis ?? [], online });
    this.setPlaces(places);
    setServerTime(now);
    this.isConnected = true;
    this.hasConnected = true;
    this.attempt = 0;
    this.emit("hello");
    this.emit("status");
  }

  /** Every channel knows its server; a direct message has none. */
  setPlaces({ people, guilds, dms }) {
    this.people = people ?? this.people;
    this.guilds = guilds;
    for (const guild of guilds) for (const channel of guild.channels) channel.guild = guild;
    this.dms = (dms ?? []).map((channel) => ({ ...channel, guild: null }));
  }

  channel(id) {
    if (!this.channels.has(id)) {
      // `touched` counts, per message, what this person did with it: its row is drawn again when that changes.
      this.channels.set(id, { messages: new Map(), isLoaded: false, isFresh: false, unread: 0, typing: new Map(), failures: new Map(), touched: new Map(), busy: new Set(), chosen: new Map() });
    }
    return this.channels.get(id);
  }

  /** Ask for a channel's messages unless they are here and up to date. */
  load(id) {
    if (!this.channel(id).isFresh) this.send({ t: "history", channel_id: id });
  }

  setHistory(channelId, messages) {
    const channel = this.channel(channelId);
    channel.messages = new Map(messages.map((m) => [m.id, m]));
    channel.isLoaded = true;
    channel.isFresh = true;
    this.emit("messages", channelId);
  }

  /** Somebody writes: for ten seconds, or until what they wrote is there. */
  noteTyping({ channel_id: id, user_id: user }) {
    const { typing } = this.channel(id);
    clearTimeout(typing.get(user));
    typing.set(user, setTimeout(() => this.forgetTyping(id, user), TYPING_MS));
    this.emit("typing", id);
  }

  forgetTyping(id, user) {
    const { typing } = this.channel(id);
    clearTimeout(typing.get(user));
    if (typing.delete(user)) this.emit("typing", id);
  }

  putMessage(message, isNew) {
    const channel = this.channel(message.channel_id);
    if (isNew) this.forgetTyping(message.channel_id, message.author.id);
    const known = channel.messages.get(message.id);
    // An edit of what is not shown here: dismissed, or older than what was asked for.
    if (!isNew && !known) return;
    channel.messages.set(message.id, isNew ? message : { ...known, ...message });
    channel.failures.delete(message.id);
    for (const key of channel.chosen.keys()) if (key.startsWith(`${message.id}:`)) channel.chosen.delete(key);
    if (channel.messages.size > KEPT_MESSAGES) channel.messages.delete(sorted(channel)[0].id);
    this.emit("messages", message.channel_id);
    if (isNew && !known) this.emit("create", message);
  }

  removeMessage(channelId, id) {
    this.channel(channelId).messages.delete(id);
    this.emit("messages", channelId);
  }

  /** Hide an ephemeral message, here at once and for good on the server. */
  dismiss(channelId, id) {
    this.send({ t: "dismiss", message_id: id });
    this.removeMessage(channelId, id);
  }

  /** Press a button or submit a select; marks it busy until answered and leaves the reason when refused. */
  async component(message, data, values) {
    const channel = this.channel(message.channel_id);
    const key = `${message.id}:${data.custom_id}`;
    if (channel.busy.has(key)) return;
    const touch = () => channel.touched.set(message.id, (channel.touched.get(message.id) ?? 0) + 1);
    channel.busy.add(key);
    touch();
    channel.failures.delete(message.id);
    if (values) channel.chosen.set(key, values);
    this.emit("messages", message.channel_id);
    const answer = await this.request({
      t: "component", channel_id: message.channel_id, message_id: message.id, custom_id: data.custom_id, component_type: data.type,
      ...(values ? { values } : {}),
    });
    channel.busy.delete(key);
    touch();
    if (!answer.ok) {
      channel.chosen.delete(key);
      if (channel.messages.has(message.id)) channel.failures.set(message.id, answer.error || t("failed"));
    }
    this.emit("messages", message.channel_id);
  }

  allChannels() {
    return [...this.guilds.flatMap((guild) => guild.channels), ...this.dms];
  }

  /** Anybody the person may come across: the people, the bot. */
  user(id) {
    return this.people.find((p) => p.id === id) ?? (this.bot?.id === id ? this.bot : null);
  }

  /**
   * Who and what there is where a channel is: those in its server, or the two of a direct message.
   * @returns {{people: object[], bot: ?object, channels: object[], roles: object[], member: (id: string) => ?object, isAdmin: boolean}}
   */
  world(channel) {
    const guild = channel?.guild;
    const members = new Map((guild?.members ?? []).map((m) => [m.id, m]));
    const roles = (guild?.roles ?? []).filter((r) => r.id !== guild.id);
    const named = (user) => ({ ...user, shown: displayName(user, members.get(user.id)) });
    return {
      people: (guild?.members ? this.people.filter((p) => members.has(p.id)) : guild ? this.people : [this.me]).map(named),
      bot: this.bot && (!guild?.members || members.has(this.bot.id)) ? named(this.bot) : null,
      channels: guild?.channels ?? [],
      roles,
      member: (id) => members.get(id) ?? null,
      color: (id) => roles.find((r) => r.color && members.get(id)?.roles?.includes(r.id))?.color ?? null,
    };
  }

  /** The commands that are offered to this person in a channel. */
  commandsIn(channel) {
    if (!channel || channel.guild?.has_bot === false || !may(channel, USE_COMMANDS)) return [];
    return this.commands.filter((command) => {
      if (command.guild_id && command.guild_id !== channel.guild?.id) return false;
      const context = channel.guild ? 0 : 1;
      if (command.contexts ? !command.contexts.includes(context) : context === 1 && command.dm_permission === false) return false;
      const needed = command.default_member_permissions;
      return !channel.guild || needed === null || needed === undefined || (BigInt(needed) !== 0n && may(channel, BigInt(needed)));
    });
  }
}

const USE_COMMANDS = 1n << 31n;
const SEND = 1n << 11n;
const SEND_IN_THREADS = 1n << 38n;
const MANAGE_THREADS = 1n << 34n;
const THREADS = [10, 11, 12];

export const isThread = (channel) => THREADS.includes(channel.type);

function may(channel, needed) {
  return channel.permissions === undefined || (BigInt(channel.permissions) & needed) === needed;
}

/** Why a person cannot write in a channel, as a key of the page's texts; null where they can. */
export function whyMute(channel) {
  if (!may(channel, isThread(channel) ? SEND_IN_THREADS : SEND)) return "may_not_write";
  return channel.archived && channel.locked && !may(channel, MANAGE_THREADS) ? "locked_thread" : null;
}

/** A channel's messages, oldest first. */
export function sorted(channel) {
  return [...channel.messages.values()].sort((a, b) => compareIds(a.id, b.id));
}

export function isEphemeral(message) {
  return Boolean((message.flags ?? 0) & EPHEMERAL);
}

/** The server's two standard reasons in the person's language; others as they are. */
function explain(error) {
  if (error === "This interaction failed") return t("failed");
  if (error === "The application did not respond") return t("no_response");
  return error;
}
