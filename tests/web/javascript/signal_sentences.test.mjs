import assert from "node:assert/strict";
import { test } from "node:test";
import { listed, verdict, whyNoMore, whySafe } from "../../../src/handsight/web/static/signals/sentences.js";

test("words in a row", () => {
  assert.equal(listed([], "or"), "");
  assert.equal(listed(["R"], "or"), "R");
  assert.equal(listed(["R", "W", "Y"], "and"), "R, W and Y");
});

test("a group is safe because of one slot, or of several, or always", () => {
  assert.equal(whySafe({ block: ["R"], rows: [3], copies: 0 }), "R touches slot 4, whatever card it is");
  assert.equal(whySafe({ block: ["R", "B"], rows: [0, 3], copies: 1 }), "R or B touches one of slots 1 and 4: of the cards that would avoid it, only 1 is left");
  assert.equal(whySafe({ block: ["R"], rows: [], copies: 0 }), "R is always legal");
});

test("a group that is tried is safe or not", () => {
  assert.equal(verdict({ safe: true, proof: { block: ["R"], rows: [0], copies: 0 }, hand: null }), "safe: R touches slot 1, whatever card it is");
  assert.equal(verdict({ safe: false, proof: null, hand: ["R", "Y"] }), "not safe: with the hand R Y none of its clues is legal");
});

test("why there cannot be more groups", () => {
  const two = { bound: 2, most: 2, bound_hand: ["R", "Y"], bound_hints: ["R", "Y"] };
  assert.equal(whyNoMore(two), "With the hand R Y only R and Y are legal, and every group needs a legal clue: there cannot be more than 2 groups.");
  assert.match(whyNoMore({ ...two, most: 1 }), /a search through all safe groups rules out more than 1\.$/);
  assert.equal(whyNoMore({ bound: 0, most: 0, bound_hand: [], bound_hints: [] }), "The hand is empty.");
});
