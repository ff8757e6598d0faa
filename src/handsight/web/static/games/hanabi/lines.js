// @ts-check
// Lines of moves that are tried in a replay, as an address writes them: "12.p31.d22.c1n3" departs at turn 12 (counted from 1).

// The line after one more move at a turn (an index): moves of the line from that turn on are dropped.
export function lineWith(line, turn, move) {
  const [start, ...moves] = line ? line.split(".") : [];
  const from = start ? Number(start) - 1 : turn;
  if (turn < from || !start) return `${turn + 1}.${move}`;
  return [start, ...moves.slice(0, turn - from), move].join(".");
}

// The line without its last move; "" where none is left.
export function lineWithoutLast(line) {
  const parts = line.split(".").slice(0, -1);
  return parts.length > 1 ? parts.join(".") : "";
}
