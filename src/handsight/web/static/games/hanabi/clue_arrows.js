// @ts-check
// The arrows of the last clue: from its giver, along the lane beside the cards, to each touched card, with the clue on them.

import { clueDisc } from "./cards.js";
import { s } from "../../shared/dom.js";

const ROUND = 8;

// Returns { element, show(line, looks) }: the element lies over the board, and follows its size and scrolling.
// line is the last move's log line; looks are { rules, suits }. Only clues are drawn.
export function clueArrows(board) {
  const element = s("svg", { class: "arrows", "aria-hidden": "true" });
  let shown = null;
  let asked = 0;

  function draw() {
    asked = 0;
    element.replaceChildren();
    if (shown?.line?.kind !== "clue") return;
    const { line, looks } = shown;
    const frame = board.getBoundingClientRect();
    const from = board.querySelector(`[data-plate="${line.seat}"]`)?.getBoundingClientRect();
    const cards = line.orders.map((order) => board.querySelector(`.held[data-order="${order}"] .card`)).filter(Boolean).map((card) => card.getBoundingClientRect());
    if (!from || !cards.length) return;
    const lane = Math.max(3, Math.min(...cardsOf(board, line.target).map((card) => card.left)) - frame.left - ROUND - 4);
    const beside = from.right < lane + frame.left; // the name stands beside the cards, not over them
    const start = /** @type {[number, number]} */ ([beside ? lane - ROUND : from.left - frame.left, from.top + from.height / 2 - frame.top]);
    const top = Math.min(...cards.map((card) => card.top)) - frame.top - ROUND;
    const ends = cards.map((card) => card.left + card.width / 2 - frame.left);
    const path = route(start, lane, top, Math.max(...ends));
    const tips = ends.map((x) => s("path", { class: "tip", d: `M${x} ${top + ROUND + 3}l-6-9h12Z` }));
    const badges = ends.map((x) => s("g", { class: "badge", transform: `translate(${x} ${top - 3})` }, clueDisc(line.clue, looks, 9)));
    element.append(s("path", { class: "halo", d: path }), s("path", { class: "shaft", d: path }), s("circle", { class: "tip", cx: start[0], cy: start[1], r: 3.5 }), ...tips, ...badges);
  }

  function redraw() {
    if (!asked && shown?.line?.kind === "clue") asked = requestAnimationFrame(draw);
  }

  const sizes = new ResizeObserver(redraw);
  sizes.observe(board);
  addEventListener("scroll", redraw, { passive: true });
  return {
    element,
    show(line, looks) { shown = { line, looks }; draw(); },
    close() { sizes.disconnect(); removeEventListener("scroll", redraw); cancelAnimationFrame(asked); },
  };
}

const cardsOf = (board, seat) => [...board.querySelectorAll(`[data-hand="${seat}"] .card`)].map((card) => card.getBoundingClientRect());

// From the giver's initial to the lane, up or down in it, and along the top of the receiver's hand.
function route([x, y], lane, top, end) {
  const down = top > y ? 1 : -1;
  const bend = Math.min(ROUND, Math.abs(top - y) / 2);
  return `M${x} ${y}H${Math.max(lane - bend, Math.min(x, lane))}Q${lane} ${y} ${lane} ${y + down * bend}V${top - down * bend}Q${lane} ${top} ${lane + bend} ${top}H${end}`;
}
