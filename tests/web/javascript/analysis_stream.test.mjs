import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { addEventListener: () => {} }); // there is no window
const { analysisStream } = await import("../../../src/handsight/web/static/replay/analysis_stream.js");

const DONE = { deals: 400, turns: 0, running: false, failure: "", rows: [], news: 0 };

// What a page asks for: [by of the analysis …] and [until of the choice …].
async function asked(steps, judge) {
  const [analyses, choices] = [[], []];
  Object.assign(globalThis, {
    fetch: async (address, { method = "GET" } = {}) => {
      const by = new URLSearchParams(address).get("by");
      if (method === "GET") analyses.push(by);
      return { ok: true, json: async () => ({ ...DONE, by: by === "auto" ? "pair" : by, reason: "by all moves" }) };
    },
  });
  const stream = analysisStream((words) => String(new URLSearchParams(words)), () => {}, judge, async (until) => {
    choices.push(until);
    return { by: until < 20 ? "robot5" : "circle", reason: `by ${until} moves` };
  });
  for (const step of steps) {
    step(stream);
    await new Promise((wake) => { setTimeout(wake, 5); });
  }
  return { analyses, choices, found: stream.found };
}

test("without spoilers the best fit is chosen by the moves that are shown", async () => {
  const { analyses, choices, found } = await asked([(stream) => stream.watch(12, 12), (stream) => stream.watch(13, 13), (stream) => stream.watch(20, 20)], { asked: "auto" });
  assert.deepEqual(choices, [12, 13, 20]);
  assert.deepEqual(analyses, ["robot5", "robot5", "circle"]);
  assert.deepEqual([found.asked, found.by, found.reason, found.until], ["auto", "circle", "by 20 moves", 20]);
});

test("with all moves shown all of them choose", async () => {
  const { analyses, choices, found } = await asked([(stream) => stream.watch(12, 12), (stream) => stream.watch(12)], { asked: "auto" });
  assert.deepEqual(choices, [12]);
  assert.deepEqual(analyses, ["robot5", "auto"]);
  assert.deepEqual([found.by, found.reason, found.until], ["pair", "by all moves", null]);
});

test("a bot that is named is not chosen", async () => {
  const { analyses, choices } = await asked([(stream) => stream.watch(12, 12), (stream) => stream.choose({ asked: "robot6" })], { asked: "robot5" });
  assert.deepEqual(choices, []);
  assert.deepEqual(analyses, ["robot5", "robot6"]);
});
