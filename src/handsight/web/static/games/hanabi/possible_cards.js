// @ts-check
// The possible cards in a slot: a grid of all cards, suits by ranks, each with its probability or why it is ruled out.

import { rankWord, suitEmblem } from "./cards.js";
import { h, s } from "../../shared/dom.js";
import { icon } from "../../shared/icons.js";

const START = 7;
const OUT = {
  "by-clue": "a clue rules it out",
  "by-sight": "every copy is visible",
  "by-hand": "the other cards of the hand need every copy",
  "by-count": "no copy can be left",
  "by-convention": "the convention rules it out",
};

export const faceText = (rules, suit, rank) => `${rules.suits[suit].letter}${rank === START ? "s" : rank}`;

// A belief: the possible cards, how likely each is (null where that is unknown), and why the others are ruled out.
export function belief(rules, { possible, probability = null, clues = null, counted = null, allowed = null, truth = null, words = "" }) {
  const left = new Set(possible);
  const clued = clues && new Set(clues);
  const alone = counted && new Set(counted);
  const byRules = new Set(allowed ?? []); // what only a convention rules out
  const why = (face) => (byRules.has(face) ? "by-convention" : clued && !clued.has(face) ? "by-clue" : !alone ? "by-count" : alone.has(face) ? "by-hand" : "by-sight");
  const cells = rules.suits.map((_, suit) => rules.ranks.map((rank) => {
    const face = faceText(rules, suit, rank);
    return left.has(face)
      ? { face, suit, rank, chance: probability ? probability[face] ?? 0 : null, out: "" }
      : { face, suit, rank, chance: 0, out: why(face) };
  }));
  return { cells, sure: left.size === 1, count: left.size, truth, words };
}

// From clues alone, a card is as likely as the deck has copies of it.
export function byClues(rules, row, truth) {
  const copies = {};
  rules.suits.forEach((_, suit) => rules.ranks.forEach((rank, at) => {
    copies[faceText(rules, suit, rank)] = rules.copies[suit * rules.ranks.length + at];
  }));
  const total = row.clues.reduce((sum, face) => sum + copies[face], 0);
  const probability = Object.fromEntries(row.clues.map((face) => [face, copies[face] / total]));
  return belief(rules, { possible: row.clues, probability, clues: row.clues, truth });
}

// The belief about a card that is seen.
export function visible(rules, truth) {
  return belief(rules, { possible: [truth], probability: { [truth]: 1 }, counted: [truth], truth });
}

export function percent(chance) {
  if (chance === null) return "?";
  if (chance === 0) return "0";
  if (chance > 1 - 1e-12) return "100";
  const value = 100 * chance;
  return value < 0.1 ? "<0.1" : value < 9.95 ? value.toFixed(1) : value > 99.9 ? ">99.9" : value.toFixed(0);
}

// The whole grid, as a table that screen readers can read.
export function grid(known, suits, rules, caption) {
  const table = h("table", { class: "identities" },
    h("caption", { class: "visually-hidden" }, caption),
    h("thead", {}, h("tr", {}, h("td", { "aria-hidden": "true" }, "%"), rules.ranks.map((rank) => h("th", { scope: "col" }, rankWord(rank))))),
    h("tbody", {}, known.cells.map((row, suit) => h("tr", {},
      h("th", { scope: "row" }, suitEmblem(suits[suit]), h("span", { class: "visually-hidden" }, suits[suit].name)),
      row.map((cell) => box(cell, suits[suit], known.truth))))));
  return table;
}

function box(cell, suit, truth) {
  const name = `${suit.name} ${rankWord(cell.rank)}`;
  const words = cell.out ? `${name}: no, ${OUT[cell.out]}` : `${name}: ${cell.chance === null ? "possible" : `${percent(cell.chance)}%`}`;
  const td = h("td", {
    class: ["cell", cell.out ? `out ${cell.out}` : "may", cell.face === truth ? "truth" : ""].join(" "),
    title: cell.face === truth ? `${words} (this is the card)` : words, "data-face": cell.face,
  }, cell.out ? h("span", { class: "visually-hidden" }, `no, ${OUT[cell.out]}`)
    : h("span", { "data-chance": cell.chance ?? "" }, cell.chance === null ? icon("yes") : percent(cell.chance)));
  tint(td, suit.inks);
  td.style.setProperty("--chance", cell.out ? 0 : 0.12 + 0.88 * Math.sqrt(cell.chance ?? 0.25));
  return td;
}

// Colour a cell like its suit, as strongly as it is likely.
function tint(td, inks) {
  const shade = (ink) => `color-mix(in srgb, ${ink} calc(var(--chance) * var(--strength)), var(--panel))`;
  const shades = inks.map(shade);
  td.style.setProperty("--tint", shades.length > 1 ? `linear-gradient(100deg, ${shades.join(", ")})` : `linear-gradient(${shades[0]}, ${shades[0]})`);
}

// The same grid, small, for the space under a card.
export function glance(known, suits) {
  const [wide, high, gap] = [14, 9, 1.5];
  const rows = known.cells.length;
  const columns = known.cells[0].length;
  return s("svg", {
    class: known.sure ? "glance sure" : "glance", "aria-hidden": "true",
    viewBox: `0 0 ${columns * (wide + gap) - gap} ${rows * (high + gap) - gap}`,
  }, known.cells.flatMap((row, suit) => row.map((cell, at) => s("rect", {
    x: at * (wide + gap), y: suit * (high + gap), width: wide, height: high, rx: 2,
    class: cell.out ? "out" : cell.face === known.truth ? "truth" : "",
    fill: cell.out ? null : suits[suit].mixed ? `url(#${suits[suit].id})` : suits[suit].inks[0],
    "fill-opacity": cell.out ? null : 0.18 + 0.82 * Math.sqrt(cell.chance ?? 0.25),
  }))));
}

// The likeliest cards in words, for screen readers.
export function likely(known, suits) {
  const cells = known.cells.flat().filter((cell) => !cell.out).sort((one, other) => (other.chance ?? 0) - (one.chance ?? 0));
  if (cells.length === 1) return `certainly ${name(cells[0])}`;
  const shown = cells.slice(0, 3).map((cell) => `${name(cell)}${cell.chance === null ? "" : ` ${percent(cell.chance)}%`}`);
  return `${cells.length} possible: ${shown.join(", ")}${cells.length > 3 ? ", …" : ""}`;

  function name(cell) {
    return `${suits[cell.suit].name.toLowerCase()} ${rankWord(cell.rank)}`;
  }
}

// The probabilities that a card is playable, critical or trash.
export function uses(row) {
  const words = [["playable", "Playable now"], ["critical", "Critical"], ["trash", "Trash"]];
  if (row.playable === null) return h("p", { class: "faint" }, "Unknown: the stacks lie face down.");
  return h("dl", { class: "uses" }, words.map(([word, name]) => {
    const bar = h("span", { class: "bar", "aria-hidden": "true" });
    bar.style.setProperty("--share", row[word]);
    return h("div", { class: word }, h("dt", {}, name), h("dd", { "data-use": word }, bar, h("b", {}, `${percent(row[word])}%`)));
  }));
}
