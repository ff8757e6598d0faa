import assert from "node:assert/strict";
import { test } from "node:test";

const stored = { preferences: JSON.stringify({ coach: true }) };
Object.assign(globalThis, { addEventListener() {}, localStorage: { getItem: (key) => stored[key] ?? null } });
Object.assign(globalThis, { document: { createElement: () => ({ words: "", setAttribute() {}, append(...parts) { this.words += parts.map((part) => part.words ?? part).join(""); } }) } });
const { practiceCoach } = await import("../../../src/handsight/web/static/games/hanabi/coach.js");

const WELCOME = { practice: true, seat: 0 };
const after = (turn) => ({ welcome: WELCOME, now: { turn, log: Array.from({ length: turn }, (_, at) => ({ turn: at, seat: at % 2, kind: "play" })) } });
const ANSWER = { type: "coach", turn: 0, by: "robot5", deals: 200, played: "play slot 5", value: 15, loss: 2, loss_error: 0.1, best: "clue Bob 1", call: "blunder" };

function begin() {
  const sent = [];
  const coach = practiceCoach((message) => sent.push(message.turn));
  coach.update(after(1));
  assert.deepEqual(sent, [0]);
  return { sent, coach };
}

test("after a refusal the coach is silent and does not ask again about that move", () => {
  const { sent, coach } = begin();
  assert.match(coach.line(after(1)).words, /many deals/);
  coach.failed();
  assert.equal(coach.line(after(1)), null);
  coach.update(after(2));
  assert.deepEqual(sent, [0]);
  coach.update(after(3)); // a new move of one's own
  assert.deepEqual(sent, [0, 2]);
});

test("a move that was undone and made again is asked about again", () => {
  const { sent, coach } = begin();
  coach.failed();
  coach.update(after(0));
  coach.update(after(1));
  assert.deepEqual(sent, [0, 0]);
});

test("an answer after another error is shown", () => {
  const { coach } = begin();
  coach.failed();
  coach.received({ ...ANSWER, why: "" });
  assert.match(coach.line(after(1)).words, /a blunder/);
});

test("what was asked is asked again after the connection was lost", () => {
  const { sent, coach } = begin();
  coach.forget();
  assert.equal(coach.line(after(1)), null);
  coach.update(after(1));
  assert.deepEqual(sent, [0, 0]);
});

test("the reason is a field of its own", () => {
  const { coach } = begin();
  coach.received({ ...ANSWER, text: "blunder; a; b; not this", why: "slot 5 was known to be trash; so it was a strike" });
  assert.match(coach.line(after(1)).words, /Slot 5 was known to be trash; so it was a strike\.$/);
});
