// Embeds: the framed cards below a message's text.

import { h } from "./dom.js";
import { inlineMarkdown, markdown } from "./markdown.js";
import { mediaUrl, picture } from "./media.js";
import { cssColor, localUrl } from "./people.js";
import { messageTime } from "./time.js";

/** One embed of a message. */
export function embed(data, message, ctx) {
  const footer = [data.footer?.text, data.timestamp && messageTime(new Date(data.timestamp))].filter(Boolean).join(" • ");
  return h("article.embed", { style: data.color ? { "--accent-bar": cssColor(data.color) } : {} },
    h("div.embed-body", null,
      data.provider?.name && h("div.embed-provider", null, data.provider.name),
      data.author && h("div.embed-author", null,
        data.author.icon_url && h("img", { src: mediaUrl({ url: data.author.icon_url }, message), alt: "" }),
        maybeLink(data.author.url, h("bdi", null, data.author.name))),
      data.title && h("div.embed-title", { dir: "auto" }, maybeLink(data.url, inlineMarkdown(data.title, ctx))),
      data.description && h("div.markup", null, markdown(data.description, ctx)),
      data.fields?.length > 0 && h("div.embed-fields", null, data.fields.map((field) => h("div.embed-field", { class: field.inline ? "inline" : "" },
        h("div.embed-field-name", { dir: "auto" }, inlineMarkdown(field.name, ctx)),
        h("div.markup", null, markdown(field.value, ctx)))))),
    data.thumbnail && show(data.thumbnail, message, "thumbnail"),
    (data.image || footer) && h("div.embed-end", null,
      data.image && show(data.image, message),
      footer && h("div.embed-footer", null, data.footer?.icon_url && h("img", { src: mediaUrl({ url: data.footer.icon_url }, message), alt: "" }),
        h("span", { dir: "auto" }, footer))));
}

function show(media, message, className = "") {
  return picture({ url: mediaUrl(media, message), alt: media.description, width: media.width, height: media.height }, className);
}

function maybeLink(url, label) {
  const href = url && localUrl(url);
  return href ? h("a.link", { href, target: "_blank", rel: "noopener noreferrer" }, label) : label;
}
