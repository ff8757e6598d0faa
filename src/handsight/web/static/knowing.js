// What you know of your own hand: every card it may be, and how likely each is, exactly.

import { h } from "./dom.js";
import { belief, grid, uses } from "./knowledge.js";

export function knowledge(game) {
  const { known, suits, welcome: { rules } } = game;
  if (!known) return h("section", { class: "knowing panel", "aria-label": "What you know" }, h("p", { class: "faint" }, "Counting every deal…"));
  return h("section", { class: "knowing panel", "aria-label": "What you know" },
    h("h2", {}, "What you know"),
    h("p", { class: "faint" }, `From rules and clues alone: ${known.worlds.toLocaleString("en")} ways your hand may be.`),
    h("ol", {}, known.hand.map((card) => h("li", {},
      h("h3", {}, `Slot ${card.slot + 1}`),
      grid(belief(rules, card), suits, rules, `What slot ${card.slot + 1} may be`), uses(card)))),
    known.caveat ? h("p", { class: "faint" }, known.caveat) : null);
}
