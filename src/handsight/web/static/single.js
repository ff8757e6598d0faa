// A replay that stands in a file of its own: everything that a server could be asked lies beside it.

import { h } from "./dom.js";
import { addressOf } from "./views.js";
import { watch } from "./viewer.js";

const { head, whole } = JSON.parse(document.getElementById("game").textContent);
const whys = new Map((whole.whys ?? []).map((row) => [`${row.turn}/${row.seat}/${row.slot}`, row]));

const source = {
  path: "/", fixed: {}, page: null,
  async moment(turn, seat) {
    const [picture, seats] = [whole.pictures[seat === null ? 0 : seat + 1][turn], whole.knows[turn]];
    if (seat === null) return { turn, picture, seats };
    return { turn, picture, seats: [seats[seat]], regards: whole.regards?.[seat][turn], unseen: whole.unseen[seat][turn] };
  },
  async why(turn, seat, slot) { return whole.spare ? null : whys.get(`${turn}/${seat}/${slot}`) ?? { reasons: [], since: {} }; },
  async lessons() { return whole.lessons; },
};

const root = document.getElementById("view");
const dark = matchMedia("(prefers-color-scheme: dark)");
const paint = () => { document.documentElement.dataset.theme = dark.matches ? "dark" : "light"; };
let close = null;

function show() {
  if (location.hash === "#view") { root.focus(); return; }
  close?.();
  root.replaceChildren();
  close = watch(root, source, head, addressOf(location.hash).query);
  root.append(h("p", { class: "faint colophon" }, "Made by Handsight. This file works without a server and loads nothing."));
}

dark.addEventListener("change", paint);
addEventListener("hashchange", show);
paint();
show();
