// @ts-check
// The moves of a recorded game, with the information each gave; a problem of the file stands where it happened.

import { h } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { plural } from "../shared/numbers.js";
import { sum } from "./information_chart.js";

// The moves as the chosen player saw them.
export function moves({ head, state }) {
  return (state.seat !== null && head.logs[state.seat]) || head.log;
}

export function moveList(replay) {
  const { state, head, bits, go } = replay;
  const log = moves(replay);
  const shown = state.hidden ? log.slice(0, state.turn) : log;
  const worth = (turn) => (bits === null ? null : state.seat === null ? sum(bits[turn]) : bits[turn][state.seat]);
  const wrong = head.problems.find((problem) => problem.turn !== null) ?? head.problems[0];
  const broken = wrong && (!state.hidden || state.turn === head.turns);
  return [
    h("p", { class: "caption" }, h("small", {}, bits ? "information gained (bits)" : replay.failure || "counting information…")),
    h("ol", {},
      h("li", { "data-turn": 0 }, line(0, "deal", "start of the game", null)),
      shown.map((move, index) => h("li", { class: `was-${move.kind} ${move.strike ? "strike" : ""} ${head.line && index >= head.line.turn ? "tried" : ""}`, "data-turn": index + 1 },
        line(index + 1, move.strike ? "strike" : move.kind, move.text, worth(index + 1)),
        head.reasons?.[index] ? why(index + 1, head.reasons[index]) : null)),
      broken ? h("li", { class: "broken" }, h("p", { class: "line" }, icon("strike"),
        h("span", { class: "number" }, String(head.turns + 1)), h("span", {}, wrong.message))) : null),
  ];

  // What was opened stays open when the list is drawn anew.
  function why(turn, reason) {
    const opened = (state.reasonsOpened ??= new Set());
    const turnOver = () => (opened.has(turn) ? opened.delete(turn) : opened.add(turn));
    return h("details", { class: "why", open: opened.has(turn) },
      h("summary", { "data-key": `why-${turn}`, onclick: turnOver }, "why"), h("p", {}, reason));
  }

  function line(turn, sign, text, bit) {
    return h("button", { type: "button", class: "line", "data-key": `line-${turn}`, onclick: () => go(turn) },
      icon(sign), h("span", { class: "number" }, String(turn)), h("span", {}, text),
      h("span", { class: "bits", "aria-label": bit === null ? null : `${plural(Number(bit.toFixed(1)), "bit")}` }, bit !== null && bit > 0.05 ? bit.toFixed(1) : ""));
  }
}

// Mark the move that led to a turn; where the list is new (not marked before), every line is looked at.
export function markMove(section, turn) {
  const list = section.querySelector("ol");
  const before = list.dataset.marked === undefined ? null : Number(list.dataset.marked);
  const [low, high] = before === null ? [-Infinity, Infinity] : [Math.min(before, turn), Math.max(before, turn)];
  for (const item of list.children) {
    const at = Number(item.dataset.turn);
    if (!(at >= low && at <= high)) continue;
    item.classList.toggle("ahead", at > turn);
    if (at === turn) item.firstChild.setAttribute("aria-current", "step");
    else item.firstChild.removeAttribute("aria-current");
  }
  list.dataset.marked = String(turn);
}

// Scroll the marked move into the middle of the list; it must be visible. The browser lays the page out for this.
export function scrollToMove(section) {
  const current = section.querySelector("[aria-current]");
  const frame = section.closest("[role=tabpanel]") ?? section.querySelector("ol");
  if (current) frame.scrollTop += current.getBoundingClientRect().top - frame.getBoundingClientRect().top - frame.clientHeight / 2;
}
