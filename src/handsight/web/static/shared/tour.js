// @ts-check
// A short tour for the first visit: a few sentences, one after the other, that can be skipped and are not shown again.

import { h } from "./dom.js";

const SEEN = "tour";

export const tourWanted = (name) => !(localStorage.getItem(SEEN) ?? "").split(" ").includes(name);

export function tourSeen(name) {
  if (tourWanted(name)) localStorage.setItem(SEEN, `${localStorage.getItem(SEEN) ?? ""} ${name}`.trim());
}

/**
 * The tour of a screen: steps are [title, text]; over() is called when it was skipped or has ended.
 * @param {string} name
 * @param {[string, string][]} steps
 * @param {() => void} over
 */
export function tour(name, steps, over) {
  let at = 0;
  const element = h("section", { class: "tour", "aria-label": "A short tour" });
  const end = () => { tourSeen(name); element.remove(); over(); };

  function draw() {
    const [title, text] = steps[at];
    const last = at === steps.length - 1;
    element.replaceChildren(
      h("p", { "aria-live": "polite" }, h("b", {}, title), " ", text),
      h("p", { class: "buttons" },
        h("button", { type: "button", class: "main", "data-key": "tour-next", onclick: () => { if (last) end(); else { at += 1; draw(); focus(); } } }, last ? "Got it" : "Next"),
        last ? null : h("button", { type: "button", class: "quiet", "data-key": "tour-skip", onclick: end }, "Skip the tour"),
        h("small", {}, `${at + 1} of ${steps.length}`)));
  }

  const focus = () => /** @type {HTMLElement | null} */ (element.querySelector("button"))?.focus({ preventScroll: true });
  draw();
  return element;
}
