import assert from "node:assert/strict";
import { test } from "node:test";

const { breakWords, shownBreak } = await import("../../../src/handsight/web/static/games/hanabi/broken_promises.js");

const NAMES = ["Alice", "Bob", "Cathy"];
const PUBLIC = { kind: "untrue promise", text: "it is y1 or y2", order: 7, holder: null, seen: null, told_from: 35, known_from: [35, 56, 35], in_public: null };
const UNTRUE = { ...PUBLIC, text: "it is y1", holder: 1, seen: 54, known_from: [null, 56, null], in_public: PUBLIC };
const OTHER = { kind: "other move", text: "it would clue", order: null, holder: null, seen: null, told_from: 10, known_from: [10, null, null], in_public: null };
const LOST = { ...OTHER, kind: "card lost", text: "it would clue; Bob loses it", told_from: 12, known_from: [12, null, null], in_public: OTHER };

const words = (state, broken) => {
  const found = shownBreak(state, broken);
  return found && breakWords(state, NAMES, found);
};
const open = (furthest, hidden = true) => ({ seat: null, turn: 5, hidden, furthest });
const of = (seat, turn) => ({ seat, turn, hidden: false, furthest: 60 });

test("with all cards, when a holder could tell is told once that has been shown", () => {
  assert.equal(words(open(34), UNTRUE), null);
  assert.equal(words(open(35), UNTRUE), "it is y1");
  assert.equal(words(open(53), UNTRUE), "it is y1");
  assert.equal(words(open(54), UNTRUE), "it is y1; Bob could tell at move 54");
  assert.equal(words(open(5, false), UNTRUE), "it is y1; Bob could tell at move 54");
});

test("a player is told what that player can tell by then", () => {
  assert.equal(words(of(0, 34), UNTRUE), null);
  assert.equal(words(of(0, 60), UNTRUE), "it is y1 or y2");
  assert.equal(words(of(1, 55), UNTRUE), null);
  assert.equal(words(of(1, 56), UNTRUE), "it is y1");
});

test("that a card is lost is told when it is lost", () => {
  assert.equal(words(open(9), LOST), null);
  assert.equal(words(open(11), LOST), "it would clue");
  assert.equal(words(open(12), LOST), "it would clue; Bob loses it");
  assert.equal(words(of(0, 11), LOST), "it would clue");
  assert.equal(words(of(0, 12), LOST), "it would clue; Bob loses it");
  assert.equal(words(of(1, 12), LOST), null);
});
