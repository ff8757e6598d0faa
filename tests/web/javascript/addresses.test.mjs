import assert from "node:assert/strict";
import { test } from "node:test";
import { addressOf, tableAddress } from "../../../src/handsight/web/static/shared/address.js";

test("an address is a path and a query", () => {
  const { path, query } = addressOf("#/table/hanabi/x%2F1?seat=a%20b");
  assert.deepEqual(path, ["table", "hanabi", "x/1"]);
  assert.equal(query.get("seat"), "a b");
  assert.deepEqual(addressOf("").path, [""]);
});

test("the address of a table leads back to it", () => {
  const { path, query } = addressOf(tableAddress("hanabi", "x/1", "s&e=c"));
  assert.deepEqual(path, ["table", "hanabi", "x/1"]);
  assert.equal(query.get("seat"), "s&e=c");
  assert.equal(tableAddress("hanabi", "x1", ""), "#/table/hanabi/x1");
});
