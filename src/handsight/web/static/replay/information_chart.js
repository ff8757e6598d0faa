// @ts-check
// The information that every move gave, in bits, as bars along the turns of a game; a click goes to the turn.

import { h, s } from "../shared/dom.js";

const HIGH = 40;

// rows have turn, seat and bits. Returns for each turn the bits of each seat.
export function bitsByTurn(rows, turns, seats) {
  const found = Array.from({ length: turns + 1 }, () => Array(seats).fill(0));
  for (const row of rows) found[row.turn + 1][row.seat] = row.bits;
  return found;
}

// Draw the bars of turns 1 to `shown` on a line that is `turns` long; only one seat's where `seat` is given.
export function informationChart({ bits, turns, shown, seat, log, names, go }) {
  const of = (turn) => (seat === null ? bits[turn] : bits[turn].map((value, who) => (who === seat ? value : 0)));
  const most = Math.max(4, ...bits.slice(1, shown + 1).map((_, turn) => sum(of(turn + 1))));
  const span = Math.max(turns, 1);
  const wide = Math.min(0.72, span * 0.02); // narrow bars in a short game
  const bar = (turn, y, high, name) => s("rect", { x: turn - wide / 2, y, width: wide, height: high, class: name });
  const bars = Array.from({ length: shown }, (_, index) => {
    const turn = index + 1;
    const line = log[index];
    let y = HIGH;
    const parts = of(turn).map((value, who) => {
      const high = (value / most) * HIGH;
      y -= high;
      return value > 0.005 ? bar(turn, y, high, `of-seat-${who}`) : null;
    });
    return s("g", { class: `move was-${line.kind} ${line.strike ? "strike" : ""}`, "data-turn": turn, onclick: () => go(turn) },
      s("title", {}, `${turn}. ${line.text}\n${gainText(of(turn), names)}`),
      s("rect", { x: turn - 0.5, y: 0, width: turn === span ? 0.5 : 1, height: HIGH + 6, class: "reach" }),
      parts, bar(turn, HIGH + 2, 4, "kind"));
  });
  return h("div", { class: "information-chart" }, s("svg", {
    viewBox: `0 0 ${span} ${HIGH + 6}`, preserveAspectRatio: "none", role: "img", "aria-label": "Information gained by each move, in bits",
  }, s("rect", { x: -wide * 0.7, y: -3, width: wide * 1.4, height: HIGH + 12, class: "here" }), bars));
}

// Move the mark to a turn.
export function markTurn(root, turn) {
  root.querySelector(".here")?.setAttribute("transform", `translate(${turn} 0)`);
}

// The information that a move gave to each player, in words.
export function gainText(row, names) {
  const gains = row.map((bits, seat) => [names[seat], bits]).filter(([, bits]) => bits > 0.005);
  return gains.length ? gains.map(([name, bits]) => `${name} gained ${bits.toFixed(1)} bits`).join(", ") : "no information gained";
}

export const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
