// The open list of a select: one choice submits, several are confirmed.

import { optionFace } from "./components.js";
import { h, icon } from "./dom.js";
import { t } from "./i18n.js";

const SEARCH_FROM = 11;

/**
 * Open the list below (or above) its button.
 * @param {HTMLElement} anchor the closed select
 * @param {{options: object[], chosen: string[], min: number, max: number, label: string, onPick: (values: string[]) => void}} list
 */
export function openListbox(anchor, { options, chosen, min, max, label, onPick }) {
  const values = new Set(chosen);
  const isMultiple = max > 1;
  const search = options.length >= SEARCH_FROM
    ? h("input.listbox-search", { type: "text", placeholder: t("search"), "aria-label": t("search"), autocomplete: "off" }) : null;
  const box = h("div.listbox-options", { role: "listbox", tabindex: "-1", "aria-label": label, "aria-multiselectable": isMultiple ? "true" : null },
    options.map((option) => h("div.option", {
      role: "option", tabindex: "-1", "data-value": option.value, "aria-selected": String(values.has(option.value)), "data-label": option.label.toLowerCase(),
    },
    option.user || option.emoji || option.role ? h("span.option-face", null, optionFace({ ...option, label: "" })) : null,
    h("span.option-text", null, h("bdi.option-label", null, option.label), option.description && h("bdi.option-description", null, option.description)),
    isMultiple ? h("span.option-box", null, icon("check")) : null)));
  if (!options.length) box.append(h("p.listbox-note", null, t("nothing_to_choose")));
  const done = isMultiple && h("button.button.primary.listbox-done", { type: "button" }, h("span.button-label", null, t("done")));
  const note = isMultiple && h("span.listbox-note", null, t("choose_between", { min, max }));
  const panel = h("div.listbox", { "data-listbox": true }, search, box, isMultiple && h("div.listbox-foot", null, note, done));
  const lines = [...box.querySelectorAll("[role=option]")];
  const shown = () => lines.filter((line) => !line.hidden);

  const close = (isCommitted) => {
    if (!panel.isConnected) return;
    panel.remove();
    document.removeEventListener("pointerdown", onOutside, true);
    window.removeEventListener("resize", place);
    anchor.setAttribute("aria-expanded", "false");
    if (isCommitted) onPick([...values]);
    if (anchor.isConnected) anchor.focus();
  };
  const isValid = () => values.size >= min && values.size <= max;
  const toggle = (line) => {
    const { value } = line.dataset;
    if (!isMultiple) {
      // What need not be chosen can be taken back by choosing it again.
      const isTakenBack = min === 0 && values.has(value);
      values.clear();
      if (!isTakenBack) values.add(value);
      close(true);
      return;
    }
    if (values.has(value)) values.delete(value);
    else if (values.size < max) values.add(value);
    line.setAttribute("aria-selected", String(values.has(value)));
    done.disabled = !isValid();
  };
  const onOutside = (event) => {
    if (!panel.contains(event.target)) close(false);
  };
  const place = () => {
    const at = anchor.getBoundingClientRect();
    const width = Math.min(Math.max(at.width, 220), window.innerWidth - 16);
    const below = window.innerHeight - at.bottom;
    panel.style.width = `${width}px`;
    panel.style.left = `${Math.min(at.left, window.innerWidth - width - 8)}px`;
    const isAbove = below < 260 && at.top > below;
    panel.style.top = isAbove ? "auto" : `${at.bottom + 4}px`;
    panel.style.bottom = isAbove ? `${window.innerHeight - at.top + 4}px` : "auto";
    panel.style.maxHeight = `${Math.min(360, (isAbove ? at.top : below) - 16)}px`;
  };

  panel.addEventListener("click", (event) => {
    const line = event.target.closest("[role=option]");
    if (line) toggle(line);
  });
  done?.addEventListener?.("click", () => close(true));
  search?.addEventListener("input", () => {
    const typed = search.value.trim().toLowerCase();
    for (const line of lines) line.hidden = !line.dataset.label.includes(typed);
  });
  panel.addEventListener("keydown", (event) => {
    const all = shown();
    const at = all.indexOf(document.activeElement);
    const move = { ArrowDown: at + 1, ArrowUp: at < 0 ? all.length - 1 : at - 1, Home: 0, End: all.length - 1 }[event.key];
    if (event.key === "Escape") close(false);
    else if (event.key === "Tab") close(false);
    else if (move !== undefined) all[(move + all.length) % all.length]?.focus();
    else if ((event.key === "Enter" || event.key === " ") && at >= 0) toggle(all[at]);
    else if (event.key.length === 1 && document.activeElement !== search) {
      all.find((line) => line.dataset.label.startsWith(event.key.toLowerCase()))?.focus();
    } else return;
    event.preventDefault();
    event.stopPropagation();
  });

  // Inside a dialog the list has to be in the dialog: everything else is inert.
  (anchor.closest("dialog") ?? document.body).append(panel);
  document.addEventListener("pointerdown", onOutside, true);
  window.addEventListener("resize", place);
  anchor.setAttribute("aria-expanded", "true");
  if (done) done.disabled = !isValid();
  place();
  (search ?? lines.find((l) => l.getAttribute("aria-selected") === "true") ?? lines[0] ?? box).focus();
}
