// What happened, newest first; each line leads back to its turn.

import { h } from "./dom.js";

const ICONS = { clue: "◉", play: "▲", discard: "▽", stop: "■" };

export function log(game, look) {
  const lines = [...game.now.log].reverse();
  const at = game.look ? game.look.turn : game.now.turn;
  return h("section", { class: "log panel", "aria-label": "What happened" },
    h("h2", {}, "Log"),
    lines.length ? h("ol", { reversed: true }, lines.map((line) => h("li", { class: line.strike ? "log-strike" : `log-${line.kind}` },
      h("button", {
        type: "button", class: "line", "data-key": `line-${line.turn}`, "aria-current": line.turn + 1 === at ? "true" : null,
        title: "Look at the table after this move", onclick: () => look(line.turn + 1),
      }, h("span", { class: "icon", "aria-hidden": "true" }, line.strike ? "✕" : ICONS[line.kind]), h("span", { class: "number" }, String(line.turn + 1)), h("span", {}, line.text)),
      line.why ? h("details", {}, h("summary", {}, "why"), h("p", {}, line.why)) : null)))
      : h("p", { class: "faint" }, "The cards are dealt."));
}
