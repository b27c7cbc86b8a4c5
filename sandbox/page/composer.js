// The message box: plain chat, or a slash command with its options as fields.

import { CommandLine } from "./commandline.js";
import { leafInText, leaves, matchLeaves } from "./commands.js";
import { fill, h, icon, isTouch } from "./dom.js";
import { localised, t } from "./i18n.js";
import { avatar, displayName } from "./people.js";
import { whyMute } from "./session.js";
import { Suggestions } from "./suggestions.js";

const MAX_CHAT = 2000;
const TYPING_EVERY_MS = 8000;

export class Composer {
  /**
   * @param {HTMLElement} root
   * @param {{session: () => object, channel: () => ?object, send: (leaf: object, options: object[]) => void,
   *   chat: (text: string) => void, typing: () => void, toButtons: () => boolean}} hooks
   */
  constructor(root, hooks) {
    this.root = root;
    this.hooks = hooks;
    this.drafts = new Map();
    this.commandLine = null;
    this.popup = h("div.suggestions");
    this.suggestions = new Suggestions(this.popup);
    this.input = h("textarea.chat-input", {
      id: "composer-input", rows: "1", "data-composer": "chat", role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list",
      autocomplete: "off", spellcheck: "false", enterkeyhint: "send", dir: "auto",
    });
    this.slash = h("button.icon-button.slash-button", { type: "button", "data-composer": "slash" }, icon("slash"));
    this.sendButton = h("button.icon-button.send-button", { type: "button", "data-composer": "send" }, icon("send"));
    this.line = h("div.line", null, this.input);
    this.foot = h("div.composer-foot", { "aria-live": "polite" });
    fill(root, this.popup, h("div.composer-box", null, this.slash, this.line, this.sendButton), this.foot);
    this.input.addEventListener("input", () => this.onInput());
    this.input.addEventListener("keydown", (event) => this.onKey(event));
    this.input.addEventListener("focus", () => this.suggest());
    this.slash.addEventListener("click", () => this.openCommands());
    this.sendButton.addEventListener("click", () => this.submit());
    root.addEventListener("focusout", (event) => {
      if (!root.contains(event.relatedTarget)) this.suggestions.hide();
    });
  }

  /** Words, names and commands may have changed. */
  refresh() {
    const session = this.hooks.session();
    const channel = this.hooks.channel();
    if (!session.me || !channel) return;
    const mute = whyMute(channel);
    this.root.toggleAttribute("data-mute", Boolean(mute));
    this.input.readOnly = Boolean(mute);
    this.slash.disabled = this.sendButton.disabled = Boolean(mute);
    const label = mute ? t(mute) : t(channel.guild ? "message_as" : "message_dm", { channel: channel.name, name: displayName(session.me) });
    this.input.placeholder = label;
    this.input.setAttribute("aria-label", label);
    this.slash.setAttribute("aria-label", t("open_commands"));
    this.slash.title = t("open_commands");
    this.sendButton.setAttribute("aria-label", t("send"));
    this.sendButton.title = t("send");
    if (!this.commandLine) this.showFoot();
  }

  /** Another person takes the keyboard: their draft comes back, the present one is kept. */
  swap(from, to) {
    this.drafts.set(from, this.commandLine ? "" : this.input.value);
    this.leaveCommand();
    this.input.value = this.drafts.get(to) ?? "";
    this.fit();
  }

  leaves() {
    return leaves(this.hooks.session().commandsIn(this.hooks.channel()));
  }

  onInput() {
    this.fit();
    const text = this.input.value;
    if (text.startsWith("/")) {
      const found = leafInText(this.leaves(), text.slice(1));
      if (found) {
        this.startCommand(found.leaf, found.rest);
        return;
      }
    }
    if (text && !text.startsWith("/")) this.tellTyping();
    this.suggest();
    this.showFoot();
  }

  /** Say that one writes, as often as Discord's own client does. */
  tellTyping() {
    const now = Date.now();
    if (now - (this.toldTyping ?? 0) < TYPING_EVERY_MS) return;
    this.toldTyping = now;
    this.hooks.typing();
  }

  suggest() {
    const text = this.input.value;
    if (!text.startsWith("/") || text.includes("\n")) {
      this.suggestions.hide();
      return;
    }
    const all = this.leaves();
    const session = this.hooks.session();
    this.suggestions.show(this.input, {
      title: t("commands"),
      empty: all.length ? t("no_commands") : t("no_commands_yet"),
      preselect: true,
      items: matchLeaves(all, text.slice(1)).map((leaf) => ({
        key: leaf.name,
        pick: () => this.startCommand(leaf),
        face: [
          session.bot && avatar(session.bot, "small"),
          h("div.suggestion-text", null,
            h("div.suggestion-name", { dir: "auto" }, `/${leaf.label}`,
              leaf.options.map((o) => h("span.suggestion-option", { class: o.required ? "required" : "" }, localised(o, "name")))),
            h("div.suggestion-description", { dir: "auto" }, leaf.description)),
        ],
      })),
    });
  }

  onKey(event) {
    if (this.suggestions.onKey(event)) return;
    if (event.key === "Escape" && this.suggestions.isOpen) {
      this.suggestions.hide();
    } else if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "ArrowUp" && this.input.value === "" && this.hooks.toButtons()) {
      event.preventDefault();
    }
  }

  submit() {
    if (this.commandLine) {
      this.commandLine.submit();
      return;
    }
    const text = this.input.value.trim();
    if (!text || [...text].length > MAX_CHAT) return;
    // A slash that names no command is a search in progress, not chat.
    if (text.startsWith("/") && this.suggestions.isOpen) return;
    this.input.value = "";
    this.toldTyping = 0;
    this.fit();
    this.suggestions.hide();
    this.hooks.chat(text);
  }

  openCommands() {
    if (this.commandLine) this.leaveCommand();
    if (!this.input.value.startsWith("/")) this.input.value = `/${this.input.value}`;
    this.input.focus();
    this.onInput();
  }

  /** Put a command in the box, with whatever was typed or pasted after its name. */
  startCommand(leaf, rest = "") {
    this.commandLine = new CommandLine(leaf, {
      suggestions: this.suggestions,
      person: () => this.hooks.session().person,
      world: () => this.hooks.session().world(this.hooks.channel()),
      autocomplete: (options) => this.hooks.session().request({
        t: "autocomplete", channel_id: this.hooks.channel().id, command_id: leaf.command.id, name: leaf.command.name, options,
      }),
      send: (options) => {
        this.leaveCommand();
        this.hooks.send(leaf, options);
      },
      leave: (text) => this.leaveCommand(text),
      foot: (...children) => fill(this.foot, ...children),
    });
    fill(this.line, this.commandLine.element);
    this.root.dataset.mode = "command";
    this.root.dataset.command = leaf.name;
    this.commandLine.start(rest);
  }

  leaveCommand(text = "") {
    const hadFocus = this.line.contains(document.activeElement);
    this.commandLine?.stop();
    this.commandLine = null;
    delete this.root.dataset.mode;
    delete this.root.dataset.command;
    fill(this.line, this.input);
    this.input.value = text;
    this.fit();
    this.suggestions.hide();
    if (hadFocus) this.input.focus();
    if (text) this.onInput();
    else this.showFoot();
  }

  showFoot() {
    if (this.commandLine) return;
    const length = [...this.input.value].length;
    const left = MAX_CHAT - length;
    this.foot.classList.toggle("error", left < 0);
    fill(this.foot, left < 200 ? t("text_left", { n: left }) : this.typists() ?? h("span.keys", null, this.note()));
  }

  /** Who is writing in the channel, or null. */
  typists() {
    const session = this.hooks.session();
    const open = this.hooks.channel();
    if (!open) return null;
    const world = session.world(open);
    const names = [...session.channel(open.id).typing.keys()].filter((id) => id !== session.person)
      .map((id) => session.user(id)).filter(Boolean).map((user) => displayName(user, world.member(user.id)));
    if (!names.length) return null;
    const text = names.length === 1 ? t("typing", { name: names[0] }) : names.length === 2 ? t("typing_two", { name: names[0], other: names[1] }) : t("typing_many");
    return h("span.typists", null, h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")), text);
  }

  /** What the line below says when nothing else is to be said. */
  note() {
    const channel = this.hooks.channel();
    return channel?.archived ? t(channel.locked ? "locked_thread" : "archived_thread") : t("keys");
  }

  fit() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 200)}px`;
  }

  /** Where the focus comes to rest when there is nothing else to do; on a phone, nowhere. */
  rest() {
    if (!isTouch()) this.focus();
    else document.activeElement?.blur();
  }

  focus() {
    (this.commandLine ?? this.input).focus();
  }
}
