// @ts-check
// Every hand of a replay with the possible cards: from clues alone, from all I see, from all its holder sees.

import { botName, plate } from "./board.js";
import { noteMark, notesOn } from "./card_notes.js";
import { visibleNotes } from "./replay_notes.js";
import { back, cardName, face, marks, picture as svg, ring } from "./cards.js";
import { BY_CONVENTION, readingLabel, readingWords, toldToPlay } from "./card_reading.js";
import { canBeRead, readBelief } from "./convention_layer.js";
import { h } from "../../shared/dom.js";
import { belief, byClues, faceText, glance, likely, visible } from "./possible_cards.js";

// What a card's possibilities are worked out from.
export const SOURCES = [
  { word: "clues", name: "Clues only" },
  { word: "me", name: "What this view shows" },
  { word: "holder", name: "What the holder can see" },
  BY_CONVENTION,
];

// Those that this replay has.
export const sourcesOf = (replay) => SOURCES.filter((known) => known !== BY_CONVENTION || canBeRead(replay));

// The belief about one card: { row, held, known }; row is what its holder knows, where that is known exactly.
export function beliefOf(replay, moment, holder, slot, source = replay.state.source) {
  const { rules, state } = replay;
  const held = moment.picture.hands[holder][slot];
  const truth = held.card ? faceText(rules, ...held.card) : null;
  const own = moment.seats.find((row) => row.seat === holder);
  const row = own?.hand[slot] ?? null;
  const nested = moment.nested?.[holder]?.[slot] ?? null;
  const known = row ?? nested;
  const read = source === BY_CONVENTION.word ? readBelief(replay, { holder, held, row, nested, truth }) : null;
  if (read) return { row, held, known: read };
  if (source === "clues" && known) return { row, held, known: byClues(rules, known, truth) };
  if (source === "me" && state.seat !== holder) {
    const unseen = moment.unseen?.find((card) => card.order === held.order);
    if (truth) return { row, held, known: visible(rules, truth) };
    if (unseen) return { row, held, known: belief(rules, unseen) };
  }
  if (row) return { row, held, known: belief(rules, { ...row, truth }) };
  if (nested) {
    const words = `What ${replay.names[holder]} may think possible, over all hands that are possible for ${replay.names[state.seat]}; how likely each card is depends on the hand.`;
    return { row, held, known: belief(rules, { ...nested, truth, words: nested.caveat ? `${words} ${nested.caveat}` : words }) };
  }
  return { row, held, known: null };
}

// The inspected card: the chosen one while it is in a hand, else the one that the last move was about.
export function inspected(replay, moment) {
  const { state } = replay;
  const { hands: dealt } = moment.picture;
  const find = (order) => {
    for (const [holder, hand] of dealt.entries()) {
      const slot = hand.findIndex((held) => held.order === order);
      if (slot >= 0) return { holder, slot };
    }
    return null;
  };
  const last = state.turn ? replay.head.log[state.turn - 1] : null;
  const touched = last?.kind === "clue" ? last.orders[0] : undefined;
  const seat = state.seat ?? Math.max(moment.picture.mover, 0);
  const first = dealt[seat].length ? { holder: seat, slot: dealt[seat].length - 1 } : null;
  return (state.order !== null && find(state.order)) || find(touched) || first;
}

export function hands(replay, moment) {
  const { state, names } = replay;
  const seats = names.length;
  const first = state.seat ?? 0;
  return Array.from({ length: seats }, (_, at) => hand(replay, moment, (first + at) % seats));
}

function hand(replay, moment, holder) {
  const { names, state } = replay;
  const mine = holder === state.seat;
  const moves = moment.picture.mover === holder;
  const own = moment.seats.find((row) => row.seat === holder);
  const chosen = inspected(replay, moment)?.holder === holder;
  return h("section", { class: `hand ${mine ? "mine" : ""} ${moves ? "moves" : ""} ${chosen ? "open" : ""}`, "aria-label": `${names[holder]}'s hand${moves ? ", to move" : ""}`, "data-hand": holder },
    plate(names[holder], holder,
      mine ? h("small", {}, "this view") : null,
      replay.head.bots[holder] ? h("small", { class: "bot-of-seat" }, replay.aboutBot ? botName(replay.head.bots[holder], replay.aboutBot) : replay.head.bots[holder]) : null,
      own ? h("small", { class: "ways", title: "How many hands are possible from what the holder can see" }, h("b", {}, many(own.worlds)), own.worlds === 1 ? " possible hand" : " possible hands") : null,
      moves ? h("span", { class: "turn" }, "to move") : null),
    h("ol", { class: "cards" }, moment.picture.hands[holder].map((_, slot) => h("li", {}, card(replay, moment, holder, slot)))));
}

function card(replay, moment, holder, slot) {
  const { suits, rules, names } = replay;
  const { held, known } = beliefOf(replay, moment, holder, slot);
  const here = inspected(replay, moment);
  const chosen = here && here.holder === holder && here.slot === slot;
  const words = [`${names[holder]}, slot ${slot + 1}: ${held.card ? cardName(suits, held.card) : "hidden"}`, known ? likely(known, suits) : "", readingWords(replay, holder, held.order)];
  return h("button", {
    type: "button", "data-order": held.order, "data-key": `card-${held.order}`, "aria-pressed": String(Boolean(chosen)),
    class: `held ${held.touched ? "touched" : ""} ${chosen ? "inspected" : ""} ${toldToPlay(replay, holder, held.order) ? "told-to-play" : ""}`,
    "aria-label": words.filter(Boolean).join("; "), onclick: () => replay.change({ order: held.order }),
    onpointerdown: hold,
  },
    svg([held.card ? face(suits[held.card[0]], held.card[1]) : back(held, suits, rules.ranks), marks(held, rules, suits), ring()], { tall: true }),
    readingLabel(replay, holder, held.order),
    noteMark(notesOn(visibleNotes(replay), held.order, names)),
    known ? glance(known, suits) : null);
}

const HOLD = 350;

// Holding a card with a finger shows its small grid, as hovering does.
function hold(event) {
  const card = event.currentTarget;
  const timer = setTimeout(() => card.classList.add("peek"), HOLD);
  const release = () => { clearTimeout(timer); card.classList.remove("peek"); };
  for (const end of ["pointerup", "pointercancel", "pointerleave"]) card.addEventListener(end, release, { once: true });
}

const PLAIN = Intl.NumberFormat("en");
const SHORT = Intl.NumberFormat("en", { notation: "compact", maximumSignificantDigits: 3 });

// A large number, short.
export const many = (count) => (count < 100000 ? PLAIN : SHORT).format(count);
