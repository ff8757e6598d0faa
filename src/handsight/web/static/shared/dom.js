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

export function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
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

// Load a stylesheet once, after all others or before the one with another address; resolves when it applies.
export function loadStyle(href, before = null) {
  const linked = (address) => document.querySelector(`link[href="${address}"]`);
  if (linked(href)) return Promise.resolve();
  return new Promise((resolve) => { document.head.insertBefore(h("link", { rel: "stylesheet", href, onload: resolve, onerror: resolve }), linked(before)); });
}

// A line for messages to the user: `show(text, mood)` changes it; an empty text hides it.
export function messageLine(extra = "") {
  const element = h("p", { class: `message ${extra}`, role: "alert" });
  const show = (text, mood = "wrong") => { element.textContent = text; element.dataset.mood = text ? mood : ""; };
  return { element, show };
}

export const errorLine = (error) => h("p", { class: "message", "data-mood": "wrong", role: "alert" }, error.message);
