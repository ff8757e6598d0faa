import assert from "node:assert/strict";
import { test } from "node:test";
import { knownInWords } from "../../../src/handsight/web/static/games/hanabi/known_cards.js";

const NAMES = ["Alice", "Bob"];
const slotOf = (order) => [38, 26, 42].indexOf(order) + 1;

test("cards of which the same is known stand in one line", () => {
  const known = [
    { kind: "known-trash", order: 42, since: 50 }, { kind: "known-trash", order: 26, since: 50, card: "g1" },
    { kind: "known-playable", order: 38, since: 47 }, { kind: "known-critical", order: 99, since: 3 },
  ];
  assert.deepEqual(knownInWords(known, slotOf, NAMES, true), ["Slots 2 (g1) and 3 are not needed: known since turn 51.", "Slot 1 fits: known since turn 48."]);
});

test("chances are told only where the verdict has not told them", () => {
  const known = [{ kind: "chance-playable", order: 38, chance: "3/4" }];
  assert.deepEqual(knownInWords(known, slotOf, NAMES, true), ["Slot 1, which was played, fits with chance 3/4."]);
  assert.deepEqual(knownInWords(known, slotOf, NAMES, false), []);
});
