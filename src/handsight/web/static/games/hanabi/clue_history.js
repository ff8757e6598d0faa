// @ts-check
// The clues that touched a card, one after the other, to step through them: each leads to the turn after it.

import { clueWord } from "./board.js";
import { h } from "../../shared/dom.js";

// Buttons for all clues to a card; turn is the one that is shown, go(turn) shows another.
export function clueHistory(log, order, { turn, names, rules, go }) {
  const lines = log.filter((line) => line.kind === "clue" && line.orders?.includes(order));
  if (!lines.length) return null;
  return h("div", { class: "clue-history", role: "group", "aria-label": "Clues to this card" }, h("span", { class: "faint" }, "Clues to it:"),
    lines.map((line) => h("button", {
      type: "button", "data-key": `clue-at-${line.turn}`, "aria-current": line.turn + 1 === turn ? "step" : null, onclick: () => go(line.turn + 1),
    }, `${clueWord(rules, line.clue)}, ${names[line.seat]}, turn ${line.turn + 1}`)));
}
