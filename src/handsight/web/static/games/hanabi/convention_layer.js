// @ts-check
// A replay as a convention reads it: labels under the cards, a line over the hands that says what the last move told, lines from a card to those it
// waits for, and in the tab what a move meant and where the convention was broken.
// A reading is asked for once for each convention: { convention, text, flags, turns: [{ cards: { order: … }, supports }], moves: [{ told, said, wanted, broken, … }] }.

import { errorLine, h, s } from "../../shared/dom.js";
import { breakWords, shownBreaks } from "./broken_promises.js";
import { BY_CONVENTION, conventionName, readCard, readTurn, toldToPlay, waitsFor } from "./card_reading.js";
import { belief } from "./possible_cards.js";
import { showLegend, showTold } from "./reading_key.js";
import { drawLines } from "./support_lines.js";

// Whether this replay can be read by conventions: a game may hide what they need, and a file of its own carries one reading or none.
export const canBeRead = (replay) => Boolean(replay.source.reading) && replay.head.conventions.length > 0;

// The belief about a card by the convention, or null where it says no more than the rules: as its holder can tell, and of another's card in a player's view as everybody can.
export function readBelief(replay, { holder, held, row, nested, truth }) {
  const card = readCard(replay, held.order);
  if (!card) return null;
  const by = conventionName(replay, replay.reading.convention);
  const { seat } = replay.state;
  if (seat === null || seat === holder) {
    if (!card.probability || !row) return null;
    return belief(replay.rules, { ...row, truth, possible: Object.keys(card.probability), allowed: row.possible, probability: card.probability, words: `If everybody keeps ${by}, as ${replay.names[holder]} can tell.` });
  }
  if (!card.public) return null;
  return belief(replay.rules, { ...(nested ?? {}), truth, possible: card.public, allowed: nested?.possible, probability: null, words: `If everybody keeps ${by}, as everybody can tell.` });
}

// On which screens the words of a card stand beside it, by the number of players: where hands are too many, or the screen too narrow, for a line under each.
const MANY = "(min-width: 60rem) and (min-height: 35rem)";
const BESIDE = { 3: "(min-width: 60rem) and (max-width: 75rem) and (min-height: 35rem)", 4: "(min-width: 75.01rem) and (min-height: 35rem)", 5: MANY, 6: MANY };

// The layer over a board: { element, told, legend, show(), close() }. `told` stands over the hands, `legend` beside the stacks; `body` is the tab's body; show() draws for the state of the replay.
export function conventionLayer(replay, board, body) {
  const element = s("svg", { class: "supports", "aria-hidden": "true" });
  const told = h("p", { class: "told-now", hidden: true });
  const legend = h("p", { class: "reading-legend", hidden: true });
  let asked = "";
  let failure = null;
  let queued = 0;
  let pointed = /** @type {number | null} */ (null); // the card under the pointer, or in focus
  let turn = -1;

  // Ask for the reading of the chosen convention, once, and draw when it is there.
  function load() {
    const { by } = replay.state;
    if (!by || asked === by) return;
    asked = by;
    replay.reading = null;
    failure = null;
    replay.source.reading(by).then((found) => { if (asked === by) { replay.reading = found; replay.change({}); } })
      .catch((error) => { failure = error; panel(); });
  }

  function draw() {
    queued = 0;
    drawLines(element, board, linesShown(replay, pointed));
  }

  function panel() {
    body.replaceChildren(...tab(replay, failure));
  }

  // A card that one points at, with the pointer or with Tab, is told about.
  function point(event) {
    const card = event.type === "pointerleave" || event.type === "focusout" ? null : event.target.closest?.(".held");
    if (event.type === "focusin" && !card?.matches(":focus-visible")) return;
    const order = card ? Number(card.dataset.order) : null;
    if (order === pointed || !readTurn(replay)) return;
    pointed = order;
    showTold(told, replay, pointed);
    draw();
  }

  // Give the words of the cards their place.
  const room = matchMedia(BESIDE[replay.names.length] ?? "not all");
  function place() {
    const on = readTurn(replay) !== null;
    board.classList.toggle("by-convention", on);
    board.classList.toggle("words-beside", on && room.matches);
  }

  const again = () => { if (!queued) queued = requestAnimationFrame(draw); };
  const sizes = new ResizeObserver(again);
  const area = board.querySelector(".hands") ?? board;
  sizes.observe(board);
  addEventListener("scroll", again, { passive: true });
  room.addEventListener("change", place);
  for (const kind of ["pointerover", "pointerleave", "focusin", "focusout"]) area.addEventListener(kind, point);
  return {
    element, told, legend,
    show() {
      load();
      if (turn !== replay.state.turn) pointed = null; // a step tells what the last move said
      turn = replay.state.turn;
      place();
      showTold(told, replay, pointed);
      showLegend(legend, replay);
      panel();
      marks(replay, board);
      draw();
    },
    close() { sizes.disconnect(); removeEventListener("scroll", again); room.removeEventListener("change", place); cancelAnimationFrame(queued); },
  };
}

// The lines of the card that one points at or has chosen, from it and to it; else of the cards that the last clue made wait, to those it asks for.
function linesShown(replay, pointed) {
  const found = readTurn(replay)?.supports;
  if (!found) return [];
  const all = found.flatMap(({ card, on }) => on.map((other) => ({ from: card, to: other })));
  const about = pointed ?? replay.state.order;
  const chosen = all.filter(({ from, to }) => from === about || to === about);
  if (chosen.length || pointed !== null) return chosen;
  const last = replay.state.turn ? replay.reading.moves[replay.state.turn - 1] : null;
  const news = new Set(last?.opened ?? []);
  const holder = (order) => replay.moment.picture.hands.findIndex((hand) => hand.some((held) => held.order === order));
  const told = (order) => toldToPlay(replay, holder(order), order);
  return all.filter(({ from }) => news.has(from) && !told(from)).filter(({ from, to }) => told(to) || !waitsFor(replay, from).some(told));
}

// A mark under the slider for each move that broke the convention.
function marks(replay, board) {
  const scrub = board.querySelector(".turn-bar .scrub");
  scrub?.querySelector(".broken-marks")?.remove();
  const { state, reading, head } = replay;
  if (!scrub || !reading || state.source !== BY_CONVENTION.word) return;
  const end = state.hidden ? Math.max(state.furthest, 1) : head.turns;
  const found = reading.moves.map((move) => ({ move, breaks: shownBreaks(state, move).filter(serious) })).filter(({ breaks }) => breaks.length);
  const line = h("div", { class: "broken-marks", role: "group", "aria-label": `Where ${conventionName(replay, reading.convention)} was broken` }, found.map(({ move, breaks }) => {
    const kinds = breaks.map((broken) => broken.kind).join(", ");
    const mark = h("button", { type: "button", tabindex: -1, "data-broken": move.turn + 1, title: `Move ${move.turn + 1}: ${kinds}`, "aria-label": `Move ${move.turn + 1}: ${kinds}`, onclick: () => replay.go(move.turn + 1) });
    mark.style.setProperty("--at", String((move.turn + 1) / end));
    return mark;
  }));
  line.style.setProperty("--turns", String(end));
  scrub.append(line);
}

// Another move is no break worth a mark: people differ from a convention at every second turn.
const serious = (broken) => broken.kind !== "other move";

// The tab: which convention, what the last move meant, and what the convention would have done.
function tab(replay, failure) {
  const { state, head, reading } = replay;
  const choose = h("label", { class: "read-by" }, "Read by ", h("select", {
    "data-key": "read-by", onchange: (event) => replay.change({ by: event.target.value, source: BY_CONVENTION.word }),
  }, head.conventions.map((name) => h("option", { value: name, selected: name === state.by }, conventionName(replay, name)))));
  const off = state.source !== BY_CONVENTION.word;
  const show = off ? h("button", { type: "button", class: "main", "data-key": "read-now", onclick: () => replay.change({ source: BY_CONVENTION.word, by: state.by || head.conventions[0] }) }, "Show on the cards") : null;
  if (failure) return [choose, errorLine(failure)];
  if (off && !reading) return [h("p", {}, "What the clues mean if everybody keeps a convention: what each card is read as, who is asked to play, and which moves broke it."), choose, show];
  if (!reading) return [choose, h("p", { class: "faint", role: "status" }, "Reading the game…")];
  const move = state.turn ? reading.moves[state.turn - 1] : null;
  return [choose, show ?? "", h("p", { class: "faint" }, reading.text), ...(move ? meaning(replay, move) : [h("p", {}, "The cards are dealt; nothing has been said yet.")])];
}

function meaning(replay, move) {
  const { state, reading, names } = replay;
  const by = conventionName(replay, reading.convention);
  const past = (turn) => !state.hidden || turn <= state.furthest;
  const ends = state.seat === null ? move.endings.filter((end) => end.settled !== null && past(end.settled)) : [];
  const broken = shownBreaks(state, move);
  const told = move.bits.map((bits, seat) => [names[seat], bits]).filter(([, bits]) => Math.abs(bits) >= 0.05);
  const said = state.seat === null ? move.said : move.said_in_public;
  return [
    h("h3", {}, `Move ${move.turn + 1}: ${move.text}`),
    said.length ? h("ul", { class: "said", "aria-label": "What it meant" }, said.map((text) => h("li", {}, text))) : h("p", {}, "It says nothing about any card."),
    ends.length ? h("ul", { class: "ends faint", "aria-label": "How it ended" }, ends.map((end) => h("li", {}, `card ${end.order}: ${end.true ? "true" : "not true"}, `,
      h("button", { type: "button", class: "quiet", onclick: () => replay.go(end.settled) }, `settled at move ${end.settled}`)))) : "",
    told.length && state.seat === null ? h("p", { class: "faint" }, `Bits told: ${told.map(([name, bits]) => `${name} ${bits > 0 ? "+" : ""}${bits.toFixed(1)}`).join(", ")}`) : "",
    state.seat !== null && state.seat !== move.seat ? "" : h("p", { class: "would" }, move.agrees ? `${by} does the same` : `${by} would ${move.wanted || "find nothing to do"}`, move.rule ? ` (${move.rule})` : ""),
    broken.length ? h("ul", { class: "breaks", "aria-label": "How it broke the convention" }, broken.map((one) => h("li", {}, h("b", {}, one.kind), `: ${breakWords(state, names, one)}`))) : "",
  ];
}
