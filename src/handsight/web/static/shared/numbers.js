// @ts-check
// Numbers as people read them: one kind of minus sign, one form for one thing and another for several.

const MINUS = "−";

/**
 * A number with the minus sign of the page.
 * @param {number} value
 * @param {number} [digits] digits after the point
 */
export function number(value, digits) {
  const text = digits === undefined ? Math.abs(value).toLocaleString("en") : Math.abs(value).toFixed(digits);
  return value < 0 && Number(text.replaceAll(",", "")) !== 0 ? `${MINUS}${text}` : text;
}

/**
 * A number with its sign: +3, −2, 0; null is a question mark.
 * @param {number | null} value
 * @param {number} [digits]
 */
export function signed(value, digits) {
  if (value === null) return "?";
  const text = number(value, digits);
  return value > 0 ? `+${text}` : text;
}

/**
 * A count with its word: 1 card, 2 cards.
 * @param {number} count
 * @param {string} one
 * @param {string} [many]
 */
export function plural(count, one, many = `${one}s`) {
  return `${number(count)} ${count === 1 ? one : many}`;
}
