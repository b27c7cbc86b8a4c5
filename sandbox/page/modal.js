// A modal the bot answers with: text inputs, selects, check boxes; one at a time.

import { isSelect, select, selectOptions, TYPE } from "./components.js";
import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { openListbox } from "./listbox.js";
import { markdown } from "./markdown.js";
import { morph } from "./morph.js";
import { displayName } from "./people.js";
import { fileField } from "./upload.js";

const PARAGRAPH = 2;

/**
 * @param {object} frame the server's `modal` frame
 * @param {object} session
 * @param {object} text how text names what it mentions
 * @param {object} world who and what there is, for selects
 */
export function openModal(frame, session, text, world) {
  document.querySelector("dialog.modal")?.close();
  const readers = [];
  const rows = frame.components.map((row) => modalRow(row, { world, text, readers, person: session.person }));
  const error = h("p.failure", { role: "alert", hidden: true }, icon("warn"), h("span"));
  const submit = h("button.button.primary", { type: "submit" }, h("span.button-label", null, t("submit")));
  const cancel = h("button.button.secondary", { type: "button" }, h("span.button-label", null, t("cancel")));
  const form = h("form.modal-form", { method: "dialog", novalidate: true },
    h("header.modal-head", null, h("h2", { dir: "auto", id: "modal-title" }, frame.title),
      session.bot && h("p.modal-from", null, h("bdi", null, displayName(session.bot)))),
    h("div.modal-body", null, rows, error),
    h("footer.modal-foot", null, cancel, submit));
  const dialog = h("dialog.modal", { "aria-labelledby": "modal-title", "data-modal": frame.custom_id }, form);
  cancel.addEventListener("click", () => dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const wrong = readers.map((reader) => reader.check()).filter((element) => element);
    if (wrong.length) {
      wrong[0].focus();
      return;
    }
    if (submit.getAttribute("aria-busy")) return;
    submit.setAttribute("aria-busy", "true");
    error.hidden = true;
    const answer = await session.request({
      t: "modal_submit", interaction_id: frame.interaction_id, custom_id: frame.custom_id, components: readers.map((reader) => reader.read()),
    });
    submit.removeAttribute("aria-busy");
    if (answer.ok) dialog.close();
    else {
      error.hidden = false;
      error.lastChild.textContent = answer.error || t("failed");
    }
  });
  document.body.append(dialog);
  dialog.showModal();
  dialog.querySelector("textarea, input, .select")?.focus();
}

let nextId = 1;

function modalRow(row, ctx) {
  if (row.type === TYPE.TEXT) return h("div.markup", null, markdown(row.content, ctx.text));
  const isLabel = row.type === TYPE.LABEL;
  const inner = isLabel ? row.component : row.components?.[0];
  if (!inner) return null;
  const field = modalField(inner, ctx);
  const id = `modal-field-${nextId++}`;
  field.control.id = id;
  const error = h("p.field-error", { id: `${id}-error`, hidden: true });
  field.control.setAttribute("aria-describedby", error.id);
  ctx.readers.push({
    check() {
      const reason = field.check();
      error.hidden = !reason;
      error.textContent = reason ?? "";
      return reason ? field.control : null;
    },
    read() {
      const value = { type: inner.type, id: inner.id, custom_id: inner.custom_id, ...field.read() };
      return isLabel ? { type: TYPE.LABEL, id: row.id, component: value } : { type: TYPE.ROW, id: row.id, components: [value] };
    },
  });
  const label = row.label ?? inner.label;
  const required = inner.required !== false && inner.type !== TYPE.CHECKBOX;
  return h("div.modal-row", { "data-field": inner.custom_id },
    label && h("label.modal-label", { for: id, dir: "auto" }, label, required && h("span.star", { "aria-hidden": "true" }, " *")),
    isLabel && row.description && h("p.modal-description", { dir: "auto" }, row.description),
    field.element ?? field.control, error);
}

function modalField(data, ctx) {
  if (data.type === TYPE.TEXT_INPUT) return textField(data);
  if (isSelect(data.type)) return selectField(data, ctx);
  if (data.type === TYPE.CHECKBOX) return checkbox(data);
  if (data.type === TYPE.RADIO_GROUP || data.type === TYPE.CHECKBOX_GROUP) return optionGroup(data);
  if (data.type === TYPE.FILE_UPLOAD) return uploadField(data, ctx);
  return { control: h("span"), check: () => null, read: () => ({ values: [] }) };
}

function textField(data) {
  const control = h(data.style === PARAGRAPH ? "textarea.text-field" : "input.text-field", {
    name: data.custom_id, placeholder: data.placeholder, maxlength: data.max_length, "aria-required": data.required === false ? null : "true",
    rows: data.style === PARAGRAPH ? "4" : null, autocomplete: "off", dir: "auto",
  });
  control.value = data.value ?? "";
  return {
    control,
    check() {
      const length = [...control.value].length;
      if (length === 0) return data.required === false ? null : t("is_required");
      if (data.min_length && length < data.min_length) return t("at_least_chars", { n: data.min_length });
      return data.max_length && length > data.max_length ? t("at_most_chars", { n: data.max_length }) : null;
    },
    read: () => ({ value: control.value }),
  };
}

function selectField(data, ctx) {
  const options = selectOptions(data, ctx.world);
  let values = options.filter((o) => o.preset).map((o) => o.value);
  const render = () => select({ ...data, disabled: false }, { state: () => ({ pending: false, chosen: values }), world: ctx.world });
  const control = render();
  delete control.dataset.action;
  const min = data.min_values ?? 1;
  control.addEventListener("click", () => openListbox(control, {
    options, chosen: values, min: data.required === false ? 0 : min, max: data.max_values ?? 1, label: data.placeholder || t("select"),
    onPick(picked) {
      values = picked;
      const { id } = control;
      morph(control, render());
      delete control.dataset.action;
      control.id = id;
    },
  }));
  return {
    control,
    check: () => (values.length >= (data.required === false && !values.length ? 0 : min) ? null : min > 1 ? t("at_least", { n: min }) : t("is_required")),
    read: () => ({ values }),
  };
}

function uploadField(data, ctx) {
  const min = data.required === false ? 0 : data.min_values ?? 1;
  const upload = fileField({ person: ctx.person, max: data.max_values ?? 1, name: data.custom_id, onChange: () => {} });
  return {
    control: upload.button,
    element: upload.element,
    check() {
      if (upload.isBusy()) return t("uploading");
      if (upload.files().length >= min) return upload.files().length ? null : upload.error();
      return upload.error() ?? (min > 1 ? t("at_least_files", { n: min }) : t("is_required"));
    },
    read: () => ({ values: upload.files().map((f) => f.id) }),
  };
}

function checkbox(data) {
  const control = h("input.tick", { type: "checkbox", name: data.custom_id });
  control.checked = Boolean(data.default);
  return { control, check: () => null, read: () => ({ value: control.checked }) };
}

function optionGroup(data) {
  const isRadio = data.type === TYPE.RADIO_GROUP;
  const inputs = data.options.map((o) => {
    const input = h("input.tick", { type: isRadio ? "radio" : "checkbox", name: data.custom_id, value: o.value });
    input.checked = Boolean(o.default);
    return input;
  });
  const control = h("div.option-group", { role: isRadio ? "radiogroup" : "group", tabindex: "-1" }, data.options.map((o, i) => h("label.group-option", null,
    inputs[i], h("span", null, h("bdi", null, o.label), o.description && h("bdi.option-description", null, o.description)))));
  const picked = () => inputs.filter((i) => i.checked).map((i) => i.value);
  const min = data.required === false ? 0 : data.min_values ?? 1;
  return {
    control,
    check() {
      if (picked().length < min) return t("is_required");
      return !isRadio && picked().length > (data.max_values ?? data.options.length) ? t("at_most", { n: data.max_values }) : null;
    },
    read: () => (isRadio ? { value: picked()[0] ?? null } : { values: picked() }),
  };
}
