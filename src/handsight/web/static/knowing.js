// What you know of your own hand: every card it may be, and how likely each is, exactly.

import { mini } from "./cards.js";
import { h } from "./dom.js";

const percent = (chance) => (chance === 1 ? "sure" : chance >= 0.01 ? `${Math.round(chance * 100)}%` : "<1%");

export function knowledge(game) {
  const { known, suits } = game;
  if (!known) return h("section", { class: "knowing panel", "aria-label": "What you know" }, h("p", { class: "faint" }, "Counting every deal…"));
  const letters = game.welcome.rules.suits.map((suit) => suit.letter);
  const read = (text) => [letters.indexOf(text[0]), text[1] === "s" ? 7 : Number(text[1])];
  return h("section", { class: "knowing panel", "aria-label": "What you know" },
    h("h2", {}, "What you know"),
    h("p", { class: "faint" }, `From rules and clues alone: ${known.worlds.toLocaleString("en")} ways your hand may be.`),
    h("ol", {}, known.hand.map((card) => h("li", {},
      h("h3", {}, `Slot ${card.slot + 1}`),
      h("p", {}, use("fits", card.playable), use("trash", card.trash), use("last copy", card.critical)),
      h("ul", {}, Object.entries(card.probability).sort((one, other) => other[1] - one[1]).slice(0, 12).map(([text, chance]) => {
        const [suit, rank] = read(text);
        return h("li", { "aria-label": `${suits[suit].name} ${rank}: ${percent(chance)}` }, mini(suits[suit], rank), h("span", {}, percent(chance)));
      }), Object.keys(card.probability).length > 12 ? h("li", { class: "faint" }, `and ${Object.keys(card.probability).length - 12} more`) : null)))),
    known.caveat ? h("p", { class: "faint" }, known.caveat) : null);
}

function use(name, chance) {
  return chance ? h("span", { class: "use" }, `${name} ${percent(chance)}`) : null;
}
