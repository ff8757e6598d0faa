import assert from "node:assert/strict";
import { test } from "node:test";
import { lineWith, lineWithoutLast } from "../../../src/handsight/web/static/games/hanabi/lines.js";
import { lineAddress, momentAddress } from "../../../src/handsight/web/static/games/hanabi/replay_address.js";
import { clueTurns, nextClue } from "../../../src/handsight/web/static/games/hanabi/clue_turns.js";

test("a move goes on from its turn, and drops what the line had from there on", () => {
  assert.equal(lineWith("", 11, "p31"), "12.p31");
  assert.equal(lineWith("12.p31", 12, "d22"), "12.p31.d22");
  assert.equal(lineWith("12.p31.d22", 12, "c1n3"), "12.p31.c1n3");
  assert.equal(lineWith("12.p31.d22", 4, "p2"), "5.p2");
  assert.equal(lineWith("12.p31.d22", 11, "p2"), "12.p2");
});

test("moves are taken back one by one", () => {
  assert.equal(lineWithoutLast("12.p31.d22"), "12.p31");
  assert.equal(lineWithoutLast("12.p31"), "");
});

test("a line stands in the address, and leaves it with the game", () => {
  const source = { path: "/replay/x", fixed: { line: "3.p1" } };
  assert.equal(lineAddress(source, { seat: 1 }, "3.p1.p2", 4), "#/replay/x?line=3.p1.p2&turn=5&seat=1");
  assert.equal(lineAddress(source, { seat: null }, "", 2), "#/replay/x?turn=3");
});

test("a line keeps how the game is looked at: by which convention, from which view, without spoilers", () => {
  const source = { path: "/replay/x", fixed: { game: 2 } };
  const state = { turn: 3, seat: 0, source: "convention", order: 7, hidden: true, by: "circle", tab: "analysis" };
  assert.equal(lineAddress(source, state, "3.p1", 3), "#/replay/x?game=2&turn=4&seat=0&from=convention&future=hidden&by=circle&tab=analysis&line=3.p1");
  assert.equal(momentAddress(source, state), "#/replay/x?game=2&turn=4&card=7&seat=0&from=convention&future=hidden&by=circle&tab=analysis");
});

test("clues to a card are found before and after a turn", () => {
  const log = [{ turn: 0, kind: "clue", orders: [3, 4] }, { turn: 1, kind: "play", orders: [3] }, { turn: 2, kind: "clue", orders: [4] }];
  assert.deepEqual(clueTurns(log, 4), [1, 3]);
  assert.equal(nextClue(log, 4, 3, -1), 1);
  assert.equal(nextClue(log, 4, 1, 1), 3);
  assert.equal(nextClue(log, 4, 1, -1), null);
});
