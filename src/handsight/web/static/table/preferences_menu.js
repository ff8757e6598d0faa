// @ts-check
// A menu of what can be set at a table: one's name, the clock and the sound. The element stays, so that it does not close at every move.

import { h } from "../shared/dom.js";
import { MOST_NAME, playerName, savePlayerName } from "../shared/player_name.js";
import { prefers, setPreference } from "../shared/preferences.js";

const CHOICES = [["sound", "Sound when it is my turn"], ["clock", "Clock"]];

// changed() is called when a choice has changed, send(message) tells the server one's name; more choices are [word, name].
export function preferencesMenu(changed, send, more = []) {
  const rename = (event) => {
    const name = savePlayerName(event.target.value);
    if (name) send({ type: "name", name });
  };
  return h("details", { class: "preferences" }, h("summary", { "data-key": "preferences" }, "Settings"),
    h("label", { class: "own-name" }, "Your name ", h("input", { maxlength: MOST_NAME, value: playerName(), "data-key": "own-name", autocomplete: "nickname", onchange: rename })),
    [...CHOICES, ...more].map(([word, name]) => h("label", { class: "tick", "data-preference": word }, h("input", {
      type: "checkbox", "data-key": `prefer-${word}`, checked: prefers(word), onchange: (event) => { setPreference(word, event.target.checked); changed(word); },
    }), name)));
}
