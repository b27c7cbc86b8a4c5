// The list of keys, as a dialog.

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";

const KEYS = [
  ["keys_commands", ["/"]], ["keys_buttons", ["↑"]], ["keys_walk", ["←", "↑", "↓", "→"]], ["keys_press", ["Enter"]], ["keys_back", ["Esc"]],
  ["keys_channel", ["Alt", "↑ ↓"]], ["keys_person", ["Tab", "← →"]], ["keys_panel", ["Ctrl", "."]], ["keys_this", ["Ctrl", "/"]],
];

/** Show the list, or put it away. */
export function openKeys() {
  const open = document.querySelector("dialog.keys-dialog");
  if (open) {
    open.close();
    return;
  }
  const close = h("button.icon-button", { type: "button", "aria-label": t("close") }, icon("close"));
  const dialog = h("dialog.modal.keys-dialog", { "aria-labelledby": "keys-title" },
    h("header.modal-head.keys-head", null, h("h2", { id: "keys-title" }, t("shortcuts")), close),
    h("dl.keys-list", null, KEYS.map(([key, caps]) => h("div", null, h("dt", null, t(key)), h("dd", null, caps.map((cap) => h("kbd", null, cap)))))));
  close.addEventListener("click", () => dialog.close());
  dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
