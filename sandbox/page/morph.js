// Turn a shown element into what it should be now, touching only what differs: focus, scroll and pictures stay.

/**
 * Make `from` equal to `to`.
 * @param {Element} from shown element
 * @param {Element} to freshly made element, used up
 * @returns {Element} the element that is now in the page: `from`, or `to` when they were of different kinds
 */
export function morph(from, to) {
  if (!isAlike(from, to)) {
    from.replaceWith(to);
    return to;
  }
  if (from.nodeType !== Node.ELEMENT_NODE) {
    if (from.nodeValue !== to.nodeValue) from.nodeValue = to.nodeValue;
    return from;
  }
  if (from.tagName === "IMG") {
    morphPicture(from, to);
    return from;
  }
  syncAttributes(from, to, from.matches("[data-action=spoiler], .spoilered") ? ["data-revealed"] : from.matches("[data-revealed] > .spoiler-inside") ? ["inert"] : []);
  morphChildren(from, to);
  return from;
}

function isAlike(a, b) {
  return a.nodeType === b.nodeType && a.nodeName === b.nodeName
    && (a.nodeType !== Node.ELEMENT_NODE || a.dataset?.key === b.dataset?.key);
}

function syncAttributes(from, to, keep = []) {
  for (const { name, value } of [...to.attributes]) {
    if (name === "style" || keep.includes(name)) continue;
    if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  }
  for (const { name } of [...from.attributes]) {
    if (name !== "style" && !to.hasAttribute(name) && !keep.includes(name)) from.removeAttribute(name);
  }
  // Through the object model: a content security policy forbids the attribute.
  if (from.style && from.style.cssText !== to.style.cssText) from.style.cssText = to.style.cssText;
}

function morphChildren(from, to) {
  const keyed = new Map();
  for (const child of from.children) if (child.dataset.key) keyed.set(child.dataset.key, child);
  let at = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const key = wanted.dataset?.key;
    const match = key ? keyed.get(key) : at && !at.dataset?.key && isAlike(at, wanted) ? at : null;
    if (!match) {
      from.insertBefore(wanted, at);
      continue;
    }
    if (match === at) at = at.nextSibling;
    else from.insertBefore(match, at);
    morph(match, wanted);
  }
  while (at) {
    const next = at.nextSibling;
    at.remove();
    at = next;
  }
}

const wantedSource = new WeakMap();

/** Show the new picture only once it is decoded; until then the old one stays, so nothing flickers. */
function morphPicture(from, to) {
  const source = to.getAttribute("src");
  if ((wantedSource.get(from) ?? from.getAttribute("src")) === source) {
    syncAttributes(from, to, ["src", "data-broken"]);
    return;
  }
  wantedSource.set(from, source);
  const next = new Image();
  next.src = source;
  const show = () => {
    if (wantedSource.get(from) !== source) return;
    wantedSource.delete(from);
    syncAttributes(from, to);
    from.dispatchEvent(new CustomEvent("picture-swapped", { bubbles: true }));
  };
  next.decode().then(show, show);
}
