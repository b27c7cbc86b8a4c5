// A chosen slash command in the message box: its name and a field per option, completed and checked as one types.

import { fixedChoices, nestOptions, OPTION, parseOptions, readValue } from "./commands.js";
import { h, icon, isTouch } from "./dom.js";
import { localised, t } from "./i18n.js";
import { avatar, roleDot } from "./people.js";
import { fileField } from "./upload.js";

const AUTOCOMPLETE_DELAY_MS = 120;
const MAX_SHOWN = 25;

export class CommandLine {
  /**
   * @param {object} leaf what commands.js calls a leaf
   * @param {{suggestions: object, person: () => string, world: () => object, autocomplete: (options: object[]) => Promise<object>,
   *   send: (options: object[]) => void, leave: (text: string) => void, foot: (...children) => void}} hooks
   */
  constructor(leaf, hooks) {
    this.leaf = leaf;
    this.hooks = hooks;
    this.fields = [];
    this.rest = h("input.rest", {
      type: "text", "data-composer": "rest", "aria-label": t("options"), role: "combobox", "aria-expanded": "false", autocomplete: "off",
      spellcheck: "false", enterkeyhint: "send",
    });
    this.more = h("button.more-options", { type: "button", "data-composer": "more" });
    this.element = h("div.command-line", null, h("span.command-name", null, `/${leaf.label}`), this.rest, this.more);
    this.rest.addEventListener("input", () => this.onRestInput());
    this.rest.addEventListener("focus", () => this.suggestOptions());
    this.rest.addEventListener("keydown", (event) => this.onRestKey(event));
    this.more.addEventListener("click", () => this.rest.focus());
    this.element.addEventListener("click", (event) => {
      if (event.target === this.element) this.rest.focus();
    });
  }

  /** Show the required options, take over typed text, and put the focus where the person goes on. */
  start(rest) {
    for (const option of this.leaf.options) if (option.required) this.addField(option);
    const parsed = parseOptions(this.leaf, rest);
    for (const { option, text } of parsed.values) {
      if (option.type === OPTION.ATTACHMENT) continue;
      const field = this.fields.find((f) => f.option === option) ?? this.addField(option);
      field.input.value = text;
      this.fit(field);
    }
    this.rest.value = parsed.rest;
    this.updateMore();
    const isComplete = this.fields.every((f) => isFilled(f));
    if (isComplete && isTouch()) this.describe();
    else this.goOn();
  }

  stop() {
    this.isStopped = true;
    clearTimeout(this.timer);
  }

  focus() {
    this.goOn();
  }

  remaining() {
    return this.leaf.options.filter((o) => !this.fields.some((f) => f.option === o));
  }

  updateMore() {
    const n = this.remaining().length;
    this.more.hidden = n === 0;
    this.more.textContent = t("optional", { n });
  }

  /** To the next unfilled option, else to the place where more can be added or Enter sends. */
  goOn() {
    const open = this.fields.find((f) => !isFilled(f));
    if (open) open.input.focus();
    else this.rest.focus();
    if (document.activeElement === this.rest) this.suggestOptions();
  }

  addField(option) {
    if (option.type === OPTION.ATTACHMENT) return this.addFileField(option);
    const name = localised(option, "name");
    const numeric = option.type === OPTION.INTEGER || option.type === OPTION.NUMBER;
    const input = h("input.field-input", {
      type: "text", "data-option": option.name, role: "combobox", "aria-expanded": "false", "aria-autocomplete": "list", autocomplete: "off",
      spellcheck: "false", enterkeyhint: "next", inputmode: numeric && !option.choices?.length ? "decimal" : null,
      "aria-label": option.required ? `${name} (${t("required")})` : name, "aria-required": option.required ? "true" : null, dir: "auto",
    });
    const remove = option.required ? null : h("button.field-remove", { type: "button", "aria-label": t("remove", { name }) }, icon("close"));
    const element = h("span.field", { "data-field": option.name, class: option.required ? "required" : "" },
      h("span.field-name", null, name), input, remove);
    const field = { option, input, element, choices: option.autocomplete ? null : fixedChoices(option, this.hooks.world()), picked: null };
    this.fields.push(field);
    this.element.insertBefore(element, this.rest);
    input.addEventListener("input", () => this.onFieldInput(field));
    input.addEventListener("focus", () => this.suggestChoices(field));
    input.addEventListener("blur", () => this.fields.includes(field) && input.value.trim() && this.check(field));
    input.addEventListener("keydown", (event) => this.onFieldKey(event, field));
    remove?.addEventListener("click", () => this.removeField(field));
    element.addEventListener("click", () => input.focus());
    this.fit(field);
    this.updateMore();
    return field;
  }

  /** An option that takes a file: a button instead of a line to type in. */
  addFileField(option) {
    const name = localised(option, "name");
    const upload = fileField({
      person: this.hooks.person(), max: 1, name: option.name,
      onChange: () => {
        if (upload?.error()) this.check(field);
        else if (upload?.files().length) this.clearError(field);
      },
    });
    const remove = option.required ? null : h("button.field-remove", { type: "button", "aria-label": t("remove", { name }) }, icon("close"));
    const element = h("span.field", { "data-field": option.name, class: option.required ? "required" : "" }, h("span.field-name", null, name), upload.element, remove);
    const field = { option, input: upload.button, upload, element, choices: null, picked: null };
    upload.button.setAttribute("aria-label", `${name}: ${upload.button.textContent}`);
    upload.button.addEventListener("focus", () => {
      this.hooks.suggestions.hide();
      this.hooks.foot(h("span", { dir: "auto" }, localised(option, "description")));
    });
    remove?.addEventListener("click", () => this.removeField(field));
    this.fields.push(field);
    this.element.insertBefore(element, this.rest);
    this.updateMore();
    return field;
  }

  removeField(field) {
    this.fields = this.fields.filter((f) => f !== field);
    field.element.remove();
    this.updateMore();
    this.rest.focus();
  }

  fit({ input }) {
    const wide = [...input.value].reduce((sum, c) => sum + (c.codePointAt(0) > 0x2e80 ? 2 : 1), 0);
    input.style.width = `${Math.min(Math.max(wide + 1.5, 4), 32)}ch`;
  }

  onFieldInput(field) {
    field.picked = null;
    this.fit(field);
    this.clearError(field);
    this.suggestChoices(field);
  }

  onFieldKey(event, field) {
    if (this.hooks.suggestions.onKey(event) || event.isComposing) return;
    const index = this.fields.indexOf(field);
    const atStart = field.input.selectionStart === 0 && field.input.selectionEnd === 0;
    if (event.key === "Enter") {
      event.preventDefault();
      if (this.check(field)) this.submit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.hooks.leave("");
    } else if (event.key === "Backspace" && field.input.value === "") {
      event.preventDefault();
      if (!field.option.required) this.removeField(field);
      else if (index > 0) this.fields[index - 1].input.focus();
      else this.hooks.leave(`/${this.leaf.label}`);
    } else if (event.key === "ArrowLeft" && atStart && index > 0) {
      event.preventDefault();
      this.fields[index - 1].input.focus();
    } else if (event.key === "ArrowRight" && field.input.selectionStart === field.input.value.length) {
      event.preventDefault();
      (this.fields[index + 1]?.input ?? this.rest).focus();
    }
  }

  onRestInput() {
    const parsed = parseOptions(this.leaf, this.rest.value);
    const first = parsed.values.find((v) => !this.fields.some((f) => f.option === v.option));
    if (first) {
      this.rest.value = parsed.rest;
      const field = this.addField(first.option);
      if (!field.upload) field.input.value = first.text;
      field.input.focus();
      return;
    }
    this.suggestOptions();
  }

  onRestKey(event) {
    if (this.hooks.suggestions.onKey(event) || event.isComposing) return;
    if (event.key === "Enter") {
      event.preventDefault();
      this.submit();
    } else if (event.key === "Escape") {
      event.preventDefault();
      this.hooks.leave("");
    } else if (event.key === "Backspace" && this.rest.value === "") {
      event.preventDefault();
      if (this.fields.at(-1)?.upload && !this.fields.at(-1).option.required) this.removeField(this.fields.at(-1));
      else if (this.fields.length) this.fields.at(-1).input.focus();
      else this.hooks.leave(`/${this.leaf.label}`);
    } else if (event.key === "ArrowLeft" && this.rest.selectionStart === 0 && this.fields.length) {
      event.preventDefault();
      this.fields.at(-1).input.focus();
    }
  }

  /** Offer the options that may still be added. Nothing is preselected while nothing is typed: Enter sends. */
  suggestOptions() {
    const typed = this.rest.value.trim().toLowerCase();
    const items = this.remaining()
      .filter((o) => !typed || [o.name, localised(o, "name").toLowerCase()].some((n) => n.includes(typed)))
      .map((option) => ({
        key: option.name,
        pick: () => {
          this.rest.value = "";
          this.addField(option).input.focus();
        },
        face: [h("div.suggestion-text", null,
          h("div.suggestion-name", { dir: "auto" }, localised(option, "name")),
          h("div.suggestion-description", { dir: "auto" }, localised(option, "description")))],
      }));
    this.hooks.suggestions.show(this.rest, {
      title: t("options"), items, empty: typed ? t("no_options") : null, preselect: Boolean(typed),
    });
    this.describe();
  }

  describe() {
    this.hooks.foot(h("bdi", null, this.leaf.description), ` · ${t(isTouch() ? "tap_sends" : "enter_sends")}`);
  }

  suggestChoices(field) {
    this.hooks.foot(h("span", { dir: "auto" }, localised(field.option, "description")));
    if (field.option.autocomplete) {
      this.askChoices(field);
      return;
    }
    const typed = field.picked ? "" : field.input.value.trim().toLowerCase();
    const choices = (field.choices ?? []).filter((c) => !typed || [c.label, c.alias].some((n) => n?.toLowerCase().includes(typed)));
    this.showChoices(field, choices, field.choices ? t("no_options") : null);
  }

  showChoices(field, choices, empty) {
    this.hooks.suggestions.show(field.input, {
      title: localised(field.option, "name"), note: localised(field.option, "description"), empty, preselect: true,
      items: choices.slice(0, MAX_SHOWN).map((choice) => ({
        key: String(choice.value),
        pick: () => this.pick(field, choice),
        face: [choice.user && avatar(choice.user, "tiny"), choice.role && roleDot(choice.role), h("bdi.suggestion-choice", null, choice.label)],
      })),
    });
  }

  pick(field, choice) {
    field.input.value = choice.label;
    field.picked = choice;
    this.fit(field);
    this.clearError(field);
    this.goOn();
  }

  askChoices(field) {
    clearTimeout(this.timer);
    this.hooks.suggestions.show(field.input, { title: localised(field.option, "name"), items: [], empty: t("loading"), preselect: true });
    this.timer = setTimeout(async () => {
      const text = field.input.value;
      const given = this.fields.filter((f) => f === field || !this.read(f).error)
        .map((f) => ({ name: f.option.name, type: f.option.type, value: f === field ? text : this.read(f).value, ...(f === field ? { focused: true } : {}) }));
      const answer = await this.hooks.autocomplete(nestOptions(this.leaf, given));
      // Typed on, moved away or sent in the meantime: this answer is of no use any more.
      if (this.isStopped || field.input.value !== text || document.activeElement !== field.input) return;
      this.showChoices(field, (answer.choices ?? []).map((c) => ({ label: localised(c, "name"), alias: c.name, value: c.value })),
        answer.ok ? t("no_options") : answer.error);
    }, AUTOCOMPLETE_DELAY_MS);
  }

  read(field) {
    if (field.upload) {
      const [file] = field.upload.files();
      return file ? { value: file.id } : { error: field.upload.error() ?? t(field.upload.isBusy() ? "uploading" : "is_required") };
    }
    return field.picked ? { value: field.picked.value } : readValue(field.option, field.input.value, field.choices);
  }

  /** Whether a field can be sent; marks it with the reason when not. */
  check(field) {
    const { error } = this.read(field);
    this.clearError(field);
    if (!error) return true;
    field.element.dataset.error = error;
    field.input.setAttribute("aria-invalid", "true");
    this.hooks.foot(h("span.error", { dir: "auto" }, `${localised(field.option, "name")}: ${error}`));
    return false;
  }

  clearError(field) {
    delete field.element.dataset.error;
    field.input.removeAttribute("aria-invalid");
  }

  submit() {
    const wrong = this.fields.filter((f) => !this.check(f));
    if (wrong.length) {
      wrong[0].input.focus();
      this.check(wrong[0]);
      return;
    }
    const given = this.fields.map((f) => ({ name: f.option.name, type: f.option.type, value: this.read(f).value }));
    this.hooks.send(nestOptions(this.leaf, given));
  }
}

const isFilled = (field) => (field.upload ? field.upload.files().length > 0 : field.input.value.trim() !== "");
