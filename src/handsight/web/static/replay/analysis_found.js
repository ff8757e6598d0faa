// @ts-check
// What is known of the analysis of a game so far.

export const DEFAULT_BY = "robot5";
export const AUTO = "auto";

/**
 * What is known so far: rows by turn (an index), as `analyse --json` prints them. `asked` is the bot that goes on after each move, or AUTO; `by` is the
 * one that does, and `reason` why it was chosen; `until` is how many moves it was chosen by, or null for all. With `believe` the mover's hand is also judged by what its partners did.
 * @typedef {{ rows: Map<number, any>, asked: string, by: string, reason: string, until: number | null, believe: boolean, deals: number, turns: number | null, running: boolean, failure: string }} Found
 */

/** @returns {Found} */
export const nothingFound = ({ asked = DEFAULT_BY, believe = false } = {}) => ({ rows: new Map(), asked, by: asked, reason: "", until: null, believe, deals: 0, turns: null, running: false, failure: "" });

/**
 * Whether nothing more will come for a turn, nor for the others.
 * @param {Found} found
 * @param {number} turn
 */
export function complete({ rows, turns, deals, running }, turn) {
  if (turns === null || running && rows.size < turns) return false;
  const row = rows.get(turn);
  return rows.size >= turns && (turn >= turns || Boolean(row && (row.exact || row.deals >= deals)));
}
