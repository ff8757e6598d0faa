// Making elements: h for HTML, s for SVG. Attributes that start with "on" are listeners; null leaves one out.

const SVG = "http://www.w3.org/2000/svg";

function furnish(element, attributes, children) {
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
  return furnish(document.createElement(tag), attributes, children);
}

export function s(tag, attributes, ...children) {
  return furnish(document.createElementNS(SVG, tag), attributes, children);
}

export function plural(count, one, many = `${one}s`) {
  return `${count} ${count === 1 ? one : many}`;
}

const PATIENCE = 4;
const MOMENT = 500;

// Ask the server, again after a moment where others are before us or much was asked at once; throws an Error with the server's own sentence where it refuses.
export async function ask(address, body, patience = PATIENCE) {
  const answer = await fetch(address, body === undefined ? {} : {
    method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body),
  });
  const said = await answer.json();
  if (["waiting", "too-often"].includes(said?.code) && patience) {
    await new Promise((wake) => { setTimeout(wake, MOMENT); });
    return ask(address, body, patience - 1);
  }
  if (!answer.ok) throw Object.assign(new Error(said.message ?? `the server answered ${answer.status}`), { status: answer.status });
  return said;
}
