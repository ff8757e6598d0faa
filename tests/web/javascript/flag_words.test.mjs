import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { flagMeaning, flagWord, shortCards } from "../../../src/handsight/web/static/games/hanabi/flag_words.js";

test("a flag has a word that people can read, and none where the clues on the card say it", () => {
  assert.equal(flagWord("CH", "chop: the oldest card that nothing was said of"), "chop");
  assert.equal(flagWord("CM", "chop moved: kept, though nothing was said of it"), "chop moved");
  assert.equal(flagWord("FO", "focus of the clue just given"), "focus");
  assert.equal(flagWord("PL", "what its holder plays next"), "plays next");
  assert.equal(flagWord("IP", "immediately playable"), "playable");
  assert.equal(flagWord("TO", "touched, and still wanted"), "");
  assert.equal(flagWord("NU", "it was touched by a number clue"), "");
  assert.equal(flagWord("CM", ""), "CM");
});

test("no flag of the conventions is called what the page says of a card that is to be played", () => {
  const library = new URL("../../../src/handsight/conventions/library/", import.meta.url);
  const names = readdirSync(library, { recursive: true }).filter((name) => name.endsWith(".convention"));
  const texts = names.map((name) => readFileSync(new URL(name, library), "utf8"));
  const words = texts.flatMap((text) => [...text.matchAll(/^ *flag (\w+) "([^"]+)"/gm)].map(([, name, about]) => flagWord(name, about)));
  assert.ok(words.includes("passed over"));
  assert.ok(!words.includes("told to play"));
});

test("a flag's meaning does not repeat its word", () => {
  assert.equal(flagMeaning("chop", "chop: the oldest card that nothing was said of"), "the oldest card that nothing was said of");
  assert.equal(flagMeaning("focus", "focus of the clue just given"), "of the clue just given");
  assert.equal(flagMeaning("playable", "immediately playable"), "immediately playable");
});

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
