// Message components, first and second generation, as DOM. Clicks are handled by delegation (data-action).

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { markdown } from "./markdown.js";
import { fileCard, gallery, mediaUrl, picture } from "./media.js";
import { avatar, cssColor, displayName, emojiImage, localUrl, roleDot } from "./people.js";

export const TYPE = {
  ROW: 1, BUTTON: 2, STRING_SELECT: 3, TEXT_INPUT: 4, USER_SELECT: 5, ROLE_SELECT: 6, MENTIONABLE_SELECT: 7, CHANNEL_SELECT: 8,
  SECTION: 9, TEXT: 10, THUMBNAIL: 11, GALLERY: 12, FILE: 13, SEPARATOR: 14, CONTAINER: 17, LABEL: 18,
  FILE_UPLOAD: 19, RADIO_GROUP: 21, CHECKBOX_GROUP: 22, CHECKBOX: 23,
};

const STYLES = { 1: "primary", 2: "secondary", 3: "success", 4: "danger", 5: "link", 6: "primary" };

/**
 * One component of a message.
 * @param {object} data as Discord's API describes it
 * @param {{message: object, text: object, state: (customId: string) => {pending: boolean, chosen: ?string[]}, world: object}} ctx
 *   the message, how text names what it mentions, what the person has just done with a component, and who and what there is
 * @returns {?HTMLElement}
 */
export function component(data, ctx) {
  switch (data.type) {
    case TYPE.ROW: return h("div.row", { role: "group" }, data.components.map((c) => component(c, ctx)));
    case TYPE.BUTTON: return button(data, ctx);
    case TYPE.SECTION: return h("div.section", null,
      h("div.section-text", null, data.components.map((c) => component(c, ctx))),
      h("div.section-accessory", null, component(data.accessory, ctx)));
    case TYPE.TEXT: return h("div.markup.text-display", null, markdown(data.content, ctx.text));
    case TYPE.THUMBNAIL: return picture(mediaOf(data, ctx), "thumbnail");
    case TYPE.GALLERY: return gallery(data.items.map((item) => mediaOf(item, ctx)));
    case TYPE.FILE: return fileCard({
      url: mediaUrl(data.file, ctx.message), name: data.name ?? data.file.url.split(/[?#]/)[0].split("/").pop(), size: data.size, spoiler: data.spoiler,
    });
    case TYPE.SEPARATOR: return h("div.separator", {
      class: `${data.divider === false ? "" : "divider"} ${data.spacing === 2 ? "large" : ""}`, role: data.divider === false ? null : "separator",
    });
    case TYPE.CONTAINER: return container(data, ctx);
    default: return isSelect(data.type) ? select(data, ctx) : null;
  }
}

function container(data, ctx) {
  const inside = data.components.map((c) => component(c, ctx));
  const look = { style: data.accent_color === undefined || data.accent_color === null ? {} : { "--accent-bar": cssColor(data.accent_color) } };
  if (!data.spoiler) return h("div.container", look, inside);
  // Until it is revealed nobody reads it, by eye or ear, and no key reaches what is in it.
  return h("div.container.spoilered", { ...look, "data-action": "spoiler" }, spoilerButton(), h("div.spoiler-inside", { inert: true }, inside));
}

export function spoilerButton() {
  return h("button.spoiler-badge", { type: "button", "data-action": "spoiler", "data-component": "spoiler", "aria-label": t("spoiler") }, t("spoiler_short"));
}

export function isSelect(type) {
  return type === TYPE.STRING_SELECT || (type >= TYPE.USER_SELECT && type <= TYPE.CHANNEL_SELECT);
}

function mediaOf(item, ctx) {
  return {
    url: mediaUrl(item.media, ctx.message), alt: item.description, width: item.media.width, height: item.media.height, spoiler: item.spoiler,
  };
}

function button(data, ctx) {
  const label = [data.emoji && emojiImage(data.emoji), data.label && h("span.button-text", { dir: "auto" }, data.label)];
  if (data.style === 5) {
    const href = localUrl(data.url);
    return h("a.button.link-button", {
      href: data.disabled ? null : href, "aria-disabled": data.disabled ? "true" : null, target: "_blank", rel: "noopener noreferrer",
      "data-component": "link",
    }, h("span.button-label", null, label, icon("external")), h("span.visually-hidden", null, `(${t("link_out")})`));
  }
  const { pending } = ctx.state(data.custom_id ?? "");
  return h("button.button", {
    class: STYLES[data.style] ?? "secondary", type: "button", disabled: Boolean(data.disabled), "data-action": "button",
    "data-component": "button", "data-custom-id": data.custom_id, "data-style": STYLES[data.style],
    "aria-busy": pending ? "true" : null, "aria-label": data.label ? null : data.emoji?.name,
  }, h("span.button-label", null, label), pending && dots());
}

export function dots() {
  return h("span.dots", { "aria-hidden": "true" }, h("i"), h("i"), h("i"));
}

/**
 * What a select offers: [{value, label, description, emoji, user, role, preset}].
 * @param {object} data the select
 * @param {{people: object[], bot: ?object, channels: object[], roles: object[]}} world
 */
export function selectOptions(data, world) {
  const preset = new Set((data.default_values ?? []).map((v) => v.id));
  const users = () => userOptions(world).map((option) => ({ ...option, preset: preset.has(option.value) }));
  const roles = () => roleOptions(world).map((option) => ({ ...option, preset: preset.has(option.value) }));
  switch (data.type) {
    case TYPE.STRING_SELECT: return (data.options ?? []).map((o) => ({ ...o, preset: Boolean(o.default) }));
    case TYPE.USER_SELECT: return users();
    case TYPE.ROLE_SELECT: return roles();
    case TYPE.MENTIONABLE_SELECT: return [...users(), ...roles()];
    case TYPE.CHANNEL_SELECT: return world.channels
      .filter((c) => !data.channel_types?.length || data.channel_types.includes(c.type))
      .map((c) => ({ value: c.id, label: `#${c.name}`, preset: preset.has(c.id) }));
    default: return [];
  }
}

export function userOptions(world) {
  return [...world.people, ...(world.bot ? [world.bot] : [])]
    .map((user) => ({ value: user.id, label: displayName(user), description: user.username, alias: user.username, user }));
}

export function roleOptions(world) {
  return (world.roles ?? []).map((role) => ({ value: role.id, label: `@${role.name}`, alias: role.name, role }));
}

/** The closed select: what is chosen, or the placeholder. */
export function select(data, ctx) {
  const { pending, chosen } = ctx.state(data.custom_id);
  const options = selectOptions(data, ctx.world);
  const picked = options.filter((o) => (chosen ? chosen.includes(o.value) : o.preset));
  return h("button.select", {
    type: "button", disabled: Boolean(data.disabled), "data-action": "select", "data-component": "select", "data-custom-id": data.custom_id,
    "aria-haspopup": "listbox", "aria-expanded": "false", "aria-busy": pending ? "true" : null,
    "aria-label": [data.placeholder ?? t("select"), picked.map((o) => o.label).join(", ")].filter(Boolean).join(": "),
  }, h("span.select-value", { class: picked.length ? "" : "placeholder" },
    picked.length === 0 && (data.placeholder || t("select")),
    picked.length === 1 && optionFace(picked[0]),
    picked.length > 1 && picked.map((o) => h("span.select-tag", null, optionFace(o)))),
  pending ? dots() : icon("caret"));
}

/** Emoji or avatar and label of an option. */
export function optionFace(option) {
  return [option.emoji && emojiImage(option.emoji), option.user && avatar(option.user, "tiny"), option.role && roleDot(option.role), h("bdi", null, option.label)];
}
