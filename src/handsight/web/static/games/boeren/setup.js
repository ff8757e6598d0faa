// @ts-check
// The form for a new game of Boeren Bridge.

import { ME, PERSON, newGameForm, seatChooser, startGame } from "../../home/new_game.js";
import { h } from "../../shared/dom.js";

const USUAL = "counter";
const FOUR_BOTS = ["greedy", "full-kripke", "counter", "greedy-kripke"];
const ROUNDS = [
  ["short", "five: 3, 4, 5, 4 and 3 cards, all dealt out"], ["long", "fifteen: 1 to 8 and back to 1 card, from the whole pack"], ["own", "others, written out"],
];
const CUSTOM = "custom";
const RULE_SETS = {
  text: { about: "standard: the deal goes clockwise", switches: ["plus_minus_one", "left_of_dealer", "from_six"] },
  author: { about: "of the authors’ program: the winner of the last trick leads the next round", switches: ["any_other", "winner_opens", "none"] },
};
const DEALER_CHANGES = [
  ["plus_minus_one", "the dealer must change its bid by one"], ["any_other", "the dealer must change to any other bid"],
  ["barred", "the dealer may not make that bid"], ["none", "are allowed"],
];
const FIRST_LEADS = [["left_of_dealer", "the player left of the dealer"], ["winner_opens", "the winner of the last trick"]];
const ZERO_BONUSES = [["from_six", "and taking none scores 20 from six cards on"], ["none", "and taking none scores 10, as any met bid"]];
const HOW_TO_PLAY = [
  "Four play. The short match has five rounds of 3, 4, 5, 4 and 3 cards each, from the top ranks; every card is in some hand.",
  "The long match has fifteen rounds, of 1 to 8 cards and back, from the whole pack; the rest is a face-down stock.",
  "Everybody bids a number of tricks; the dealer bids last, and must change its bid by one if the bids add up to the number of tricks.",
  "Follow suit if you can. The highest trump takes the trick, else the highest card of the suit led.",
  "Taking exactly your bid scores 10, and 2 for each trick; otherwise each trick too many or too few costs 2. With six or more cards, bidding 0 and taking none scores 20.",
];

export const watch = { label: "Watch four bots", start: (game) => startGame(game, FOUR_BOTS, {}, game.title) };

export function setup(game) {
  const seats = seatChooser(game, USUAL, { coloured: true });
  const choice = (id, options) => h("select", { id, onchange: nameRules }, options.map(([value, about]) => h("option", { value }, about)));
  const rules = h("select", { id: "rules", onchange: followRules }, Object.entries(RULE_SETS).map(([value, { about }]) => h("option", { value }, about)), h("option", { value: CUSTOM }, "as chosen below"));
  const dealerChange = choice("dealer-change", DEALER_CHANGES);
  const firstLead = choice("first-lead", FIRST_LEADS);
  const zeroBonus = choice("zero-bonus", ZERO_BONUSES);
  const seed = h("input", { id: "seed", type: "number", min: 0, max: Number.MAX_SAFE_INTEGER, step: 1, placeholder: "random" });
  const own = h("input", { id: "own-rounds", value: "1..5..1/32", maxlength: 60, autocomplete: "off", spellcheck: "false", "aria-describedby": "own-help" });
  const ownLabel = h("label", { for: "own-rounds" }, "Written out");
  const ownField = h("span", { class: "own" }, own, h("small", { id: "own-help" }, "cards in each round; after a slash the size of the pack, whose rest is a face-down stock"));
  const rounds = h("select", { id: "rounds", onchange: chooseRounds }, ROUNDS.map(([value, about]) => h("option", { value }, about)));
  const trump = h("select", { id: "trump" }, h("option", { value: "separate" }, "drawn from a separate pack"), h("option", { value: "turn_up" }, "the stock’s top card, turned up"));
  const practice = h("input", { id: "practice", type: "checkbox", checked: true });

  function chooseRounds() {
    ownLabel.hidden = ownField.hidden = rounds.value !== "own";
    if (rounds.value === "short") trump.value = "separate"; // there is no stock to turn up a card from
    trump.disabled = rounds.value === "short";
  }

  // A rule set chooses every rule; another choice makes it one's own.
  function followRules() {
    const found = RULE_SETS[rules.value];
    if (found) [dealerChange.value, firstLead.value, zeroBonus.value] = found.switches;
  }

  function nameRules() {
    const now = String([dealerChange.value, firstLead.value, zeroBonus.value]);
    rules.value = Object.keys(RULE_SETS).find((name) => String(RULE_SETS[name].switches) === now) ?? CUSTOM;
  }

  const request = () => ({
    rules: rules.value === CUSTOM ? "text" : rules.value, dealer_change: dealerChange.value, first_lead: firstLead.value, zero_bonus: zeroBonus.value,
    seed: seed.value === "" ? null : Number(seed.value), schedule: rounds.value === "own" ? own.value : rounds.value, trump: trump.value, practice: practice.checked ? null : false,
  });
  const form = newGameForm({
    presets: [["Me and three bots", USUAL, USUAL, ME, USUAL], ["Watch four bots", ...FOUR_BOTS], ["Two people", ME, USUAL, PERSON, USUAL]],
    choose: seats.show,
    fields: [h("label", { for: "rules" }, "Rules"), rules, h("label", { for: "rounds" }, "Rounds"), rounds, ownLabel, ownField, h("label", { for: "trump" }, "Trump"), trump],
    seats: seats.root,
    more: h("details", { class: "more-options" }, h("summary", {}, "Rules and options"),
      h("p", { class: "fields" }, h("label", { for: "dealer-change" }, "Bids that add up"), dealerChange, h("label", { for: "first-lead" }, "First lead"), firstLead,
        h("label", { for: "zero-bonus" }, "Bidding 0"), zeroBonus, h("label", { for: "seed" }, "Seed"), seed),
      h("label", { class: "tick", for: "practice" }, practice, "practice, where one person plays: moves can be undone")),
    start: () => startGame(game, seats.chosen(), request(), game.title),
  });
  seats.show([USUAL, USUAL, ME, USUAL]);
  chooseRounds();
  followRules();
  return { form, notes: h("section", { class: "panel offer" }, h("h2", {}, "How to play"), h("ul", { class: "howto" }, HOW_TO_PLAY.map((line) => h("li", {}, line)))) };
}
