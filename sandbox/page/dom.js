// Elements by hand. Text always enters through text nodes: there is no way in for markup from a message.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Make an element.
 * @param {string} spec tag and classes, e.g. "div.message.compact"
 * @param {object} [props] attributes; null, undefined and false are left out, true is an empty attribute;
 *   `style` is an object of CSS properties; `on*` functions become listeners
 * @param {...(Node|string|number|null|undefined|false|Array)} children
 * @returns {HTMLElement}
 */
export function h(spec, props, ...children) {
  const [tag, ...classes] = spec.split(".");
  const element = document.createElement(tag);
  if (classes.length) element.className = classes.join(" ");
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name === "style") {
      for (const [property, v] of Object.entries(value)) element.style.setProperty(property, v);
    } else if (name === "class") {
      element.classList.add(...String(value).split(" ").filter(Boolean));
    } else if (name.startsWith("on") && typeof value === "function") {
      element.addEventListener(name.slice(2), value);
    } else {
      element.setAttribute(name, value === true ? "" : String(value));
    }
  }
  element.append(...flat(children));
  return element;
}

function flat(children) {
  return children.flat(Infinity).filter((c) => c !== null && c !== undefined && c !== false);
}

/** Put these children in place of all present ones. */
export function fill(element, ...children) {
  element.replaceChildren(...flat(children));
}

const ICONS = {
  menu: "M4 7h16M4 12h16M4 17h16",
  hash: "M9.500 4 7.500 20M16.500 4l-2 16M4.500 9h16M3.500 15h16",
  thread: "M5 5v8a4 4 0 0 0 4 4h10m-4-4 4 4-4 4",
  caret: "m7 10 5 5 5-5",
  close: "M6 6l12 12M18 6 6 18",
  send: "M4 12 20 5l-5 15-3.500-6.500z",
  slash: "M15.500 5l-7 14",
  eye: "M2.500 12S6 5.500 12 5.500 21.500 12 21.500 12 18 18.500 12 18.500 2.500 12 2.500 12zM12 9.200a2.800 2.800 0 1 0 0 5.600 2.800 2.800 0 0 0 0-5.600z",
  file: "M6 3h8l5 5v13H6zM14 3v5h5",
  download: "M12 4v11m-5-5 5 5 5-5M5 20h14",
  check: "m5 12.500 4.500 4.500L19 7.500",
  play: "M8 5.500v13l10.500-6.500z",
  external: "M13 5h6v6M19 5l-9 9M17 14v5H5V7h5",
  down: "M12 5v13m-6-6 6 6 6-6",
  moon: "M20 14.500A8.500 8.500 0 0 1 9.500 4a8.500 8.500 0 1 0 10.500 10.500z",
  sun: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM12 2v2.500M12 19.500V22M2 12h2.500M19.500 12H22M5 5l1.700 1.700M17.300 17.300 19 19M19 5l-1.700 1.700M6.700 17.300 5 19",
  reply: "M10 7 5 12l5 5m-5-5h9a5 5 0 0 1 5 5v1",
  upload: "M12 20V9m-5 5 5-5 5 5M5 4h14",
  at: "M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8zM16 8v5.500a2.500 2.500 0 0 0 5 0V12a9 9 0 1 0-3.600 7.200",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  archive: "M4 5h16v4H4zM5.500 9v10h13V9M10 13h4",
  tools: "M4 7h9m5 0h2M4 17h2m5 0h9M13 4.500v5M8 14.500v5",
  keys: "M3 7h18v10H3zM7 10.500v.1M11 10.500v.1M15 10.500v.1M8 14h8",
  warn: "M12 4 2.800 20h18.400zM12 10v4.500M12 17.200v.1",
};

/** A line icon, hidden from screen readers: its button carries the name. */
export function icon(name, className = "") {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon ${className}`.trim());
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** Say something to screen readers at once. */
export function announce(text) {
  const region = document.getElementById("announce");
  region.textContent = "";
  requestAnimationFrame(() => { region.textContent = text; });
}

/** Whether a focused field would bring up a keyboard over half the screen. */
export function isTouch() {
  return matchMedia("(pointer: coarse)").matches;
}

/** Compare two snowflakes (decimal strings): negative when a is older. */
export function compareIds(a, b) {
  return a.length - b.length || (a < b ? -1 : a > b ? 1 : 0);
}

export function readStored(key) {
  try { return localStorage.getItem(key); } catch { return null; }
}

export function forgetStored(key) {
  try { localStorage.removeItem(key); } catch { /* nothing was stored */ }
}

export function writeStored(key, value) {
  try { localStorage.setItem(key, value); } catch { /* private mode: the choice lasts for this window only */ }
}
