// @ts-check
// The address of a moment of a replay, also in a line of other moves: what a second browser needs to show the same.

/**
 * What an address says of a replay's state, apart from its turn and its card.
 * @param {any} state
 */
const view = (state) => ({
  ...(state.seat === null ? {} : { seat: state.seat }),
  ...((state.source ?? "holder") === "holder" ? {} : { from: state.source }),
  ...(state.hidden ? { future: "hidden" } : {}),
  ...(state.by ? { by: state.by } : {}),
  ...(state.tab ? { tab: state.tab } : {}),
  ...(state.judge && state.judge !== "robot5" ? { judge: state.judge } : {}),
  ...(state.believe ? { believe: 1 } : {}),
  ...(state.open ? { open: 1 } : {}),
});

// The address of the moment that is shown.
export function momentAddress(source, state) {
  const card = state.order === null ? {} : { card: state.order };
  return `#${source.path}?${new URLSearchParams({ ...source.fixed, turn: state.turn + 1, ...card, ...view(state) })}`;
}

// The address of a line of moves at a turn (an index), or of the game itself where the line is empty.
export function lineAddress(source, state, line, turn) {
  const words = new URLSearchParams({ ...source.fixed, turn: turn + 1, ...view(state) });
  if (line) words.set("line", line); else words.delete("line");
  return `#${source.path}?${words}`;
}
