// @ts-check
// Lines from a card to those that it waits for. They run in the gaps under the hands and beside them, never over a card.

import { s } from "../../shared/dom.js";
import { route } from "./line_route.js";

const BESIDE = 6; // how far beside the cards a line runs

/**
 * Draw lines into an element that lies over the board: { from, to } are cards by their orders.
 * @param {SVGElement} element
 * @param {Element} board
 * @param {{ from: number, to: number }[]} lines
 */
export function drawLines(element, board, lines) {
  const frame = board.getBoundingClientRect();
  const place = (order) => {
    const card = board.querySelector(`.held[data-order="${order}"]`);
    const box = card?.querySelector(".card")?.getBoundingClientRect();
    const hand = card?.closest(".cards")?.getBoundingClientRect();
    const label = card?.querySelector(".reading-of");
    if (!box || !hand) return null;
    const bottom = Math.max(box.bottom, label?.childElementCount ? label.getBoundingClientRect().bottom : 0);
    return { x: box.left + box.width / 2 - frame.left, bottom: bottom - frame.top, hand: hand.bottom - frame.top, right: hand.right - frame.left };
  };
  const drawn = lines.map(({ from, to }) => ({ name: `${from}-${to}`, from: place(from), to: place(to) })).filter((line) => line.from && line.to);
  const lane = Math.min(Math.max(...drawn.flatMap(({ from, to }) => [from.right, to.right])) + BESIDE, frame.width - 3);
  const paths = drawn.map(({ name, from, to }) => ({ name, to, from, d: route(from, to, lane) }));
  element.replaceChildren(...paths.map(({ d }) => s("path", { class: "halo", d })), ...paths.map(({ d, name }) => s("path", { class: "shaft", d, "data-line": name })),
    ...paths.map(({ to }) => s("path", { class: "tip", d: `M${to.x} ${to.bottom - 3}l-5 7h10Z` })), ...paths.map(({ from }) => s("circle", { class: "tip", cx: from.x, cy: from.bottom, r: 3 })));
}
