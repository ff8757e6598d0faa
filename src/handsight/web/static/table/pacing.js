// @ts-check
// How fast bots move: pause, step and speed where bots play alone; only the speed where one person practises.

import { h } from "../shared/dom.js";

export const SPEEDS = [[1.5, "slowly"], [0.7, "steadily"], [0.25, "quickly"], [0, "at once"]];

export const alone = (game) => game.welcome.bots.every(Boolean);
const practises = (game) => game.welcome.practice && game.welcome.seat >= 0;

// The controls, or null where this browser may not set the pace; send(message) tells the server.
export function pacing(game, send) {
  if (game.now.over || game.look || !(alone(game) || practises(game))) return null;
  const { pause, going } = game.now;
  const speeds = SPEEDS.some(([seconds]) => seconds === pause) ? SPEEDS : [[pause, `every ${pause} s`], ...SPEEDS];
  const speed = h("label", { class: "speed" }, "Bots move ", h("select", {
    "data-key": "speed", onchange: (event) => send({ type: "pace", pause: Number(event.target.value), going }),
  }, speeds.map(([seconds, name]) => h("option", { value: seconds, selected: seconds === pause }, name))));
  if (!alone(game)) return h("div", { class: "pacing" }, speed);
  return h("div", { class: "pacing buttons" },
    h("button", { type: "button", class: "main", "data-key": "pause", onclick: () => toggle(game, send) }, going ? "Pause " : "Resume ", h("kbd", {}, "P")),
    h("button", { type: "button", "data-key": "step", onclick: () => step(game, send) }, "Step ", h("kbd", {}, "Space")), speed);
}

export function toggle(game, send) {
  if (alone(game) && !game.now.over) send({ type: "pace", pause: game.now.pause, going: !game.now.going });
}

export function step(game, send) {
  if (alone(game) && !game.now.over) send({ type: "step", version: game.now.version });
}
