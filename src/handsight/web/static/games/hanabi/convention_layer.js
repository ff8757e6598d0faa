// @ts-check
// A replay as a convention reads it: what each card is read as, its flags, lines from a card to those it waits for, what a move meant, and where the convention was broken.
// A reading is asked for once for each convention: { convention, text, flags, turns: [{ cards: { order: … }, supports }], moves: [{ said, wanted, broken, … }] }.

import { errorLine, h, s } from "../../shared/dom.js";
import { belief } from "./possible_cards.js";

export const BY_CONVENTION = { word: "convention", name: "By convention" };

// Whether this replay can be read by conventions: a game may hide what they need, and a file of its own carries one reading or none.
export const canBeRead = (replay) => Boolean(replay.source.reading) && replay.head.conventions.length > 0;

// What the convention says about a card at the turn that is shown; null until the reading is there, or where it is not asked for.
export function readCard(replay, order) {
  return replay.state.source === BY_CONVENTION.word ? replay.reading?.turns[replay.state.turn]?.cards[order] ?? null : null;
}

// The belief about a card by the convention, or null where it says no more than the rules: as its holder can tell, and of another's card in a player's view as everybody can.
export function readBelief(replay, { holder, held, row, nested, truth }) {
  const card = readCard(replay, held.order);
  if (!card) return null;
  const by = replay.reading.convention;
  const { seat } = replay.state;
  if (seat === null || seat === holder) {
    if (!card.probability || !row) return null;
    return belief(replay.rules, { ...row, truth, possible: Object.keys(card.probability), allowed: row.possible, probability: card.probability, words: `If everybody keeps ${by}, as ${replay.names[holder]} can tell.` });
  }
  if (!card.public) return null;
  return belief(replay.rules, { ...(nested ?? {}), truth, possible: card.public, allowed: nested?.possible, probability: null, words: `If everybody keeps ${by}, as everybody can tell.` });
}

// Whether a card's holder is told to play it: as the holder can tell, and in another player's view as everybody can.
export function toldToPlay(replay, holder, order) {
  const card = readCard(replay, order);
  const { seat } = replay.state;
  return Boolean(seat === null || seat === holder ? card?.told : card?.told_in_public);
}

// The flags of a card, as small words on it.
export function flagMarks(replay, holder, order) {
  const card = readCard(replay, order);
  const told = toldToPlay(replay, holder, order);
  if (!card?.flags.length && !told) return null;
  const words = card.flags.map((flag) => replay.reading.flags[flag] || flag);
  return h("span", { class: "flag-marks", title: [...(told ? ["its holder is told to play it"] : []), ...words].join("; ") },
    told ? h("b", { class: "told" }, "play") : null, card.flags.map((flag) => h("i", {}, flag)));
}

// The layer over a board: { element, body, show(), close() }. `body` is the tab's body; show() draws for the state of the replay.
export function conventionLayer(replay, board, body) {
  const element = s("svg", { class: "supports", "aria-hidden": "true" });
  let asked = "";
  let failure = null;
  let queued = 0;

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
    element.replaceChildren();
    const { state, reading } = replay;
    if (state.source !== BY_CONVENTION.word || !reading) return;
    const frame = board.getBoundingClientRect();
    const place = (order) => board.querySelector(`.held[data-order="${order}"] .card`)?.getBoundingClientRect();
    for (const { card, on } of reading.turns[state.turn]?.supports ?? []) {
      const from = place(card);
      for (const other of on) {
        const to = place(other);
        if (from && to) element.append(...line(from, to, frame, `${card}-${other}`));
      }
    }
  }

  function panel() {
    body.replaceChildren(...tab(replay, failure));
  }

  const again = () => { if (!queued) queued = requestAnimationFrame(draw); };
  const sizes = new ResizeObserver(again);
  sizes.observe(board);
  addEventListener("scroll", again, { passive: true });
  return {
    element, show() { load(); panel(); marks(replay, board); draw(); },
    close() { sizes.disconnect(); removeEventListener("scroll", again); cancelAnimationFrame(queued); },
  };
}

// A dashed line from a card to one that it waits for: dashed, because it is open until that card is played.
function line(from, to, frame, name) {
  const middle = (box) => [box.left + box.width / 2 - frame.left, box.top + box.height / 2 - frame.top];
  const [[x1, y1], [x2, y2]] = [middle(from), middle(to)];
  const bend = Math.abs(y2 - y1) < from.height / 2 ? from.height * 0.6 : 0; // over the cards between, in one hand
  const path = `M${x1} ${y1}Q${(x1 + x2) / 2} ${(y1 + y2) / 2 - bend} ${x2} ${y2}`;
  return [s("path", { class: "halo", d: path }), s("path", { class: "shaft", d: path, "data-line": name }), s("circle", { class: "tip", cx: x2, cy: y2, r: 5 })];
}

// Whether a break may be shown now: with all cards every one that has happened (or all, where nothing is hidden); in a player's view, what that player can tell by now.
function mayShow(replay, move, broken) {
  const { state } = replay;
  if (state.hidden && move.turn >= state.furthest) return false;
  if (state.seat === null) return true;
  const from = broken.known_from[state.seat];
  return from !== null && from <= state.turn;
}

// A mark under the slider for each move that broke the convention.
function marks(replay, board) {
  const scrub = board.querySelector(".turn-bar .scrub");
  scrub?.querySelector(".broken-marks")?.remove();
  const { state, reading, head } = replay;
  if (!scrub || !reading || state.source !== BY_CONVENTION.word) return;
  const end = state.hidden ? Math.max(state.furthest, 1) : head.turns;
  const found = reading.moves.filter((move) => move.broken.some((broken) => serious(broken) && mayShow(replay, move, broken)));
  const line = h("div", { class: "broken-marks", role: "group", "aria-label": `Where ${reading.convention} was broken` }, found.map((move) => {
    const kinds = move.broken.filter(serious).map((broken) => broken.kind).join(", ");
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
  }, head.conventions.map((name) => h("option", { value: name, selected: name === state.by }, name))));
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
  const past = (turn) => !state.hidden || turn <= state.furthest;
  const ends = state.seat === null ? move.endings.filter((end) => end.settled !== null && past(end.settled)) : [];
  const broken = move.broken.filter((one) => mayShow(replay, move, one));
  const told = move.bits.map((bits, seat) => [names[seat], bits]).filter(([, bits]) => Math.abs(bits) >= 0.05);
  const said = state.seat === null ? move.said : move.said_in_public;
  return [
    h("h3", {}, `Move ${move.turn + 1}: ${move.text}`),
    said.length ? h("ul", { class: "said", "aria-label": "What it meant" }, said.map((text) => h("li", {}, text))) : h("p", {}, "It says nothing about any card."),
    ends.length ? h("ul", { class: "ends faint", "aria-label": "How it ended" }, ends.map((end) => h("li", {}, `card ${end.order}: ${end.true ? "true" : "not true"}, `,
      h("button", { type: "button", class: "quiet", onclick: () => replay.go(end.settled) }, `settled at move ${end.settled}`)))) : "",
    told.length && state.seat === null ? h("p", { class: "faint" }, `Bits told: ${told.map(([name, bits]) => `${name} ${bits > 0 ? "+" : ""}${bits.toFixed(1)}`).join(", ")}`) : "",
    state.seat !== null && state.seat !== move.seat ? "" : h("p", { class: "would" }, move.agrees ? `${reading.convention} does the same` : `${reading.convention} would ${move.wanted || "find nothing to do"}`, move.rule ? ` (${move.rule})` : ""),
    broken.length ? h("ul", { class: "breaks", "aria-label": "How it broke the convention" }, broken.map((one) => h("li", {}, h("b", {}, one.kind), `: ${one.text}`))) : "",
  ];
}
