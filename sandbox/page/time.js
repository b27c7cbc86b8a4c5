// Times as Discord writes them, and one clock that keeps relative ones true.

import { h } from "./dom.js";
import { spokenLocale, t } from "./i18n.js";

const STYLES = {
  t: { timeStyle: "short" },
  T: { timeStyle: "medium" },
  d: { dateStyle: "short" },
  D: { dateStyle: "long" },
  f: { dateStyle: "long", timeStyle: "short" },
  F: { dateStyle: "full", timeStyle: "short" },
};

// How far the server's clock is ahead of this machine's, in milliseconds: it can be moved.
let ahead = 0;

/** Go by the server's clock, which shows `seconds` (unix) now. */
export function setServerTime(seconds) {
  if (seconds !== undefined) ahead = seconds * 1000 - Date.now();
}

/** The moment by the server's clock, in milliseconds. */
export const serverNow = () => Date.now() + ahead;

const formats = new Map();

function format(date, options) {
  const key = spokenLocale() + JSON.stringify(options);
  if (!formats.has(key)) formats.set(key, new Intl.DateTimeFormat(spokenLocale(), options));
  return formats.get(key).format(date);
}

const UNITS = [["year", 31536000], ["month", 2592000], ["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

/** "in 20 seconds", "3 minutes ago". */
export function relative(date, now = serverNow()) {
  const seconds = Math.round((date.getTime() - now) / 1000);
  const [unit, size] = UNITS.find(([, s]) => Math.abs(seconds) >= s) ?? ["second", 1];
  return new Intl.RelativeTimeFormat(spokenLocale(), { numeric: unit === "second" ? "always" : "auto" })
    .format(Math.trunc(seconds / size), unit);
}

/** The element for <t:SECONDS:STYLE>. Relative ones count by themselves and stay silent to screen readers. */
export function timestamp(seconds, style = "f") {
  const date = new Date(seconds * 1000);
  if (Number.isNaN(date.getTime())) return h("span", null, `<t:${seconds}>`);
  return h("time.timestamp", {
    datetime: date.toISOString(),
    title: format(date, STYLES.F),
    "data-relative": style === "R" ? seconds : null,
    "aria-live": style === "R" ? "off" : null,
  }, style === "R" ? relative(date) : format(date, STYLES[style]));
}

/** "Today at 14:03", "Yesterday at …", or the date. */
export function messageTime(date) {
  const time = format(date, { timeStyle: "short" });
  const days = Math.round((startOfDay(new Date(serverNow())) - startOfDay(date)) / 86400000);
  if (days === 0) return t("today", { time });
  if (days === 1) return t("yesterday", { time });
  return format(date, { dateStyle: "short", timeStyle: "short" });
}

export const shortTime = (date) => format(date, { timeStyle: "short" });
export const fullTime = (date) => format(date, STYLES.F);
export const longDay = (date) => format(date, { dateStyle: "long" });

/** The time of day to the second, and the date. */
export const clockTime = (date) => format(date, { dateStyle: "medium", timeStyle: "medium" });

function startOfDay(date) {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}

export const isSameDay = (a, b) => startOfDay(a) === startOfDay(b);

/** Start the clock of all relative timestamps on the page. */
export function startClock() {
  setInterval(() => {
    for (const element of document.querySelectorAll("time[data-relative]")) {
      const text = relative(new Date(Number(element.dataset.relative) * 1000));
      if (element.textContent !== text) element.firstChild.nodeValue = text;
    }
  }, 500);
}
