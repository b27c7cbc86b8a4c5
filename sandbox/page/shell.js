// What stands around the messages: servers, channels, the switch among people, banner, theme, drawer.

import { fill, forgetStored, h, icon, writeStored } from "./dom.js";
import { t } from "./i18n.js";
import { avatar, displayName } from "./people.js";
import { channelIcon, Places } from "./places.js";

const byId = (id) => document.getElementById(id);

export class Shell {
  /**
   * @param {{session: () => object, channel: () => ?object, openChannel: (id: string) => void, become: (id: string) => void,
   *   lastIn: (guild: string) => ?string, unread: (person: string) => {count: number, isLoud: boolean}}} hooks
   */
  constructor(hooks) {
    this.hooks = hooks;
    this.places = new Places({ ...hooks, leave: () => this.setDrawer(false) });
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
    this.places.draw();
    this.drawHead();
    this.drawPeople();
    this.drawMe();
    this.drawTitle();
  }

  drawBanner() {
    const session = this.hooks.session();
    const banner = byId("banner");
    const guild = this.hooks.channel()?.guild;
    const key = !session.isConnected ? session.hasConnected && "reconnecting" : !session.online ? "bot_offline" : guild?.has_bot === false && "bot_absent";
    const text = key ? t(key) : "";
    banner.hidden = !text;
    banner.dataset.kind = session.isConnected ? "bot" : "connection";
    if (banner.textContent !== text) banner.textContent = text;
  }

  drawTitle() {
    const channel = this.hooks.channel();
    const session = this.hooks.session();
    const { count } = this.hooks.unread(session.person);
    document.title = `${count ? `(${count}) ` : ""}${channel ? `${channel.guild ? "#" : "@"}${channel.name} · ` : ""}${displayName(session.me)}`;
  }

  drawHead() {
    const open = this.hooks.channel();
    const state = open?.locked ? "locked" : open?.archived ? "archived" : null;
    byId("channel-name").setAttribute("aria-label", open ? [open.name, state && t(state)].filter(Boolean).join(", ") : "");
    fill(byId("channel-name"), open && [icon(channelIcon(open)), h("bdi", null, open.name),
      state && h("span.head-state", { title: t(state) }, icon(open.locked ? "lock" : "archive"), h("span.head-state-text", null, t(state))),
      open.topic && h("bdi.topic", { title: open.topic }, open.topic)]);
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
      h("button.icon-button", { type: "button", "data-open-keys": true, "aria-label": t("shortcuts"), title: `${t("shortcuts")} (Ctrl /)`, onclick: () => this.hooks.openKeys() }, icon("keys")),
      h("button.icon-button", { type: "button", "data-open-panel": true, "aria-label": t("panel"), title: `${t("panel")} (Ctrl .)`, onclick: () => this.openPanel() }, icon("tools")),
      h("button.icon-button", { type: "button", "data-theme-toggle": true, "aria-label": label, title: label, onclick: () => this.toggleTheme() }, icon(isDark ? "sun" : "moon")));
  }

  openPanel() {
    this.setDrawer(false);
    this.hooks.togglePanel();
  }

  toggleTheme() {
    const theme = currentTheme() === "dark" ? "light" : "dark";
    // Back at what the system says, the page follows it again.
    if (theme === systemTheme()) {
      delete document.documentElement.dataset.theme;
      forgetStored("theme");
    } else {
      document.documentElement.dataset.theme = theme;
      writeStored("theme", theme);
    }
    this.drawMe();
    byId("me").querySelector("[data-theme-toggle]").focus();
  }
}

const systemTheme = () => (matchMedia("(prefers-color-scheme: light)").matches ? "light" : "dark");

const currentTheme = () => document.documentElement.dataset.theme ?? systemTheme();

const badge = (n) => (n > 99 ? "99+" : String(n));
