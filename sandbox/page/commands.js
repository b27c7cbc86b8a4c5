// Slash commands as data: flattening, finding, checking values, and Discord's nested option form.

import { roleOptions, userOptions } from "./components.js";
import { localised, t } from "./i18n.js";

export const OPTION = {
  SUBCOMMAND: 1, GROUP: 2, STRING: 3, INTEGER: 4, BOOLEAN: 5, USER: 6, CHANNEL: 7, ROLE: 8, MENTIONABLE: 9, NUMBER: 10, ATTACHMENT: 11,
};
const CHAT_INPUT = 1;

/**
 * Every command that can be sent: a command without subcommands, or each of its subcommands.
 * @param {object[]} commands application commands as registered
 * @returns {{command: object, path: string[], name: string, label: string, description: string, options: object[]}[]}
 *   `name` is the raw full name ("mahjong new"), `label` the same in the person's language
 */
export function leaves(commands) {
  const found = [];
  const walk = (command, node, path, labels) => {
    const subs = (node.options ?? []).filter((o) => o.type === OPTION.SUBCOMMAND || o.type === OPTION.GROUP);
    const here = [...path, node.name];
    const names = [...labels, localised(node, "name")];
    if (subs.length) subs.forEach((sub) => walk(command, sub, here, names));
    else found.push({ command, path: here, name: here.join(" "), label: names.join(" "), description: localised(node, "description"), options: node.options ?? [] });
  };
  for (const command of commands) if ((command.type ?? CHAT_INPUT) === CHAT_INPUT) walk(command, command, [], []);
  return found;
}

/** How well a query fits a leaf: smaller is better, null is not at all. */
function rank(leaf, words, query) {
  const names = [leaf.label.toLowerCase(), leaf.name];
  if (names.some((n) => n === query)) return 0;
  if (names.some((n) => n.startsWith(query))) return 1;
  if (names.some((n) => words.every((w) => n.split(" ").some((part) => part.startsWith(w))))) return 2;
  if (names.some((n) => words.every((w) => n.includes(w)))) return 3;
  if (words.every((w) => leaf.description.toLowerCase().includes(w))) return 4;
  return null;
}

/** The leaves that fit what was typed after the slash, best first, otherwise in the order of registration. */
export function matchLeaves(all, typed) {
  const query = typed.trim().toLowerCase().replace(/\s+/g, " ");
  if (!query) return all;
  const words = query.split(" ");
  return all.map((leaf, order) => ({ leaf, order, score: rank(leaf, words, query) }))
    .filter((m) => m.score !== null)
    .sort((a, b) => a.score - b.score || a.order - b.order)
    .map((m) => m.leaf);
}

/** The leaf whose full name, raw or localised, starts the typed text and is followed by a space: {leaf, rest}. */
export function leafInText(all, typed) {
  let best = null;
  for (const leaf of all) {
    for (const name of [leaf.label, leaf.name]) {
      if (typed.toLowerCase().startsWith(`${name.toLowerCase()} `) && name.length > (best?.length ?? 0)) {
        best = { leaf, rest: typed.slice(name.length + 1), length: name.length };
      }
    }
  }
  return best;
}

/** What a command mention shows: the name in the person's language where the command is known, else as it was written. */
export function commandLabel(commands, id, name) {
  return leaves(commands.filter((c) => c.id === id)).find((leaf) => leaf.name === name)?.label ?? name;
}

const STARTERS = ["new", "play", "start", "create", "begin"];

/** The command most likely to begin a game: one named new, play, start…, else the first. */
export function starter(all) {
  for (const word of STARTERS) {
    const leaf = all.find((l) => l.path.at(-1) === word);
    if (leaf) return leaf;
  }
  return all[0] ?? null;
}

/** Parse "name:value name:value…" typed or pasted as text. Values reach to the next known option name. */
export function parseOptions(leaf, text) {
  const known = new Map(leaf.options.flatMap((o) => [[o.name, o], [localised(o, "name").toLowerCase(), o]]));
  const marks = [...text.matchAll(/(^|\s)([^\s:]+):/g)].filter((m) => known.has(m[2].toLowerCase()));
  const values = marks.map((m, i) => ({ option: known.get(m[2].toLowerCase()), text: text.slice(m.index + m[0].length, marks[i + 1]?.index).trim() }));
  return { values, rest: (marks.length ? text.slice(0, marks[0].index) : text).trim() };
}

/** The fixed suggestions of an option: [{label, value, description, user}], or null when anything may be typed. */
export function fixedChoices(option, world) {
  if (option.choices?.length) return option.choices.map((c) => ({ label: localised(c, "name"), alias: c.name, value: c.value }));
  switch (option.type) {
    case OPTION.BOOLEAN: return [{ label: t("yes"), alias: "true", value: true }, { label: t("no"), alias: "false", value: false }];
    case OPTION.USER: return userOptions(world);
    case OPTION.MENTIONABLE: return [...userOptions(world), ...roleOptions(world)];
    case OPTION.CHANNEL: return world.channels
      .filter((c) => !option.channel_types?.length || option.channel_types.includes(c.type))
      .map((c) => ({ label: `#${c.name}`, alias: c.name, value: c.id }));
    case OPTION.ROLE: return roleOptions(world);
    default: return null;
  }
}

/**
 * Check what stands in an option's field.
 * @returns {{value: *}|{error: string}} the value as Discord wants it, or why it cannot be sent
 */
export function readValue(option, text, choices) {
  if (choices) {
    const wanted = text.trim().toLowerCase();
    const choice = choices.find((c) => [c.label, c.alias].some((n) => n?.toLowerCase() === wanted))
      ?? choices.find((c) => String(c.value) === text.trim());
    return choice ? { value: choice.value } : { error: text.trim() ? t("pick_one") : t("is_required") };
  }
  if (!text.trim()) return { error: t("is_required") };
  if (option.type === OPTION.INTEGER || option.type === OPTION.NUMBER) return readNumber(option, text);
  const length = [...text].length;
  if (option.min_length && length < option.min_length) return { error: t("at_least_chars", { n: option.min_length }) };
  if (option.max_length && length > option.max_length) return { error: t("at_most_chars", { n: option.max_length }) };
  return { value: text };
}

function readNumber(option, text) {
  const value = Number(text.trim().replace(",", "."));
  if (!Number.isFinite(value)) return { error: option.type === OPTION.INTEGER ? t("not_integer") : t("not_number") };
  if (option.type === OPTION.INTEGER && !Number.isInteger(value)) return { error: t("not_integer") };
  if (option.min_value !== undefined && value < option.min_value) return { error: t("at_least", { n: option.min_value }) };
  if (option.max_value !== undefined && value > option.max_value) return { error: t("at_most", { n: option.max_value }) };
  return { value };
}

/** Discord's nested form of the options of a leaf. `given`: [{name, type, value, focused?}]. */
export function nestOptions(leaf, given) {
  let options = given;
  for (let depth = leaf.path.length - 1; depth > 0; depth -= 1) {
    // Innermost is the subcommand itself, anything around it a group.
    options = [{ name: leaf.path[depth], type: depth === leaf.path.length - 1 ? OPTION.SUBCOMMAND : OPTION.GROUP, options }];
  }
  return options;
}
