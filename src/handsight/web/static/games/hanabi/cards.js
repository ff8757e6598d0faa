// @ts-check
// Cards as SVG: each suit has a colour, a shape and a letter, so that any one of them is enough.

import { s } from "../../shared/dom.js";
import { ink, penOn } from "./suits.js";

const START = 7;
const PIPS = {
  1: [[50, 80, 2.5]],
  2: [[50, 57, 1.65], [50, 105, 1.65]],
  3: [[50, 54, 1.45], [31, 100, 1.45], [69, 100, 1.45]],
  4: [[32, 60, 1.3], [68, 60, 1.3], [32, 105, 1.3], [68, 105, 1.3]],
  5: [[30, 58, 1.2], [70, 58, 1.2], [50, 82, 1.2], [30, 106, 1.2], [70, 106, 1.2]],
  7: [[50, 80, 2.5]],
};

export const rankWord = (rank) => (rank === START ? "S" : String(rank));
export const cardName = (suits, card) => `${suits[card[0]].name.toLowerCase()} ${card[1] === START ? "start" : card[1]}`;

// Fills that several cards share; put into the page once for a variant. A suit of several colours is striped.
export function paints(suits) {
  const stripes = suits.filter((suit) => suit.mixed).map((suit) => s("linearGradient", { id: suit.id, x1: 0, y1: 0, x2: 1, y2: 0 },
    suit.inks.flatMap((color, at) => [at, at + 1].map((edge) => s("stop", { offset: edge / suit.inks.length, "stop-color": color })))));
  return s("svg", { class: "paints", width: 0, height: 0, "aria-hidden": "true" }, s("defs", {}, stripes));
}

const fillOf = (suit) => (suit.mixed ? `url(#${suit.id})` : suit.inks[0]);

function shape(suit, x, y, scale, attributes = {}) {
  return s("path", { d: suit.path, transform: `translate(${x} ${y}) scale(${scale})`, "fill-rule": "evenodd", ...attributes });
}

function word(text, x, y, size, attributes = {}) {
  return s("text", { x, y, "font-size": size, "text-anchor": "middle", "dominant-baseline": "central", class: "rank", ...attributes }, text);
}

// The face of a card, in a box of 100 by 140.
export function face(suit, rank) {
  const pen = suit.pen;
  return s("g", { class: "face" },
    paper(suit),
    word(rankWord(rank), 22, 26, 34, { fill: pen }),
    word(suit.letter, 80, 23, 17, { fill: pen }),
    (PIPS[rank] ?? PIPS[1]).map(([x, y, scale]) => shape(suit, x, y, scale, { fill: suit.mixed ? fillOf(suit) : pen })));
}

// The ground of a card: its suit's colour; for a suit of several colours stripes around plain paper.
function paper(suit) {
  const rect = (inset, rx, attributes) => s("rect", { x: inset, y: inset, width: 100 - 2 * inset, height: 140 - 2 * inset, rx, ...attributes });
  return [rect(1, 12, { fill: fillOf(suit) }),
    suit.mixed ? rect(7, 8, { fill: suit.ground }) : null,
    suit.edge ? rect(3.5, 10, { fill: "none", stroke: suit.edge, "stroke-width": suit.one_of_each ? 5 : 2 }) : null];
}

// A card that its holder cannot see: what clues leave possible of rank and suit.
export function back(held, suits, ranks) {
  const ranksLeft = ranks.filter((_, at) => held.ranks >> at & 1);
  const suitsLeft = suits.filter((_, at) => held.suits >> at & 1);
  const known = suitsLeft.length === 1 ? suitsLeft[0] : null;
  const pen = known ? known.pen : "var(--back-pen)";
  const step = 84 / Math.max(suits.length, ranks.length, 5);
  return s("g", { class: "back" },
    known ? paper(known) : s("rect", { x: 1, y: 1, width: 98, height: 138, rx: 12, fill: "var(--back)" }),
    s("rect", { x: 5, y: 5, width: 90, height: 130, rx: 9, fill: "none", stroke: pen, "stroke-opacity": 0.4, "stroke-width": 1.5, "stroke-dasharray": "5 4" }),
    ranks.map((rank, at) => word(rankWord(rank), spread(at, ranks.length, step), 20, 17,
      { fill: pen, "fill-opacity": held.ranks >> at & 1 ? 1 : 0.16 })),
    ranksLeft.length === 1 ? word(rankWord(ranksLeft[0]), 50, 72, 58, { fill: pen })
      : known ? shape(known, 50, 72, 2.2, { fill: known.mixed ? fillOf(known) : pen })
      : word("?", 50, 72, 40, { fill: pen, "fill-opacity": 0.25 }),
    suits.map((suit, at) => shape(suit, spread(at, suits.length, step), 121, 0.68, held.suits >> at & 1
      ? { fill: known ? pen : fillOf(suit), stroke: known ? "none" : "var(--back-edge)", "stroke-width": 1.2 }
      : { fill: pen, "fill-opacity": 0.14 })));
}

const spread = (at, count, step) => 50 + (at - (count - 1) / 2) * step;

// The place of a stack without cards.
export function emptyStack(suit) {
  return s("g", { class: "empty" },
    s("rect", { x: 2, y: 2, width: 96, height: 136, rx: 12, fill: "none", stroke: "var(--edge)", "stroke-width": 2.5 }),
    shape(suit, 50, 70, 2.2, { fill: fillOf(suit), "fill-opacity": 0.75, stroke: "var(--edge)", "stroke-width": 0.6 }),
    word(suit.letter, 80, 23, 17, { fill: "var(--faint)" }));
}

// A frame around a card, which the styles colour for its state.
export const ring = () => s("rect", { class: "ring", x: -2, y: -2, width: 104, height: 144, rx: 13 });

// The clues that touched a card, and more faintly those that missed it.
export function marks(held, rules, suits) {
  const sure = { c: one(held.suits), n: one(held.ranks) }; // what is known needs no negative clues
  const clues = [...held.yes.map((mark) => [mark, true]), ...held.no.filter((mark) => !sure[mark[0]]).map((mark) => [mark, false])];
  const step = Math.min(21, 98 / Math.max(clues.length, 1));
  return s("g", { class: "marks", transform: "translate(0 154)" },
    clues.map(([mark, positive], at) => chip(mark, positive, spread(at, clues.length, step), Math.min(1, step / 19), rules, suits)));
}

const one = (mask) => (mask & (mask - 1)) === 0;

function chip(mark, positive, x, scale, rules, suits) {
  const strike = positive ? null : s("path", { d: "M-9 9 9-9", stroke: "var(--ink)", "stroke-width": 2.6, "stroke-linecap": "round" });
  return s("g", { transform: `translate(${x} 0) scale(${scale})`, class: positive ? "yes" : "no" }, clueDisc(mark, { rules, suits }, 9.5), strike);
}

// A clue in a disc (a colour) or a square (a number) of a radius.
export function clueDisc(mark, { rules, suits }, radius) {
  if (mark[0] !== "c") return [s("rect", { x: -radius, y: -radius, width: 2 * radius, height: 2 * radius, rx: radius / 2, fill: "var(--chip)" }),
    word(mark === "?" ? "?" : rankWord(Number(mark.slice(1))), 0, 0.5, 1.5 * radius, { fill: "var(--chip-ink)" })];
  const color = rules.colors[Number(mark.slice(1))];
  return [s("circle", { r: radius, fill: ink(color) }), emblem(color, suits, radius / 16, penOn(color))];
}

// The shape that stands for a clue colour: that of its own suit, or its first letter where no suit has its name.
export function emblem(color, suits, scale, fill) {
  const own = suits.find((suit) => suit.name === color);
  return own ? shape(own, 0, 0, scale, { fill }) : word(color[0], 0, 0.5, 22 * scale, { fill });
}

/**
 * A whole card as one picture; `tall` leaves room for clue marks under it.
 * @param {any} content
 * @param {{ tall?: boolean, [attribute: string]: any }} [options]
 */
export function picture(content, options = {}) {
  const { tall = false, ...attributes } = options;
  return s("svg", { viewBox: tall ? "0 0 100 166" : "0 0 100 140", "aria-hidden": "true", class: "card", ...attributes }, content);
}

// A small flat card, for discards and the log.
export function mini(suit, rank) {
  return s("svg", { viewBox: "0 0 34 30", class: "mini", "aria-hidden": "true" }, smallPaper(suit, 34, 30),
    word(rankWord(rank), 11, 15.5, 18, { fill: suit.pen }),
    shape(suit, 24, 15, 0.6, { fill: suit.mixed ? fillOf(suit) : suit.pen }));
}

// A rank, or several, on the ground of a suit: for what a card is read as.
export function faceChip(suit, text) {
  const width = 20 + 8.5 * text.length;
  return s("svg", { viewBox: `0 0 ${width} 24`, class: "face-chip", "aria-hidden": "true" }, smallPaper(suit, width, 24),
    word(text, 5 + 4.25 * text.length, 12.5, 15, { fill: suit.pen }),
    shape(suit, width - 10, 12, suit.mixed ? 0.45 : 0.5, { fill: suit.mixed ? fillOf(suit) : suit.pen }));
}

// A suit's shape on its own ground, in a square of 26.
export function suitEmblem(suit) {
  return s("svg", { viewBox: "0 0 26 26", class: "emblem", "aria-hidden": "true" }, smallPaper(suit, 26, 26),
    shape(suit, 13, 13, suit.mixed ? 0.66 : 0.8, { fill: suit.mixed ? fillOf(suit) : suit.pen }));
}

function smallPaper(suit, width, height) {
  const rect = (inset, attributes) => s("rect", { x: inset, y: inset, width: width - 2 * inset, height: height - 2 * inset, rx: 6 - inset, ...attributes });
  return [rect(0.5, { fill: fillOf(suit) }), suit.mixed ? rect(3, { fill: suit.ground }) : null,
    suit.edge ? rect(1.5, { fill: "none", stroke: suit.edge, "stroke-width": suit.one_of_each ? 2.5 : 1 }) : null];
}
