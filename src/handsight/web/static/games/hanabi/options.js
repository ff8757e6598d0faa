// @ts-check
// More rules and options of a new game of Hanabi, folded away.

import { h } from "../../shared/dom.js";

const USUAL = { 2: 5, 3: 5, 4: 4, 5: 4, 6: 3 };
const RULES = [
  ["official", "official: three strikes score 0"], ["stacks", "three strikes keep the points on the stacks"],
  ["explorer", "those of the Minimal Convention’s author: no clue for a finished stack, misplayed cards vanish, strikes keep the points"], ["hanabidata", "those of hanabidata: discarding with all clues is allowed, strikes keep the points"],
];
const SWITCHES = [
  ["deck_plays", "the last card of the deck may be played blind"], ["empty_clues", "clues may touch nothing"],
  ["card_cycle", "giving a clue moves your oldest unclued card to slot 1"], ["all_or_nothing", "only a perfect score counts, and there is no final round"],
];

// players() is the number of players. Returns the element, the chosen options as part of the request, and a function that redraws it.
export function moreOptions(players) {
  const rules = h("select", { id: "rule-set" }, RULES.map(([name, about]) => h("option", { value: name }, about)));
  const hand = h("select", { id: "hand" }, [0, -1, 1].map((more) => h("option", { value: more })));
  const seed = h("input", { id: "seed", type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, step: 1, placeholder: "random" });
  const practice = h("input", { id: "practice", type: "checkbox", checked: true });
  const switches = SWITCHES.map(([name, about]) => ({ name, about, box: h("input", { id: name, type: "checkbox" }) }));
  const openHands = h("input", { id: "open-hands", type: "checkbox" });
  const tick = (box, words) => h("label", { class: "tick", for: box.id }, box, words);

  function refresh() {
    const usual = USUAL[players()];
    const names = [`${usual}, as usual`, `${usual - 1}, one less`, `${usual + 1}, one more`];
    [...hand.options].forEach((option, at) => { option.textContent = names[at]; });
  }

  function chosen() {
    const options = Object.fromEntries(switches.map(({ name, box }) => [name, box.checked]));
    const more = Number(hand.value);
    return {
      rules: rules.value, options: { ...options, hand: more ? USUAL[players()] + more : 0 },
      practice: practice.checked ? null : false, seed: seed.value === "" ? null : Number(seed.value), open_hands: openHands.checked,
    };
  }

  const root = h("details", { class: "more-options" }, h("summary", {}, "Rules and options"),
    h("p", { class: "fields" }, h("label", { for: "rule-set" }, "Rules"), rules, h("label", { for: "hand" }, "Cards in a hand"), hand, h("label", { for: "seed" }, "Seed"), seed),
    h("div", { class: "ticks" }, tick(practice, "practice, where one person plays: undo, try it out, the bots’ reasons"), tick(openHands, "whoever watches sees all hands"), switches.map(({ box, about }) => tick(box, about))));
  refresh();
  return { root, chosen, refresh };
}
