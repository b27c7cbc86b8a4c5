// One message as DOM.

import { component } from "./components.js";
import { h, icon } from "./dom.js";
import { embed } from "./embeds.js";
import { t } from "./i18n.js";
import { inlineMarkdown, isOnlyEmoji, markdown } from "./markdown.js";
import { attachments } from "./media.js";
import { avatar, cssColor, displayName } from "./people.js";
import { fullTime, messageTime, shortTime } from "./time.js";

export const FLAG = { EPHEMERAL: 64, LOADING: 128, V2: 32768 };
const COMMAND_INTERACTION = 2;

/**
 * A message row.
 * @param {object} message Discord's message object
 * @param {{text: object, state: Function, world: object, failure: ?string, compact: boolean, mentionsMe: boolean}} ctx
 * @returns {HTMLElement} an article with data-message-id
 */
export function messageRow(message, ctx) {
  const flags = message.flags ?? 0;
  const date = new Date(message.timestamp);
  const name = displayName(message.author, ctx.world.member?.(message.author.id));
  const color = ctx.world.color?.(message.author.id);
  const isEphemeral = Boolean(flags & FLAG.EPHEMERAL);
  return h("article.message", {
    class: [ctx.compact && "compact", isEphemeral && "ephemeral", ctx.mentionsMe && "mentions-me"].filter(Boolean).join(" "),
    "data-key": message.id, "data-message-id": message.id, "data-author-id": message.author.id, "data-ephemeral": isEphemeral,
    "data-loading": Boolean(flags & FLAG.LOADING), tabindex: "-1", "aria-label": `${name}, ${messageTime(date)}`,
  },
  usedCommand(message, ctx),
  h("div.gutter", null, ctx.compact
    ? h("time.hover-time", { datetime: date.toISOString(), title: fullTime(date) }, shortTime(date))
    : avatar(message.author)),
  h("div.content", null,
    !ctx.compact && h("div.byline", null,
      h("bdi.author", { style: color ? { color: cssColor(color) } : {} }, name),
      message.author.bot && h("span.app-tag", null, t("app")),
      h("time.time", { datetime: date.toISOString(), title: fullTime(date) }, messageTime(date))),
    h("div.body", { dir: "auto" }, flags & FLAG.LOADING ? thinking(name) : body(message, ctx)),
    ctx.failure && h("p.failure", { role: "alert" }, icon("warn"), h("span", null, ctx.failure)),
    isEphemeral && h("div.only-you", null, icon("eye"), h("span", null, t("only_you")), h("span", { "aria-hidden": "true" }, "·"),
      h("button.text-button", { type: "button", "data-action": "dismiss" }, t("dismiss")))));
}

function body(message, ctx) {
  const flags = message.flags ?? 0;
  const parts = { ...ctx, message };
  const components = (message.components ?? []).map((c) => component(c, parts));
  if (flags & FLAG.V2) return [h("div.components.v2", null, components), message.edited_timestamp && editedMark(message)];
  const text = message.content ? markdown(message.content, ctx.text) : [];
  if (message.edited_timestamp) {
    const last = text.at(-1);
    (last?.matches(".paragraph, .heading, .subtext") ? last : { append: (mark) => text.push(mark) }).append(editedMark(message));
  }
  return [
    text.length > 0 && h("div.markup.text", { class: isOnlyEmoji(message.content) ? "jumbo" : "" }, text),
    (message.embeds ?? []).map((e) => embed(e, message, ctx.text)),
    attachments(message),
    components.length > 0 && h("div.components", null, components),
  ];
}

function editedMark(message) {
  const date = new Date(message.edited_timestamp);
  return h("span.edited", { title: fullTime(date) }, ` ${t("edited")}`);
}

function thinking(name) {
  return h("p.thinking", null, h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")), h("span", null, t("thinking", { name })));
}

/** "X used /command" above an answer to a slash command, or what a reply replies to. */
function usedCommand(message, ctx) {
  const meta = message.interaction_metadata ?? message.interaction;
  const command = message.interaction_metadata?.name ?? message.interaction?.name;
  if (meta?.user && meta.type === COMMAND_INTERACTION && command) return usedLine(meta.user, command);
  if (message.message_reference?.message_id && message.type === 19) {
    const original = message.referenced_message;
    if (!original) return h("div.used", null, h("span.used-text", null, t("reply_gone")));
    const line = (original.content || firstText(original.components) || "").split("\n", 1)[0].replace(/^(#{1,3}|-#|>) /, "");
    return h("div.used", null, avatar(original.author, "tiny"), h("bdi.used-name", null, displayName(original.author, ctx.world.member?.(original.author.id))),
      h("button.used-text", { type: "button", dir: "auto", "data-action": "go-to", "data-target": original.id }, line ? inlineMarkdown(line, ctx.text) : t("original")));
  }
  return null;
}

/** The first text of a message made of components. */
function firstText(components) {
  for (const data of components ?? []) {
    const text = data.content ?? firstText([...(data.components ?? [])]);
    if (text) return text;
  }
  return null;
}

export function usedLine(user, command) {
  return h("div.used", null, avatar(user, "tiny"), h("bdi.used-name", null, displayName(user)), " ", h("span", null, t("used")), " ",
    h("span.used-command", null, `/${command}`));
}

/** The row that stands for a command on its way, or for one that got no answer. */
export function pendingCommandRow({ key, user, bot, command, error }) {
  return h("article.message.pending-command", { "data-key": key, "data-pending": error ? "failed" : "sending", tabindex: "-1" },
    usedLine(user, command),
    h("div.gutter", null, bot ? avatar(bot) : null),
    h("div.content", null,
      bot && h("div.byline", null, h("bdi.author", null, displayName(bot)), h("span.app-tag", null, t("app"))),
      h("div.body", null, error
        ? h("p.failure", { role: "alert" }, icon("warn"), h("span", null, error))
        : h("p.thinking", null, h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i")), h("span", null, t("sending")))),
      error && h("div.only-you", null, icon("eye"), h("span", null, t("only_you")), h("span", { "aria-hidden": "true" }, "·"),
        h("button.text-button", { type: "button", "data-action": "dismiss" }, t("dismiss")))));
}
