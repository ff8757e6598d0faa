// @ts-check
// The log: every move, newest first; each line shows the table after it.

import { h } from "../../shared/dom.js";
import { icon } from "../../shared/icons.js";

export function log(game, look, reveal) {
  const lines = [...game.now.log].reverse();
  const at = game.look ? game.look.turn : game.now.turn;
  return h("section", { class: "log", "aria-label": "Log" },
    lines.length ? h("ol", { reversed: true }, lines.map((line) => h("li", { class: line.strike ? "log-strike" : `log-${line.kind}` },
      h("button", {
        type: "button", class: "line", "data-key": `line-${line.turn}`, "aria-current": line.turn + 1 === at ? "true" : null,
        title: "Show the table after this move", onclick: () => look(line.turn + 1),
      }, icon(line.strike ? "strike" : line.kind), h("span", { class: "number" }, String(line.turn + 1)), h("span", {}, line.text)),
      why(game, line, reveal))))
      : h("p", { class: "faint" }, "The cards are dealt."));
}

// A bot's reason. It may name cards that the player does not see, so in practice it is shown only when asked for.
function why(game, line, reveal) {
  const { welcome, now, whys } = game;
  if (line.why) return h("details", {}, h("summary", {}, "why"), h("p", {}, line.why));
  if (now.over || line.kind === "stop" || !welcome.practice || welcome.seat < 0 || !welcome.bots[line.seat]) return null;
  if (whys.has(line.turn)) return h("p", { class: "reason" }, whys.get(line.turn) || "It gave no reason.");
  return h("button", {
    type: "button", class: "quiet reveal", "data-key": `why-${line.turn}`, "aria-label": `Reveal why: move ${line.turn + 1}`,
    title: "Reveal the bot’s reason; it may name your own cards", onclick: () => reveal(line.turn),
  }, "why?");
}
