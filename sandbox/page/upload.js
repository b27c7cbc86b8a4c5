// Choosing files for an option or a form: they go to the server at once and are named by the ids it gives them.

import { h, icon } from "./dom.js";
import { t } from "./i18n.js";
import { bytes } from "./media.js";

export const MAX_FILE_BYTES = 10 * 1024 * 1024;

/**
 * A field for files.
 * @param {{person: string, min: number, max: number, name: string, onChange: () => void}} about
 * @returns {{element: HTMLElement, button: HTMLElement, files: () => {id: string, filename: string}[], isBusy: () => boolean, error: () => ?string}}
 */
export function fileField({ person, max, name, onChange }) {
  let files = [];
  let busy = 0;
  let problem = null;
  const input = h("input.visually-hidden", { type: "file", multiple: max > 1, tabindex: "-1", "aria-hidden": "true", "data-upload": name });
  const button = h("button.upload-button", { type: "button" }, icon("upload"), h("span", null, t(max > 1 ? "choose_files" : "choose_file")));
  const list = h("ul.upload-list");
  const element = h("span.upload", null, input, button, list);
  const show = () => {
    list.replaceChildren(...files.map((file) => h("li", null, icon("file"), h("bdi", null, file.filename), h("span.file-size", null, bytes(file.size)),
      h("button.field-remove", {
        type: "button", "aria-label": t("remove", { name: file.filename }),
        onclick: () => {
          files = files.filter((f) => f !== file);
          show();
          button.focus();
        },
      }, icon("close")))));
    button.toggleAttribute("aria-busy", busy > 0);
    button.hidden = files.length >= max;
    onChange();
  };
  const take = async (file) => {
    if (file.size > MAX_FILE_BYTES) {
      problem = t("file_too_big", { n: "10 MB" });
      return;
    }
    busy += 1;
    show();
    try {
      const query = new URLSearchParams({ person, name: file.name });
      const answer = await fetch(`/page/upload?${query}`, { method: "POST", body: file });
      if (!answer.ok) throw new Error(await answer.text());
      files.push(await answer.json());
    } catch (error) {
      problem = t("not_sent", { reason: error.message });
    } finally {
      busy -= 1;
    }
  };
  button.addEventListener("click", () => input.click());
  input.addEventListener("change", async () => {
    problem = null;
    await Promise.all([...input.files].slice(0, max - files.length).map(take));
    input.value = "";
    show();
    if (button.hidden) list.querySelector("button")?.focus();
    else button.focus();
  });
  return { element, button, files: () => files, isBusy: () => busy > 0, error: () => problem };
}
