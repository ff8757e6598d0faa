// @ts-check
// The way of a line between two cards: in the gaps under the hands and in the lane beside them.

const UNDER = 5; // how far under the cards a line runs

/**
 * The way from under one card to under another: down into the gap, along it, by the lane beside the hands where the other is in another hand, and up.
 * `bottom` is the bottom of a card with its label, `hand` that of all cards of its hand.
 * @param {{ x: number, bottom: number, hand: number }} from
 * @param {{ x: number, bottom: number, hand: number }} to
 * @param {number} lane
 */
export function route(from, to, lane) {
  const [gap, other] = [from.hand + UNDER, to.hand + UNDER];
  const start = `M${from.x} ${from.bottom}V${gap}`;
  return Math.abs(gap - other) < 2 ? `${start}H${to.x}V${to.bottom}` : `${start}H${lane}V${other}H${to.x}V${to.bottom}`;
}
