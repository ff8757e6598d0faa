// @ts-check
// One card in detail: its possible cards, its probabilities of use, why that is known and since when.

import { back, cardName, face, picture as svg } from "./cards.js";
import { h } from "../../shared/dom.js";
import { beliefOf, inspected, many, sourcesOf } from "./hands.js";
import { grid, uses } from "./possible_cards.js";
import { conventionName, readTurn, wholeReading } from "./card_reading.js";
import { clueHistory } from "./clue_history.js";
import { moves } from "../../replay/move_list.js";

const USES = { playable: "Playable", trash: "Trash", critical: "Critical" };

export function inspector(replay, moment) {
  const { suits, rules, names, state } = replay;
  const place = inspected(replay, moment);
  if (!place) return [h("p", { class: "faint" }, "Nobody holds a card.")];
  const { holder, slot } = place;
  const { row, held, known } = beliefOf(replay, moment, holder, slot);
  const title = `${names[holder]}’s slot ${slot + 1}`;
  const parts = [
    h("header", {},
      svg(held.card ? face(suits[held.card[0]], held.card[1]) : back(held, suits, rules.ranks)),
      h("div", {}, h("h2", {}, title), h("p", { class: "faint" }, `${held.card ? cardName(suits, held.card) : "not seen from this view"} · card ${held.order}`))),
    sources(replay, holder),
  ];
  if (readTurn(replay)) parts.push(h("p", { class: "read-words" }, `By ${conventionName(replay, state.by)}: ${wholeReading(replay, holder, held.order).join("; ") || "nothing is said of it"}.`));
  if (!known) return [...parts, h("p", { class: "faint" }, "This web page leaves that out, to stay small; open the game in Handsight to see it.")];
  parts.push(grid(known, suits, rules, `Possible cards in ${title}`), legend(known));
  if (known.words) parts.push(h("p", { class: "faint" }, known.words));
  if (row && state.source === "holder") {
    const own = moment.seats.find((found) => found.seat === holder);
    parts.push(uses(row), own.caveat ? h("p", { class: "faint" }, own.caveat) : "", reasons(replay, moment, holder, slot, row),
      h("p", { class: "faint" }, `${many(own.worlds)} possible ${own.worlds === 1 ? "hand" : "hands"}, from what ${names[holder]} can see.`));
  }
  const history = clueHistory(moves(replay).slice(0, state.hidden ? state.furthest : replay.head.turns), held.order, { turn: state.turn, names, rules, go: (turn) => replay.change({ turn, order: held.order }) });
  if (history) parts.push(history);
  if (replay.source.page && !replay.head.line) parts.push(signalsLink(replay, moment, holder));
  return parts;
}

// A link to what a clue to this hand can surely say; it needs a server.
function signalsLink({ source, names }, moment, holder) {
  const words = new URLSearchParams({ ...source.fixed, turn: moment.turn + 1, seat: holder });
  return h("a", { class: "button quiet", href: `#/signals/${source.path.replace("/replay/", "")}?${words}` }, `What can a clue to ${names[holder]} surely say?`);
}

function sources(replay, holder) {
  const { state, names } = replay;
  const viewpoint = state.seat === null ? "all cards" : `what ${names[state.seat]} can see`;
  const about = { clues: "From clues alone", me: `From ${viewpoint}`, holder: `From what ${names[holder]} can see`, convention: `If everybody keeps ${state.by ? conventionName(replay, state.by) : "a convention"}` };
  return h("div", { class: "choices", role: "group", "aria-label": "Worked out from" }, sourcesOf(replay).map(({ word, name }) => h("button", {
    type: "button", "aria-pressed": String(state.source === word), "data-key": `source-${word}`, title: about[word],
    onclick: () => replay.change({ source: word }),
  }, name)));
}

function legend(known) {
  const outs = new Set(known.cells.flat().map((cell) => cell.out));
  const rows = [["by-clue", "ruled out by a clue"], ["by-sight", "all copies visible"], ["by-hand", "by the rest of the hand"], ["by-count", "no copy left"], ["by-convention", "by the convention"]].filter(([out]) => outs.has(out));
  return h("p", { class: "legend", "aria-hidden": "true" }, rows.map(([out, words]) => h("span", {}, h("i", { class: `out ${out}` }), words)),
    known.truth ? h("span", {}, h("i", { class: "truth" }), "the card") : null);
}

// Why something is known; asked for only where something is certain.
function reasons(replay, moment, holder, slot, row) {
  const sure = row.possible.length === 1 || row.playable === 1 || row.trash === 1 || row.critical === 1;
  const list = h("ul", { class: "reasons", "aria-label": "Why" });
  if (!sure) return h("p", { class: "faint" }, "Nothing about it is certain yet.");
  replay.source.why(moment.turn, holder, slot).then((found) => {
    if (!found) { list.append(h("li", { class: "faint" }, "The reasons are left out of this file.")); return; }
    list.append(...found.reasons.map((reason) => {
      const [claim, because] = [reason.sentence.split(",", 1)[0], reason.sentence.slice(reason.sentence.indexOf(",") + 1)];
      return h("li", {}, h("b", {}, USES[reason.claim] ?? claim), h("span", {}, because),
        h("button", { type: "button", class: "quiet since", onclick: () => replay.go(reason.since) }, `since turn ${reason.since + 1}`));
    }), ...(found.reasons.length ? [] : [h("li", { class: "faint" }, "It follows only from all ways to play the hidden cards.")]));
  }).catch((error) => list.append(h("li", { class: "faint" }, error.message)));
  return list;
}
