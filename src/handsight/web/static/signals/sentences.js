// @ts-check
// Why a group of clues is safe or not, and why there cannot be more groups, in sentences. Slots count from 1, slot 1 is the newest card.

import { plural } from "../shared/numbers.js";

/** @typedef {{ block: string[], rows: number[], copies: number }} Proof */

/**
 * Words in a row: "R", "R or W", "R, W or Y".
 * @param {string[]} words
 * @param {"and" | "or"} last
 */
export function listed(words, last) {
  return words.length < 2 ? words.join("") : `${words.slice(0, -1).join(", ")} ${last} ${words.at(-1)}`;
}

/**
 * Why a group always has a legal clue.
 * @param {Proof} proof
 */
export function whySafe({ block, rows, copies }) {
  const clues = listed(block, "or");
  if (!rows.length) return `${clues} is always legal`;
  const slots = listed(rows.map((row) => String(row + 1)), "and");
  if (rows.length === 1) return `${clues} touches slot ${slots}${copies ? "" : ", whatever card it is"}`;
  return `${clues} touches one of slots ${slots}: of the cards that would avoid it, ${copies ? `only ${copies} ${copies === 1 ? "is" : "are"}` : "none is"} left`;
}

/**
 * Whether a group that somebody tries is safe, and why.
 * @param {{ safe: boolean, proof: Proof | null, hand: string[] | null }} tried
 */
export function verdict({ safe, proof, hand }) {
  if (safe && proof) return `safe: ${whySafe(proof)}`;
  return `not safe: with the hand ${(hand ?? []).join(" ")} none of its clues is legal`;
}

/**
 * Why there cannot be more groups.
 * @param {{ bound: number, most: number, bound_hand: string[], bound_hints: string[] }} found
 */
export function whyNoMore({ bound, most, bound_hand: hand, bound_hints: clues }) {
  if (!bound) return hand.length ? `With the hand ${hand.join(" ")} no clue is legal.` : "The hand is empty.";
  const why = `With the hand ${hand.join(" ")} only ${listed(clues, "and")} ${clues.length === 1 ? "is" : "are"} legal, and every group needs a legal clue: there cannot be more than ${plural(bound, "group")}`;
  return `${why}${most < bound ? `; a search through all safe groups rules out more than ${most}` : ""}.`;
}
