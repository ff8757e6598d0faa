// @ts-check
// What differs between two texts, line by line.

/** @typedef {{ kind: "same" | "out" | "in" | "gap", text: string, line: number | null }} Row */

/**
 * The lines of a longest common part of two lists of lines, as pairs of indices.
 * @param {string[]} one
 * @param {string[]} other
 * @returns {[number, number][]}
 */
export function commonLines(one, other) {
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) start += 1;
  let end = 0;
  while (end < one.length - start && end < other.length - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end += 1;
  const [rows, columns] = [one.length - start - end, other.length - start - end];
  const longest = Array.from({ length: rows + 1 }, () => new Uint32Array(columns + 1)); // of the lines from here on
  for (let row = rows - 1; row >= 0; row -= 1) for (let column = columns - 1; column >= 0; column -= 1) {
    longest[row][column] = one[start + row] === other[start + column]
      ? longest[row + 1][column + 1] + 1 : Math.max(longest[row + 1][column], longest[row][column + 1]);
  }
  /** @type {[number, number][]} */
  const pairs = Array.from({ length: start }, (_, at) => [at, at]);
  for (let row = 0, column = 0; row < rows && column < columns;) {
    if (one[start + row] === other[start + column]) pairs.push([start + row++, start + column++]);
    else if (longest[row + 1][column] >= longest[row][column + 1]) row += 1;
    else column += 1;
  }
  for (let at = end; at > 0; at -= 1) pairs.push([one.length - at, other.length - at]);
  return pairs;
}

/**
 * The rows of a difference: lines that went out and came in, each with the lines around it; a gap stands for the rest.
 * Lines are counted from 1, in the second text where they are in it.
 * @param {string} one
 * @param {string} other
 * @param {number} around how many equal lines are shown before and after
 * @returns {Row[]}
 */
export function lineDifference(one, other, around = 1) {
  const [before, after] = [one.split("\n"), other.split("\n")];
  /** @type {Row[]} */
  const all = [];
  let [row, column] = [0, 0];
  /** @param {number} toRow @param {number} toColumn */
  const changed = (toRow, toColumn) => {
    while (row < toRow) all.push({ kind: "out", text: before[row], line: ++row });
    while (column < toColumn) all.push({ kind: "in", text: after[column], line: ++column });
  };
  for (const [at, to] of commonLines(before, after)) {
    changed(at, to);
    all.push({ kind: "same", text: before[row++], line: ++column });
  }
  changed(before.length, after.length);
  if (all.every(({ kind }) => kind === "same")) return [];
  const near = all.map((_, at) => all.slice(Math.max(0, at - around), at + around + 1).some(({ kind }) => kind !== "same"));
  return all.flatMap((line, at) => (near[at] ? [line] : at && !near[at - 1] ? [] : [{ kind: /** @type {const} */ ("gap"), text: "", line: null }]));
}
