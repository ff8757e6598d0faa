// @ts-check
// Makes elements: h for HTML, s for SVG. Attributes that start with "on" are listeners; those that are null are left out.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "value") element.value = value;
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(...children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false));
  return element;
}

export function h(tag, attributes, ...children) {
  return fill(document.createElement(tag), attributes, children);
}

export function s(tag, attributes, ...children) {
  return fill(document.createElementNS(SVG, tag), attributes, children);
}

const TRIES = 5;
const WAIT = 500;

// Ask the server, with a body by POST; tries again where it is busy. Throws an Error with the server's message if it refuses.
export async function ask(address, body, tries = TRIES) {
  const answer = await fetch(address, body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  const value = await answer.json();
  if (["waiting", "too-often"].includes(value?.code) && tries > 1) {
    await new Promise((wake) => { setTimeout(wake, WAIT); });
    return ask(address, body, tries - 1);
  }
  if (!answer.ok) throw Object.assign(new Error(value.message ?? `the server answered ${answer.status}`), { status: answer.status });
  return value;
}

/**
 * The data-key of the element in focus, by which it is found again after everything was drawn anew; only within *root*.
 * @param {Element} root
 */
export function focusedKey(root) {
  const focus = document.activeElement;
  return focus instanceof HTMLElement && root.contains(focus) ? focus.dataset.key : undefined;
}

/**
 * Give the focus back to the element with a data-key.
 * @param {Element} root
 * @param {string | undefined} key
 */
export function focusKey(root, key) {
  if (key === undefined) return;
  /** @type {HTMLElement | null} */ (root.querySelector(`[data-key="${CSS.escape(key)}"]`))?.focus({ preventScroll: true });
}

// Save a text as a file of the visitor's.
export function saveText(text, name, type = "text/plain") {
  const address = URL.createObjectURL(new Blob([text], { type }));
  h("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

// Load a stylesheet once, after all others or before the one with another address; resolves when it applies.
export function loadStyle(href, before = null) {
  const linked = (address) => document.querySelector(`link[href="${address}"]`);
  if (linked(href)) return Promise.resolve();
  return new Promise((resolve) => { document.head.insertBefore(h("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve }), linked(before)); });
}

// A line for messages to the user: `show(text, mood)` changes it; an empty text hides it. What was wrong is told until
// the user does the next thing; other moods stay until they are changed.
export function messageLine(extra = "") {
  const element = h("p", { class: `message ${extra}`, role: "alert" });
  const show = (text, mood = "wrong") => {
    element.textContent = text;
    element.dataset.mood = text ? mood : "";
    if (text && mood === "wrong") complaints.set(element, show); else complaints.delete(element);
  };
  return { element, show };
}

const complaints = new Map();
const NO_DEED = new Set(["Tab", "Shift", "Control", "Alt", "Meta", "AltGraph", "CapsLock"]);

function forget(event) {
  if (NO_DEED.has(event.key)) return; // going about, or reading on
  for (const [element, show] of complaints) if (!element.contains(event.target)) show("");
}

for (const kind of ["keydown", "click", "input", "change", "drop"]) addEventListener(kind, forget, { capture: true });

export const errorLine = (error) => h("p", { class: "message", "data-mood": "wrong", role: "alert" }, error.message);
