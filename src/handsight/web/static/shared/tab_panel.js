// @ts-check
// One panel with tabs. A screen adds its tabs once and fills their bodies whenever it draws:
//
//   const panel = tabPanel("Beside the board");
//   const moves = panel.add("moves", "Moves");          // returns the tab's body, an empty element
//   panel.add("notes", "Notes", { after: "moves" });     // after another tab; at the end by default
//   panel.show("moves");                                 // chooses a tab; panel.chosen is its word
//
// The chosen tab is remembered under `memory` where that is given. panel.tools is a row under the tabs for buttons.

import { h } from "./dom.js";

let made = 0;

export function tabPanel(label, { memory = "", changed = (_word) => {} } = {}) {
  const id = `tabs-${++made}`;
  const list = h("div", { role: "tablist", "aria-label": label });
  const tools = h("div", { class: "tools" });
  const element = h("section", { class: "panel tab-panel", "aria-label": label }, list, tools);
  const tabs = new Map();
  const panel = { element, tools, chosen: "", add, show, body: (word) => tabs.get(word)?.body, remove };

  function add(word, name, { after = "", content = [] } = {}) {
    const button = h("button", {
      type: "button", role: "tab", id: `${id}-${word}-tab`, "aria-controls": `${id}-${word}`, "aria-selected": "false", tabindex: -1,
      "data-key": `tab-${word}`, onclick: () => choose(word), onkeydown: (event) => move(event, word),
    }, name);
    const body = h("div", { role: "tabpanel", id: `${id}-${word}`, "aria-labelledby": `${id}-${word}-tab`, class: `tab-${word}`, hidden: true, tabindex: 0 }, content);
    const before = tabs.get(after)?.button.nextSibling ?? null;
    list.insertBefore(button, before);
    tools.before(body);
    tabs.set(word, { button, body });
    const remembered = memory && localStorage.getItem(`tab-${memory}`);
    if (!panel.chosen || remembered === word) show(word);
    return body;
  }

  function remove(word) {
    const found = tabs.get(word);
    if (!found) return;
    found.button.remove();
    found.body.remove();
    tabs.delete(word);
    if (panel.chosen === word && tabs.size) show([...tabs.keys()][0]);
  }

  // Show a tab without remembering it.
  function show(word) {
    if (!tabs.has(word)) return;
    panel.chosen = word;
    for (const [other, { button, body }] of tabs) {
      button.setAttribute("aria-selected", String(other === word));
      button.tabIndex = other === word ? 0 : -1;
      body.hidden = other !== word;
    }
  }

  // Somebody chose a tab.
  function choose(word) {
    show(word);
    if (memory) localStorage.setItem(`tab-${memory}`, word);
    changed(word);
  }

  // Arrow keys go from tab to tab, as screen readers expect; they must not step through turns then.
  function move(event, word) {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const buttons = [...list.children];
    const next = buttons[(buttons.indexOf(tabs.get(word).button) + step + buttons.length) % buttons.length];
    next.click();
    next.focus();
  }

  return panel;
}
