import assert from "node:assert/strict";
import { test } from "node:test";
import { route } from "../../../src/handsight/web/static/games/hanabi/line_route.js";

test("in one hand a line stays in the gap under it", () => {
  assert.equal(route({ x: 10, bottom: 100, hand: 100 }, { x: 50, bottom: 80, hand: 100 }, 90), "M10 100V105H50V80");
});

test("to another hand it goes by the lane beside the cards", () => {
  assert.equal(route({ x: 10, bottom: 180, hand: 200 }, { x: 50, bottom: 100, hand: 100 }, 90), "M10 180V205H90V105H50V100");
});
