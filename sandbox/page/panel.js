// The operator panel: counters of requests and limits, and buttons for everything that may happen to a bot.

import { fill, h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { isThread } from "./session.js";
import { clockTime } from "./time.js";

const EVERY_MS = 1000;
const PERMISSIONS = ["VIEW_CHANNEL", "SEND_MESSAGES", "SEND_MESSAGES_IN_THREADS", "ATTACH_FILES", "EMBED_LINKS"];

// What the next requests meet: act and arguments.
const FAULTS = [
  ["slow_5", { act: "slow", seconds: 5 }], ["fail_500", { act: "fail", status: 500 }], ["fail_503", { act: "fail", status: 503 }],
  ["limit_2", { act: "limit", seconds: 2 }], ["limit_all", { act: "limit", seconds: 5, is_global: true }], ["lose", { act: "lose" }],
  ["vanish", { act: "vanish" }],
];
const CONNECTION = [
  ["drop", { act: "drop" }], ["reconnect", { act: "reconnect" }], ["invalid_resume", { act: "invalidate", can_resume: true }],
  ["invalid_new", { act: "invalidate", can_resume: false }],
];
const STEPS = [["+10 s", 10], ["+1 min", 60], ["+15 min", 900], ["+1 h", 3600]];

export class Panel {
  /**
   * @param {HTMLElement} root an aside
   * @param {{session: () => object, channel: () => ?object}} hooks
   */
  constructor(root, hooks) {
    this.root = root;
    this.hooks = hooks;
    this.times = "1";
    this.state = null;
  }

  get isOpen() {
    return !this.root.hidden;
  }

  toggle(isOpen = !this.isOpen) {
    this.root.hidden = !isOpen;
    document.body.toggleAttribute("data-panel", isOpen);
    clearInterval(this.timer);
    if (isOpen) {
      this.build();
      this.ask();
      this.timer = setInterval(() => this.ask(), EVERY_MS);
      this.root.querySelector("button").focus();
    } else {
      document.querySelector("[data-open-panel]")?.focus();
    }
  }

  /** Words, channel or person may have changed. */
  refresh() {
    if (!this.isOpen) return;
    this.build();
    this.ask();
  }

  ask() {
    if (!document.hidden) this.hooks.session()?.send({ t: "panel", channel_id: this.hooks.channel()?.id });
  }

  /** @param {object} state the server's `panel` frame */
  show(state) {
    this.state = state;
    if (this.isOpen) this.drawState();
  }

  async operate(args, name) {
    const channel = this.hooks.channel();
    const answer = await this.hooks.session().request({ t: "operate", channel_id: channel?.id, guild_id: channel?.guild?.id, ...args });
    fill(this.said, answer.ok ? h("span", null, icon("check"), name) : h("span.error", null, answer.error));
    this.ask();
  }

  build() {
    const close = h("button.icon-button", { type: "button", "aria-label": t("close"), onclick: () => this.toggle(false) }, icon("close"));
    this.counters = h("dl.panel-counters");
    this.buckets = h("ul.panel-buckets");
    this.active = h("ul.panel-active");
    this.clock = h("p.panel-clock");
    this.said ??= h("p.panel-said", { role: "status" });
    this.permissions = h("div.panel-permissions");
    const channel = this.hooks.channel();
    const focused = [...this.root.querySelectorAll("button, input")].indexOf(document.activeElement);
    this.root.setAttribute("aria-label", t("panel"));
    fill(this.root,
      h("header.panel-head", null, h("h2", null, t("panel")), close),
      h("div.panel-body", null,
        section("p_requests", this.counters, this.buckets),
        section("p_faults", this.timesField(), this.buttons(FAULTS, () => (this.times ? { times: Number(this.times) } : {})), this.active),
        section("p_connection", this.buttons(CONNECTION)),
        channel && this.hereSection(channel),
        this.serverSection(channel),
        this.outageSection(),
        section("p_clock", this.clock, h("div.panel-buttons", null, STEPS.map(([label, seconds]) => this.button(label, { act: "advance", seconds }))))),
      this.said);
    this.drawState();
    if (focused >= 0) this.root.querySelectorAll("button, input")[focused]?.focus();
  }

  /** The open server's; where no channel is left to open, the first one's, so that there can be one again. */
  serverSection(channel) {
    const guild = channel ? channel.guild : this.hooks.session().guilds.find((each) => !each.unavailable);
    return guild && section("p_server", this.buttons([
      guild.has_bot === false ? ["invite", { act: "invite", guild_id: guild.id }] : ["kick", { act: "kick", guild_id: guild.id }],
      ["create_channel", { act: "create_channel", name: "mahjong", guild_id: guild.id }],
    ]));
  }

  /** An outage takes the open server away, so every server can be put back from here. */
  outageSection() {
    const { guilds } = this.hooks.session();
    const acts = guilds.map((guild) => this.button(t(guild.unavailable ? "p_outage_end" : "p_outage_start", { name: guild.name }),
      { act: "outage", is_away: !guild.unavailable, guild_id: guild.id }));
    return section("p_outages", h("div.panel-buttons", null, acts));
  }

  hereSection(channel) {
    const thread = isThread(channel) && (channel.archived
      ? [["thread_open", { act: "set_thread", archived: false, locked: false }]]
      : [["thread_archive", { act: "set_thread", archived: true, locked: false }], ["thread_lock", { act: "set_thread", archived: true, locked: true }]]);
    return section("p_here", this.buttons([
      ["delete_message", { act: "delete_message" }], ...(thread || []), ...(channel.guild ? [["delete_channel", { act: "delete_channel" }]] : []),
    ]), channel.guild && h("p.panel-note", null, t("p_may")), channel.guild && this.permissions);
  }

  timesField() {
    const choices = [["1", "p_once"], ["5", "p_five"], ["", "p_always"]];
    const name = "panel-times";
    return h("fieldset.panel-times", null, h("legend", null, t("p_times")), choices.map(([value, key]) => {
      const input = h("input", { type: "radio", name, value, checked: value === this.times, onchange: () => { this.times = value; } });
      return h("label", null, input, h("span", null, t(key)));
    }));
  }

  buttons(list, more = () => ({})) {
    return h("div.panel-buttons", null, list.map(([key, args]) => this.button(t(`p_${key}`), args, more, key)));
  }

  button(label, args, more = () => ({}), key = null) {
    return h("button.panel-button", {
      type: "button", "data-act": key ?? args.act, onclick: () => this.operate({ ...args, ...more() }, label),
    }, label);
  }

  drawState() {
    if (!this.state) return;
    const { counts, faults, now, permissions } = this.state;
    const share = counts.invalid / counts.invalid_limit;
    fill(this.counters,
      counter("p_total", String(counts.requests), "requests"), counter("p_limited", String(counts.limited), "limited", counts.limited > 0),
      counter("p_invalid", `${counts.invalid} / ${counts.invalid_limit}`, "invalid", share > 0.1));
    const buckets = counts.buckets.filter((b) => b.remaining < b.limit).slice(0, 8);
    fill(this.buckets, buckets.map((b) => h("li", { "data-empty": b.remaining === 0 },
      h("span.bucket-name", null, b.name), h("span.bucket-left", null, `${b.remaining}/${b.limit}`),
      h("progress", { max: b.limit, value: b.remaining, "aria-label": b.name }))));
    fill(this.active, faults.map((f) => h("li", null, `${t(`p_kind_${f.kind}`)} ${f.value ? (f.kind === "fail" ? f.value : `${f.value} s`) : ""}`,
      h("span.panel-left", null, f.left === null ? "∞" : `× ${f.left}`))),
    faults.length > 0 && h("li", null, this.button(t("p_clear"), { act: "clear" })));
    fill(this.clock, clockTime(new Date(now * 1000)));
    const focused = this.permissions.contains(document.activeElement) ? document.activeElement.dataset.permission : null;
    fill(this.permissions, PERMISSIONS.map((name) => h("button.switch", {
      type: "button", role: "switch", "aria-checked": String(permissions[name]), "data-permission": name,
      onclick: () => this.operate({ act: "set_permission", permission: name, allowed: !permissions[name] }, t(`p_${name}`)),
    }, h("span", null, t(`p_${name}`)), h("i", { "aria-hidden": "true" }))));
    if (focused) this.permissions.querySelector(`[data-permission="${focused}"]`)?.focus();
  }
}

function section(key, ...children) {
  return h("section.panel-section", null, h("h3", null, t(key)), children);
}

function counter(key, value, name, isBad = false) {
  return h("div", { class: isBad ? "bad" : "" }, h("dt", null, t(key)), h("dd", { "data-counter": name }, value));
}
