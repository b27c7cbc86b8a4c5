// The page: one session per person used in this window, one of them in front.

import { starter } from "./commands.js";
import { Composer } from "./composer.js";
import { announce, fill, h, readStored, writeStored } from "./dom.js";
import { setLocale, t } from "./i18n.js";
import { openModal } from "./modal.js";
import { Session, isEphemeral } from "./session.js";
import { Panel } from "./panel.js";
import { firstText } from "./places.js";
import { Shell } from "./shell.js";
import { openKeys } from "./shortcuts.js";
import { startClock } from "./time.js";
import { Timeline } from "./timeline.js";

class App {
  constructor() {
    this.sessions = new Map();
    this.unread = new Map();
    this.channelId = null;
    this.lastChannel = new Map();
    const hooks = {
      session: () => this.session,
      channel: () => this.session?.allChannels().find((c) => c.id === this.channelId) ?? null,
      openChannel: (id) => this.openChannel(id),
    };
    this.shell = new Shell({ ...hooks, become: (id) => this.become(id), lastIn: (guild) => this.lastIn(guild), openKeys,
      togglePanel: () => this.panel.toggle(), unread: (id) => this.unread.get(id) ?? { count: 0, isLoud: false } });
    this.timeline = new Timeline({ log: document.getElementById("log"), list: document.getElementById("list"), jump: document.getElementById("jump") }, {
      ...hooks,
      toComposer: () => this.composer.rest(),
      play: () => this.useLeaf(starter(this.composer.leaves())),
      useCommand: (name) => this.useLeaf(this.composer.leaves().find((l) => l.name === name)),
    });
    this.composer = new Composer(document.getElementById("composer"), {
      ...hooks,
      send: (leaf, options) => this.sendCommand(leaf, options),
      chat: (text) => this.sendChat(text),
      typing: () => this.session.send({ t: "typing", channel_id: this.channelId }),
      toButtons: () => this.timeline.focusLastControls(),
    });
    this.panel = new Panel(document.getElementById("panel"), hooks);
    document.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("visibilitychange", () => this.onReturn());
    window.addEventListener("online", () => this.onReturn());
    startClock();
  }

  async start() {
    const asked = new URLSearchParams(location.search).get("as");
    const people = await fetchPeople();
    const person = named(people, asked) ?? named(people, readStored("person")) ?? speaksLike(people, navigator.language) ?? people[0];
    this.become(person.id);
  }

  /** Bring a person to the front. Those used before stay connected, so that a switch is instant. */
  become(id) {
    if (this.session?.person === id) return;
    const before = this.session?.person;
    if (!this.sessions.has(id)) this.sessions.set(id, this.open(id));
    this.session = this.sessions.get(id);
    this.unread.delete(id);
    writeStored("person", id);
    const url = new URL(location.href);
    if (before) {
      const person = this.session.people.find((p) => p.id === id) ?? this.sessions.get(before).people.find((p) => p.id === id);
      url.searchParams.set("as", person?.username ?? id);
      history.replaceState(null, "", url);
    }
    document.querySelector("dialog[open]")?.close();
    if (before) this.composer.swap(before, id);
    this.session.retryNow();
    if (this.session.me) this.show();
    else {
      this.scene = null;
      fill(document.getElementById("list"));
    }
  }

  open(person) {
    const session = new Session(person);
    const inFront = (act) => (event) => {
      if (session === this.session) act(event);
    };
    session.addEventListener("hello", inFront(() => this.show()));
    // A channel has come, gone or changed: whoever looks at one that is gone is shown another.
    session.addEventListener("guilds", inFront(() => this.show()));
    session.addEventListener("panel", inFront(({ detail }) => this.panel.show(detail)));
    session.addEventListener("status", inFront(() => this.shell.draw()));
    session.addEventListener("bot", inFront(() => this.shell.draw()));
    session.addEventListener("commands", inFront(() => {
      this.composer.refresh();
      this.timeline.refresh();
    }));
    session.addEventListener("messages", inFront(({ detail }) => {
      if (detail === this.channelId) this.timeline.refresh();
    }));
    session.addEventListener("typing", inFront(({ detail }) => {
      if (detail === this.channelId) this.composer.showFoot();
    }));
    session.addEventListener("create", ({ detail }) => this.noteNew(session, detail));
    session.addEventListener("modal", inFront(({ detail }) => 
      openModal(detail, session, this.timeline.textContext(), session.world(hereOf(session, this.channelId)))));
    return session;
  }

  /** Draw everything for the person in front. */
  show() {
    setLocale(this.session.me.locale);
    const channels = this.session.allChannels();
    if (!channels.some((c) => c.id === this.channelId)) {
      const remembered = readStored("channel");
      const first = [...this.session.guilds.map((g) => g.channels), this.session.dms].map(firstText).find(Boolean);
      this.channelId = channels.some((c) => c.id === remembered) ? remembered : first?.id ?? null;
    }
    if (this.channelId) {
      this.session.load(this.channelId);
      this.session.channel(this.channelId).unread = 0;
    }
    this.shell.draw();
    this.composer.refresh();
    const scene = `${this.session.person}:${this.channelId}`;
    if (scene === this.scene) this.timeline.refresh();
    else this.timeline.reset();
    this.panel.refresh();
    if (document.activeElement === document.body) this.composer.rest();
    document.body.toggleAttribute("data-nowhere", !this.channelId);
    this.scene = scene;
  }

  openChannel(id) {
    if (!id || id === this.channelId) return;
    this.channelId = id;
    this.lastChannel.set(hereOf(this.session, id)?.guild?.id ?? "@me", id);
    writeStored("channel", id);
    this.show();
    this.composer.rest();
  }

  /** The channel last looked at in a server, if it is still there. */
  lastIn(guild) {
    const id = this.lastChannel.get(guild);
    return this.session.allChannels().some((c) => c.id === id) ? id : null;
  }

  /** Count what somebody has not seen: others in front of this window, or this person while the window is away. */
  noteNew(session, message) {
    const isFront = session === this.session;
    const mentions = new Set((message.mentions ?? []).map((u) => u.id));
    if (!isFront) {
      // What everybody sees is counted once, through the person in front.
      if (isEphemeral(message)) this.count(session.person, true);
      return this.shell.draw();
    }
    if (message.channel_id === this.channelId) this.timeline.noteNew(message);
    else session.channel(message.channel_id).unread += 1;
    if (!isEphemeral(message)) {
      for (const { id } of session.people) if (id !== session.person && id !== message.author.id) this.count(id, mentions.has(id));
    }
    if (document.hidden) this.count(session.person, true);
    return this.shell.draw();
  }

  count(person, isLoud) {
    const known = this.unread.get(person) ?? { count: 0, isLoud: false };
    this.unread.set(person, { count: known.count + 1, isLoud: known.isLoud || isLoud });
  }

  useLeaf(leaf) {
    if (leaf) this.composer.startCommand(leaf);
  }

  async sendCommand(leaf, options) {
    const local = this.timeline.addLocal(leaf.label);
    const answer = await this.session.request({
      t: "slash", channel_id: this.channelId, command_id: leaf.command.id, name: leaf.command.name, options,
    });
    if (answer.ok) local.done();
    else {
      local.fail(answer.error || t("no_response"));
      announce(answer.error || t("no_response"));
    }
  }

  async sendChat(text) {
    const answer = await this.session.request({ t: "chat", channel_id: this.channelId, content: text });
    if (answer.ok) return;
    if (!this.composer.input.value) {
      this.composer.input.value = text;
      this.composer.fit();
    }
    fill(this.composer.foot, h("span.error", null, t("not_sent", { reason: answer.error })));
  }

  /** A key pressed nowhere in particular belongs to the message box. */
  onKey(event) {
    if (this.onShortcut(event)) {
      event.preventDefault();
      return;
    }
    if (event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " ") return;
    if (event.target.closest("input, textarea, dialog, [data-listbox], #panel")) return;
    this.composer.focus();
  }

  onShortcut(event) {
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand && event.key === "/") openKeys();
    else if (isCommand && event.key === ".") this.panel.toggle();
    else if (event.key === "Escape" && event.target.closest("#panel")) this.panel.toggle(false);
    else if (event.altKey && !isCommand && (event.key === "ArrowUp" || event.key === "ArrowDown")) {
      this.openChannel(this.shell.places.next(event.key === "ArrowUp" ? -1 : 1));
    } else return false;
    return true;
  }

  onReturn() {
    if (document.hidden) return;
    for (const session of this.sessions.values()) session.retryNow();
    if (this.session?.me) {
      this.unread.delete(this.session.person);
      this.shell.draw();
    }
  }
}

const hereOf = (session, id) => session.allChannels().find((c) => c.id === id) ?? null;

/** The person with this id, user name or display name. */
function named(people, who) {
  if (!who) return null;
  const wanted = who.toLowerCase();
  return people.find((p) => p.id === who) ?? people.find((p) => [p.username, p.global_name].some((n) => n?.toLowerCase() === wanted));
}

/** Whoever has the browser's language, so that a newcomer can read what they see. */
function speaksLike(people, language) {
  const base = language.split("-")[0];
  return people.find((p) => p.locale === language) ?? people.find((p) => p.locale?.split("-")[0] === base);
}

async function fetchPeople() {
  for (;;) {
    try {
      const answer = await fetch("/page/people");
      if (answer.ok) return await answer.json();
    } catch { /* the server is not up yet, or is starting again */ }
    document.getElementById("banner").hidden = false;
    document.getElementById("banner").textContent = t("reconnecting");
    await new Promise((resolve) => { setTimeout(resolve, 1000); });
  }
}

new App().start();
