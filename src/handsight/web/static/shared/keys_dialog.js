// @ts-check
// A dialog that lists the keys of a screen: keys are [key, what it does].

import { h } from "./dom.js";
import { isForField } from "./keyboard.js";

export function keysDialog(keys) {
  const dialog = h("dialog", { class: "keys", "aria-label": "Keys" }, h("h2", {}, "Keys"),
    h("table", {}, h("tbody", {}, keys.map(([key, does]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, does))))),
    h("button", { type: "button", class: "main", onclick: () => dialog.close() }, "Close"));
  return dialog;
}

/**
 * Show a screen's keys when "?" is pressed; returns a function that ends it.
 * @param {HTMLElement} root
 * @param {[string, string][]} keys
 */
export function showKeys(root, keys) {
  const dialog = keysDialog([...keys, ["?", "these keys"], ["Tab, Enter", "go through everything, choose"]]);
  const press = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== "?" || isForField(event) || dialog.open) return;
    event.preventDefault();
    dialog.showModal();
  };
  root.append(dialog);
  addEventListener("keydown", press);
  return () => { removeEventListener("keydown", press); dialog.remove(); };
}
