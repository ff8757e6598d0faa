import assert from "node:assert/strict";
import { test } from "node:test";
import { complete, nothingFound } from "../../../src/handsight/web/static/replay/analysis_found.js";
import { byPlayer, mistakes, nextMistake, worstFirst } from "../../../src/handsight/web/static/replay/mistakes.js";

const row = (turn, loss, call = null, points = 0, best = ["play 1"]) => ({
  turn, seat: turn % 2, played: "discard 2", best, call, deals: 100, exact: false,
  facts: points ? [{ points }] : [], moves: [{ move: "play 1", loss: 0 }, { move: "discard 2", loss }],
});
const ROWS = [row(7, 0.4, "inaccuracy"), row(2, 2, "blunder"), row(3, 0.1), row(5, 0.2, null, 3), row(4, 0, null, 0, ["discard 2"])];

test("moves that are called something and points that became impossible are mistakes", () => {
  assert.deepEqual(mistakes(ROWS).map((one) => one.turn), [2, 5, 7]);
  assert.deepEqual(mistakes(ROWS, 5).map((one) => one.turn), [2]);
  assert.deepEqual(worstFirst(mistakes(ROWS)).map((one) => one.turn), [2, 7, 5]);
});

test("a turn after the last move is no mistake", () => {
  assert.deepEqual(mistakes([{ ...row(9, 0), played: null, call: null }]), []);
});

test("one jumps from mistake to mistake", () => {
  const found = mistakes(ROWS);
  assert.equal(nextMistake(found, 2, 1), 5);
  assert.equal(nextMistake(found, 6, -1), 5);
  assert.equal(nextMistake(found, 2, -1), null);
  assert.equal(nextMistake(found, 7, 1), null);
});

test("each player's moves are counted", () => {
  const [first, second] = byPlayer(ROWS, 2);
  assert.deepEqual([first.moves, first.mean, first.best], [2, 1, 1]);
  assert.equal(second.moves, 3);
  assert.ok(Math.abs(second.mean - 0.7 / 3) < 1e-9);
  assert.deepEqual(byPlayer([], 1), [{ moves: 0, mean: 0, best: 0 }]);
});

test("an analysis is complete when every turn is there and the one that is looked at has all deals", () => {
  const found = { ...nothingFound(), deals: 400, turns: 2 };
  assert.equal(complete({ ...found, turns: null }, 0), false);
  found.rows.set(0, { deals: 400, exact: false });
  assert.equal(complete(found, 0), false);
  found.rows.set(1, { deals: 100, exact: false });
  assert.equal(complete(found, 0), true);
  assert.equal(complete(found, 1), false);
  found.rows.set(1, { deals: 7, exact: true });
  assert.equal(complete(found, 1), true);
  assert.equal(complete(found, 2), true);
});
