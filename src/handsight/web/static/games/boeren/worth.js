// @ts-check
// What each bid or card was worth in the eyes of who moved: expected points, the best first, and what the move lost.

import { inline } from "./cards.js";
import { mayAskWhy } from "./reasons.js";
import { h } from "../../shared/dom.js";
import { icon } from "../../shared/icons.js";
import { number } from "../../shared/numbers.js";

const CALLS = { inaccuracy: "Inaccuracy", mistake: "Mistake", blunder: "Blunder" };

export function worth(game, shown, found) {
  if (!shown.turn) return h("p", { class: "faint" }, "Nobody has moved yet.");
  if (!mayAskWhy(game, shown)) return h("p", { class: "faint" }, "What moves were worth is shown when the round is over: it tells of cards that you do not see.");
  if (!found) return h("p", { class: "faint" }, "Playing every choice on many deals: the first time takes some seconds…");
  return h("section", { class: "analysis", "aria-label": "Analysis" },
    h("header", { title: `Mean points over deals that ${found.player} could not rule out, if ${found.by} plays on in all seats` },
      h("span", {}, [`${found.by} goes on`, `${found.deals} deals`, `±${found.error.toFixed(1)}`, `${found.player}’s eyes`].join(" · "))),
    h("ol", { class: "values", "aria-label": "Choices with their expected points" }, found.moves.map((move) => line(found, move))),
    verdict(found), facts(found));
}

// "bid 2", "change 3" or "play KC", with the card drawn.
function choice(text) {
  const [word, what] = text.split(" ");
  return word === "play" ? ["play ", inline(what)] : word === "change" ? `change the bid to ${what}` : text;
}

function line(found, move) {
  const [best, played] = [found.best.includes(move.move), move.move === found.played];
  return h("li", { "data-move": move.move }, h("p", { class: `value ${best ? "best" : ""} ${played ? "played" : ""}`, title: `${number(move.value, 2)} ± ${number(move.error, 2)}` },
    best ? icon("star") : played ? icon("on") : h("span", {}), h("span", {}, played ? "chosen: " : "", choice(move.move)), h("b", {}, number(move.value, 1)),
    h("span", { class: "loss-of" }, move.loss >= 0.05 && !best ? number(-move.loss, 1) : "")));
}

function verdict(found) {
  const move = found.moves.find((one) => one.move === found.played);
  if (!move) return null;
  if (found.call) return h("div", { class: `verdict-of is-${found.call}` }, h("p", {}, h("b", {}, `${CALLS[found.call]}: ${number(-move.loss, 1)}`), ` ± ${move.loss_error.toFixed(1)} points in expectation.`));
  return h("p", { class: "verdict-of" }, found.best.includes(found.played) ? "The choice is as good as any." : `The choice is ${move.loss.toFixed(1)} ± ${move.loss_error.toFixed(1)} points below the best: too little to call a mistake.`);
}

function facts({ facts: lost, known }) {
  const rows = [...known.map((one) => ["Exact chance", [inline(one.card), ` takes the trick with chance ${Math.round(100 * one.chance)}%, as far as its player can tell.`]]), ...lost.map((fact) => ["Fact", `${fact.text}.`])];
  return rows.length ? h("dl", {}, rows.map(([name, text]) => h("div", {}, h("dt", {}, name), h("dd", {}, text)))) : null;
}
