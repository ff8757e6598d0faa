// @ts-check
// What a replay that is read by a convention says in words: over the hands what the last move told, or what is said of the card that one points at; beside
// the stacks what the labels mean.

import { cardChips, conventionName, readTurn, readingOf, readingWords } from "./card_reading.js";
import { h } from "../../shared/dom.js";

// Tell about a card in a hand that is pointed at (its order), or about the last move where that is null.
export function showTold(element, replay, pointed) {
  const on = readTurn(replay) !== null;
  element.hidden = !on;
  if (on) element.replaceChildren(h("b", {}, `By ${conventionName(replay, replay.reading.convention)}`), " · ", (pointed === null ? null : cardStory(replay, pointed)) ?? moveStory(replay));
}

const toldBy = ({ state }, move) => (state.seat === null ? move.told : move.told_in_public);
const sentence = (text) => `${text}.`;

function moveStory(replay) {
  const { state, reading } = replay;
  const move = state.turn ? reading.moves[state.turn - 1] : null;
  if (!move) return "The cards are dealt; nothing has been said yet.";
  const told = toldBy(replay, move).map((one) => sentence(one.text)).join(" ");
  return `${move.text}. ${told || "That tells nothing new about any card."}`;
}

// A card: what it is taken for, by whom, and which move said so.
function cardStory(replay, order) {
  const { state, reading, names, moment } = replay;
  const holder = moment.picture.hands.findIndex((hand) => hand.some((held) => held.order === order));
  if (holder < 0) return null;
  const slot = moment.picture.hands[holder].findIndex((held) => held.order === order) + 1;
  const why = reading.moves.slice(0, state.turn).flatMap((move) => toldBy(replay, move).filter((one) => one.order === order).map((one) => ({ move, text: one.text }))).at(-1);
  const now = readingWords(replay, holder, order) || "nothing is said of it";
  return `${names[holder]}’s slot ${slot}: ${now}. ${why ? `Said at move ${why.move.turn + 1}, when ${why.move.text}: ${sentence(why.text)}` : ""}`;
}

// Say what the labels that are on the board mean.
export function showLegend(element, replay) {
  const { moment } = replay;
  element.hidden = readTurn(replay) === null;
  const found = new Map();
  let cards = null;
  for (const [holder, hand] of moment.picture.hands.entries()) {
    for (const { order } of hand) {
      const said = readingOf(replay, holder, order);
      if (said?.word && !found.has(said.word)) found.set(said.word, said);
      if (said?.cards && cardChips(replay, said.cards).length) cards ??= said.cards;
    }
  }
  const rank = { play: 0, wait: 1, flag: 2 };
  const rows = [...found.values()].sort((one, other) => rank[one.kind] - rank[other.kind]);
  element.replaceChildren(...rows.map((said) => h("span", {}, h("b", { class: `reading-${said.kind}` }, said.word), said.about)),
    ...(cards ? [h("span", {}, cardChips(replay, cards), "what it is taken for")] : []));
}
