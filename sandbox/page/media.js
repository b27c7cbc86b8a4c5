// Pictures, galleries, files, and the enlarged view.

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { localUrl } from "./people.js";

const IMAGE_NAME = /\.(png|jpe?g|webp|gif|avif)$/i;

export function isPicture(attachment) {
  return attachment.content_type ? attachment.content_type.startsWith("image/") : IMAGE_NAME.test(attachment.filename ?? "");
}

/** The address of a media item of a component or embed; attachment://name is looked up in the message. */
export function mediaUrl(media, message) {
  const name = /^attachment:\/\/(.+)$/.exec(media?.url ?? "")?.[1];
  const attachment = name && message.attachments?.find((a) => a.filename === name);
  return localUrl(attachment?.url ?? (name ? null : media?.url));
}

/**
 * A picture in a button that enlarges it. Width and height, when known, reserve the room before it has loaded.
 * @param {{url: ?string, alt: ?string, width: ?number, height: ?number, spoiler: ?boolean}} media
 */
export function picture({ url, alt, width, height, spoiler }, className = "") {
  const known = width && height;
  return h("button.picture", {
    class: `${className} ${spoiler ? "spoilered" : ""}`, type: "button", "data-action": "picture",
    "aria-label": spoiler ? t("spoiler") : alt ? `${t("enlarge")}: ${alt}` : t("enlarge"),
    style: known ? { "--ratio": `${width} / ${height}`, "--width": `${width}px` } : {},
  }, h("img", { src: url, alt: alt || t("picture"), width, height, decoding: "async", draggable: "false" }),
  spoiler && h("span.spoiler-badge", null, t("spoiler_short")));
}

/** Pictures side by side, as many columns as suits their number. */
export function gallery(items) {
  return h("div.gallery", { "data-count": Math.min(items.length, 10) }, items.map((item) => picture(item)));
}

export function fileCard({ url, name, size, spoiler }) {
  const card = h("a.file", { href: url, download: name, "data-component": "file" },
    icon("file"),
    h("span.file-text", null, h("bdi.file-name", null, name), size !== undefined && h("span.file-size", null, bytes(size))),
    h("span.file-get", null, icon("download"), h("span.visually-hidden", null, t("download"))));
  if (!spoiler) return card;
  return h("div.spoilered.file-spoiler", { "data-action": "spoiler" },
    h("button.spoiler-badge", { type: "button", "data-action": "spoiler", "data-component": "spoiler", "aria-label": t("spoiler") }, t("spoiler_short")), h("div.spoiler-inside", { inert: true }, card));
}

export function bytes(size) {
  if (size < 1024) return `${size} B`;
  return size < 1048576 ? `${(size / 1024).toFixed(1)} KB` : `${(size / 1048576).toFixed(1)} MB`;
}

/** All attachments of a message that no component or embed shows already. */
export function attachments(message) {
  const shown = JSON.stringify([message.embeds ?? [], message.components ?? []]);
  const free = (message.attachments ?? []).filter((a) => !shown.includes(`attachment://${a.filename}`) && !shown.includes(JSON.stringify(a.url)));
  const pictures = free.filter(isPicture);
  const files = free.filter((a) => !isPicture(a));
  return [
    pictures.length > 0 && gallery(pictures.map((a) => ({
      url: localUrl(a.url), alt: a.description, width: a.width, height: a.height, spoiler: a.filename?.startsWith("SPOILER_"),
    }))),
    files.map((a) => fileCard({ url: localUrl(a.url), name: a.filename, size: a.size, spoiler: a.filename?.startsWith("SPOILER_") })),
  ];
}

/** Show a picture of a message large. It follows the original when that is replaced. */
export function enlarge(original) {
  const image = h("img", { src: original.getAttribute("src"), alt: original.alt });
  const caption = h("p", { dir: "auto" }, original.alt);
  const link = h("a.link", { href: original.src, target: "_blank", rel: "noopener noreferrer" }, t("open_original"), icon("external"));
  const close = h("button.icon-button.lightbox-close", { type: "button", "aria-label": t("close"), title: t("close") }, icon("close"));
  const dialog = h("dialog.lightbox", { "aria-label": t("picture"), "data-lightbox": true },
    h("figure", null, image, h("figcaption", null, caption, link)), close);
  const follow = () => {
    image.setAttribute("src", original.getAttribute("src"));
    image.alt = original.alt;
    caption.textContent = original.alt;
    link.href = original.src;
  };
  original.addEventListener("picture-swapped", follow);
  dialog.addEventListener("click", (event) => {
    if (!event.target.closest("a, figcaption")) dialog.close();
  });
  dialog.addEventListener("close", () => {
    original.removeEventListener("picture-swapped", follow);
    dialog.remove();
  });
  document.body.append(dialog);
  dialog.showModal();
}

/** Pictures that could not be loaded say so; avatars fall back to their initial. */
export function watchBrokenPictures(root) {
  root.addEventListener("error", (event) => {
    const image = event.target;
    if (!(image instanceof HTMLImageElement)) return;
    if (image.dataset.fallback === "hide") image.remove();
    else image.dataset.broken = "";
  }, true);
}
