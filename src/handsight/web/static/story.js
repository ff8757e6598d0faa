// The moves of a recorded game in words, with what each taught; a broken file's mistake stands where it happened.

import { moves } from "./beliefs.js";
import { h } from "./dom.js";
import { sum } from "./timeline.js";

const ICONS = { clue: "◉", play: "▲", discard: "▽", stop: "■" };

export function story(replay) {
  const { state, head, bits, go } = replay;
  const log = moves(replay);
  const shown = state.hidden ? log.slice(0, state.turn) : log;
  const worth = (turn) => (bits === null ? null : state.seat === null ? sum(bits[turn]) : bits[turn][state.seat]);
  const at = head.problems.find((problem) => problem.turn !== null) ?? head.problems[0];
  const broken = at && (!state.hidden || state.turn === head.turns);
  return [
    h("h2", {}, "Moves", h("small", {}, bits ? "bits taught" : "counting bits…")),
    h("ol", {},
      h("li", { class: "deal" }, line(0, "◇", "the deal", null, null)),
      shown.map((move, index) => h("li", { class: `was-${move.kind} ${move.strike ? "strike" : ""} ${index + 1 > state.turn ? "ahead" : ""}` },
        line(index + 1, move.strike ? "✕" : ICONS[move.kind], move.text, move.seat, worth(index + 1)))),
      broken ? h("li", { class: "broken" }, h("p", { class: "line" }, h("span", { class: "icon", "aria-hidden": "true" }, "✕"),
        h("span", { class: "number" }, String(head.turns + 1)), h("span", {}, at.message))) : null),
  ];

  function line(turn, icon, text, seat, bit) {
    return h("button", {
      type: "button", class: "line", "data-key": `line-${turn}`, "aria-current": turn === state.turn ? "step" : null, onclick: () => go(turn),
    }, h("span", { class: "icon", "aria-hidden": "true" }, icon), h("span", { class: "number" }, String(turn)), h("span", {}, text),
    h("span", { class: "bits", "aria-label": bit === null ? null : `${bit.toFixed(1)} bits` }, bit !== null && bit > 0.05 ? bit.toFixed(1) : ""));
  }
}
