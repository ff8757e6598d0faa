// @ts-check
// The expected score along the turns of a game, with marks where a move lost points; a click goes to the turn.

import { h, s } from "../shared/dom.js";
import { mistakes } from "./mistakes.js";

const HIGH = 40;

/**
 * @param {{ rows: Map<number, any>, turns: number, shown: number, go: (turn: number) => void, label: string }} drawn rows by turn on a line that is `turns` long; of moves before `shown` alone
 */
export function scoreCurve({ rows, turns, shown, go, label }) {
  const known = [...rows.values()].filter((row) => row.turn <= shown).sort((one, other) => one.turn - other.turn);
  const values = known.flatMap((row) => [row.value, row.max_score.before]);
  const [low, high] = [Math.min(...values) - 0.5, Math.max(...values) + 0.3];
  const y = (value) => HIGH * (1 - (value - low) / Math.max(high - low, 1));
  const span = Math.max(turns, 1);
  const wide = Math.min(0.72, span * 0.02);
  const found = mistakes(known, shown);
  const marks = new Map(found.map((one) => [one.turn, one]));
  return h("div", { class: "information-chart score-curve" }, s("svg", { viewBox: `0 0 ${span} ${HIGH + 6}`, preserveAspectRatio: "none", role: "img", "aria-label": label },
    s("rect", { x: -wide * 0.7, y: -3, width: wide * 1.4, height: HIGH + 12, class: "here" }),
    known.map((row) => {
      const mark = marks.get(row.turn);
      return s("g", { class: `move ${mark ? `is-${mark.call ?? "fact"}` : ""}`, "data-turn": row.turn, onclick: () => go(row.turn) },
        s("title", {}, words(row, mark)),
        s("rect", { x: row.turn - 0.5, y: 0, width: 1, height: HIGH + 6, class: "reach" }),
        mark?.call ? s("rect", { x: row.turn - wide / 2, y: y(row.value), width: wide, height: HIGH + 6 - y(row.value), class: "call" }) : null,
        mark?.points ? s("rect", { x: row.turn - wide / 2, y: HIGH + 1, width: wide, height: 5, class: "fact" }) : null);
    }),
    s("polyline", { class: "possible", points: known.map((row) => `${row.turn},${y(row.max_score.before).toFixed(2)}`).join(" ") }),
    s("polyline", { class: "expected", points: known.map((row) => `${row.turn},${y(row.value).toFixed(2)}`).join(" ") })));
}

function words(row, mark) {
  const lost = mark ? [mark.call ? `${mark.call}: −${mark.loss.toFixed(1)}` : "", ...row.facts.map((fact) => fact.text)].filter(Boolean) : [];
  return [`turn ${row.turn + 1}: expected ${row.value.toFixed(1)}, at most ${row.max_score.before}`, ...lost].join("\n");
}
