// @ts-check
// What you know of your own hand: the possible cards in each slot, with exact probabilities.

import { h } from "../../shared/dom.js";
import { belief, grid, uses } from "./possible_cards.js";

export function knowledge(game) {
  const { known, suits, welcome: { rules } } = game;
  if (!known) return h("section", { class: "own-hand", "aria-label": "What you know" }, h("p", { class: "faint" }, "Counting possible deals…"));
  return h("section", { class: "own-hand", "aria-label": "What you know" },
    h("h2", {}, "What you know"),
    h("p", { class: "faint" }, `From rules and clues alone, your hand can be one of ${known.worlds.toLocaleString("en")}.`),
    h("ol", {}, known.hand.map((card) => h("li", {},
      h("h3", {}, `Slot ${card.slot + 1}`),
      grid(belief(rules, card), suits, rules, `Possible cards in slot ${card.slot + 1}`), uses(card)))),
    known.caveat ? h("p", { class: "faint" }, known.caveat) : null);
}
