// Who somebody is and what stands for them: names, pictures, emoji, addresses.

import { h } from "./dom.js";

// Spaces, joiners, marks of direction and other characters that show nothing.
const INVISIBLE = /[\p{C}\p{Z}\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0\u2800\ufe0f]/gu;

/** What a user is called: the server nickname, the display name, else the user name; never one that shows nothing. */
export function displayName(user, member) {
  const names = [user.shown, member?.nick, user.global_name, user.username];
  return names.find((name) => name?.replace(INVISIBLE, "")) ?? "?";
}

/** An address on this server as a path, so that 127.0.0.1 and localhost are the same place; others unchanged. */
export function localUrl(url) {
  if (!url) return null;
  try {
    const parsed = new URL(url, location.href);
    const isLocal = ["127.0.0.1", "localhost"].includes(parsed.hostname) && parsed.port === location.port;
    return isLocal ? parsed.pathname + parsed.search : parsed.protocol === "javascript:" ? null : parsed.href;
  } catch {
    return null;
  }
}

const COLORS = ["#5865c9", "#3a8f6b", "#b4632d", "#a34a7e", "#3d7ea6", "#7a5bb5"];

function colorOf(user) {
  if (typeof user.color === "string" && /^#[0-9a-f]{6}$/i.test(user.color)) return user.color;
  if (typeof user.color === "number") return cssColor(user.color);
  return COLORS[Number(BigInt(user.id || 0) % BigInt(COLORS.length))];
}

/** A colour number of Discord (0xRRGGBB) as CSS. */
export function cssColor(number) {
  return `#${(number & 0xffffff).toString(16).padStart(6, "0")}`;
}

/** A round avatar: the picture, over the initial on the person's colour. It is decoration; the name stands beside it. */
export function avatar(user, className = "") {
  const name = displayName(user);
  const initial = [...name.trim()][0] ?? "?";
  const url = localUrl(user.avatar_url ?? (user.avatar ? `/cdn/avatars/${user.id}/${user.avatar}.png` : null));
  return h("span.avatar", { class: className, "aria-hidden": "true", style: { "--avatar": colorOf(user) } },
    h("span.initial", null, initial.toUpperCase()),
    url && h("img", { src: url, alt: "", draggable: "false", "data-fallback": "hide" }));
}

/** The coloured dot that stands for a role in a list. */
export function roleDot(role) {
  return h("span.role-dot", { "aria-hidden": "true", style: role.color ? { "--role": cssColor(role.color) } : {} });
}

/** A custom emoji as picture, or a Unicode one as text. */
export function emojiImage(emoji) {
  if (!emoji.id) return h("span.emoji.unicode", null, emoji.name);
  return h("img.emoji", {
    src: `/cdn/emojis/${emoji.id}.${emoji.animated ? "gif" : "png"}`, alt: `:${emoji.name}:`, title: `:${emoji.name}:`, draggable: "false",
  });
}
