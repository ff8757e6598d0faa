import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { addEventListener: () => {} }); // there is no window
const { readingOf } = await import("../../../src/handsight/web/static/games/hanabi/card_reading.js");

// What the board says of a card of Bob's with these flags.
function said(flags, card = {}) {
  const turn = { cards: { 7: { flags: Object.keys(flags), told: false, told_in_public: false, ...card } }, supports: [] };
  return readingOf({ head: {}, state: { source: "convention", turn: 0, seat: null }, rules: { suits: [], ranks: [] }, reading: { convention: "signal", flags, turns: [turn] } }, 1, 7);
}

test("every word on the board is explained, also one that is all that a convention says of its flag", () => {
  const pointed = { word: "pointed at", meaning: "", text: "pointed at" };
  assert.deepEqual([said({ IP: pointed }).word, said({ IP: pointed }).about], ["pointed at", "a mark of signal"]);
  assert.equal(said({ CH: { word: "chop", meaning: "the oldest card", text: "chop: the oldest card" } }).about, "the oldest card");
  assert.equal(said({ IP: pointed }, { told: true }).about, "its holder is told to play it");
});
