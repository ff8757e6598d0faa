// @ts-check
// The knowledge viewer beside the table: from whose view, which card, and the panels.

import { SUITS, SUIT_NAMES, cardName, rankText, ranksOf, sign } from "./cards.js";
import { cardModel } from "./card_model.js";
import { mayAskWhy, reasons } from "./reasons.js";
import { worth } from "./worth.js";
import { answer, chances, examples, nested, wrong } from "./knowledge_panels.js";
import { focusKey, focusedKey, h } from "../../shared/dom.js";

const PANELS = [
  { word: "model", name: "Card model" }, { word: "chances", name: "Exact chances" },
  { word: "nested", name: "Who knows" }, { word: "ask", name: "Formula" }, { word: "why", name: "Why this move" }, { word: "worth", name: "Analysis" },
];
const ALL = -2;

// send(question) asks the server; card(next) is called when another card is chosen. Returns the element and its functions.
export function knowledgeViewer(send, card) {
  const root = h("section", { class: "viewer", "aria-label": "Knowledge viewer" });
  const state = { panel: "model", viewpoint: null, depth: 2, before: [], game: null, shown: null, found: {}, wanted: "" };
  const input = h("input", { id: "formula", type: "text", autocomplete: "off", spellcheck: "false", maxlength: 400, placeholder: "K[N] Kv[E] owner(AS)", "aria-describedby": "formula-help" });
  const form = h("form", { class: "formula", onsubmit: (event) => { event.preventDefault(); ask(); } },
    h("label", { for: "formula" }, "Is it true that"), input, h("button", { type: "submit", class: "main" }, "Ask"));
  let asked = "";

  function currentViewpoint() {
    const { game, shown } = state;
    if (!shown.open) return game.welcome.seat;
    return state.viewpoint ?? ALL;
  }

  function question() {
    const { shown, game, panel } = state;
    if (panel === "why") return shown.turn && mayAskWhy(game, shown) ? { type: "reasons", turn: shown.turn - 1 } : null;
    if (panel === "worth") return shown.turn && mayAskWhy(game, shown) ? { type: "worth", turn: shown.turn - 1 } : null;
    const base = { turn: shown.turn, viewpoint: currentViewpoint() };
    if (panel === "ask") return asked ? { type: "ask", ...base, formula: asked } : null;
    if (panel === "nested") return { type: "nested", ...base, card: game.card, depth: state.depth, before: state.before };
    return { type: "know", ...base, card: game.card };
  }

  function refresh() {
    const wanted = question();
    const text = JSON.stringify(wanted);
    if (wanted && text !== state.wanted) {
      delete state.found.error;
      if (send(wanted)) state.wanted = text;
    }
    draw();
  }

  function show(game, shown) {
    state.game = game;
    state.shown = shown;
    if (!ranksOf(shown.ranks).includes(game.card[0])) game.card = `A${game.card[1]}`;
    refresh();
  }

  function received(message) {
    if (message.type === "reasons") { if (message.turn + 1 === state.shown?.turn) { state.found.why = message; draw(); } return; }
    if (message.type === "worth") { if (message.turn + 1 === state.shown?.turn) { state.found.worth = message; draw(); } return; }
    if (message.turn !== state.shown?.turn || message.viewpoint !== currentViewpoint()) return;
    state.found[message.type] = message;
    draw();
  }

  function refused(message) {
    state.found.error = message;
    draw();
  }

  // The connection was lost, and with it perhaps an answer: the question is asked again.
  function forget() { state.wanted = ""; }

  const change = (next) => { Object.assign(state, next); refresh(); };
  function ask() { asked = input.value.trim(); delete state.found.ask; delete state.found.error; state.wanted = ""; refresh(); }
  function test(formula) { input.value = formula; state.panel = "ask"; ask(); }
  function focusFormula() { change({ panel: "ask" }); input.focus(); }

  function picker() {
    const { game, shown } = state;
    const pressed = (is) => (is ? "true" : "false");
    return h("div", { class: "picker" },
      h("div", { role: "group", "aria-label": "Suit" }, [...SUITS].reverse().map((suit) => h("button", {
        type: "button", class: suit === "D" || suit === "H" ? "red" : "black", "data-key": `suit-${suit}`, "aria-label": SUIT_NAMES[suit], "aria-pressed": pressed(game.card[1] === suit), onclick: () => card(`${game.card[0]}${suit}`),
      }, sign(suit)))),
      h("div", { role: "group", "aria-label": "Rank" }, ranksOf(shown.ranks).map((rank) => h("button", {
        type: "button", "data-key": `rank-${rank}`, "aria-label": cardName(`${rank}S`).split(" ")[0], "aria-pressed": pressed(game.card[0] === rank), onclick: () => card(`${rank}${game.card[1]}`),
      }, rankText(rank)))));
  }

  function viewpoints() {
    const { game, shown } = state;
    const { names, seat } = game.welcome;
    if (!shown.open) return h("p", { class: "faint small" }, seat < 0 ? "As a spectator sees it, without any hand; all is shown when the round is over." : `From your view (${names[seat]}); all is shown when the round is over.`);
    const choices = [[ALL, "All hands"], ...names.map((name, at) => [at, name])];
    return h("div", { class: "viewpoints", role: "group", "aria-label": "From whose view" }, choices.map(([value, name]) => h("button", {
      type: "button", "data-key": `view-${value}`, "aria-pressed": String(currentViewpoint() === value), onclick: () => change({ viewpoint: value }),
    }, name)));
  }

  function panel() {
    const { game, found, shown } = state;
    const view = {
      names: game.welcome.names, stock: shown.stock > 0, card: game.card, viewpoint: currentViewpoint(), depth: state.depth, before: state.before, change, test, choose: card,
      played: new Set(shown.played.map(([one]) => one)),
    };
    const current = (message) => message && message.turn === shown.turn && message.viewpoint === view.viewpoint && (!message.card || message.card === game.card);
    if (state.panel === "why") return reasons(game, shown, found.why?.turn + 1 === shown.turn ? found.why : null);
    if (state.panel === "worth") return found.error ? wrong(found.error) : worth(game, shown, found.worth?.turn + 1 === shown.turn ? found.worth : null);
    if (state.panel === "ask") return [form,
      h("div", { class: "examples" }, examples(game.card).map((formula) => h("button", { type: "button", "data-key": `example-${formula}`, onclick: () => test(formula) }, formula))),
      h("p", { id: "formula-help", class: "faint small" }, "has(N,QH): was dealt it. K knows, M thinks possible, Kv[N] owner(QH) knows who; C, E, D for groups; [!f] after f is announced; ~ & | ->."),
      found.error ? wrong(found.error) : current(found.ask) ? answer(view, found.ask) : asked ? h("p", { class: "faint" }, "…") : null];
    if (state.panel === "nested") return found.error ? [nested(view, null), wrong(found.error)] : nested(view, current(found.nested) && found.nested.depth === state.depth && String(found.nested.before) === String(state.before) ? found.nested : null);
    if (found.error) return wrong(found.error);
    if (!current(found.know)) return h("p", { class: "faint" }, "…");
    return state.panel === "chances" ? chances(view, found.know) : cardModel(found.know, game.welcome.names, game.bottom);
  }

  function draw() {
    if (!state.game) return;
    const focus = document.activeElement;
    const key = focusedKey(root);
    const caret = [input.selectionStart, input.selectionEnd];
    root.replaceChildren(
      viewpoints(),
      h("div", { class: "choices", role: "group", "aria-label": "Panels" }, PANELS.map(({ word, name }) => h("button", {
        type: "button", "data-key": `panel-${word}`, "aria-pressed": String(state.panel === word), onclick: () => change({ panel: word }),
      }, name))),
      ["ask", "why", "worth"].includes(state.panel) ? "" : picker(), h("div", { class: "way" }, panel()));
    if (focus === input) { input.focus(); input.setSelectionRange(...caret); }
    else focusKey(root, key);
  }

  return { root, show, received, refused, forget, refresh, focusFormula };
}
