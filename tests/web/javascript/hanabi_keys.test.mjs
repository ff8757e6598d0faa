import assert from "node:assert/strict";
import { test } from "node:test";
import { NONE, given, press } from "../../../src/handsight/web/static/games/hanabi/keys.js";

const TABLE = { hand: [30, 22, 11, 4, 0], others: [1, 2], rules: { numbers: [1, 2, 3, 4, 5], colors: ["Red", "Yellow", "Green", "Blue", "Purple"] } };
const typed = (keys) => keys.reduce((now, key) => press(key, now.choice, TABLE) ?? { choice: now.choice }, { choice: NONE });

test("a card is played or discarded by its slot", () => {
  assert.deepEqual(typed(["a", "1"]).action, { do: "play", order: 30 });
  assert.deepEqual(typed(["-", "5"]).action, { do: "discard", order: 0 });
  assert.equal(typed(["d", "7"]).action, undefined);
});

test("a clue goes to the next player, or to another one", () => {
  assert.deepEqual(typed(["3", "Enter"]).action, { do: "clue", seat: 1, kind: "number", value: 3 });
  assert.deepEqual(typed([";", ";", "e", "Enter"]).action, { do: "clue", seat: 2, kind: "color", value: 2 });
  assert.deepEqual(given(2, "c0"), { do: "clue", seat: 2, kind: "color", value: 0 });
});

test("escape cancels, and other keys mean nothing", () => {
  assert.deepEqual(typed(["a", "Escape"]).choice, NONE);
  assert.equal(press("z", NONE, TABLE), null);
  assert.equal(press("Enter", NONE, TABLE), null);
});
