import assert from "node:assert/strict";
import { test } from "node:test";
import { isForField, isPress } from "../../../src/handsight/web/static/shared/keyboard.js";

// An element that matches some selectors, as far as these functions ask.
const element = (tag, type = "") => {
  const matches = (selector) => selector.split(/, (?![^(]*\))/).some((one) => {
    if (one.startsWith("input:not(")) return tag === "input" && !one.includes(`[type=${type || "none"}]`);
    if (one.startsWith("[type=")) return one === `[type=${type}]`;
    return one === tag;
  });
  return { matches, closest: (selector) => (matches(selector) ? {} : null) };
};
const key = (key, target, more = {}) => ({ key, target, ctrlKey: false, metaKey: false, altKey: false, ...more });

test("a text field and a list keep every key", () => {
  for (const field of [element("textarea"), element("select"), element("input", "text"), element("input", "number")]) assert.ok(isForField(key("g", field)));
});

test("a slider, a tick box and the page leave the screen its keys", () => {
  for (const field of [element("input", "range"), element("input", "checkbox"), element("main")]) assert.ok(!isForField(key("ArrowRight", field)));
  assert.ok(isForField(key("PageUp", element("input", "range"))));
});

test("keys of the browser are left to it", () => {
  for (const more of [{ ctrlKey: true }, { metaKey: true }, { altKey: true }]) assert.ok(isForField(key("f", element("main"), more)));
});

test("space presses a button in focus", () => {
  assert.ok(isPress(key(" ", element("button"))));
  assert.ok(!isPress(key(" ", element("main"))));
  assert.ok(!isPress(key("p", element("button"))));
});
