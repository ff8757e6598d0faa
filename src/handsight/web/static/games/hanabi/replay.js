// @ts-check
// A Hanabi replay: one state (turn, seat, source, card), drawn whole after every change. Turns in the code are indices from 0.
// `source` answers moment(turn, seat), why(turn, seat, slot) and information(), from a server or from the file itself.

import { paints } from "./cards.js";
import { errorLine, focusKey, focusedKey, h } from "../../shared/dom.js";
import { isForField } from "../../shared/keyboard.js";
import { withLooks } from "./suits.js";
import { SOURCES, hands, inspected, sourcesOf } from "./hands.js";
import { BY_CONVENTION } from "./card_reading.js";
import { canBeRead, conventionLayer } from "./convention_layer.js";
import { inspector } from "./card_inspector.js";
import { markMove, moveList, moves, scrollToMove } from "../../replay/move_list.js";
import { asStrip, discards, figures, measureRows, stacks } from "./board.js";
import { clueArrows } from "./clue_arrows.js";
import { tabPanel } from "../../shared/tab_panel.js";
import { bitsByTurn } from "../../replay/information_chart.js";
import { badGame, heading, problems } from "./replay_heading.js";
import { botDialog } from "../../table/bot_dialog.js";
import { turnBar } from "../../replay/turn_bar.js";
import { holdSpace } from "../../shared/hold_space.js";
import { cardNotes } from "./card_notes.js";
import { nextClue } from "./clue_turns.js";
import { hypotheticalBanner, showTries } from "./hypothetical.js";
import { momentAddress } from "./replay_address.js";
import { replayNotes, visibleNotes } from "./replay_notes.js";
import { markSuggested, knownEnd, showAnalysis } from "./analysis.js";
import { mistakes, nextMistake } from "../../replay/mistakes.js";

const AHEAD = 3; // so many turns are asked for before somebody steps there
const GRID = 0.14; // a row of the small grid under the cards of the chosen hand, in card widths

export function replay(root, source, head, query) {
  if (head.turns === null) { root.append(badGame(head)); return null; }
  const state = read(query, head);
  const suits = withLooks(head.rules.suits);
  const shown = { head, source, suits, rules: head.rules, names: head.names, bits: null, failure: "", state, change, go, notes: replayNotes(source, head), moment: null, reading: null, aboutBot: source.page ? (name) => bots.show(name) : null };
  const bots = botDialog(head.game);
  const panel = tabPanel("Beside the board", { memory: "replay", changed: chooseTab });
  const parts = {
    top: h("div", { class: "replay-top top-line" }), middle: h("div", { class: "middle" }), hands: h("div", { class: "hands" }),
    look: h("section", { class: "inspector", "aria-label": "One card" }), moves: h("section", { class: "log move-list", "aria-label": "The moves" }), bar: h("div", { class: "turn-bar" }), liveRegion: h("p", { class: "visually-hidden", "aria-live": "polite" }),
  };
  panel.add("card", "Card", { content: [parts.look] });
  panel.add("moves", "Moves", { content: [parts.moves] });
  const notes = cardNotes({ save: (seat, order, text) => { shown.notes.write(seat, order, text); draw(); }, choose: (order) => change({ order }), kept: source.page ? "Kept in this browser, and put into what you download under Share." : "Kept in this browser." });
  panel.add("notes", "Notes", { content: [notes.element] });
  const byConvention = canBeRead(shown) ? panel.add("convention", "Convention") : null;
  const tries = source.choices ? panel.add("try", "Try") : null;
  const analysed = source.analysis ? panel.add("analysis", "Analysis", { after: "notes" }) : null;
  shown.analysis = analysed ? source.analysis(() => { if (!gone && shown.moment) showAnalysed(true); }, { asked: state.judge, believe: state.believe }) : null;
  shown.judge = judge;
  if (state.tab) panel.show(state.tab);
  state.tab = panel.chosen;
  if (query.get("tab") !== state.tab) history.replaceState(null, "", momentAddress(source, state)); // it names the tab that this browser remembers, for whoever it is sent to
  const frame = h("div", { class: `replay board full-height waiting ${head.line ? "hypothetical" : ""} players-${head.names.length} ${asStrip(head.names.length) ? "strip" : ""}` }, parts.top, h("div", { class: "play-area" }, parts.hands), parts.middle, panel.element, parts.bar);
  const arrows = clueArrows(frame);
  frame.append(arrows.element);
  const layer = byConvention && conventionLayer(shown, frame, byConvention);
  if (layer) frame.append(layer.element);
  document.querySelector("svg.paints")?.remove();
  document.body.append(paints(suits));
  root.append(frame, parts.liveRegion, bots.element);
  parts.middle.append(h("p", { class: "faint" }, "Counting possible deals…"));
  let drawn = 0;
  let gone = false;
  let announced = "";
  let headed = "";
  let listed = "";

  // Change the state, put it into the address, and draw.
  function change(news) {
    Object.assign(state, news);
    if (state.source === BY_CONVENTION.word && layer) state.by ||= head.conventions[0];
    state.furthest = Math.max(state.furthest, state.turn);
    history.replaceState(null, "", momentAddress(source, state));
    return draw();
  }

  function go(turn) {
    return change({ turn: Math.max(0, Math.min(turn, state.hidden ? Math.max(state.furthest, state.turn + 1) : head.turns, head.turns)) });
  }

  async function draw() {
    const ticket = ++drawn;
    try {
      const moment = await source.moment(state.turn, state.seat);
      if (ticket !== drawn || gone) return; // another turn or screen was chosen meanwhile
      paint(moment);
      askAhead(ticket);
    } catch (error) {
      if (!gone) parts.middle.replaceChildren(errorLine(error));
    }
  }

  // One turn after the other, so that whoever jumps elsewhere waits for one at most.
  async function askAhead(ticket) {
    const { turn, seat } = state;
    for (let next = turn + 1; next <= Math.min(turn + AHEAD, head.turns) && ticket === drawn && !gone; next += 1) await source.moment(next, seat).catch(() => {});
  }

  function paint(moment) {
    const focus = focusedKey(root);
    const game = { welcome: { rules: head.rules, names: head.names }, suits };
    const top = JSON.stringify([state.seat, state.hidden, state.hidden && state.turn === head.turns, state.by]);
    if (top !== headed) parts.top.replaceChildren(heading(shown), hypotheticalBanner(shown) ?? "", problems(shown) ?? "", layer?.told ?? ""); // else leave an open menu open
    headed = top;
    const last = state.turn ? moves(shown)[state.turn - 1] : undefined;
    const picture = { ...moment.picture, log: last ? [last] : [] };
    parts.middle.replaceChildren(figures(game, picture), stacks(game, picture), discards(game, picture), layer?.legend ?? "");
    measureRows(frame, picture.hands, suits.length, GRID * suits.length);
    parts.hands.replaceChildren(...hands(shown, moment));
    parts.look.replaceChildren(...inspector(shown, moment));
    shown.moment = moment;
    showNotes(moment);
    showTry();
    const listing = JSON.stringify([state.seat, state.hidden && [state.turn, state.furthest], shown.bits === null, shown.failure]);
    const anew = listing !== listed;
    if (anew) parts.moves.replaceChildren(...moveList(shown));
    listed = listing;
    markMove(parts.moves, state.turn);
    showAnalysed(anew);
    focusKey(root, focus);
    const now = state.turn ? moves(shown)[state.turn - 1].text : "the cards are dealt";
    if (now !== announced) { announced = now; parts.liveRegion.textContent = `Turn ${state.turn + 1}: ${now}`; }
    frame.classList.remove("waiting");
    arrows.show(last, shown);
    layer?.show();
    if (panel.chosen === "moves") scrollToMove(parts.moves);
    root.dataset.turn = state.turn + 1; // tests wait for it
  }

  // The analysis is asked for only while it is shown; its curve then stands over the slider.
  function showAnalysed(anew) {
    const on = analysed !== null && panel.chosen === "analysis";
    const focus = focusedKey(root);
    if (on) shown.analysis.watch(state.turn, state.hidden ? Math.min(state.furthest, head.line?.turn ?? state.furthest) : null); // what is hidden chooses no bot
    shown.curve = on && shown.analysis.found.rows.size ? shown.analysis.found : null;
    turnBar(shown, parts.bar, anew);
    markSuggested(frame, on ? showAnalysis(analysed, shown) : null);
    focusKey(root, focus);
  }

  // Choose how moves are judged: by which bot, whether conventions are believed, whether all cards are known.
  function judge(news) {
    const anew = "judge" in news || "believe" in news;
    Object.assign(state, news);
    history.replaceState(null, "", momentAddress(source, state));
    if (anew) shown.analysis.choose({ asked: state.judge, believe: state.believe });
    showAnalysed(true);
  }

  // The address names the tab that others should see, too.
  function chooseTab(word) {
    const left = state.tab === "analysis" && word !== "analysis";
    state.tab = word;
    history.replaceState(null, "", momentAddress(source, state));
    showTry();
    if (word === "moves") scrollToMove(parts.moves);
    if (left) shown.analysis?.stop();
    if (shown.moment) showAnalysed(true);
  }

  // What could be tried is asked for only while it is shown.
  function showTry() {
    if (tries && shown.moment && panel.chosen === "try") showTries(tries, shown).catch((error) => tries.replaceChildren(errorLine(error)));
  }

  // A player's own notes in that player's view, everybody's with all cards; none on cards that are still to come where those are hidden.
  function showNotes(moment) {
    const place = inspected(shown, moment);
    const dealt = new Map(moment.picture.hands.flatMap((hand, holder) => hand.map((held, slot) => [held.order, `${head.names[holder]}’s slot ${slot + 1}`])));
    const order = place ? moment.picture.hands[place.holder][place.slot].order : null;
    notes.show({
      seat: state.seat ?? place?.holder ?? -1, order, notes: visibleNotes(shown), names: head.names,
      title: order === null ? "Nobody holds a card." : `${dealt.get(order)}${state.seat === null ? "" : `, as ${head.names[state.seat]} sees it`}`,
      nameOf: (card) => dealt.get(card) ?? `Card ${card}`, more: null,
    });
  }

  // Hold Space: the view of the player under the pointer, or of the holder of the chosen card.
  let under = null;
  let before = null;
  const hover = (event) => { under = event.target.closest?.("[data-hand]")?.dataset.hand ?? null; };
  const release = holdSpace(() => shown.moment !== null, (on) => {
    if (on) before = { seat: state.seat };
    const holder = on ? inspected(shown, shown.moment)?.holder ?? 0 : 0;
    state.seat = on ? Number(under ?? holder) : before.seat;
    frame.classList.toggle("empathy", on);
    draw();
  });
  parts.hands.addEventListener("pointerover", hover);
  parts.hands.addEventListener("pointerleave", () => { under = null; });
  const deaf = listen(shown);
  draw().then(() => source.information()).then((rows) => { shown.bits = bitsByTurn(rows, head.turns, head.names.length); draw(); })
    .catch((error) => { shown.failure = `not counted: ${error.message}`; return draw(); }).catch(() => {});
  return () => { gone = true; notes.keep(); deaf(); release(); arrows.close(); layer?.close(); if (state.tab === "analysis") shown.analysis?.stop(); };
}

function read(query, head) {
  const number = (word, most) => {
    const value = query.has(word) ? Number(query.get(word)) : NaN;
    return Number.isInteger(value) && value >= 0 && value <= most ? value : null;
  };
  const turn = Math.min(Math.max(number("turn", 1e6) ?? 1, 1) - 1, head.turns); // people count turns from 1
  const source = SOURCES.find((known) => known.word === query.get("from"))?.word ?? "holder";
  return {
    turn, furthest: turn, source, seat: number("seat", head.names.length - 1), order: number("card", 1000),
    judge: query.get("judge") || "robot5", believe: query.has("believe"), open: query.has("open"),
    hidden: query.get("future") === "hidden", tab: query.get("tab") ?? "",
    by: head.conventions.includes(query.get("by")) ? query.get("by") : source === BY_CONVENTION.word ? head.conventions[0] ?? "" : "",
  };
}

// The source after another, in turn.
const after = (known, word) => known[(known.findIndex((one) => one.word === word) + 1) % known.length].word;

function goToMistake(replay, step) {
  const turn = nextMistake(mistakes(replay.curve.rows.values(), knownEnd(replay)), replay.state.turn, step);
  if (turn !== null) replay.go(turn);
}

function listen(replay) {
  const { state, head, go, change } = replay;
  // Step through the clues that touched the inspected card.
  const lookBack = (step) => {
    const place = inspected(replay, replay.moment);
    if (!place) return;
    const { order } = replay.moment.picture.hands[place.holder][place.slot];
    const turn = nextClue(moves(replay).slice(0, state.hidden ? state.furthest : head.turns), order, state.turn, step);
    if (turn !== null) change({ turn, order });
  };
  const round = head.names.length;
  const steps = { ArrowLeft: -1, ArrowRight: 1, "[": -round, "]": round };
  const press = (event) => {
    if (isForField(event) || document.querySelector("dialog[open]")) return;
    const key = event.key;
    if (key === "Escape") document.querySelector(".share[open]")?.removeAttribute("open");
    else if (steps[key]) go(state.turn + steps[key]);
    else if (key === "Home") go(0);
    else if (key === "End") go(state.hidden ? state.furthest : head.turns);
    else if (key.toLowerCase() === "m" && replay.curve) goToMistake(replay, key === "m" ? 1 : -1);
    else if (key === "0") change({ seat: null });
    else if (/^[1-6]$/.test(key) && Number(key) <= round) change({ seat: Number(key) - 1 });
    else if (key === "g") change({ source: after(sourcesOf(replay), state.source) });
    else if (key === "f") change({ hidden: !state.hidden, furthest: state.turn });
    else if (key === "c" || key === "C") lookBack(key === "c" ? -1 : 1);
    else if (key === "?") /** @type {HTMLDialogElement | null} */ (document.querySelector(".replay .keys"))?.showModal();
    else return;
    event.preventDefault();
  };
  addEventListener("keydown", press);
  return () => removeEventListener("keydown", press);
}
