// @ts-check
// Why a move was made: the bot's own words, and its path through a graph of rules, listed and drawn.

import { inline } from "./cards.js";
import { h } from "../../shared/dom.js";

// A bot's reason may name cards of its hand: it is for those who see all hands, or practise.
export const mayAskWhy = (game, shown) => shown.open || (game.welcome.practice && game.welcome.seat >= 0);

export function reasons(game, shown, found) {
  if (!shown.turn) return h("p", { class: "faint" }, "Nobody has moved yet.");
  if (!mayAskWhy(game, shown)) return h("p", { class: "faint" }, "Reasons are shown when the round is over: they may name cards that you do not see.");
  if (!found) return h("p", { class: "faint" }, "…");
  const { path, bot, seat, card, why } = found;
  const who = [h("b", {}, seat), bot ? ` (${bot})` : "", card ? [" played ", inline(card)] : " made this move"];
  return h("div", { class: "reasons-panel" },
    h("p", { class: "in-words" }, who, why ? `: ${why}` : bot ? "; it gives no reason." : "."),
    path ? walked(path, bot) : null);
}

function walked(path, bot) {
  const own = path.bot === bot;
  const cards = path.cards.map((card, at) => [at ? " or " : "", inline(card)]);
  return [
    h("h3", {}, own ? `Its path through the ${path.graph} graph` : `The path that ${path.bot} would take in its place, through the ${path.graph} graph`),
    h("ol", { class: "path" },
      path.steps.map(({ number, question, answer, fact }) => h("li", { value: number }, question, " ", h("b", {}, answer ? "Yes" : "No"), h("small", {}, ` ${fact}`))),
      h("li", { value: path.number, class: "reached" }, path.choice, ": ", cards)),
    h("figure", { class: "scroll rule-graph-figure", tabindex: "0", "aria-label": `${path.graph} graph` }, drawn(path.svg)),
  ];
}

const drawn = (svg) => document.importNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement, true);
