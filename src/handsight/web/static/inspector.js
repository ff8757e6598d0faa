// One card looked at closely: the grid of what it may be, what it is good for, why that is known and since when.

import { back, cardName, face, picture as svg } from "./cards.js";
import { h } from "./dom.js";
import { GRADES, beliefOf, looked, many } from "./beliefs.js";
import { grid, uses } from "./knowledge.js";

const USES = { playable: "Playable", trash: "Trash", critical: "Critical" };

export function inspector(replay, moment) {
  const { suits, rules, names, state } = replay;
  const place = looked(replay, moment);
  if (!place) return [h("p", { class: "faint" }, "Nobody holds a card.")];
  const { holder, slot } = place;
  const { row, held, known } = beliefOf(replay, moment, holder, slot);
  const title = `${names[holder]}’s slot ${slot + 1}`;
  const parts = [
    h("header", {},
      svg(held.card ? face(suits[held.card[0]], held.card[1]) : back(held, suits, rules.ranks)),
      h("div", {}, h("h2", {}, title), h("p", { class: "faint" }, `${held.card ? cardName(suits, held.card) : "not seen by these eyes"} · card ${held.order}`))),
    grades(replay, holder),
  ];
  if (!known) return [...parts, h("p", { class: "faint" }, "This file leaves that out; ask it of a running server.")];
  parts.push(grid(known, suits, rules, `What ${title} may be`), legend(known));
  if (known.words) parts.push(h("p", { class: "faint" }, known.words));
  if (row && state.grade === "holder") {
    const own = moment.seats.find((found) => found.seat === holder);
    parts.push(uses(row), own.caveat ? h("p", { class: "faint" }, own.caveat) : "", reasons(replay, moment, holder, slot, row),
      h("p", { class: "faint" }, `As far as ${names[holder]} can tell, this hand can be in ${many(own.worlds)} ways.`));
  }
  return parts;
}

function grades(replay, holder) {
  const { state, names } = replay;
  const eyes = state.seat === null ? "seeing everything" : `seeing what ${names[state.seat]} sees`;
  const about = { clues: "From clues alone", me: `From all I see, ${eyes}`, holder: `From all that ${names[holder]} sees` };
  return h("div", { class: "grades", role: "group", "aria-label": "Told from" }, GRADES.map((grade) => h("button", {
    type: "button", "aria-pressed": String(state.grade === grade.word), "data-key": `grade-${grade.word}`, title: about[grade.word],
    onclick: () => replay.change({ grade: grade.word }),
  }, grade.name)));
}

function legend(known) {
  const outs = new Set(known.cells.flat().map((cell) => cell.out));
  const rows = [["by-clue", "a clue says no"], ["by-sight", "all copies in sight"], ["by-hand", "the rest of the hand"], ["by-count", "no copy left for it"]].filter(([out]) => outs.has(out));
  return h("p", { class: "legend", "aria-hidden": "true" }, rows.map(([out, words]) => h("span", {}, h("i", { class: `out ${out}` }), words)),
    known.truth ? h("span", {}, h("i", { class: "truth" }), "the card") : null);
}

// Why something is known; asked for only where something is.
function reasons(replay, moment, holder, slot, row) {
  const sure = row.possible.length === 1 || row.playable === 1 || row.trash === 1 || row.critical === 1;
  const list = h("ul", { class: "reasons", "aria-label": "Why" });
  if (!sure) return h("p", { class: "faint" }, "Nothing is certain of it yet.");
  replay.source.why(moment.turn, holder, slot).then((found) => {
    if (!found) { list.append(h("li", { class: "faint" }, "The reasons are left out of this file.")); return; }
    list.append(...found.reasons.map((reason) => {
      const date = found.since[reason.claim] ?? found.since.identity;
      const [claim, because] = [reason.sentence.split(",", 1)[0], reason.sentence.slice(reason.sentence.indexOf(",") + 1)];
      return h("li", {}, h("b", {}, USES[reason.claim] ?? claim), h("span", {}, because),
        date === undefined ? null : h("button", { type: "button", class: "quiet since", onclick: () => replay.go(date) }, `since turn ${date}`));
    }), ...(found.reasons.length ? [] : [h("li", { class: "faint" }, "It follows only from playing the hidden cards again.")]));
  }).catch((error) => list.append(h("li", { class: "faint" }, error.message)));
  return list;
}
