// @ts-check
// The board of Boeren Bridge: four hands around the trick, the figures, the scores and the log.

import { SEATS, SUITS, SUIT_NAMES, cardName, face, inline, placeOf, sign } from "./cards.js";
import { h } from "../../shared/dom.js";
import { icon } from "../../shared/icons.js";
import { number, plural, signed } from "../../shared/numbers.js";

export const bottomOf = (game) => (game.welcome.seat < 0 ? 2 : game.welcome.seat);

export function felt(game, shown, pick) {
  const bottom = bottomOf(game);
  return h("div", { class: `cloth ${shown.bidding && !shown.over ? "bidding" : ""}` }, figures(shown), SEATS.map((_, seat) => player(game, shown, seat, placeOf(seat, bottom), pick)), middle(game, shown, bottom, pick));
}

function player(game, shown, seat, place, pick) {
  const { welcome } = game;
  const mine = seat === welcome.seat;
  const moves = shown.mover === seat;
  const bid = shown.bids[seat];
  return h("section", {
    class: `player at-${place} seat-${seat} ${moves ? "moves" : ""} ${mine ? "mine" : ""} ${shown.sizes[shown.round] > 5 ? "many" : ""}`,
    "aria-label": `${welcome.names[seat]}${mine ? ", you" : ""}${moves ? ", to move" : ""}: ${bid === null ? "no bid yet" : `bid ${bid}`}, ${plural(shown.won[seat], "trick")} won${shown.over ? `, ${plural(shown.scores[shown.round]?.[seat], "point")}` : ""}`,
  },
    h("header", {}, h("span", { class: "who" }, initial(welcome.names[seat]), welcome.names[seat], mine ? h("small", {}, " you") : null),
      shown.dealer === seat ? h("span", { class: "dealer", title: "Dealer: bids last" }, "dealer") : null,
      !mine ? h("small", { class: "bot" }, welcome.bots[seat] || (game.now.present[seat] ? "" : "not here")) : null),
    tally(bid, shown.won[seat], shown.over ? shown.scores[shown.round]?.[seat] : null),
    h("ol", { class: "fan-hand" }, shown.hands[seat].map((card, slot) => h("li", {}, held(game, shown, seat, slot, card, pick)))));
}

const initial = (name) => h("span", { class: "initial", "aria-hidden": "true" }, [...name][0]?.toUpperCase() ?? "");

// The bid and the tricks of a seat; when the round is over, its points.
function tally(bid, won, points) {
  const over = points !== null && points !== undefined;
  const mood = bid === null ? "" : won === bid ? "met" : won > bid || over ? "missed" : "";
  return h("p", { class: `tally ${mood}`, "aria-hidden": "true" },
    h("span", {}, "bid ", h("b", {}, bid === null ? "–" : String(bid))), h("span", {}, "won ", h("b", {}, String(won))),
    over ? h("b", { class: "points" }, signed(points)) : null);
}

function held(game, shown, seat, slot, card, pick) {
  if (!card) return h("span", { class: "holder", role: "img", "aria-label": "a hidden card" }, face(null));
  const playable = !game.look && seat === game.welcome.seat && shown.choices.includes(card);
  const barred = !game.look && seat === game.welcome.seat && shown.choices.length > 0 && !shown.bidding && !playable;
  return h("button", {
    type: "button", class: `holder ${playable ? "playable" : ""} ${barred ? "barred" : ""} ${game.card === card ? "chosen" : ""}`, "data-key": `card-${card}`,
    "aria-label": playable ? `Play the ${cardName(card)}` : `${cardName(card)}: show its model`, onclick: () => pick(card, playable),
  }, face(card), playable ? h("kbd", { "aria-hidden": "true" }, String(slot + 1)) : null);
}

function middle(game, shown, bottom, pick) {
  const { trick } = shown;
  const suit = SUITS[shown.trump];
  const cards = trick.cards.map((card, at) => [card, (trick.leader + at) % 4]);
  const words = cards.map(([card, seat]) => `${game.welcome.names[seat]} the ${cardName(card)}`).join(", ");
  return h("section", { class: "trick", "aria-label": `Trick: ${words || "empty"}${trick.winner >= 0 ? `; ${game.welcome.names[trick.winner]} took it` : ""}` },
    h("p", { class: `trump ${suit === "D" || suit === "H" ? "red" : "black"}`, "aria-label": `Trump: ${SUIT_NAMES[suit]}` }, h("b", { "aria-hidden": "true" }, sign(suit)), h("small", { "aria-hidden": "true" }, "trump")),
    cards.map(([card, seat]) => h("button", {
      type: "button", class: `holder laid at-${placeOf(seat, bottom)} ${trick.winner === seat ? "took" : ""} ${game.card === card ? "chosen" : ""}`,
      "data-key": `laid-${card}`, "aria-label": `${cardName(card)}, played by ${game.welcome.names[seat]}`, onclick: () => pick(card, false),
    }, face(card))));
}

// A suit with its sign, and its name.
const named = (suit) => h("span", { class: "named-suit" }, h("span", { "aria-hidden": "true" }, sign(suit)), SUIT_NAMES[suit]);

function figures(shown) {
  const suit = SUITS[shown.trump];
  const tricks = shown.won.reduce((sum, one) => sum + one, 0);
  const bids = shown.bids.filter((bid) => bid !== null).reduce((sum, bid) => sum + bid, 0);
  const items = [
    ["Round", `${shown.round + 1} of ${shown.sizes.length}`], ["Cards", String(shown.sizes[shown.round])],
    ["Trump", named(suit)], ["Led", shown.trick.cards.length && shown.trick.winner < 0 ? named(shown.trick.cards[0][1]) : "–"],
    ["Tricks", `${tricks} of ${shown.sizes[shown.round]}`], ["Sum of bids", String(bids)],
    ...(shown.stock ? [["Stock", String(shown.stock)]] : []), ...(shown.turned ? [["Turned up", inline(shown.turned)]] : []),
  ];
  return h("dl", { class: "figures", "aria-label": "The round so far" },
    items.map(([name, value]) => h("div", { class: "figure" }, h("dt", {}, name), h("dd", {}, h("b", {}, value)))));
}

export function scores(game, shown) {
  const { names } = game.welcome;
  const best = Math.max(...shown.totals);
  return h("section", { class: "scorecard", "aria-label": "Scores" },
    h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Round"), names.map((name, seat) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, shown.sizes.map((size, at) => h("tr", { class: at === shown.round ? "current" : "" }, h("th", { scope: "row" }, `${at + 1} `, h("small", {}, plural(size, "card"))),
        names.map((_, seat) => h("td", { class: shown.scores[at]?.[seat] < 0 ? "minus" : "" }, shown.scores[at] ? signed(shown.scores[at][seat]) : "·"))))),
      h("tfoot", {}, h("tr", {}, h("th", { scope: "row" }, "Total"), shown.totals.map((total) => h("td", { class: shown.scores.length && total === best ? "lead" : "" }, number(total)))))));
}

const ICONS = { void: "none" }; // the others are named like their kind

export function log(game, shown, look) {
  const lines = [...shown.log].reverse();
  return h("section", { class: "log", "aria-label": "Log" },
    lines.length ? h("ol", { reversed: true }, lines.map((line, at) => h("li", { class: `log-${line.kind}` }, h("button", {
      type: "button", class: "line", "data-key": `line-${lines.length - at}`, title: line.formula ? `Show the table after this; everybody knows: ${line.formula}` : "Show the table after this", onclick: () => look(line.turn),
    }, icon(ICONS[line.kind] ?? line.kind), line.seat >= 0 ? initial(game.welcome.names[line.seat]) : h("span", {}), h("span", {}, line.text)))))
      : h("p", { class: "faint" }, "The cards are dealt."));
}
