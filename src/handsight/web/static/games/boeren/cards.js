// @ts-check
// Cards, suits and seats of Boeren Bridge, drawn and in words.

import { h } from "../../shared/dom.js";

export const SUITS = ["C", "D", "H", "S"];
export const SIGNS = { C: "♣", D: "♦", H: "♥", S: "♠" };
export const SUIT_NAMES = { C: "clubs", D: "diamonds", H: "hearts", S: "spades" };
export const SEATS = ["N", "E", "S", "W"];
export const STOCK = "stock";
export const SEAT_NAMES = ["North", "East", "South", "West"];
export const RANKS = "AKQJT98765432";
const RANK_NAMES = { A: "ace", K: "king", Q: "queen", J: "jack", T: "ten" };

// The ranks of a pack that has so many of each suit, the highest first.
export const ranksOf = (count) => [...RANKS].slice(0, count);
export const rankText = (rank) => (rank === "T" ? "10" : rank);
export const cardText = (card) => `${SIGNS[card[1]]}${rankText(card[0])}`;
export const cardName = (card) => `${RANK_NAMES[card[0]] ?? card[0]} of ${SUIT_NAMES[card[1]]}`;
export const isRed = (card) => card[1] === "D" || card[1] === "H";

// A card's face, or its back where card is null.
export function face(card) {
  if (!card) return h("span", { class: "pc back" });
  return h("span", { class: `pc ${isRed(card) ? "red" : "black"}` },
    h("b", { class: "pip" }, rankText(card[0])), h("i", { class: "pip-suit" }, SIGNS[card[1]]));
}

// A card in running text.
export const inline = (card, extra = "") => h("span", { class: `inline-card ${isRed(card) ? "red" : "black"} ${extra}` }, cardText(card));

// Where a seat sits on the table when that of `bottom` is nearest: clockwise from the bottom.
export const placeOf = (seat, bottom) => ["bottom", "left", "top", "right"][(seat - bottom + 4) % 4];
