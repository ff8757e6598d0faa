// The keys, in a dialog.

import { h } from "./dom.js";

const KEYS = [
  ["A or +, then 1–6", "play the card in that slot"],
  ["D or -, then 1–6", "discard the card in that slot"],
  [";", "choose who gets a clue (the next player first)"],
  ["1–5", "a number clue"],
  ["Q W E R T Y", "a colour clue, in the order of the stacks"],
  ["Enter", "give the clue"],
  ["Esc", "choose nothing"],
  ["← →", "look back and forward, turn by turn"],
  ["[ ]", "look back and forward, a round at a time"],
  ["Home End", "the deal; now"],
  ["U", "undo (practice)"],
  ["H", "what if: go on with a deal you cannot rule out (practice)"],
  ["K", "what do I know?"],
  ["P, Space", "pause, step (where bots play alone)"],
  ["Tab, Enter", "go through everything, choose"],
];

export function keysHelp() {
  const dialog = h("dialog", { class: "keys", "aria-label": "Keys" },
    h("h2", {}, "Keys"),
    h("table", {}, h("tbody", {}, KEYS.map(([key, does]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, does))))),
    h("button", { type: "button", class: "main", onclick: () => dialog.close() }, "Close"));
  return dialog;
}
