// What stands around the messages: servers, channels, the switch among people, banner, theme, drawer.

import { fill, h, icon, readStored, writeStored } from "./dom.js";
import { t } from "./i18n.js";
import { avatar, displayName } from "./people.js";

const THREAD_TYPES = [10, 11, 12];
const CATEGORY = 4;
const TEXT_TYPES = [0, 5];

const byId = (id) => document.getElementById(id);

export class Shell {
  /**
   * @param {{session: () => object, channel: () => ?object, openChannel: (id: string) => void, become: (id: string) => void,
   *   unread: (person: string) => {count: number, isLoud: boolean}}} hooks
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.menu = byId("menu");
    fill(this.menu, icon("menu"));
    this.menu.addEventListener("click", () => this.setDrawer(!document.body.hasAttribute("data-drawer")));
    byId("scrim").addEventListener("click", () => this.setDrawer(false));
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape" && document.body.hasAttribute("data-drawer")) this.setDrawer(false);
    });
    byId("people").addEventListener("keydown", (event) => this.onPeopleKey(event));
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.drawMe());
  }

  setDrawer(isOpen) {
    document.body.toggleAttribute("data-drawer", isOpen);
    byId("scrim").hidden = !isOpen;
    this.menu.setAttribute("aria-expanded", String(isOpen));
    this.menu.setAttribute("aria-label", t(isOpen ? "close_menu" : "menu"));
    if (isOpen) byId("sidebar").querySelector("button, a")?.focus();
    else if (byId("sidebar").contains(document.activeElement)) this.menu.focus();
  }

  draw() {
    const session = this.hooks.session();
    this.drawBanner();
    if (!session.me) return;
    document.querySelector(".skip").textContent = t("skip");
    for (const [id, key] of [["guilds", "servers"], ["sidebar", "channels"], ["log", "messages"], ["people", "play_as"]]) byId(id).setAttribute("aria-label", t(key));
    this.menu.setAttribute("aria-label", t("menu"));
    this.drawGuilds();
    this.drawChannels();
    this.drawPeople();
    this.drawMe();
    this.drawTitle();
  }

  drawBanner() {
    const session = this.hooks.session();
    const banner = byId("banner");
    const text = !session.isConnected && session.hasConnected ? t("reconnecting") : session.isConnected && !session.online ? t("bot_offline") : "";
    banner.hidden = !text;
    banner.dataset.kind = session.isConnected ? "bot" : "connection";
    if (banner.textContent !== text) banner.textContent = text;
  }

  drawTitle() {
    const channel = this.hooks.channel();
    const session = this.hooks.session();
    const { count } = this.hooks.unread(session.person);
    document.title = `${count ? `(${count}) ` : ""}${channel ? `#${channel.name} · ` : ""}${displayName(session.me)}`;
  }

  drawGuilds() {
    const session = this.hooks.session();
    const open = this.hooks.channel()?.guild.id;
    fill(byId("guilds"), session.guilds.map((guild) => h("button.guild", {
      type: "button", title: guild.name, "aria-label": guild.name, "aria-current": guild.id === open ? "true" : null, "data-guild-id": guild.id,
      onclick: () => this.hooks.openChannel(firstText(guild)?.id),
    }, h("span", { "aria-hidden": "true" }, initials(guild.name)))));
  }

  drawChannels() {
    const session = this.hooks.session();
    const open = this.hooks.channel();
    const guild = session.guilds.find((g) => g.id === open?.guild.id) ?? session.guilds[0];
    fill(byId("guild-name"), h("bdi", null, guild?.name ?? ""));
    fill(byId("channel-name"), open && [icon(THREAD_TYPES.includes(open.type) ? "thread" : "hash"), h("bdi", null, open.name)]);
    const channels = guild?.channels ?? [];
    const children = (parent) => channels.filter((c) => (c.parent_id ?? null) === parent);
    const entry = (channel) => {
      if (channel.type === CATEGORY) return [h("li.category", null, channel.name), children(channel.id).map(entry)];
      const { unread } = session.channel(channel.id);
      return h("li", null, h("button.channel", {
        type: "button", "data-channel-id": channel.id, "aria-current": channel.id === open?.id ? "page" : null,
        class: [THREAD_TYPES.includes(channel.type) && "thread", unread && "unread"].filter(Boolean).join(" "),
        onclick: () => {
          this.hooks.openChannel(channel.id);
          this.setDrawer(false);
        },
      }, icon(THREAD_TYPES.includes(channel.type) ? "thread" : "hash"), h("bdi", null, channel.name),
      unread > 0 && h("span.badge", { "aria-label": t("unread", { n: unread }) }, badge(unread))),
      children(channel.id).length > 0 && h("ul", null, children(channel.id).map(entry)));
    };
    fill(byId("channels"), h("ul", null, children(null).map(entry)), this.members());
  }

  members() {
    const session = this.hooks.session();
    return h("section.members", { "aria-label": t("people") },
      h("h2.category", null, t("people")),
      session.bot && h("div.member", { "data-bot": session.online ? "online" : "offline" }, avatar(session.bot, `small ${session.online ? "is-online" : "is-offline"}`),
        h("bdi.member-name", null, displayName(session.bot)), h("span.member-status", null, t(session.online ? "online" : "offline"))),
      session.people.map((user) => h("a.member", {
        href: `?person=${encodeURIComponent(user.id)}`, target: "_blank", rel: "noopener", title: t("own_window", { name: displayName(user) }),
        "aria-label": t("own_window", { name: displayName(user) }), "data-window": user.id,
      }, avatar(user, "small"), h("bdi.member-name", null, displayName(user)), icon("external"))));
  }

  drawPeople() {
    const session = this.hooks.session();
    const root = byId("people");
    const focused = root.contains(document.activeElement) ? document.activeElement.dataset.person : null;
    fill(root, session.people.map((user) => {
      const isMe = user.id === session.me.id;
      const { count, isLoud } = isMe ? { count: 0 } : this.hooks.unread(user.id);
      const name = displayName(user);
      return h("button.person", {
        type: "button", role: "radio", "aria-checked": String(isMe), tabindex: isMe ? "0" : "-1", "data-person": user.id, title: name,
        "aria-label": count ? `${name}, ${t("unread", { n: count })}` : name, onclick: () => this.hooks.become(user.id),
      }, avatar(user), h("bdi.person-name", null, name), count > 0 && h("span.badge", { class: isLoud ? "loud" : "", "aria-hidden": "true" }, badge(count)));
    }));
    if (focused) root.querySelector(`[data-person="${CSS.escape(focused)}"]`)?.focus();
  }

  onPeopleKey(event) {
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    const all = [...byId("people").children];
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    this.hooks.become(next.dataset.person);
  }

  drawMe() {
    const session = this.hooks.session();
    if (!session.me) return;
    const isDark = currentTheme() === "dark";
    const label = t(isDark ? "theme_light" : "theme_dark");
    fill(byId("me"), avatar(session.me, session.isConnected ? "is-online" : "is-offline"),
      h("div.me-text", { "data-me": session.me.id, "aria-label": t("playing_as", { name: displayName(session.me) }) },
        h("bdi.me-name", null, displayName(session.me)), h("bdi.me-user", null, session.me.username)),
      h("button.icon-button", { type: "button", "data-theme-toggle": true, "aria-label": label, title: label, onclick: () => this.toggleTheme() }, icon(isDark ? "sun" : "moon")));
  }

  toggleTheme() {
    const theme = currentTheme() === "dark" ? "light" : "dark";
    document.documentElement.dataset.theme = theme;
    writeStored("theme", theme);
    this.drawMe();
    byId("me").querySelector("[data-theme-toggle]").focus();
  }
}

function currentTheme() {
  const chosen = document.documentElement.dataset.theme ?? readStored("theme");
  return chosen ?? (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");
}

function initials(name) {
  return name.split(/\s+/).map((word) => [...word][0] ?? "").join("").slice(0, 3) || "?";
}

const badge = (n) => (n > 99 ? "99+" : String(n));

/** The channel of a server to open first. */
export function firstText(guild) {
  return guild.channels.find((c) => TEXT_TYPES.includes(c.type)) ?? guild.channels.find((c) => c.type !== CATEGORY) ?? null;
}
