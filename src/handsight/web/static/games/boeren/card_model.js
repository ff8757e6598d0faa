// @ts-check
// One card's Kripke model: a world for each possible owner, and lines between worlds that a seat cannot tell apart, each seat's dashed in its own way.

import { SEATS, SEAT_NAMES, STOCK, cardText, inline, placeOf } from "./cards.js";
import { h, s } from "../../shared/dom.js";

const CENTRES = { bottom: [170, 262], left: [48, 155], top: [170, 48], right: [292, 155] };
const FIVE = { bottom: [170, 265], left: [57, 186], top: [98, 52], [STOCK]: [242, 52], right: [283, 186] }; // with the stock among them
const RADIUS = 31;
const APART = 7;

export function cardModel(found, names, bottom) {
  const { worlds, lines, actual, possible } = found.model;
  const alone = worlds.length === 1;
  const where = (world) => (alone ? [170, 50] : (worlds.includes(STOCK) ? FIVE : CENTRES)[world === STOCK ? STOCK : placeOf(SEATS.indexOf(world), bottom)]);
  const drawn = SEATS.flatMap((seat) => lines[seat].map(([one, other]) => line(seat, one, other, lines, where)));
  const nodes = worlds.map((world) => {
    const [x, y] = where(world);
    return s("g", { class: `world ${world === STOCK ? "of-stock" : ""} seat-${SEATS.indexOf(world)} ${world === actual ? "actual" : found.viewpoint < 0 || possible.includes(world) ? "" : "denied"}`, "data-world": world },
      s("circle", { cx: x, cy: y, r: RADIUS }),
      s("text", { x, y, "text-anchor": "middle", "dominant-baseline": "central" }, world));
  });
  return h("figure", { class: "kripke" },
    s("svg", { viewBox: alone ? "0 0 340 100" : "0 0 340 310", role: "img", "aria-label": words(found, names) }, drawn, nodes),
    h("figcaption", {}, h("p", { class: "in-words" }, caption(found, names)), legend(names, lines)));
}

// Lines between the same two worlds lie side by side, each seat's always on the same side.
function line(seat, one, other, lines, where) {
  const both = SEATS.filter((each) => lines[each].some(([a, b]) => a === one && b === other));
  const shift = (both.indexOf(seat) - (both.length - 1) / 2) * APART;
  const [[x, y], [u, v]] = [where(one), where(other)];
  const long = Math.hypot(u - x, v - y);
  const [over, down] = [(-(v - y) / long) * shift, ((u - x) / long) * shift];
  return s("line", { class: `doubt seat-${SEATS.indexOf(seat)}`, "data-seat": seat, x1: x + over, y1: y + down, x2: u + over, y2: v + down });
}

function legend(names, lines) {
  if (SEATS.every((seat) => !lines[seat].length)) return null;
  return [h("p", { class: "faint small" }, "A line joins two owners that a player cannot tell apart. Lines are drawn for:"),
    h("ul", { class: "seat-legend" }, names.map((name, seat) => (lines[SEATS[seat]].length
      ? h("li", { class: `seat-${seat}` }, s("svg", { viewBox: "0 0 44 6", "aria-hidden": "true" }, s("line", { class: `seat-${seat}`, x1: 0, y1: 3, x2: 44, y2: 3 })), name) : null)))];
}

const nameOf = (names) => (world) => (world === STOCK ? "the stock" : names[SEATS.indexOf(world)] ?? SEAT_NAMES[SEATS.indexOf(world)] ?? world);

function caption(found, names) {
  const { worlds, actual } = found.model;
  const owner = actual ? nameOf(names)(actual) : "";
  const card = inline(found.card);
  if (worlds.length === 1) return ["Everybody knows that ", card, ` is, or was, ${nameOf(names)(worlds[0])}’s.`];
  const may = worlds.map(nameOf(names));
  return [card, ` ${may.slice(0, -1).join(", ")} or ${may.at(-1)}, judged by this card alone.${owner ? ` It is ${owner}’s (filled).` : ""}`];
}

function words(found, names) {
  const { worlds, lines, actual } = found.model;
  const lists = SEATS.map((seat, at) => (lines[seat].length ? `${names[at]} cannot tell ${lines[seat].map(([one, other]) => `${one} from ${other}`).join(", ")}` : "")).filter(Boolean);
  return [`Model of ${cardText(found.card)}. Worlds: ${worlds.join(", ")}${actual ? `; ${actual} is true` : ""}`, ...lists].join(". ");
}
