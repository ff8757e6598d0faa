// @ts-check
// Cards, suits and seats of Boeren Bridge, drawn and in words.

import { h, s } from "../../shared/dom.js";

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

// The shapes of the suits, in a box of 20 around the middle; letters such as ♥ look different on every machine.
const SHAPES = {
  C: "M0-9.500a4.400 4.400 0 0 1 3.300 7.300A4.400 4.400 0 1 1 1 4.600C1.200 7 2 8.500 3.600 9.500h-7.200C-2 8.500-1.200 7-1 4.600a4.400 4.400 0 1 1-2.300-6.800A4.400 4.400 0 0 1 0-9.500Z",
  D: "M0-10 7.500 0 0 10-7.500 0Z",
  H: "M0 9.500C-6 4-9.500.500-9.500-3.800-9.500-7-7.200-9-4.800-9-2.600-9-.800-7.700 0-5.700.800-7.700 2.600-9 4.800-9c2.400 0 4.700 2 4.700 5.200C9.500.500 6 4 0 9.500Z",
  S: "M0-9.500C2.500-5 9.300-2 9.300 2.600c0 2.800-2 4.500-4.300 4.500A4.600 4.600 0 0 1 1 4.800C1.200 7 2 8.500 3.600 9.500h-7.200C-2 8.500-1.200 7-1 4.800a4.600 4.600 0 0 1-4 2.300c-2.300 0-4.300-1.700-4.300-4.500C-9.300-2-2.500-5 0-9.500Z",
};
const shape = (suit, x, y, scale) => s("path", { d: SHAPES[suit], transform: `translate(${x} ${y}) scale(${scale})` });

// A suit's sign, as high as the text around it.
export const sign = (suit) => s("svg", { viewBox: "-10 -10 20 20", class: "suit-sign", role: "img", "aria-label": SUIT_NAMES[suit] }, shape(suit, 0, 0, 1));

// A card's face, or its back where card is null.
export function face(card) {
  if (!card) return h("span", { class: "pc back" });
  const rank = rankText(card[0]);
  return h("span", { class: `pc ${isRed(card) ? "red" : "black"}` }, s("svg", { viewBox: "0 0 100 140", "aria-hidden": "true" },
    s("text", { x: rank.length > 1 ? 27 : 21, y: 24, "font-size": 34, "letter-spacing": rank.length > 1 ? -3 : 0, "font-weight": 700, "text-anchor": "middle", "dominant-baseline": "central" }, rank),
    shape(card[1], 21, 54, 1.05), shape(card[1], 58, 92, 2.700)));
}

// A card in running text.
export const inline = (card, extra = "") => h("span", { class: `inline-card ${isRed(card) ? "red" : "black"} ${extra}` }, sign(card[1]), rankText(card[0]));

// Where a seat sits on the table when that of `bottom` is nearest: clockwise from the bottom.
export const placeOf = (seat, bottom) => ["bottom", "left", "top", "right"][(seat - bottom + 4) % 4];
