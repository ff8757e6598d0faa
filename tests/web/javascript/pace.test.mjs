import assert from "node:assert/strict";
import { test } from "node:test";
import { BURST, PER_SECOND, paced } from "../../../src/handsight/web/static/table/pace.js";

// A sender with a clock of its own: run(milliseconds) lets time pass.
function begin() {
  const sent = [];
  let now = 0;
  let calls = [];
  const sender = paced((text) => sent.push(JSON.parse(text)), { clock: () => now, later: (call, wait) => calls.push({ call, when: now + wait }) });
  function run(wait) {
    const end = now + wait;
    for (;;) {
      const next = calls.filter(({ when }) => when <= end).sort((a, b) => a.when - b.when)[0];
      if (!next) break;
      calls = calls.filter((one) => one !== next);
      now = next.when;
      next.call();
    }
    now = end;
  }
  return { sender, sent, run };
}

const step = (version) => ({ type: "step", version });
const know = (turn) => ({ type: "know", turn });

test("a few messages are sent at once", () => {
  const { sender, sent } = begin();
  for (let at = 0; at < BURST; at += 1) sender.send(step(at));
  assert.equal(sent.length, BURST);
});

test("more of them wait, and none is lost", () => {
  const { sender, sent, run } = begin();
  for (let at = 0; at < BURST + 30; at += 1) sender.send(step(at));
  assert.equal(sent.length, BURST);
  run(1000);
  assert.equal(sent.length, BURST + PER_SECOND);
  run(60_000);
  assert.deepEqual(sent.map(({ version }) => version), [...Array(BURST + 30).keys()]);
});

test("of questions that wait, only the latest is asked", () => {
  const { sender, sent, run } = begin();
  for (let at = 0; at < BURST; at += 1) sender.send(step(at));
  for (let at = 0; at < 9; at += 1) sender.send(know(at));
  sender.send(step(99));
  sender.send(step(99));
  run(5000);
  assert.deepEqual(sent.slice(BURST), [know(8), step(99)]);
});

test("what the server refused is sent again, unless there is a later question", () => {
  const { sender, sent, run } = begin();
  sender.send(step(1));
  sender.again(JSON.stringify(step(1)));
  assert.equal(sent.length, 1);
  sender.send(know(7));
  sender.again(JSON.stringify(know(6)));
  run(5000);
  assert.deepEqual(sent, [step(1), step(1), know(7)]);
});

test("a new connection begins with nothing waiting", () => {
  const { sender, sent, run } = begin();
  for (let at = 0; at < BURST + 5; at += 1) sender.send(step(at));
  sender.restart();
  run(5000);
  assert.equal(sent.length, BURST);
});
