// @ts-check
// Three panels of the knowledge viewer: exact chances, who knows that who knows, and the answer to a formula.

import { RANKS, SEATS, STOCK, SUITS, inline } from "./cards.js";
import { h } from "../../shared/dom.js";
import { icon } from "../../shared/icons.js";

const sign = (verdict) => (verdict === "open" ? "?" : icon(verdict === "yes" ? "yes" : "strike"));
const many = (number) => number.toLocaleString("en");

export function chances(viewer, found) {
  const { names, stock, card, choose, viewpoint } = viewer;
  const places = stock ? [...SEATS, STOCK] : SEATS;
  const seen = viewpoint < 0 ? "what everybody has seen" : `what ${names[viewpoint]} has seen`;
  const cards = Object.keys(found.owners).sort((one, other) => SUITS.indexOf(other[1]) - SUITS.indexOf(one[1]) || RANKS.indexOf(one[0]) - RANKS.indexOf(other[0]));
  if (!cards.length) return h("p", { class: "faint" }, "Every card has been seen.");
  const cell = (hidden, seat) => {
    const share = found.owners[hidden][seat];
    const out = found.counted_out[hidden]?.includes(seat);
    const truth = found.held[hidden] === seat;
    const td = h("td", { class: `chance seat-${SEATS.indexOf(seat)} ${share ? "" : "none"} ${truth ? "truth" : ""}`, title: out ? "ruled out only by counting the cards of every hand" : share ? `${((100 * share[0]) / share[1]).toFixed(1)} %` : null },
      share ? (share[0] === share[1] ? "1" : `${share[0]}/${share[1]}`) : out ? h("abbr", { title: "ruled out by counting alone" }, "∅") : "");
    if (share) td.style.setProperty("--share", String(share[0] / share[1]));
    return td;
  };
  return h("div", { class: "chances" },
    h("p", { class: "in-words" }, h("b", {}, many(found.deals)), ` ${found.deals === 1 ? "deal fits" : "deals fit"} ${seen}.${viewpoint === -2 ? " The true owner is framed." : ""}`),
    h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Card"), names.map((name, seat) => h("th", { scope: "col" }, name)), stock ? h("th", { scope: "col" }, "Stock") : null)),
      h("tbody", {}, cards.map((hidden) => h("tr", { class: hidden === card ? "current" : "" },
        h("th", { scope: "row" }, h("button", { type: "button", class: "quiet", "data-key": `row-${hidden}`, onclick: () => choose(hidden) }, inline(hidden))),
        places.map((seat) => cell(hidden, seat))))))),
    Object.keys(found.counted_out).length ? h("p", { class: "faint small" }, "∅ ruled out only by counting the cards of every hand.") : null);
}

export function nested(viewer, found) {
  const { names, card, viewpoint, depth, before, change, test } = viewer;
  const me = (seat) => names[seat];
  const selects = before.map((seat, at) => h("label", {}, at ? "that " : "", h("select", {
    "aria-label": `Player ${at + 1} of the chain`, "data-key": `before-${at}`,
    onchange: (event) => change({ before: before.map((old, k) => (k === at ? Number(event.target.value) : old)) }),
  }, names.map((name, value) => h("option", { value, selected: value === seat }, name))), " knows"));
  const head = h("div", { class: "depth" },
    h("label", {}, "Depth ", h("input", { type: "range", min: 1, max: 4, value: depth, "data-key": "depth", "aria-valuetext": `${depth}`,
      oninput: (event) => { const deep = Number(event.target.value); change({ depth: deep, before: Array.from({ length: Math.max(deep - 2, 0) }, (_, at) => before[at] ?? at) }); } }), h("b", {}, String(depth))),
    selects.length ? h("p", { class: "chain" }, selects, ` ${depth > 2 ? "that…" : ""}`) : null);
  if (!found) return h("div", { class: "nested" }, head);
  const words = { yes: "yes", no: "no", open: "open" };
  const cell = (at, to) => {
    const verdict = found.rows[at][to];
    return h("td", {}, h("button", { type: "button", class: `seal ${verdict}`, "data-key": `cell-${at}-${to}`, title: found.formulas[at][to],
      "aria-label": `${depth > 1 ? `${me(at)} knows that ` : ""}${me(to)} knows: ${words[verdict]}`, onclick: () => test(found.formulas[at][to]) }, sign(verdict)));
  };
  return h("div", { class: "nested" }, head,
    h("p", { class: "in-words" }, depth > 1 ? ["Does the player of the row know that the player of the column knows who has ", inline(card), "?"] : ["Who knows who has ", inline(card), "?"],
      viewpoint >= 0 ? ` As far as ${me(viewpoint)} can tell.` : ""),
    h("div", { class: "scroll" }, h("table", { class: "matrix" },
      h("thead", {}, h("tr", {}, depth > 1 ? h("td", {}) : null, names.map((name, seat) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, found.rows.map((row, at) => h("tr", {}, depth > 1 ? h("th", { scope: "row" }, names[at]) : null, row.map((_, to) => cell(at, to))))))),
    depth === 1 ? thinks(names, found) : null,
    h("p", { class: "faint small" }, `Everybody knows it: ${words[found.everybody]}. It is common knowledge: ${words[found.common]}. `, icon("yes"), " yes, ", icon("strike"), " no, ? open."));
}

function thinks(names, found) {
  return h("ul", { class: "thinks" }, names.map((name, seat) => h("li", {}, h("b", {}, name), " thinks possible: ",
    [...SEATS, STOCK].filter((place) => place in found.thinks[seat] && found.thinks[seat][place] !== "no").map((place) => h("span", {
      class: `chip seat-${SEATS.indexOf(place)} ${found.thinks[seat][place]}`, title: found.thinks[seat][place] === "open" ? "perhaps: it depends on the deal" : null,
    }, found.thinks[seat][place] === "open" ? `${place}?` : place)))));
}

const WORDS = { yes: ["True", "good"], no: ["False", "bad"], open: ["Cannot tell", "unsure"] };

// Why there is no answer, with the place of a mistake where there is one.
export const wrong = (message) => h(message.includes("\n") ? "pre" : "p", { class: "wrong", role: "alert" }, message);

export function answer(viewer, found) {
  const { names, viewpoint, played } = viewer;
  const [word, mood] = WORDS[found.verdict];
  const text = viewpoint < 0 ? word : found.verdict === "open" ? `${names[viewpoint]} cannot tell` : `${names[viewpoint]} knows that it is ${word.toLowerCase()}`;
  return h("div", { class: "reply", role: "status" },
    h("p", { class: `word ${mood}` }, text),
    h("p", { class: "faint small" }, h("code", {}, found.formula), ` is true in ${many(found.true_in)} of ${many(found.deals)} ${found.deals === 1 ? "deal" : "deals"}${viewpoint >= 0 ? ` that are possible for ${names[viewpoint]}` : " that fit what everybody has seen"}.`),
    found.shown.map((doubt) => h("div", { class: "witness" },
      deal(doubt.start, played, doubt.steps.length ? (viewpoint === -2 ? "As it is" : "Suppose this deal") : "A possible deal"),
      doubt.steps.map((step) => deal(step.deal, played, `${step.who.map((seat) => names[SEATS.indexOf(seat)] ?? seat).join(" and ")} thinks possible`)),
      h("p", { class: "faint small" }, doubt.end))));
}

// A deal, hand by hand; cards that have been played are faint.
function deal(hands, played, title) {
  return h("section", { class: "deal" }, h("h3", {}, title), h("dl", {}, Object.entries(hands).map(([place, cards]) => h("div", {},
    h("dt", {}, place), h("dd", {}, cards.map((card) => inline(card, played.has(card) ? "gone" : "")))))));
}

export const examples = (card) => [
  `K[N] Kv[E] owner(${card})`, `M[E] has(S,${card})`, `C[N,E,S,W] ~has(W,${card})`, `D[N,S] has(E,${card})`, `[!~has(N,${card})] Kv[S] owner(${card})`,
];
