// @ts-check
// When a card was clued, from the lines of a log.

// The turns (indices) after the clues that touched a card, as far as a log tells.
export function clueTurns(log, order) {
  return log.filter((line) => line.kind === "clue" && line.orders?.includes(order)).map((line) => line.turn + 1);
}

// The turn of the clue before or after a turn that touched the card, or null.
export function nextClue(log, order, turn, step) {
  const turns = clueTurns(log, order);
  const found = step < 0 ? turns.filter((at) => at < turn).at(-1) : turns.find((at) => at > turn);
  return found ?? null;
}
