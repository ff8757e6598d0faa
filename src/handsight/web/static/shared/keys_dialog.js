// @ts-check
// A dialog that lists keys: keys are [key, what it does].

import { h } from "./dom.js";

export function keysDialog(keys) {
  const dialog = h("dialog", { class: "keys", "aria-label": "Keys" }, h("h2", {}, "Keys"),
    h("table", {}, h("tbody", {}, keys.map(([key, does]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, does))))),
    h("button", { type: "button", class: "main", onclick: () => dialog.close() }, "Close"));
  return dialog;
}
