// @ts-check
// Where a game lost points, by its analysis: moves that are called something, and points that became impossible.

/** @typedef {{ turn: number, seat: number, loss: number, call: string | null, points: number, row: any }} Mistake */

const played = (row) => row.moves.find((move) => move.move === row.played);

/**
 * The mistakes of the turns before `end`, in the order of the game.
 * @param {Iterable<any>} rows
 * @param {number} end
 * @returns {Mistake[]}
 */
export function mistakes(rows, end = Infinity) {
  return [...rows].filter((row) => row.played !== null && row.turn < end && (row.call || row.facts.length))
    .map((row) => ({ turn: row.turn, seat: row.seat, loss: played(row)?.loss ?? 0, call: row.call, points: row.facts.reduce((sum, fact) => sum + fact.points, 0), row }))
    .sort((one, other) => one.turn - other.turn);
}

/**
 * The worst first: what lost most in expectation, then what made most points impossible.
 * @param {Mistake[]} found
 */
export const worstFirst = (found) => [...found].sort((one, other) => (other.call ? other.loss : 0) - (one.call ? one.loss : 0) || other.points - one.points || one.turn - other.turn);

/**
 * The turn of the next mistake in a direction, or null.
 * @param {Mistake[]} found
 * @param {number} turn
 * @param {1 | -1} step
 */
export function nextMistake(found, turn, step) {
  const there = found.filter((one) => (one.turn - turn) * step > 0);
  return there.length ? (step > 0 ? there[0] : there[there.length - 1]).turn : null;
}

/**
 * What each player's moves lost on average, and how many were among the best.
 * @param {Iterable<any>} rows
 * @param {number} players
 * @param {number} end
 */
export function byPlayer(rows, players, end = Infinity) {
  const all = [...rows].filter((row) => row.played !== null && row.turn < end);
  return Array.from({ length: players }, (_, seat) => {
    const own = all.filter((row) => row.seat === seat);
    const lost = own.reduce((sum, row) => sum + (played(row)?.loss ?? 0), 0);
    return { moves: own.length, mean: own.length ? lost / own.length : 0, best: own.filter((row) => row.best.includes(row.played)).length };
  });
}
