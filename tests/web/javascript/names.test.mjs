import assert from "node:assert/strict";
import { test } from "node:test";
import { copyOf, titles } from "../../../src/handsight/web/static/lab/names.js";

const MINIMAL = "# about\n\nconvention minimal\n  \"Play.\"\n";

test("a copy gets a name of its own", () => {
  assert.equal(copyOf(MINIMAL), MINIMAL.replace("minimal", "minimal-copy"));
  assert.match(copyOf(copyOf(MINIMAL)), /convention minimal-copy-2\n/);
  assert.match(copyOf(copyOf(copyOf(MINIMAL))), /convention minimal-copy-3\n/);
  assert.equal(copyOf("no name"), "no name");
});

test("a changed convention says so, and equal names are told apart", () => {
  const shipped = [{ name: "minimal", text: MINIMAL }];
  assert.deepEqual(titles(["minimal"], [MINIMAL], shipped), ["minimal"]);
  assert.deepEqual(titles(["minimal"], [`${MINIMAL}#`], shipped), ["minimal (changed)"]);
  assert.deepEqual(titles(["minimal", "minimal"], [`${MINIMAL}#`, MINIMAL], shipped), ["minimal (changed)", "minimal"]);
  assert.deepEqual(titles(["mine", "mine"], ["a", "b"], shipped), ["mine, A", "mine, B"]);
});
