// @ts-check
// What is known of the analysis of a game so far.

export const DEFAULT_BY = "robot5";

/**
 * What is known so far: rows by turn (an index), as `analyse --json` prints them.
 * @typedef {{ rows: Map<number, any>, by: string, deals: number, turns: number | null, running: boolean, failure: string }} Found
 */

/** @returns {Found} */
export const nothingFound = (by = DEFAULT_BY) => ({ rows: new Map(), by, deals: 0, turns: null, running: false, failure: "" });

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
