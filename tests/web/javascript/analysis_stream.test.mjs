import assert from "node:assert/strict";
import { test } from "node:test";

Object.assign(globalThis, { addEventListener: () => {} }); // there is no window
const { analysisStream } = await import("../../../src/handsight/web/static/replay/analysis_stream.js");

const DONE = { deals: 400, turns: 0, running: false, failure: "", rows: [], news: 0 };

// What a page asks for: [by of the analysis …] and [until of the choice …].
// `fails` says of which choices, by how often one was asked for before, no answer comes; `lost`: nor of an analysis.
async function asked(steps, judge, { fails = null, lost = false } = {}) {
  const [analyses, choices] = [[], []];
  Object.assign(globalThis, {
    fetch: async (address, { method = "GET" } = {}) => {
      const by = new URLSearchParams(address).get("by");
      if (method === "GET") analyses.push(by);
      if (method === "GET" && lost) throw new Error("no answer");
      return { ok: true, json: async () => ({ ...DONE, by: by === "auto" ? "pair" : by, reason: "by all moves" }) };
    },
  });
  let shown = []; // a page that has shown what came looks at the same turn again
  const stream = analysisStream((words) => String(new URLSearchParams(words)), () => { if (fails || lost) stream.watch(...shown); }, judge, async (until) => {
    choices.push(until);
    if (fails?.(choices.length - 1)) throw new Error("it took too long");
    return { by: until < 20 ? "robot5" : "circle", reason: `by ${until} moves` };
  });
  for (const step of steps) {
    step({ ...stream, watch: (...turn) => { shown = turn; stream.watch(...turn); } });
    await new Promise((wake) => { setTimeout(wake, 5); });
  }
  return { analyses, choices, bots: [...new Set(analyses)], found: stream.found };
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

test("without spoilers nothing is analysed until a choice by the moves that are shown has come", async () => {
  const look = (stream) => stream.watch(12, 12);
  const { analyses, choices, found } = await asked([look, look], { asked: "auto" }, { fails: () => true });
  assert.deepEqual(analyses, []);
  assert.deepEqual(choices, [12]);
  assert.deepEqual([found.failure, found.running, found.until], ["it took too long", false, null]);
  const again = await asked([look, (stream) => stream.choose({ asked: "auto" })], { asked: "auto" }, { fails: (before) => before === 0 });
  assert.deepEqual([again.choices, again.bots, again.found.failure], [[12, 12], ["robot5"], ""]);
  const next = await asked([look, (stream) => stream.watch(13, 13)], { asked: "auto" }, { fails: (before) => before === 0 });
  assert.deepEqual([next.choices, next.bots, next.found.until], [[12, 13], ["robot5"], 13]);
});

test("a choice that was left is asked for again", async () => {
  const left = (stream) => { stream.watch(12, 12); stream.stop(); };
  const { analyses, choices } = await asked([left, (stream) => stream.watch(12, 12)], { asked: "auto" });
  assert.deepEqual([choices, analyses], [[12, 12], ["robot5"]]);
});

test("what all moves chose is forgotten when later moves are hidden", async () => {
  const { found } = await asked([(stream) => stream.watch(12), (stream) => stream.watch(12, 12)], { asked: "auto" }, { fails: () => true });
  assert.deepEqual([found.by, found.reason, found.failure], ["auto", "", "it took too long"]);
});

test("an analysis that is lost is asked for again at another turn only", async () => {
  const { analyses, found } = await asked([(stream) => stream.watch(12), (stream) => stream.watch(12), (stream) => stream.watch(13)], { asked: "robot5" }, { lost: true });
  assert.equal(analyses.length, 2);
  assert.notEqual(found.failure, "");
});
