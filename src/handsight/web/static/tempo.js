// How fast bots move: pause, step and speed where bots play alone; the speed alone where one person practises.

import { h } from "./dom.js";

export const SPEEDS = [[1.5, "slowly"], [0.7, "steadily"], [0.25, "quickly"], [0, "at once"]];

export const alone = (game) => game.welcome.bots.every(Boolean);
const practises = (game) => game.welcome.practice && game.welcome.seat >= 0;

// The controls, or nothing where this browser has no say; send(message) tells the server.
export function tempo(game, send) {
  if (game.now.over || game.look || !(alone(game) || practises(game))) return null;
  const { pause, going } = game.now;
  const speeds = SPEEDS.some(([seconds]) => seconds === pause) ? SPEEDS : [[pause, `every ${pause} s`], ...SPEEDS];
  const speed = h("label", { class: "speed" }, "Bots move ", h("select", {
    "data-key": "speed", onchange: (event) => send({ type: "tempo", pause: Number(event.target.value), going }),
  }, speeds.map(([seconds, name]) => h("option", { value: seconds, selected: seconds === pause }, name))));
  if (!alone(game)) return h("div", { class: "tempo" }, speed);
  return h("div", { class: "tempo buttons" },
    h("button", { type: "button", class: "main", "data-key": "pause", onclick: () => toggle(game, send) }, going ? "Pause " : "Go on ", h("kbd", {}, "P")),
    h("button", { type: "button", "data-key": "step", onclick: () => step(game, send) }, "Step ", h("kbd", {}, "Space")), speed);
}

export function toggle(game, send) {
  if (alone(game) && !game.now.over) send({ type: "tempo", pause: game.now.pause, going: !game.now.going });
}

export function step(game, send) {
  if (alone(game) && !game.now.over) send({ type: "step", at: game.now.at });
}
