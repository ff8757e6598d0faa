// @ts-check
// The tab Analysis of a replay: what each move at this turn is worth in the mover's eyes, what was lost, and where.
// Every number says what kind it is: facts, what the mover could have known, and expected values.

import { h } from "../../shared/dom.js";
import { icon } from "../../shared/icons.js";
import { number, plural } from "../../shared/numbers.js";
import { knownInWords } from "./known_cards.js";
import { lineWith } from "./lines.js";
import { lineAddress } from "./replay_address.js";
import { AUTO } from "../../replay/analysis_found.js";
import { byPlayer, mistakes, worstFirst } from "../../replay/mistakes.js";

const SHOWN = 6;
const CALLS = { inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" };
const BOTS = [["robot5", "Robot 5"], ["robot6", "Robot 6"], ["h-group-2", "H-Group level 2"], ["circle", "Circle"], ["duet", "Duet", 2], ["pair", "Pair"], ["minimal", "Minimal Convention"], ["hat", "Hat guessing"]];

// Who may go on at a table of so many players; some are for one number of players only.
const botsFor = (players) => BOTS.filter(([, , only]) => !only || only === players);

// Moves after this turn are not told where what comes later is hidden.
export const knownEnd = ({ state, head }) => (state.hidden ? state.furthest : head.turns);

// Fill the tab.
export function showAnalysis(body, replay) {
  const { analysis, state } = replay;
  const { found } = analysis;
  const row = found.rows.get(state.turn) ?? null;
  const seen = row && state.turn < knownEnd(replay) ? row : row && { ...row, played: null, call: null, facts: [], known: [], text: "", why: "" };
  const before = body.querySelector("details.all-values")?.open ?? false;
  const top = body.dataset.at === String(state.turn) ? body.scrollTop : 0; // another turn is read from its top
  body.replaceChildren(h("section", { class: "analysis", "aria-label": "Analysis" },
    header(replay, seen), branch(replay), failure(replay),
    seen ? values(replay, seen, before) : h("p", { class: "faint" }, waiting(replay)),
    seen ? verdict(seen) : null, seen ? facts(replay, seen) : null, openHands(replay),
    summary(replay)));
  body.scrollTop = top;
  body.dataset.at = String(state.turn);
  body.dataset.deals = seen ? String(seen.deals) : ""; // tests wait for it
  body.dataset.turns = String(found.rows.size);
  return seen;
}

function waiting(replay) {
  const { found } = replay.analysis;
  if (found.failure) return "";
  if (mover(replay) < 0) return "The game is over here; go to an earlier turn.";
  if (found.turns === null) return found.asked === AUTO ? "Asking every bot what it would have done…" : "Getting ready: the first time takes some seconds…";
  return "Playing every move on many deals…";
}

const nameOf = (bot) => BOTS.find(([word]) => word === bot)?.[1] ?? bot;

function header(replay, row) {
  const { analysis, names, state } = replay;
  const { found } = analysis;
  const chosen = analysis.choose ? h("select", { "aria-label": "Who goes on after each move", "data-key": "analysis-by", title: "After each move, this bot plays on in all seats", onchange: (event) => replay.judge({ judge: event.target.value }) },
    h("option", { value: AUTO, selected: found.asked === AUTO }, found.asked === AUTO && found.by !== AUTO ? `Best fit: ${nameOf(found.by)}` : "Best fit for these players"),
    botsFor(names.length).map(([word, name]) => h("option", { value: word, selected: word === found.asked }, name))) : h("span", {}, nameOf(found.by));
  const words = row ? [`${number(row.deals)} deals`, `±${row.error.toFixed(row.error < 0.05 ? 2 : 1)}`, `${names[row.seat]}’s eyes`] : [];
  return [h("header", { title: row ? `Mean final score over deals that ${names[row.seat]} could not rule out, if ${nameOf(found.by)} plays on in all seats` : null }, chosen, words.length ? h("span", {}, words.join(" · ")) : null,
    row?.exact ? h("span", {}, "all deals") : null),
  analysis.choose ? h("div", { class: "judging" },
    tick("Believe conventions", "believe", state.believe, `The mover’s hand is also judged by what the partners did, as ${nameOf(found.by)} would have done it`, (on) => replay.judge({ believe: on })),
    replay.source.openHands ? tick("Open hands", "open", state.open, "What could still be scored if everybody saw every card", (on) => replay.judge({ open: on })) : null) : null,
  found.reason && (!state.hidden || (found.until ?? null) !== null) ? h("small", { class: "reason-of" }, `${capital(found.reason)}.${state.hidden ? " Only the moves shown so far were asked for that." : ""}`) : null,
  state.hidden && found.asked === AUTO && !analysis.choose ? h("small", { class: "reason-of" }, `${nameOf(found.by)} was chosen by all moves of the game, also by those that are hidden.`) : null,
  row?.believe ? h("small", { class: "believed" }, `${nameOf(found.by)} explains ${row.believe.explained} of ${plural(row.believe.moves, "past move")}; hands are judged by what was done.`) : null];
}

function tick(label, word, on, title, change) {
  return h("label", { class: "tick", title }, h("input", { type: "checkbox", checked: on, "data-key": `judge-${word}`, onchange: (event) => change(event.target.checked) }), label);
}

// With all cards known: never mixed with what the mover could see, so it has a place and a name of its own.
function openHands(replay) {
  const { source, state, head } = replay;
  if (!state.open || !source.openHands) return null;
  const place = h("p", { class: "open-hands", role: "status" }, h("b", {}, "Open hands: "), "solving with all cards known…");
  const turns = [state.turn, ...(state.turn < knownEnd(replay) ? [state.turn + 1] : [])];
  Promise.all(turns.map((turn) => source.openHands(turn))).then(([before, after]) => {
    place.replaceChildren(h("b", {}, "Open hands: "), `with all cards known ${best(before)}${after ? (best(after) === best(before) ? ", before and after the move that was played" : ` before this move; ${best(after)} after the one that was played`) : ""}.`);
    place.dataset.best = String(before.best);
  }).catch((error) => place.replaceChildren(h("b", {}, "Open hands: "), `${error.message}.`));
  return head.turns >= state.turn ? place : null;
}

const best = ({ best: score, proved, bound }) => (proved ? `${score} can still be made` : `at least ${score} and at most ${bound} can still be made (not proved)`);

function failure({ analysis, state, judge }) {
  const { failure: words } = analysis.found;
  if (!words) return null;
  const again = analysis.choose ? h("button", { type: "button", "data-key": "analyse-again", onclick: () => judge({ judge: state.judge }) }, "Try again") : null;
  return h("p", { class: "message", "data-mood": "wrong", role: "alert" }, `${words[0].toUpperCase()}${words.slice(1)}. `, again);
}

// In a hypothetical: what the first tried move is worth, and on which deals that is said.
function branch(replay) {
  const { head, analysis: { found }, names, source, state } = replay;
  if (!head.line) return null;
  const row = found.rows.get(head.line.turn);
  const tried = row?.moves.find((move) => move.move === row.played);
  const over = head.summary.end !== "in_progress";
  return h("div", { class: "branch", role: "status" },
    tried ? h("p", {}, h("b", {}, `${capital(tried.words)}: ${tried.value.toFixed(1)}`), tried.loss > tried.loss_error ? `, ${tried.loss.toFixed(1)} less than ${row.moves[0].words}` : ", as good as any") : h("p", { class: "faint" }, "Playing the tried move on many deals…"),
    tried ? h("small", {}, `Over ${plural(row.deals, "deal")} that ${names[row.seat]} could not rule out at turn ${row.turn + 1}.`) : null,
    over ? h("p", {}, `Played on with this game’s own deck (open), the line ends with ${head.score_text}.`) : null,
    source.playedOn && !over ? h("button", { type: "button", "data-key": "play-on", onclick: (event) => playOn(replay, event.currentTarget) }, `Let ${nameOf(found.by)} play on`) : null,
    source.playedOn && !over ? h("small", {}, `With the cards of this game’s own deck (open); or try a move for ${names[mover(replay)] ?? "the next player"} below.`) : null,
    state.turn < head.line.turn ? h("small", {}, `You are before the line; it departs at turn ${head.line.turn + 1}.`) : null);
}

const mover = ({ moment }) => moment?.picture.mover ?? -1;

async function playOn(replay, button) {
  const { source, state, head, analysis } = replay;
  button.disabled = true;
  button.textContent = "Playing on…";
  try {
    const found = await source.playedOn(state.turn, analysis.found.by);
    location.hash = lineAddress(source, state, found.line, Math.min(found.turn, Math.max(state.turn, head.line?.turn ?? state.turn) + 1));
  } catch (error) { button.textContent = error.message; }
}

// The moves with their values, the best first; choosing one tries it.
function values(replay, row, opened) {
  const { source, state, head } = replay;
  const shown = row.moves.filter((move, at) => at < SHOWN || move.move === row.played);
  const rest = row.moves.filter((move) => !shown.includes(move));
  const line = (move) => {
    const [best, played] = [row.best.includes(move.move), move.move === row.played];
    const parts = [best ? icon("star") : played ? icon("on") : h("span", {}), h("span", {}, played ? `played: ${move.words}` : move.words), h("b", {}, move.value.toFixed(1)),
      h("span", { class: "loss-of" }, played || !best ? (move.loss >= 0.05 ? `−${move.loss.toFixed(1)}` : "") : "")];
    const words = `${played ? "played: " : ""}${move.words}: ${move.value.toFixed(1)}${best ? ", best" : `, ${move.loss.toFixed(1)} less`}`;
    const look = `value ${best ? "best" : ""} ${played ? "played" : ""} ${move.deals < row.deals / 4 ? "few" : ""}`;
    const title = `${number(move.value, 2)} ± ${number(move.error, 2)}, on ${plural(move.deals, "deal")}${move.deals < row.deals ? "; it was not tried on more" : ""}`;
    const does = () => { location.hash = lineAddress(source, state, lineWith(head.line?.text ?? "", state.turn, move.try), state.turn + 1); };
    return h("li", { "data-move": move.move }, source.choices
      ? h("button", { type: "button", class: look, title: `${title}. Try it`, "aria-label": words, "data-key": `value-${move.try}`, onclick: does }, parts)
      : h("p", { class: look, title, "aria-label": words }, parts));
  };
  return [h("ol", { class: "values", "aria-label": "Moves with their values" }, shown.map(line)),
    rest.length ? h("details", { class: "all-values", open: opened }, h("summary", { "data-key": "all-values" }, `${plural(rest.length, "more move")}`), h("ol", { class: "values" }, rest.map(line))) : null];
}

// What the move that was played lost, in words and in a number.
function verdict(row) {
  const move = row.moves.find((one) => one.move === row.played);
  if (!move) return null;
  if (!row.call) return h("p", { class: "verdict-of" }, row.best.includes(row.played) ? "The move played is as good as any." : `The move played is ${move.loss.toFixed(1)} ± ${move.loss_error.toFixed(1)} below the best: too little to call a mistake.`);
  return h("div", { class: `verdict-of is-${row.call}` }, h("p", {}, h("b", {}, `${CALLS[row.call]}: −${move.loss.toFixed(1)}`), ` ± ${move.loss_error.toFixed(1)} points in expectation.`), row.why ? h("p", {}, `${capital(row.why.replaceAll("`", ""))}.`) : null);
}

// What is so by the rules, and what the mover could have known: each under its own name.
function facts({ moment, names }, row) {
  const hand = moment?.picture.hands[row.seat] ?? [];
  const known = knownInWords(row.known, (order) => hand.findIndex((held) => held.order === order) + 1, names, !row.why);
  const lists = [["Fact", "fact-of", row.facts.map((fact) => `${capital(fact.text)}.`)], [`Could have known, in ${names[row.seat]}’s eyes`, "known-of", known]].filter(([, , lines]) => lines.length);
  return lists.length ? h("dl", {}, lists.map(([name, look, lines]) => h("div", {}, h("dt", {}, name), lines.map((text) => h("dd", { class: look }, text))))) : null;
}

// All mistakes of the game so far, and each player's moves.
function summary(replay) {
  const { analysis: { found }, names, state, go } = replay;
  if (!found.rows.size) return null;
  const end = knownEnd(replay);
  const all = worstFirst(mistakes(found.rows.values(), end));
  const players = byPlayer(found.rows.values(), names.length, end);
  const done = found.turns !== null && found.rows.size >= found.turns;
  return h("section", { class: "analysis-summary", "aria-label": "The whole game" },
    h("h3", {}, all.length ? "Where points were lost, the most first" : done ? "No move lost points for sure." : "The whole game"),
    h("div", { class: "all-mistakes" }, all.map((one) => h("button", { type: "button", "data-key": `mistake-${one.turn}`, "data-mistake": one.turn, "aria-current": one.turn === state.turn ? "step" : null, onclick: () => go(one.turn) },
      `turn ${one.turn + 1}, ${names[one.seat]} `, h("b", {}, one.call ? `−${one.loss.toFixed(1)}` : `${plural(one.points, "point")} impossible`)))),
    done ? null : h("p", { class: "faint" }, `${found.rows.size} of ${found.turns ?? "…"} turns analysed${found.running ? "…" : "."}`),
    h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Player"), h("th", {}, "mean loss"), h("th", {}, "best moves"))),
      h("tbody", {}, players.map((one, seat) => h("tr", {}, h("th", { scope: "row" }, names[seat]), h("td", {}, one.moves ? one.mean.toFixed(2) : "–"), h("td", {}, one.moves ? `${one.best} of ${one.moves}` : "–"))))));
}

const capital = (text) => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

// Ring the cards of the best move on the board.
export function markSuggested(frame, row) {
  const orders = new Set(row ? row.moves[0].orders : []);
  for (const card of frame.querySelectorAll(".held")) card.classList.toggle("suggested", orders.has(Number(card.dataset.order)));
}
