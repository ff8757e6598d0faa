// @ts-check
// A menu of what can be switched on at a table: the clock and the sound. The element stays, so that it does not close at every move.

import { h } from "../shared/dom.js";
import { prefers, setPreference } from "../shared/preferences.js";

const CHOICES = [["sound", "Sound when it is my turn"], ["clock", "Clock"]];

export function preferencesMenu(changed) {
  return h("details", { class: "preferences" }, h("summary", { "data-key": "preferences" }, "Settings"),
    CHOICES.map(([word, name]) => h("label", { class: "tick" }, h("input", {
      type: "checkbox", "data-key": `prefer-${word}`, checked: prefers(word), onchange: (event) => { setPreference(word, event.target.checked); changed(word); },
    }), name)));
}
