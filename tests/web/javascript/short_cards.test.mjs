import assert from "node:assert/strict";
import { test } from "node:test";
import { shortCards } from "../../../src/handsight/web/static/games/hanabi/short_cards.js";

test("what a card is read as is short", () => {
  const short = (...cards) => shortCards(cards, String);
  assert.deepEqual(short([0, 1]), [{ suit: 0, text: "1" }]);
  assert.deepEqual(short([0, 1], [0, 2]), [{ suit: 0, text: "1,2" }]);
  assert.deepEqual(short([0, 2], [0, 3], [0, 4]), [{ suit: 0, text: "2–4" }]);
  assert.deepEqual(short([0, 2], [0, 3], [0, 5]), [{ suit: 0, text: "2,3,5" }]);
  assert.deepEqual(short([1, 4], [3, 4]), [{ suit: 1, text: "4" }, { suit: 3, text: "4" }]);
  assert.deepEqual(short([1, 5], [2, 5], [3, 5]), [{ suit: null, text: "a 5" }]);
  assert.deepEqual(short([0, 1], [1, 2], [2, 3]), [{ suit: null, text: "1 of 3" }]);
  assert.deepEqual(short(...Array.from({ length: 9 }, (_, at) => [at % 5, 1 + at % 4])), []);
  assert.deepEqual(short(), []);
});
