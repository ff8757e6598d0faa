// @ts-check
// Stepping through turns: buttons, a slider, and above it the information chart. Turns in the code are indices from 0.

import { h } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { gainText, informationChart, markTurn } from "./information_chart.js";
import { mistakes, nextMistake } from "./mistakes.js";
import { moves } from "./move_list.js";
import { scoreCurve } from "./score_curve.js";

// Draw the bar; where only the turn has changed (not `anew`), the chart stays and the mark moves.
export function turnBar(replay, bar, anew) {
  const { state, head, names, bits, curve, go } = replay;
  const end = state.hidden ? Math.max(state.furthest, 1) : head.turns;
  const log = moves(replay);
  if (!bar.childElementCount) build(replay, bar);
  const slider = bar.querySelector("input");
  slider.max = end;
  slider.value = state.turn;
  slider.setAttribute("aria-valuetext", state.turn ? `turn ${state.turn + 1}, after ${log[state.turn - 1].text}` : "turn 1");
  const shown = state.hidden ? state.furthest : head.turns;
  if (anew) {
    bar.querySelector(".bars").replaceChildren(curve ? scoreCurve({ rows: curve.rows, turns: end, shown, go, label: `Expected score by turn, if ${curve.by} plays on` }) : bits
      ? informationChart({ bits, turns: end, shown, seat: state.seat, log, names, go })
      : h("div", { class: "information-chart" }));
  }
  markTurn(bar, state.turn);
  bar.querySelector(".count").replaceChildren(h("b", {}, String(state.turn + 1)), state.hidden ? "" : ` / ${head.turns + 1}`);
  const gained = bits && state.turn ? gainText(bits[state.turn], names) : "";
  bar.querySelector(".now").replaceChildren(h("b", {}, state.turn ? log[state.turn - 1].text : "The cards are dealt"), gained ? h("span", {}, gained) : "");
  const limit = { first: state.turn === 0, back: state.turn === 0, on: state.turn === head.turns, last: state.turn === (state.hidden ? state.furthest : head.turns) };
  const found = curve ? mistakes(curve.rows.values(), shown) : [];
  const [before, after] = [nextMistake(found, state.turn, -1), nextMistake(found, state.turn, 1)];
  bar.querySelector(".to-mistakes").hidden = !curve;
  Object.assign(limit, { "mistake-back": before === null, "mistake-on": after === null });
  bar.querySelector('[data-key="mistake-back"]').onclick = () => before !== null && go(before);
  bar.querySelector('[data-key="mistake-on"]').onclick = () => after !== null && go(after);
  for (const [word, off] of Object.entries(limit)) bar.querySelector(`[data-key="${word}"]`).setAttribute("aria-disabled", String(off));
}

function build(replay, bar) {
  const { state, head, go } = replay;
  const button = (word, sign, name, key, does) => h("button", { type: "button", "data-key": word, "aria-label": name, title: `${name} (${key})`, ...(does ? { onclick: does } : {}) }, sign);
  bar.setAttribute("role", "group");
  bar.setAttribute("aria-label", "Turns");
  bar.append(
    h("p", { class: "now" }),
    h("div", { class: "scrub" }, h("div", { class: "bars" }),
      h("input", { type: "range", min: 0, step: 1, "aria-label": "Turn", "data-key": "slider", oninput: (event) => go(Number(event.target.value)) })),
    h("div", { class: "steps" },
      button("first", icon("first"), "First turn", "Home", () => go(0)),
      button("back", icon("back"), "Previous turn", "←", () => go(state.turn - 1)),
      h("span", { class: "count", "aria-hidden": "true" }),
      button("on", icon("on"), "Next turn", "→", () => go(state.turn + 1)),
      button("last", icon("last"), "Last turn", "End", () => go(state.hidden ? state.furthest : head.turns)),
      h("span", { class: "to-mistakes", hidden: true }, button("mistake-back", icon("back"), "Previous mistake", "Shift+M", null), "mistake", button("mistake-on", icon("on"), "Next mistake", "M", null))));
}
