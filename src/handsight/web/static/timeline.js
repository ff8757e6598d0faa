// What every move taught, in bits, as bars along the turns of a game; a click goes to the turn.

import { h, s } from "./dom.js";

const HIGH = 40;

// lessons: rows with turn, seat and bits. Returns for each turn what each seat learned.
export function taught(lessons, turns, seats) {
  const found = Array.from({ length: turns + 1 }, () => Array(seats).fill(0));
  for (const lesson of lessons) found[lesson.turn][lesson.seat] = lesson.bits;
  return found;
}

// Draw the bars of turns 1 to `shown` on a line that is `turns` long; only one seat's where `seat` is given.
export function timeline({ bits, turns, shown, seat, log, names, go }) {
  const of = (turn) => (seat === null ? bits[turn] : bits[turn].map((value, who) => (who === seat ? value : 0)));
  const most = Math.max(4, ...bits.slice(1, shown + 1).map((_, turn) => sum(of(turn + 1))));
  const span = Math.max(turns, 1);
  const wide = Math.min(0.72, span * 0.02); // in a short game a bar is no wall
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
      s("title", {}, `${turn}. ${line.text}\n${lesson(of(turn), names)}`),
      s("rect", { x: turn - 0.5, y: 0, width: turn === span ? 0.5 : 1, height: HIGH + 6, class: "reach" }),
      parts, bar(turn, HIGH + 2, 4, "kind"));
  });
  return h("div", { class: "timeline" }, s("svg", {
    viewBox: `0 0 ${span} ${HIGH + 6}`, preserveAspectRatio: "none", role: "img", "aria-label": "What each move taught, in bits",
  }, s("rect", { x: -wide * 0.7, y: -3, width: wide * 1.4, height: HIGH + 12, class: "here" }), bars));
}

// Move the mark to a turn.
export function point(root, turn) {
  root.querySelector(".here")?.setAttribute("transform", `translate(${turn} 0)`);
}

// Say in words what a move taught whom.
export function lesson(row, names) {
  const said = row.map((bits, seat) => [names[seat], bits]).filter(([, bits]) => bits > 0.005);
  return said.length ? said.map(([name, bits]) => `${name} learned ${bits.toFixed(1)} bits`).join(", ") : "taught nobody anything";
}

export const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);
