import assert from "node:assert/strict";
import { test } from "node:test";
import { commonLines, lineDifference } from "../../../src/handsight/web/static/lab/difference.js";

const shown = (rows) => rows.map(({ kind, text, line }) => `${{ out: "-", in: "+", same: " ", gap: "…" }[kind]}${line ?? ""}${text}`);

test("equal texts do not differ", () => {
  assert.deepEqual(lineDifference("a\nb", "a\nb"), []);
});

test("a changed line is taken out and added, with a line around it", () => {
  assert.deepEqual(shown(lineDifference("a\nb\nc\nd\ne", "a\nb\nx\nd\ne")), ["…", " 2b", "-3c", "+3x", " 4d", "…"]);
});

test("lines at the ends", () => {
  assert.deepEqual(shown(lineDifference("b", "a\nb\nc")), ["+1a", " 2b", "+3c"]);
  assert.deepEqual(shown(lineDifference("a\nb", "")), ["-1a", "-2b", "+1"]);
});

// Slow and obviously right: the length of a longest common part, by trying everything.
function longest(one, other) {
  if (!one.length || !other.length) return 0;
  if (one[0] === other[0]) return 1 + longest(one.slice(1), other.slice(1));
  return Math.max(longest(one.slice(1), other), longest(one, other.slice(1)));
}

test("the common part is a longest one, in order", () => {
  const words = (n) => Array.from({ length: 7 }, (_, at) => "abc"[(n >> at) % 3]);
  for (let seed = 0; seed < 300; seed += 7) {
    const [one, other] = [words(seed * 31), words(seed * 17 + 5)];
    const pairs = commonLines(one, other);
    assert.equal(pairs.length, longest(one, other));
    assert.ok(pairs.every(([at, to]) => one[at] === other[to]));
    assert.ok(pairs.every(([at, to], n) => !n || (at > pairs[n - 1][0] && to > pairs[n - 1][1])));
  }
});
