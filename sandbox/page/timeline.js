// The message list of the open channel: what is shown, where it scrolls, and what a press in it does.

import { isSelect, selectOptions } from "./components.js";
import { commandLabel } from "./commands.js";
import { compareIds, fill, h, icon, isTouch } from "./dom.js";
import { t } from "./i18n.js";
import { openListbox } from "./listbox.js";
import { enlarge, watchBrokenPictures } from "./media.js";
import { messageRow, pendingCommandRow } from "./message.js";
import { morph } from "./morph.js";
import { displayName } from "./people.js";
import { isEphemeral, isThread, sorted } from "./session.js";
import { isSameDay, longDay } from "./time.js";

const GROUP_MS = 7 * 60 * 1000;
const NEAR_BOTTOM_PX = 48;
const SLOW_MS = 250;

export class Timeline {
  /**
   * @param {{log: HTMLElement, list: HTMLElement, jump: HTMLElement}} parts
   * @param {{session: () => object, channel: () => ?object, openChannel: (id: string) => void, useCommand: (name: string) => void,
   *   play: () => void, toComposer: () => void}} hooks
   */
  constructor({ log, list, jump }, hooks) {
    Object.assign(this, { log, list, jump, hooks });
    this.isPinned = true;
    this.missed = 0;
    this.locals = [];
    this.stamps = new WeakMap();
    log.addEventListener("scroll", () => this.onScroll(), { passive: true });
    new ResizeObserver(() => this.pin()).observe(list);
    new ResizeObserver(() => this.pin()).observe(log);
    list.addEventListener("click", (event) => this.onClick(event));
    log.addEventListener("keydown", (event) => this.onKey(event));
    jump.addEventListener("click", () => this.toPresent());
    watchBrokenPictures(document.body);
  }

  /** Draw at the next frame, however many changes come before it. */
  refresh() {
    if (this.isScheduled) return;
    this.isScheduled = true;
    requestAnimationFrame(() => {
      this.isScheduled = false;
      this.draw();
    });
  }

  /** Another channel or person: start from nothing, at the bottom. */
  reset() {
    fill(this.list);
    this.isPinned = true;
    this.missed = 0;
    this.showJump();
    this.draw();
  }

  textContext(message) {
    const session = this.hooks.session();
    const world = session.world(this.hooks.channel());
    const mentioned = [...(message?.mentions ?? []), ...Object.values(message?.resolved?.users ?? {})];
    return {
      me: session.me?.id,
      userName: (id) => {
        const user = mentioned.find((u) => u.id === id) ?? session.user(id) ?? this.seen?.get(id);
        return user && displayName(user, world.member(id));
      },
      role: (id) => world.roles.find((r) => r.id === id),
      command: (id, name) => commandLabel(session.commands, id, name),
      channel: (id) => session.allChannels().find((c) => c.id === id),
    };
  }

  rowFor(message, compact, channel) {
    const session = this.hooks.session();
    const world = session.world(this.hooks.channel());
    const myRoles = world.member(session.me.id)?.roles ?? [];
    return messageRow(message, {
      text: this.textContext(message),
      world,
      compact,
      failure: channel.failures.get(message.id),
      mentionsMe: (message.mentions ?? []).some((u) => u.id === session.me.id) || (message.mention_everyone ?? false)
        || (message.mention_roles ?? []).some((id) => myRoles.includes(id)),
      state: (customId) => ({ pending: channel.busy.has(`${message.id}:${customId}`), chosen: channel.chosen.get(`${message.id}:${customId}`) }),
    });
  }

  draw() {
    const session = this.hooks.session();
    const open = this.hooks.channel();
    if (!session?.me) return;
    if (!open) {
      fill(this.list, h("section.welcome", { "data-key": "nowhere" }, h("h2", null, t("nowhere"))));
      return;
    }
    const channel = session.channel(open.id);
    const messages = sorted(channel);
    this.seen = new Map(messages.map((m) => [m.author.id, m.author]));
    const hold = this.holdFocus();
    this.place([...this.messageEntries(messages, channel), ...this.otherEntries(messages, channel, open)]);
    this.restoreFocus(hold);
    this.pin();
  }

  /** What to show, as {key, stamp, build}: a row is built again only when its stamp has changed. */
  messageEntries(messages, channel) {
    const entries = [];
    let previous = null;
    for (const message of messages) {
      const date = new Date(message.timestamp);
      if (!previous || !isSameDay(new Date(previous.timestamp), date)) {
        const key = `day-${date.toDateString()}`;
        entries.push({ key, stamp: [], build: () => h("div.day", { "data-key": key, role: "separator", "aria-label": longDay(date) }, h("span", null, longDay(date))) });
        previous = null;
      }
      const compact = isContinued(previous, message);
      entries.push({
        key: message.id, stamp: [message, compact, channel.touched.get(message.id)], build: () => this.rowFor(message, compact, channel),
      });
      previous = message;
    }
    return entries;
  }

  otherEntries(messages, channel, open) {
    const session = this.hooks.session();
    const locals = this.localsHere();
    const entries = locals.map((local) => ({
      key: local.key, stamp: [local.error],
      build: () => pendingCommandRow({ key: local.key, user: session.me, bot: session.bot, command: local.command, error: local.error }),
    }));
    if (!channel.isLoaded) entries.push({ key: "loading", stamp: [], build: () => h("div.loading", { "data-key": "loading" }, t("loading_messages")) });
    else if (messages.length + locals.length === 0) entries.push({ key: "welcome", stamp: [session.commands], build: () => this.welcome(open) });
    return entries;
  }

  place(entries) {
    const shown = new Map([...this.list.children].map((element) => [element.dataset.key, element]));
    let at = this.list.firstElementChild;
    for (const { key, stamp, build } of entries) {
      let element = shown.get(key);
      shown.delete(key);
      if (!element) element = build();
      else if (!isSameStamp(this.stamps.get(element), stamp)) {
        const isNext = element === at;
        element = morph(element, build());
        if (isNext) at = element;
      }
      this.stamps.set(element, stamp);
      if (element === at) at = at.nextElementSibling;
      else this.list.insertBefore(element, at);
    }
    for (const element of shown.values()) element.remove();
  }

  welcome(open) {
    const session = this.hooks.session();
    const canPlay = session.commandsIn(open).length > 0;
    return h("section.welcome", { "data-key": "welcome" },
      h("div.welcome-mark", { "aria-hidden": "true" }, icon(!open.guild ? "at" : isThread(open) ? "thread" : "hash")),
      h("h2", null, t(open.guild ? "welcome" : "welcome_dm", { channel: open.name })),
      h("p", null, t(canPlay ? (isTouch() ? "welcome_touch" : "welcome_text") : session.commands.length ? "welcome_none" : "welcome_wait")),
      canPlay && h("button.button.primary.play", { type: "button", "data-action": "play" }, h("span.button-label", null, icon("play"), t("play"))));
  }

  // A command on its way is a row of its own, only here, until it is answered.

  localsHere() {
    const session = this.hooks.session();
    const open = this.hooks.channel();
    return this.locals.filter((l) => l.person === session.person && l.channel === open?.id);
  }

  addLocal(command) {
    const key = `local-${Math.random().toString(36).slice(2)}`;
    const local = { key, person: this.hooks.session().person, channel: this.hooks.channel().id, command, error: null };
    const show = () => {
      if (!this.locals.includes(local)) this.locals.push(local);
      this.refresh();
    };
    this.isPinned = true;
    // Most answers come at once: a row that only flashes would make the list jump.
    const timer = setTimeout(show, SLOW_MS);
    return {
      done: () => {
        clearTimeout(timer);
        this.dropLocal(key);
      },
      fail: (error) => {
        clearTimeout(timer);
        local.error = error;
        show();
      },
    };
  }

  dropLocal(key) {
    this.locals = this.locals.filter((l) => l.key !== key);
    this.refresh();
  }

  // Focus: a redraw must not throw a keyboard player out of the buttons.

  holdFocus() {
    const element = document.activeElement;
    const row = element?.closest?.(".message");
    if (!row || !this.list.contains(row)) return null;
    return { element, id: row.dataset.messageId, index: componentControls(row).indexOf(element), isRow: row === element };
  }

  restoreFocus(hold) {
    if (!hold || hold.isRow) return;
    const { element, id, index } = hold;
    if (document.activeElement === element && element.isConnected && !element.disabled) return;
    const row = this.list.querySelector(`[data-message-id="${CSS.escape(id ?? "")}"]`);
    if (!row) {
      if (!this.focusLastControls()) this.hooks.toComposer();
      return;
    }
    const controls = [componentControls(row), enabledControls(row)].find((c) => c.length) ?? [];
    (controls[Math.min(Math.max(index, 0), controls.length - 1)] ?? row).focus({ preventScroll: true });
  }

  /** Focus the first button of the latest message that has one. */
  focusLastControls() {
    const rows = [...this.list.querySelectorAll(".message")].reverse();
    const row = rows.find((r) => componentControls(r).length);
    if (!row) return false;
    componentControls(row)[0].focus();
    row.scrollIntoView({ block: "nearest" });
    return true;
  }

  // Scrolling.

  onScroll() {
    const gap = this.log.scrollHeight - this.log.scrollTop - this.log.clientHeight;
    this.isPinned = gap < NEAR_BOTTOM_PX;
    if (this.isPinned) this.missed = 0;
    this.showJump();
  }

  pin() {
    if (this.isPinned) this.log.scrollTop = this.log.scrollHeight;
  }

  toPresent() {
    this.isPinned = true;
    this.missed = 0;
    this.pin();
    this.showJump();
    this.hooks.toComposer();
  }

  noteNew(message) {
    // One's own words, and what answers one's own press: wherever one had scrolled, that is what one waits for.
    if (message.author.id === this.hooks.session().me.id || isEphemeral(message)) this.isPinned = true;
    if (!this.isPinned) this.missed += 1;
    this.showJump();
  }

  showJump() {
    this.jump.hidden = this.isPinned;
    const text = this.missed === 0 ? t("older") : this.missed === 1 ? t("new_message") : t("new_messages", { n: this.missed });
    fill(this.jump, h("span.jump-count", null, text),
      h("span", null, t("jump")), icon("down"));
  }

  // Presses.

  onClick(event) {
    const target = event.target.closest("[data-action]");
    if (!target) return;
    const row = target.closest(".message");
    const session = this.hooks.session();
    const channelId = this.hooks.channel()?.id;
    const message = row?.dataset.messageId && session.channel(channelId).messages.get(row.dataset.messageId);
    const act = {
      button: () => session.component(message, { type: 2, custom_id: target.dataset.customId }),
      select: () => this.openSelect(target, message),
      picture: () => this.onPicture(target),
      spoiler: () => reveal(target),
      dismiss: () => {
        if (message && isEphemeral(message)) session.dismiss(channelId, message.id);
        else this.dropLocal(row.dataset.key);
      },
      "go-to": () => this.goTo(target.dataset.target),
      play: () => this.hooks.play(),
      "command-mention": () => this.hooks.useCommand(target.dataset.command),
      "channel-mention": () => {
        this.hooks.openChannel(target.dataset.channel);
        if (target.dataset.target) requestAnimationFrame(() => this.goTo(target.dataset.target));
      },
    }[target.dataset.action];
    act?.();
  }

  /** Show another message and mark it for a moment. */
  goTo(id) {
    const row = this.list.querySelector(`[data-message-id="${CSS.escape(id)}"]`);
    if (!row) return;
    row.scrollIntoView({ block: "center" });
    row.focus({ preventScroll: true });
    row.classList.remove("pointed-at");
    requestAnimationFrame(() => row.classList.add("pointed-at"));
    row.addEventListener("animationend", () => row.classList.remove("pointed-at"), { once: true });
  }

  onPicture(target) {
    if (target.matches(".spoilered:not([data-revealed])")) target.dataset.revealed = "";
    else enlarge(target.querySelector("img"));
  }

  openSelect(anchor, message) {
    const session = this.hooks.session();
    const data = findComponent(message.components, anchor.dataset.customId);
    if (!data || !isSelect(data.type) || anchor.getAttribute("aria-busy")) return;
    const options = selectOptions(data, session.world(this.hooks.channel()));
    const chosen = session.channel(message.channel_id).chosen.get(`${message.id}:${data.custom_id}`) ?? options.filter((o) => o.preset).map((o) => o.value);
    openListbox(anchor, {
      options, chosen, min: data.min_values ?? 1, max: data.max_values ?? 1, label: data.placeholder || t("select"),
      onPick: (values) => session.component(message, data, values),
    });
  }

  /** Arrows walk among the buttons of a message and from message to message; Escape returns to the message box. */
  onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    const element = document.activeElement;
    if (event.key === "Escape") {
      this.hooks.toComposer();
    } else if ((event.key === "Enter" || event.key === " ") && element.matches("span[data-action=spoiler]")) {
      reveal(element);
    } else if (event.key.startsWith("Arrow") && element.matches("[data-component], .picture, .text-button")) {
      if (!moveAmongControls(element, event.key)) this.walk(element.closest(".message"), event.key);
    } else if ((event.key === "ArrowUp" || event.key === "ArrowDown") && element.matches(".message")) {
      this.walk(element, event.key);
    } else if (event.key === "ArrowUp" && element === this.log) {
      this.list.lastElementChild?.focus();
    } else return;
    event.preventDefault();
  }

  walk(row, key) {
    const rows = [...this.list.querySelectorAll(".message")];
    const next = rows[rows.indexOf(row) + (key === "ArrowUp" || key === "ArrowLeft" ? -1 : 1)];
    if (!next) {
      if (key === "ArrowDown") this.hooks.toComposer();
      return;
    }
    (componentControls(next)[0] ?? next).focus();
  }
}

/** Show what a spoiler hides, for good. */
function reveal(target) {
  const whole = target.closest(".spoilered") ?? target;
  whole.dataset.revealed = "";
  const inside = whole.querySelector(":scope > .spoiler-inside");
  if (!inside) return;
  inside.removeAttribute("inert");
  if (document.activeElement === target || !document.activeElement) inside.querySelector("button:enabled, a[href]")?.focus();
}

function enabledControls(row) {
  return [...row.querySelectorAll("button:not(:disabled), a[href]")].filter(isInReach);
}

function componentControls(row) {
  return [...row.querySelectorAll("[data-component]:not(:disabled):not([aria-disabled])")].filter(isInReach);
}

/** Not behind a spoiler, and not the cover of one that is revealed. */
const isInReach = (element) => !element.closest("[inert]") && element.checkVisibility();

function isSameStamp(a, b) {
  return a?.length === b.length && a.every((part, i) => part === b[i]);
}

/** Move the focus to the nearest control in the direction of the arrow; false at the edge. */
function moveAmongControls(element, key) {
  const row = element.closest(".message");
  const all = enabledControls(row).filter((c) => c.matches("[data-component], .picture, .text-button"));
  if (key === "ArrowLeft" || key === "ArrowRight") {
    const next = all[all.indexOf(element) + (key === "ArrowRight" ? 1 : -1)];
    next?.focus();
    return Boolean(next);
  }
  const from = element.getBoundingClientRect();
  const sign = key === "ArrowDown" ? 1 : -1;
  const middle = (r) => r.left + r.width / 2;
  const candidates = all.map((c) => ({ c, r: c.getBoundingClientRect() }))
    .filter(({ r }) => (sign > 0 ? r.top >= from.bottom - 2 : r.bottom <= from.top + 2))
    .map(({ c, r }) => ({ c, far: Math.abs(sign > 0 ? r.top - from.bottom : from.top - r.bottom) * 4 + Math.abs(middle(r) - middle(from)) }))
    .sort((a, b) => a.far - b.far);
  candidates[0]?.c.focus();
  return candidates.length > 0;
}

/** The component with this custom_id, however deep it lies. */
function findComponent(components, customId) {
  for (const data of components ?? []) {
    if (data.custom_id === customId) return data;
    const inner = findComponent([...(data.components ?? []), ...(data.accessory ? [data.accessory] : [])], customId);
    if (inner) return inner;
  }
  return null;
}

/** Whether a message goes on below the previous one without a new byline. */
function isContinued(previous, message) {
  return Boolean(previous) && previous.author.id === message.author.id && isEphemeral(previous) === isEphemeral(message)
    && !message.interaction_metadata?.name && !message.interaction?.name && !message.message_reference
    && compareIds(previous.id, message.id) < 0
    && new Date(message.timestamp) - new Date(previous.timestamp) < GROUP_MS;
}
