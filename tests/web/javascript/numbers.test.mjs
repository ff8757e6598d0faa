import assert from "node:assert/strict";
import { test } from "node:test";
import { number, plural, signed } from "../../../src/handsight/web/static/shared/numbers.js";

test("there is one kind of minus sign", () => {
  assert.equal(number(-3), "−3");
  assert.equal(signed(-0.25, 2), "−0.25");
  assert.equal(number(-1234), "−1,234");
  for (const text of [number(-1), signed(-1), signed(-1.5, 1)]) assert.ok(!text.includes("-"));
});

test("a sign is shown where there is one", () => {
  assert.equal(signed(2), "+2");
  assert.equal(signed(0), "0");
  assert.equal(signed(-0.001, 2), "0.00");
  assert.equal(signed(null), "?");
});

test("one card, two cards", () => {
  assert.equal(plural(1, "card"), "1 card");
  assert.equal(plural(0, "card"), "0 cards");
  assert.equal(plural(12000, "game"), "12,000 games");
  assert.equal(plural(-1, "point"), "−1 points");
});
