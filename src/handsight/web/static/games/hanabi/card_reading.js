// @ts-check
// What the board says of a card by a convention: one word (play, wait, or a flag's), the cards it is read as, and both in a sentence.

import { faceChip, rankWord } from "./cards.js";
import { h } from "../../shared/dom.js";
import { faceText } from "./possible_cards.js";
import { shortCards } from "./short_cards.js";

export const BY_CONVENTION = { word: "convention", name: "By convention" };

// What a convention is called on the page.
export const conventionName = ({ head }, name) => head.convention_names?.[name] ?? name;

// The reading of the turn that is shown; null until it is there, or where it is not asked for.
export const readTurn = (replay) => (replay.state.source === BY_CONVENTION.word ? replay.reading?.turns[replay.state.turn] ?? null : null);

// What the convention says about a card at the turn that is shown.
export const readCard = (replay, order) => readTurn(replay)?.cards[order] ?? null;

// Whether what a card's holder can tell is shown: with all cards, and of one's own; of others' cards what everybody can tell.
const asHolder = (replay, holder) => replay.state.seat === null || replay.state.seat === holder;

// Whether a card's holder is told to play it.
export function toldToPlay(replay, holder, order) {
  const card = readCard(replay, order);
  return Boolean(asHolder(replay, holder) ? card?.told : card?.told_in_public);
}

// The cards that a card waits for, by their orders.
export const waitsFor = (replay, order) => readTurn(replay)?.supports.find((one) => one.card === order)?.on ?? [];

/**
 * What the board says of a card: { word, kind, about, cards }. `kind` is "play", "wait" or "flag"; `cards` are those that it is read as, or null where
 * the convention says no more than the rules.
 */
export function readingOf(replay, holder, order) {
  const card = readCard(replay, order);
  if (!card) return null;
  const names = asHolder(replay, holder) ? card.probability && Object.keys(card.probability) : card.public;
  const cards = names ? names.map((name) => cardOf(replay.rules, name)).filter(Boolean) : null;
  const flags = card.flags.map((flag) => replay.reading.flags[flag]);
  const short = cards !== null && shortCards(cards, rankWord).length > 0; // beside these there is no room for a long word
  const flag = flags.find((one) => one.word && !(short && one.word.length > SHORT_WORD));
  const said = toldToPlay(replay, holder, order) ? { word: "play", kind: "play", about: PLAY }
    : waitsFor(replay, order).length ? { word: "wait", kind: "wait", about: WAIT }
    : flag ? { word: flag.word, kind: "flag", about: flag.meaning || `a mark of ${conventionName(replay, replay.reading.convention)}` } : { word: "", kind: "", about: "" };
  return { ...said, cards, names: names ?? null, flags };
}

const SHORT_WORD = 5;
const PLAY = "its holder is told to play it";
const WAIT = "fits after other cards";

function cardOf(rules, name) {
  for (const [suit] of rules.suits.entries()) for (const rank of rules.ranks) if (faceText(rules, suit, rank) === name) return /** @type {[number, number]} */ ([suit, rank]);
  return null;
}

const DEEDS = { play: "told to play", wait: "waits for other cards" };

function readAs(replay, holder, said) {
  const who = asHolder(replay, holder) ? replay.names[holder] : "everybody";
  return said.names?.length && said.names.length <= MOST_NAMED ? `read as ${either(said.names)}, as ${who} can tell` : "";
}

// The same in words: "told to play; read as r1 or r2, as Alice can tell".
export function readingWords(replay, holder, order) {
  const said = readingOf(replay, holder, order);
  if (!said) return "";
  return [DEEDS[said.kind] ?? said.flags.find((flag) => flag.word)?.word, readAs(replay, holder, said)].filter(Boolean).join("; ");
}

const MOST_NAMED = 6;
const either = (names) => (names.length === 1 ? names[0] : `${names.slice(0, -1).join(", ")} or ${names.at(-1)}`);

// All that is said of a card, with every flag in its own words.
export function wholeReading(replay, holder, order) {
  const said = readingOf(replay, holder, order);
  return said ? [DEEDS[said.kind], readAs(replay, holder, said), ...said.flags.map((flag) => flag.text)].filter(Boolean) : [];
}

// The label under a card; empty where nothing is said of it, so that all hands keep their places.
export function readingLabel(replay, holder, order) {
  if (!readTurn(replay)) return null;
  const said = readingOf(replay, holder, order);
  if (!said) return h("span", { class: "reading-of" });
  return h("span", { class: "reading-of", title: wholeReading(replay, holder, order).join("\n") || null },
    said.word ? h("b", { class: `reading-${said.kind}` }, said.word) : null,
    said.cards ? cardChips(replay, said.cards) : null);
}

// Cards as small labels in the colours of their suits.
export const cardChips = ({ suits }, cards) => shortCards(cards, rankWord).map(({ suit, text }) => (suit === null ? h("i", { class: "reading-cards" }, text) : faceChip(suits[suit], text)));
