// The list above the message box: commands, options, choices. Focus stays in the field; arrows move the active line.

import { fill, h } from "./dom.js";

export class Suggestions {
  /** @param {HTMLElement} root where to show it */
  constructor(root) {
    this.root = root;
    this.items = [];
    this.active = -1;
    root.setAttribute("role", "listbox");
    root.id = "suggestions";
    // Before the field loses the focus to a press on a line.
    root.addEventListener("pointerdown", (event) => event.preventDefault());
    root.addEventListener("click", (event) => {
      const line = event.target.closest("[data-index]");
      if (line) this.items[Number(line.dataset.index)].pick();
    });
    this.hide();
  }

  /**
   * @param {HTMLElement} field the input that these lines complete
   * @param {{title: string, items: {key: string, face: Array, pick: () => void}[], empty: ?string, note: ?string, preselect: boolean}} list
   */
  show(field, { title, items, empty, note, preselect }) {
    const keep = this.items[this.active]?.key;
    this.field = field;
    this.items = items;
    this.root.setAttribute("aria-label", title);
    fill(this.root,
      h("div.suggestions-title", { role: "presentation" }, title),
      note && h("div.suggestions-note", { role: "presentation" }, note),
      items.map((item, index) => h("div.suggestion", {
        role: "option", id: `suggestion-${index}`, "data-index": index, "data-key": item.key, "aria-selected": "false",
      }, item.face)),
      items.length === 0 && empty && h("div.suggestions-empty", { role: "presentation" }, empty));
    this.root.hidden = items.length === 0 && !empty && !note;
    field.setAttribute("aria-expanded", String(!this.root.hidden));
    field.setAttribute("aria-controls", "suggestions");
    const kept = items.findIndex((item) => item.key === keep);
    this.setActive(preselect && items.length ? Math.max(kept, 0) : -1);
  }

  hide() {
    this.root.hidden = true;
    this.items = [];
    this.active = -1;
    this.field?.setAttribute("aria-expanded", "false");
    this.field?.removeAttribute("aria-activedescendant");
  }

  get isOpen() {
    return !this.root.hidden;
  }

  setActive(index) {
    this.root.querySelector("[aria-selected=true]")?.setAttribute("aria-selected", "false");
    this.active = index;
    const line = this.root.querySelector(`[data-index="${index}"]`);
    if (line) {
      line.setAttribute("aria-selected", "true");
      line.scrollIntoView({ block: "nearest" });
      this.field.setAttribute("aria-activedescendant", line.id);
    } else {
      this.field?.removeAttribute("aria-activedescendant");
    }
  }

  /** Handle a key of the field; true when it was for the list. */
  onKey(event) {
    if (!this.isOpen || !this.items.length || event.isComposing) return false;
    const count = this.items.length;
    if (event.key === "ArrowDown") this.setActive((this.active + 1) % count);
    else if (event.key === "ArrowUp") this.setActive(this.active <= 0 ? count - 1 : this.active - 1);
    else if (event.key === "Enter" || (event.key === "Tab" && !event.shiftKey)) {
      if (this.active < 0) return false;
      this.items[this.active].pick();
    } else return false;
    event.preventDefault();
    return true;
  }
}
