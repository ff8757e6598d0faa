// Watching a recorded game: one state (turn, eyes, grade, card), drawn whole after every change.
// A source answers moment(turn, seat), why(turn, seat, slot) and lessons(), from a server or from the file itself.

import { paints } from "./cards.js";
import { h } from "./dom.js";
import { dressed } from "./suits.js";
import { GRADES, hands, moves } from "./beliefs.js";
import { inspector } from "./inspector.js";
import { story, tell } from "./story.js";
import { discards, figures, stacks } from "./board.js";
import { taught } from "./timeline.js";
import { badGame, heading, problems } from "./heading.js";
import { transport } from "./transport.js";

const narrow = matchMedia("(max-width: 63.99rem)");

export function watch(root, source, head, query) {
  if (head.turns === null) { root.append(badGame(head)); return null; }
  const state = read(query, head);
  const suits = dressed(head.rules.suits);
  const replay = { head, source, suits, rules: head.rules, names: head.names, bits: null, untold: "", state, change, go };
  const parts = {
    top: h("div", { class: "replay-top" }), felt: h("div", { class: "felt" }), hands: h("div", { class: "hands", "data-seats": head.names.length }),
    look: h("section", { class: "inspector panel", "aria-label": "One card" }), story: h("section", { class: "log story panel", "aria-label": "The moves" }), bar: h("div", { class: "transport panel" }), said: h("p", { class: "spoken", "aria-live": "polite" }),
  };
  const table = h("div", { class: "replay-table" }, parts.felt, parts.hands);
  const frame = h("div", { class: "replay waiting" }, parts.top, table, parts.look, parts.story, parts.bar);
  document.querySelector("svg.paints")?.remove();
  document.body.append(paints(suits));
  root.append(frame, parts.said);
  parts.felt.append(h("p", { class: "faint" }, "Counting every deal…"));
  let drawn = 0;
  let told = "";
  let headed = "";
  let storied = "";

  // Change the state, put it into the address, and draw.
  function change(news) {
    Object.assign(state, news);
    state.furthest = Math.max(state.furthest, state.turn);
    history.replaceState(null, "", write(state, source));
    return draw();
  }

  function go(turn) {
    return change({ turn: Math.max(0, Math.min(turn, state.hidden ? Math.max(state.furthest, state.turn + 1) : head.turns, head.turns)) });
  }

  async function draw() {
    const ticket = ++drawn;
    try {
      const moment = await source.moment(state.turn, state.seat);
      if (ticket !== drawn) return; // somebody has gone on already
      paint(moment);
      if (state.turn < head.turns) source.moment(state.turn + 1, state.seat).catch(() => {});
    } catch (error) {
      parts.felt.replaceChildren(h("p", { class: "said", "data-mood": "wrong", role: "alert" }, error.message));
    }
  }

  function paint(moment) {
    const focus = document.activeElement?.dataset?.key;
    const game = { welcome: { rules: head.rules, names: head.names }, suits };
    const top = JSON.stringify([state.seat, state.hidden, state.hidden && state.turn === head.turns]);
    if (top !== headed) parts.top.replaceChildren(heading(replay), problems(replay) ?? ""); // else leave an open menu open
    headed = top;
    parts.felt.replaceChildren(figures(game, moment.picture), stacks(game, moment.picture), discards(game, moment.picture));
    parts.hands.replaceChildren(...hands(replay, moment));
    parts.look.replaceChildren(...inspector(replay, moment));
    (narrow.matches ? parts.hands.querySelector(".hand:has(.looked)") ?? parts.hands : table).after(parts.look); // near the card
    const tale = JSON.stringify([state.seat, state.hidden && [state.turn, state.furthest], replay.bits === null, replay.untold]);
    const anew = tale !== storied;
    if (anew) parts.story.replaceChildren(...story(replay));
    storied = tale;
    tell(parts.story, state.turn);
    transport(replay, parts.bar, anew);
    if (focus) root.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    const now = state.turn ? moves(replay)[state.turn - 1].text : "the cards are dealt";
    if (now !== told) { told = now; parts.said.textContent = `Turn ${state.turn}: ${now}`; }
    frame.classList.remove("waiting");
    root.dataset.turn = state.turn; // for those who wait until it is drawn
  }

  const deaf = listen(replay);
  narrow.addEventListener("change", draw);
  draw().then(() => source.lessons()).then((rows) => { replay.bits = taught(rows, head.turns, head.names.length); draw(); })
    .catch((error) => { replay.untold = `no bits: ${error.message}`; return draw(); }).catch(() => {});
  return () => { deaf(); narrow.removeEventListener("change", draw); };
}

function read(query, head) {
  const number = (word, most) => {
    const value = query.has(word) ? Number(query.get(word)) : NaN;
    return Number.isInteger(value) && value >= 0 && value <= most ? value : null;
  };
  const turn = Math.min(number("turn", 1e6) ?? 0, head.turns);
  const grade = GRADES.find((known) => known.word === query.get("grade"))?.word ?? "holder";
  return {
    turn, furthest: turn, grade, seat: number("seat", head.names.length - 1), order: number("card", 1000),
    hidden: query.get("future") === "hidden",
  };
}

// The address of a moment.
export function write(state, source) {
  const words = new URLSearchParams({ ...source.fixed, turn: state.turn });
  if (state.seat !== null) words.set("seat", state.seat);
  if (state.grade !== "holder") words.set("grade", state.grade);
  if (state.order !== null) words.set("card", state.order);
  if (state.hidden) words.set("future", "hidden");
  return `#${source.path}?${words}`;
}

function listen(replay) {
  const { state, head, go, change } = replay;
  const round = head.names.length;
  const steps = { ArrowLeft: -1, ArrowRight: 1, "[": -round, "]": round };
  const press = (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || /^(INPUT|TEXTAREA|SELECT)$/.test(event.target.tagName) || document.querySelector("dialog[open]")) return;
    const key = event.key;
    if (key === "Escape") document.querySelector(".take[open]")?.removeAttribute("open");
    else if (steps[key]) go(state.turn + steps[key]);
    else if (key === "Home") go(0);
    else if (key === "End") go(state.hidden ? state.furthest : head.turns);
    else if (key === "0") change({ seat: null });
    else if (/^[1-6]$/.test(key) && Number(key) <= round) change({ seat: Number(key) - 1 });
    else if (key === "g") change({ grade: GRADES[(GRADES.findIndex((known) => known.word === state.grade) + 1) % GRADES.length].word });
    else if (key === "f") change({ hidden: !state.hidden, furthest: state.turn });
    else if (key === "?") document.querySelector(".replay .keys")?.showModal();
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}
