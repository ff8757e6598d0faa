// @ts-check
// The board: figures, stacks and discards in the middle, and every hand in a row of its own.

import { back, cardName, emptyStack, face, marks, mini, picture as svg, rankWord, ring } from "./cards.js";
import { h, s } from "../../shared/dom.js";
import { icon } from "../../shared/icons.js";
import { number, plural } from "../../shared/numbers.js";
import { noteMark, notesOn } from "./card_notes.js";

const ARROWS = { "↑": "up", "↓": "down" };

export function figures(game, shown) {
  const { rules } = game.welcome;
  const items = [
    figure("Score", shown.score_text,
      shown.max_score !== null && shown.max_score < rules.max_score ? "low" : ""),
    h("div", { class: "figure tokens" }, h("dt", {}, "Clues"), h("dd", { "aria-label": plural(shown.tokens, "clue token") },
      h("b", {}, String(shown.tokens)), dots(shown.tokens, rules.tokens, "token"))),
    shown.strikes === null ? null : h("div", { class: "figure strikes" }, h("dt", {}, "Strikes"),
      h("dd", { "aria-label": plural(shown.strikes, "strike") }, dots(shown.strikes, rules.strikes, "strike"))),
    figure("Deck", String(shown.deck)),
    shown.pace === null ? null : figure("Pace", number(shown.pace), shown.pace <= 0 ? "bad" : shown.pace < shown.hands.length ? "low" : "", "How many cards can still be discarded if every point is to be made"),
    shown.turns_left === null || shown.over ? null : figure("Turns left", String(shown.turns_left), "bad"),
  ];
  return h("dl", { class: "figures", "aria-label": "Score and tokens" }, items);
}

function figure(name, value, mood = "", about = null) {
  return h("div", { class: `figure ${mood}` }, h("dt", { title: about }, name), h("dd", { title: about }, h("b", {}, value)));
}

function dots(count, most, kind) {
  return h("span", { class: `dots ${kind}`, "aria-hidden": "true" },
    Array.from({ length: most }, (_, at) => h("i", { class: at + 1 <= count ? "on" : at < count ? "half" : "" })));
}

export function stacks(game, shown) {
  const { suits, welcome } = game;
  const last = lastPlaced(shown);
  if (!shown.stacks) return h("section", { class: "stacks hidden-stacks", "aria-label": "Stacks" },
    h("p", {}, `${plural(shown.played, "card")} played face down; what fitted is shown when the game is over.`));
  return h("section", { class: "stacks", "aria-label": "Stacks" }, h("ol", {}, shown.stacks.map((stack, at) => {
    const suit = suits[at];
    const words = stack.height ? `${suit.name} stack: ${stack.top === 7 ? "start" : stack.top} on top` : `${suit.name} stack: empty`;
    const dead = stack.limit < welcome.rules.full;
    return h("li", { "aria-label": dead ? `${words}; can reach ${stack.limit}` : words, class: stack.order === last && stack.height ? "last" : null },
      stack.height
        ? svg([face(suit, stack.top), ring()], { "data-order": stack.order })
        : svg(emptyStack(suit)),
      h("span", { class: "height", "aria-hidden": "true" },
        Array.from({ length: welcome.rules.full }, (_, n) => h("i", { class: n < stack.height ? "on" : n >= stack.limit ? "gone" : "" })),
        ARROWS[stack.arrow] || suit.down ? icon(ARROWS[stack.arrow] ?? "down") : null));
  })));
}

// The card that the last move put down, or -1.
function lastPlaced(shown) {
  const line = shown.log.at(-1);
  return line?.kind === "play" || line?.kind === "discard" ? line.orders[0] : -1;
}

export function discards(game, shown) {
  const { suits } = game;
  const last = lastPlaced(shown);
  const rows = suits.map((suit, at) => shown.discards
    .filter(([, card]) => card && card[0] === at)
    .sort((one, other) => one[1][1] - other[1][1]));
  const words = rows.flat().map(([, card]) => cardName(suits, card)).join(", ");
  return h("section", { class: "discards", "aria-label": words ? `Discards: ${words}` : "No discards" },
    h("h2", {}, "Discards"),
    rows.some((row) => row.length)
      ? rows.map((row, at) => row.length ? h("div", { class: "row" }, row.map(([order, card]) =>
          h("span", { "data-order": order, class: order === last ? "last" : null }, mini(suits[at], card[1])))) : null)
      : h("p", { class: "faint" }, "Nothing yet."));
}

export function hands(game, shown, pick) {
  const { welcome } = game;
  const seats = welcome.names.length;
  const first = welcome.seat < 0 ? 0 : welcome.seat + 1;
  const order = Array.from({ length: seats }, (_, at) => (first + at) % seats);
  return order.map((seat) => hand(game, shown, seat, pick));
}

const TALL = 1.68; // a card with the clues under it, in card widths

// Tell the styles how many rows and columns of cards there are; `more` is what else stands in the rows, in card widths.
export function measureRows(element, hands, suits, more = 0) {
  const set = (name, value) => element.style.setProperty(name, String(value));
  set("--rows", hands.length);
  set("--units", hands.length * TALL + more);
  set("--slots", Math.max(3, ...hands.map((hand) => hand.length)));
  set("--suits", suits);
}

// Whether what lies on the table stands in a strip over the hands, not in a column beside them: it leaves two hands more room.
export const asStrip = (players) => players === 2;

// A player's initial, name and state, beside the hand.
export function plate(name, seat, ...more) {
  return h("h2", { class: "plate" }, h("span", { class: "initial", "aria-hidden": "true", "data-plate": seat }, [...name][0]?.toUpperCase() ?? ""), h("span", { class: "who", title: name }, name), more);
}

// A bot's name, which leads to what its clues mean.
export function botName(bot, about) {
  return h("button", { type: "button", class: "bot", "data-key": `bot-${bot}`, title: `What do the clues of ${bot} mean?`, onclick: () => about(bot) }, bot);
}

function hand(game, shown, seat, pick) {
  const { welcome } = game;
  const mine = seat === welcome.seat;
  const moves = shown.mover === seat;
  const name = welcome.names[seat];
  return h("section", {
    class: ["hand", mine ? "mine" : "", moves ? "moves" : "", game.choice.kind === "clue" && game.choice.seat === seat ? "target" : ""].join(" "),
    "aria-label": `${mine ? "Your" : `${name}'s`} hand${moves ? ", to move" : ""}`, "data-hand": seat,
  },
    plate(name, seat,
      mine && name !== "You" ? h("small", {}, "you") : null,
      welcome.bots[seat] ? botName(welcome.bots[seat], game.aboutBot) : null,
      !welcome.bots[seat] && !mine && !game.now.present[seat] ? h("small", { class: "away" }, "not here") : null,
      moves ? h("span", { class: "turn" }, mine ? "your turn" : welcome.bots[seat] && shown.going !== false ? "thinking…" : "to move") : null),
    h("ol", { class: "cards" }, shown.hands[seat].map((held, slot) => h("li", {}, card(game, shown, seat, slot, held, pick)))));
}

function card(game, shown, seat, slot, held, pick) {
  const { suits, welcome, choice } = game;
  const chosen = (choice.kind === "card" || choice.kind === "clue") && choice.order === held.order;
  const touched = choice.kind === "clue" && choice.mark
    && shown.clues.some(([to, mark, orders]) => to === choice.seat && mark === choice.mark && orders.includes(held.order));
  return h("button", {
    type: "button", "data-order": held.order, "data-key": `card-${held.order}`,
    class: ["held", held.touched ? "touched" : "", chosen ? "chosen" : "", touched ? "would" : ""].join(" "),
    "aria-label": cardWords(game, seat, slot, held), "aria-pressed": chosen ? "true" : null,
    onclick: (event) => pick(seat, held.order, event),
  },
    svg([held.card && !game.empathy ? face(suits[held.card[0]], held.card[1]) : back(held, suits, welcome.rules.ranks), marks(held, welcome.rules, suits), ring()], { tall: true }),
    noteMark(notesOn(game.notes, held.order, welcome.names)),
    seat === welcome.seat ? h("kbd", { class: "held-key", "aria-hidden": "true" }, String(slot + 1)) : null);
}

function cardWords(game, seat, slot, held) {
  const { suits, welcome } = game;
  const named = (list) => list.map((mark) => clueWord(welcome.rules, mark)).join(", ");
  const note = notesOn(game.notes, held.order, welcome.names);
  const what = held.card && !game.empathy ? cardName(suits, held.card) : possible(held, suits, welcome.rules.ranks);
  return [`Slot ${slot + 1}: ${what}`, held.yes.length ? `clued ${named(held.yes)}` : "", held.no.length ? `not ${named(held.no)}` : "", note ? `note: ${note}` : ""]
    .filter(Boolean).join("; ");
}

function possible(held, suits, ranks) {
  const left = (all, mask) => all.filter((_, at) => mask >> at & 1);
  const names = left(suits, held.suits).map((suit) => suit.name.toLowerCase());
  const numbers = left(ranks, held.ranks).map(rankWord);
  if (names.length === suits.length && numbers.length === ranks.length) return "hidden";
  return `hidden, ${names.length === suits.length ? "any suit" : names.join(" or ")}, ${numbers.length === ranks.length ? "any rank" : numbers.join(" or ")}`;
}

export function clueWord(rules, mark) {
  return mark === "?" ? "something" : mark[0] === "c" ? rules.colors[Number(mark.slice(1))].toLowerCase() : mark.slice(1);
}
