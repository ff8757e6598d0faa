import assert from "node:assert/strict";
import { test } from "node:test";
import { statistics } from "../../../src/handsight/web/static/your_games/statistics.js";

const game = (players, variant, score, end = "final_round") => ({ players, variant, score, end, max_score: 25 });

test("games are counted for all, and by players and variant", () => {
  const { all, rows } = statistics([
    game(2, "No Variant", 25, "perfect"), game(2, "No Variant", 20), game(3, "Rainbow (5 Suits)", 0, "strikeout"),
  ]);
  assert.deepEqual(all, { players: null, variant: null, games: 3, mean: 15, best: 25, perfect: 1, strikeouts: 1 });
  assert.deepEqual(rows.map((row) => [row.players, row.variant, row.games, row.mean]), [[2, "No Variant", 2, 22.5], [3, "Rainbow (5 Suits)", 1, 0]]);
});

test("no games have no mean", () => {
  assert.deepEqual(statistics([]).all, { players: null, variant: null, games: 0, mean: null, best: null, perfect: 0, strikeouts: 0 });
});
