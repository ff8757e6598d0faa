// @ts-check
// A replay in a file of its own: the answers to all questions are in the file.

import { h } from "../../shared/dom.js";
import { addressOf } from "../../shared/address.js";
import { replay } from "./replay.js";

const { head, everything, analysis } = JSON.parse(document.getElementById("game").textContent);
head.conventions = everything.reading ? [everything.reading.convention] : []; // no other can be asked for
const reasons = new Map((everything.reasons ?? []).map((row) => [`${row.turn}/${row.seat}/${row.slot}`, row]));

const source = {
  path: "/", fixed: {}, page: null,
  async moment(turn, seat) {
    const [picture, seats] = [everything.pictures[seat === null ? 0 : seat + 1][turn], everything.knowledge[turn]];
    if (seat === null) return { turn, picture, seats };
    return { turn, picture, seats: [seats[seat]], nested: everything.nested?.[seat][turn], unseen: everything.unseen[seat][turn] };
  },
  async why(turn, seat, slot) { return everything.without_reasons ? null : reasons.get(`${turn}/${seat}/${slot}`) ?? { reasons: [], since: {} }; },
  async information() { return everything.information; },
  reading: everything.reading ? async () => everything.reading : null,
  // The turns that were analysed when the file was made.
  analysis: analysis ? () => ({ found: { ...analysis, rows: new Map(analysis.rows.map((row) => [row.turn, row])) }, watch() {}, stop() {}, choose: null }) : null,
};

const root = document.getElementById("view");
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => { document.documentElement.dataset.theme = dark.matches ? "dark" : "light"; };
let close = null;

function show() {
  if (location.hash === "#view") { root.focus(); return; }
  close?.();
  root.replaceChildren();
  close = replay(root, source, head, addressOf(location.hash).query);
  root.append(h("p", { class: "faint colophon" }, "Made by Handsight. This file works without a server and loads nothing."));
}

dark.addEventListener("change", paint);
addEventListener("hashchange", show);
paint();
show();
