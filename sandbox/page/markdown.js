// Discord's subset of Markdown, straight to DOM nodes.

import { h } from "./dom.js";
import { cssColor, emojiImage } from "./people.js";
import { t } from "./i18n.js";
import { timestamp } from "./time.js";

const MAX_DEPTH = 12;

// Each rule: a sticky pattern and what it makes of the match. The first that matches wins.
const INLINE = [
  [/\\([^0-9A-Za-z\s])/y, (m) => m[1]],
  [/(`+)([\s\S]*?[^`])\1(?!`)/y, (m) => h("code.inline-code", null, m[2].replace(/^ (.*) $/s, "$1"))],
  [/<t:(-?\d{1,13})(?::([tTdDfFR]))?>/y, (m) => timestamp(Number(m[1]), m[2])],
  [/<(a?):(\w{2,32}):(\d{1,20})>/y, (m) => emojiImage({ id: m[3], name: m[2], animated: m[1] === "a" })],
  [/<@!?(\d{1,20})>/y, (m, ctx) => userMention(m[1], ctx)],
  [/<@&(\d{1,20})>/y, (m, ctx) => roleMention(m[1], ctx)],
  [/<#(\d{1,20})>/y, (m, ctx) => channelMention(m[1], ctx)],
  [/<\/([^:<>\n]{1,100}):(\d{1,20})>/y, (m, ctx) => h("button.mention", {
    type: "button", "data-action": "command-mention", "data-command": m[1],
  }, `/${ctx.command?.(m[2], m[1]) ?? m[1]}`)],
  [/<(https?:\/\/[^\s<>]+)>/y, (m, ctx) => link(m[1], m[1], null, ctx)],
  [/\[((?:\\.|[^[\]\\]|\[[^[\]]*\])+)\]\(\s*<?(https?:\/\/[^\s<>()]+(?:\([^\s()]*\)[^\s<>()]*)*)>?(?:\s+"([^"\n]*)")?\s*\)/y,
    (m, ctx, depth) => link(m[2], inline(m[1], ctx, depth + 1), m[3], ctx)],
  [/https?:\/\/[^\s<]*[^<.,:;"'\]\s)]/y, (m, ctx) => link(m[0], m[0], null, ctx)],
  [/@(everyone|here)\b/y, (m) => h("span.mention", null, m[0])],
  [/\*\*((?:\\[\s\S]|[^\\])+?)\*\*(?!\*)/y, (m, ctx, depth) => h("strong", null, inline(m[1], ctx, depth + 1))],
  [/__((?:\\[\s\S]|[^\\])+?)__(?!_)/y, (m, ctx, depth) => h("u", null, inline(m[1], ctx, depth + 1))],
  [/\*(?=\S)((?:\*\*|\\[\s\S]|[^*\\])+?)\*(?!\*)/y, (m, ctx, depth) => h("em", null, inline(m[1], ctx, depth + 1))],
  [/(?<![A-Za-z0-9])_((?:__|\\[\s\S]|[^\\_])+?)_(?![A-Za-z0-9_])/y,
    (m, ctx, depth) => h("em", null, inline(m[1], ctx, depth + 1))],
  [/~~(?=\S)((?:\\[\s\S]|[^\\])+?)~~/y, (m, ctx, depth) => h("s", null, inline(m[1], ctx, depth + 1))],
  [/\|\|([\s\S]+?)\|\|/y, (m, ctx, depth) => h("span.spoiler", {
    "data-action": "spoiler", role: "button", tabindex: "0", "aria-label": t("spoiler"),
  }, h("span", null, inline(m[1], ctx, depth + 1)))],
];

const PLAIN = /[^\\`<[h@*_~|]+|[\s\S]/y;

function inline(text, ctx, depth = 0) {
  if (depth > MAX_DEPTH) return [text];
  const out = [];
  let at = 0;
  let plain = "";
  outer: while (at < text.length) {
    for (const [pattern, make] of INLINE) {
      pattern.lastIndex = at;
      const match = pattern.exec(text);
      if (!match) continue;
      const end = pattern.lastIndex;
      if (plain) out.push(plain);
      plain = "";
      out.push(make(match, ctx, depth));
      at = end;
      continue outer;
    }
    PLAIN.lastIndex = at;
    plain += PLAIN.exec(text)[0];
    at = PLAIN.lastIndex;
  }
  if (plain) out.push(plain);
  return out;
}

const PLACE = /^https:\/\/(?:\w+\.)?discord(?:app)?\.com\/channels\/(?:\d+|@me)\/(\d+)(?:\/(\d+))?$/;

function link(url, label, title, ctx) {
  const [, id, message] = PLACE.exec(url) ?? [];
  const channel = id && ctx?.channel(id);
  // The address of a channel or message that is here leads there, not out into the world.
  if (channel) {
    return h("button.mention", { type: "button", "data-action": "channel-mention", "data-channel": id, "data-target": message },
      label === url ? ["#", h("bdi", null, channel.name), message && " › 💬"] : label);
  }
  return h("a.link", { href: url, title: title ?? (label === url ? null : url), target: "_blank", rel: "noopener noreferrer" }, label);
}

function userMention(id, ctx) {
  const name = ctx.userName(id);
  return h("span.mention", { class: ctx.me === id ? "me-mention" : "", "data-user": id }, "@", h("bdi", null, name ?? t("unknown_user")));
}

function roleMention(id, ctx) {
  const role = ctx.role?.(id);
  if (!role) return h("span.mention", null, `@${t("unknown_role")}`);
  return h("span.mention", { class: role.color ? "role" : "", style: role.color ? { "--role": cssColor(role.color) } : {} }, "@", h("bdi", null, role.name));
}

function channelMention(id, ctx) {
  const channel = ctx.channel(id);
  if (!channel) return h("span.mention", null, `#${t("unknown_channel")}`);
  return h("button.mention", { type: "button", "data-action": "channel-mention", "data-channel": id }, "#", h("bdi", null, channel.name));
}

const LIST = /^( *)([-*]|\d{1,9}\.) +(\S.*)$/;

function blocks(text, ctx, depth = 0) {
  const out = [];
  const lines = text.split("\n");
  let paragraph = [];
  const flush = () => {
    if (paragraph.length) out.push(h("div.paragraph", { dir: "auto" }, inline(paragraph.join("\n"), ctx, depth)));
    paragraph = [];
  };
  for (let i = 0; i < lines.length; i += 1) {
    const line = lines[i];
    const heading = /^(#{1,3}) +(\S.*)$/.exec(line);
    const small = /^-# +(\S.*)$/.exec(line);
    if (depth < 2 && line.startsWith(">>> ")) {
      flush();
      out.push(h("blockquote", null, blocks([line.slice(4), ...lines.slice(i + 1)].join("\n"), ctx, depth + 2)));
      return out;
    }
    if (depth < 2 && line.startsWith("> ")) {
      flush();
      const quoted = [];
      while (i < lines.length && lines[i].startsWith("> ")) quoted.push(lines[i++].slice(2));
      i -= 1;
      out.push(h("blockquote", null, blocks(quoted.join("\n"), ctx, depth + 2)));
    } else if (heading) {
      flush();
      // The page owns h1 and h2: a message's headings come below them.
      out.push(h("div.heading", { class: `heading-${heading[1].length}`, role: "heading", "aria-level": heading[1].length + 2, dir: "auto" },
        inline(heading[2], ctx, depth)));
    } else if (small) {
      flush();
      out.push(h("small.subtext", { dir: "auto" }, inline(small[1], ctx, depth)));
    } else if (LIST.test(line)) {
      flush();
      const items = [];
      const isOrdered = (item) => /\d/.test(item[2]);
      for (; i < lines.length && LIST.test(lines[i]); i += 1) {
        const item = LIST.exec(lines[i]);
        // Numbers after bullets on the same level begin another list.
        if (items.length && item[1].length <= items[0][1].length && isOrdered(item) !== isOrdered(items[0])) break;
        items.push(item);
      }
      i -= 1;
      out.push(list(items, ctx, depth));
    } else {
      paragraph.push(line);
    }
  }
  flush();
  return out;
}

function list(items, ctx, depth) {
  const indent = items[0][1].length;
  const ordered = /\d/.test(items[0][2]);
  const element = h(ordered ? "ol" : "ul", { start: ordered ? parseInt(items[0][2], 10) : null, dir: "auto" });
  for (let i = 0; i < items.length; i += 1) {
    const item = h("li", null, inline(items[i][3], ctx, depth));
    const nested = [];
    while (i + 1 < items.length && items[i + 1][1].length > indent) nested.push(items[++i]);
    if (nested.length && depth < MAX_DEPTH) item.append(list(nested, ctx, depth + 1));
    element.append(item);
  }
  return element;
}

const FENCE = /```(?:([\w+#.-]{1,20})\n)?\n?([\s\S]*?[^\s][\s\S]*?)\n?```/g;

/**
 * Text with Discord's Markdown as DOM nodes.
 * @param {string} text
 * @param {{me: string, userName: (id: string) => ?string, channel: (id: string) => ?object, role: (id: string) => ?object,
 *   command: (id: string, name: string) => string}} ctx how to name what is mentioned
 * @returns {Node[]}
 */
export function markdown(text, ctx) {
  const out = [];
  let at = 0;
  for (const match of text.matchAll(FENCE)) {
    const before = text.slice(at, match.index).replace(/\n$/, "");
    if (before) out.push(...blocks(before, ctx));
    out.push(h("pre.code-block", { "data-language": match[1], tabindex: "0" }, h("code", null, match[2])));
    at = match.index + match[0].length;
  }
  const rest = text.slice(at).replace(at ? /^\n/ : /^$/, "");
  if (rest) out.push(...blocks(rest, ctx));
  return out;
}

/** Markdown without blocks, for titles and one-line places. */
export function inlineMarkdown(text, ctx) {
  return inline(text, ctx);
}

/** Whether a message is nothing but a few emoji, which are then shown large. */
export function isOnlyEmoji(text) {
  const rest = text.replace(/<a?:\w{2,32}:\d{1,20}>|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|[\u200d\ufe0f\s]/gu, "");
  return rest === "" && text.trim() !== "" && text.length < 900;
}
