// The form for a new game of Boeren Bridge.

import { ME, PERSON, newGameForm, seatChooser, startGame } from "../../home/new_game.js";
import { h } from "../../shared/dom.js";

const USUAL = "counter";
const FOUR_BOTS = ["greedy", "full-kripke", "counter", "greedy-kripke"];
const ROUNDS = [
  ["short", "five: 3, 4, 5, 4 and 3 cards, all dealt out"], ["long", "fifteen: 1 to 8 and back to 1 card, from the whole pack"], ["own", "others, written out"],
];
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
  const rules = h("select", { id: "rules" },
    h("option", { value: "text" }, "text: the deal goes clockwise"), h("option", { value: "author" }, "author: the winner of the last trick leads the next round"));
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

  const request = () => ({
    rules: rules.value, schedule: rounds.value === "own" ? own.value : rounds.value, trump: trump.value, practice: practice.checked ? null : false,
  });
  const form = newGameForm({
    presets: [["Me and three bots", USUAL, USUAL, ME, USUAL], ["Watch four bots", ...FOUR_BOTS], ["Two people", ME, USUAL, PERSON, USUAL]],
    choose: seats.show,
    fields: [h("label", { for: "rules" }, "Rules"), rules, h("label", { for: "rounds" }, "Rounds"), rounds, ownLabel, ownField, h("label", { for: "trump" }, "Trump"), trump],
    seats: seats.root,
    more: h("label", { class: "tick", for: "practice" }, practice, "practice, where one person plays: moves can be undone"),
    start: () => startGame(game, seats.chosen(), request(), game.title),
  });
  seats.show([USUAL, USUAL, ME, USUAL]);
  chooseRounds();
  return { form, notes: h("section", { class: "panel offer" }, h("h2", {}, "How to play"), h("ul", { class: "howto" }, HOW_TO_PLAY.map((line) => h("li", {}, line)))) };
}
