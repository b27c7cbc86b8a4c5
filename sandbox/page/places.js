// Where one can go: the rail of servers and direct messages, and the channels and threads of the open one.

import { fill, h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { avatar, displayName } from "./people.js";
import { isThread } from "./session.js";

const CATEGORY = 4;
const TEXT_TYPES = [0, 5];
const HOME = "@me";

const byId = (id) => document.getElementById(id);

export class Places {
  /**
   * @param {{session: () => object, channel: () => ?object, openChannel: (id: string) => void, lastIn: (guild: string) => ?string,
   *   leave: () => void}} hooks `lastIn` is the channel last looked at in a server, `leave` closes the drawer
   */
  constructor(hooks) {
    this.hooks = hooks;
  }

  draw() {
    this.drawRail();
    this.drawChannels();
  }

  drawRail() {
    const session = this.hooks.session();
    const open = this.hooks.channel();
    const rail = byId("guilds");
    const focused = rail.contains(document.activeElement) ? document.activeElement.dataset.guildId : null;
    const home = session.dms.length > 0 && [
      this.railButton({ id: HOME, label: t("direct_messages"), face: icon("at"), channels: session.dms, isOpen: open && !open.guild }),
      h("span.rail-line", { "aria-hidden": "true" }),
    ];
    fill(rail, home, session.guilds.map((guild) => this.railButton({
      id: guild.id, label: guild.name, face: initials(guild.name), channels: guild.channels, isOpen: guild === open?.guild, isAway: guild.unavailable,
    })));
    if (focused) rail.querySelector(`[data-guild-id="${CSS.escape(focused)}"]`)?.focus();
  }

  railButton({ id, label, face, channels, isOpen, isAway }) {
    const session = this.hooks.session();
    const unread = channels.reduce((sum, c) => sum + session.channel(c.id).unread, 0);
    const name = [label, isAway && t("unavailable"), unread && t("unread", { n: unread })].filter(Boolean).join(", ");
    return h("button.guild", {
      type: "button", title: isAway ? name : label, "aria-label": name, "aria-current": isOpen ? "true" : null, "data-guild-id": id,
      "data-unread": unread > 0, "aria-disabled": isAway ? "true" : null,
      onclick: () => !isAway && this.hooks.openChannel(this.hooks.lastIn(id) ?? firstText(channels)?.id),
    }, h("span.guild-face", { "aria-hidden": "true" }, face), isAway ? h("span.badge.loud", { "aria-hidden": "true" }, "!")
      : unread > 0 && !isOpen && h("span.badge.loud", { "aria-hidden": "true" }, badge(unread)));
  }

  drawChannels() {
    const session = this.hooks.session();
    const open = this.hooks.channel();
    const guild = open ? open.guild : session.guilds[0];
    const focused = byId("channels").contains(document.activeElement) ? document.activeElement.dataset.channelId : null;
    fill(byId("guild-name"), h("bdi", null, open && !guild ? t("direct_messages") : guild?.name ?? ""));
    const channels = guild ? guild.channels : session.dms;
    const ids = new Set(channels.map((c) => c.id));
    const children = (parent) => channels.filter((c) => (ids.has(c.parent_id) ? c.parent_id : null) === parent);
    const entry = (channel) => {
      const inside = children(channel.id);
      if (channel.type === CATEGORY) return [h("li.category", null, h("bdi", null, channel.name)), inside.map(entry)];
      return h("li", null, this.channelButton(channel, open), inside.length > 0 && h("ul.threads", null, byLife(inside).map(entry)));
    };
    fill(byId("channels"),
      guild?.unavailable ? h("p.side-note", null, t("outage")) : h("ul", null, children(null).map(entry)),
      this.members(open));
    if (focused) byId("channels").querySelector(`[data-channel-id="${CSS.escape(focused)}"]`)?.focus();
  }

  channelButton(channel, open) {
    const session = this.hooks.session();
    const { unread } = session.channel(channel.id);
    const state = channel.locked ? "locked" : channel.archived ? "archived" : null;
    return h("button.channel", {
      type: "button", "data-channel-id": channel.id, "aria-current": channel.id === open?.id ? "page" : null, "data-state": state,
      title: state && t(state), class: [isThread(channel) && "thread", unread && "unread"].filter(Boolean).join(" "),
      onclick: () => {
        this.hooks.openChannel(channel.id);
        this.hooks.leave();
      },
    }, channel.guild ? icon(channelIcon(channel)) : session.bot && avatar(session.bot, "small"), h("bdi", null, channel.name),
    state && h("span.channel-state", null, icon(channel.locked ? "lock" : "archive"), h("span.visually-hidden", null, t(state))),
    unread > 0 && h("span.badge", { "aria-label": t("unread", { n: unread }) }, badge(unread)));
  }

  members(open) {
    const session = this.hooks.session();
    const world = session.world(open);
    const guild = open?.guild;
    const bot = guild && guild.has_bot === false ? null : session.bot;
    return h("section.members", { "aria-label": t("people") },
      h("h2.category", null, t("people")),
      bot && h("div.member", { "data-bot": session.online ? "online" : "offline" }, avatar(bot, `small ${session.online ? "is-online" : "is-offline"}`),
        h("bdi.member-name", null, displayName(bot, world.member(bot.id))), h("span.member-status", null, t(session.online ? "online" : "offline"))),
      world.people.map((user) => h("a.member", {
        href: `/?as=${encodeURIComponent(user.username)}`, target: "_blank", rel: "noopener", title: t("own_window", { name: displayName(user) }),
        "aria-label": t("own_window", { name: displayName(user) }), "data-window": user.id,
      }, avatar(user, "small"), h("bdi.member-name", null, displayName(user)), icon("external"))));
  }

  /** The channel above or below the open one, in the order of the list; null at its end. */
  next(step) {
    const all = [...byId("channels").querySelectorAll("[data-channel-id]")].map((button) => button.dataset.channelId);
    return all[all.indexOf(this.hooks.channel()?.id) + step] ?? null;
  }
}

/** Threads in use first, then archived ones, each by age. */
const byLife = (threads) => [...threads].sort((a, b) => Number(Boolean(a.archived)) - Number(Boolean(b.archived)));

function initials(name) {
  return name.split(/\s+/).map((word) => [...word][0] ?? "").join("").slice(0, 3) || "?";
}

const badge = (n) => (n > 99 ? "99+" : String(n));

export const channelIcon = (channel) => (!channel.guild ? "at" : isThread(channel) ? "thread" : "hash");

/** The channel to open first. */
export function firstText(channels) {
  return channels.find((c) => TEXT_TYPES.includes(c.type)) ?? channels.find((c) => c.type !== CATEGORY) ?? null;
}
