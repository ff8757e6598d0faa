// @ts-check
// The bar under the table: what you can do now, and messages of the server.

import { emblem } from "./cards.js";
import { clueWord } from "./board.js";
import { colorKey, given } from "./keys.js";
import { h, s } from "../../shared/dom.js";
import { plural } from "../../shared/numbers.js";
import { icon } from "../../shared/icons.js";
import { pacing } from "../../table/pacing.js";
import { ink, penOn } from "./suits.js";

// The bar's contents, as a list of elements.
export function actionBar(game, { messageElement, act, choose, preview, look, send }) {
  return [messageElement, game.look ? lookingBack(game, look) : moves(game, act, choose, preview), game.welcome.seat < 0 ? pacing(game, send) : null].flat().filter(Boolean);
}

export const mine = (game) => game.welcome.seat >= 0 && game.now.mover === game.welcome.seat;

function lookingBack(game, look) {
  const { turn } = game.look;
  return [
    h("p", { class: "prompt" }, `Turn ${turn + 1} of ${game.now.turn + 1}.`),
    h("div", { class: "buttons" },
      step("first", "First turn", 0), step("back", "Previous turn", Math.max(turn - 1, 0)), step("on", "Next turn", turn + 1),
      h("button", { type: "button", class: "main", "data-key": "now", onclick: () => look(game.now.turn) }, "Back to now")),
  ];
  function step(sign, name, to) {
    return h("button", { type: "button", "aria-label": name, "data-key": name, onclick: () => look(to) }, icon(sign));
  }
}

function moves(game, act, choose, preview) {
  const { choice, welcome, now } = game;
  if (now.over) return h("p", { class: "prompt" }, "The game is over.");
  if (!mine(game)) return h("p", { class: "prompt" }, waiting(game));
  if (choice.kind === "slot") {
    return h("p", { class: "prompt" }, `${choice.verb === "play" ? "Play" : "Discard"} which slot? Press 1 to ${now.hands[welcome.seat].length}, or choose a card.`);
  }
  if (choice.kind === "card") return ownCard(game, act, choose);
  if (choice.kind === "clue") return clues(game, act, choose, preview);
  return [
    h("p", { class: "prompt" }, h("b", {}, "Your turn."), h("span", { class: "more" }, ` ${sinceMyMove(now.log, welcome.seat) || "Choose a card of yours to play or discard it, or another player’s to give a clue."}`)),
    h("div", { class: "buttons" }, others(welcome).map((seat) => h("button", {
      type: "button", "data-key": `clue-${seat}`, "aria-disabled": now.tokens < 1 ? "true" : null, onclick: () => choose({ kind: "clue", seat, mark: null }),
    }, `Clue ${welcome.names[seat]}`)),
    now.bottom >= 0 ? h("button", { type: "button", "data-key": "bottom", onclick: () => act({ do: "play", order: now.bottom }) }, "Play the last card of the deck") : null),
  ];
}

// What the others did since a player's last move, in sentences; "" where the player has not moved yet.
export function sinceMyMove(log, seat) {
  const last = log.findLastIndex((line) => line.seat === seat);
  return last < 0 ? "" : log.slice(last + 1).map((line) => `${line.text}.`).join(" ");
}

export function others(welcome) {
  const seats = welcome.names.length;
  return Array.from({ length: seats - 1 }, (_, at) => (Math.max(welcome.seat, 0) + at + 1) % seats);
}

function waiting({ welcome, now }) {
  if (now.fault) return now.fault;
  const name = welcome.names[now.mover];
  if (!now.going) return `Paused. ${name} is to move.`;
  return welcome.seat < 0 ? `You are watching. ${name} is to move.` : `${name} is to move.`;
}

function ownCard(game, act, choose) {
  const { choice, now, welcome } = game;
  const slot = now.hands[welcome.seat].findIndex((held) => held.order === choice.order) + 1;
  return [
    h("p", { class: "prompt" }, `Your slot ${slot}:`),
    h("div", { class: "buttons" },
      h("button", { type: "button", class: "main", "data-key": "do-play", onclick: () => act({ do: "play", order: choice.order }) }, "Play ", h("kbd", {}, "A")),
      h("button", { type: "button", "data-key": "do-discard", "aria-disabled": now.may_discard ? null : "true", onclick: () => act({ do: "discard", order: choice.order }) }, "Discard ", h("kbd", {}, "D")),
      cancel(choose)),
  ];
}

function cancel(choose) {
  return h("button", { type: "button", class: "quiet", "data-key": "cancel", "aria-label": "Cancel", onclick: () => choose({ kind: "none" }) }, icon("close"));
}

function clues(game, act, choose, preview) {
  const { choice, now, suits, welcome } = game;
  const { rules } = welcome;
  const touching = new Map(now.clues.filter(([seat]) => seat === choice.seat).map(([, mark, orders]) => [mark, orders]));
  const chip = (mark, key, content, color) => {
    const orders = touching.get(mark);
    const word = clueWord(rules, mark);
    const fits = choice.order === undefined || orders?.includes(choice.order);
    return h("button", {
      type: "button", "data-key": `mark-${mark}`, title: key ? `key ${key}` : null,
      class: ["clue", color ? "color" : "number", choice.mark === mark ? "chosen" : "", fits ? "fits" : "", fits && choice.order !== undefined ? "about" : ""].join(" "),
      "aria-disabled": orders ? null : "true", "aria-label": `Clue ${word}${orders ? `, touches ${plural(orders.length, "card")}` : ", touches nothing"}`,
      onclick: () => act(given(choice.seat, mark)),
      onpointerenter: () => preview(orders ?? []), onpointerleave: () => preview([]),
      onfocus: () => preview(orders ?? []), onblur: () => preview([]),
    }, content, h("kbd", { "aria-hidden": "true" }, key));
  };
  const disc = (content) => s("svg", { viewBox: "-14 -14 28 28", "aria-hidden": "true" }, content);
  return [
    h("p", { class: "prompt" }, "Clue ", h("b", {}, welcome.names[choice.seat]),
      choice.mark ? `: ${clueWord(rules, choice.mark)}? Press Enter.` : choice.order === undefined ? ":" : " about the chosen card:"),
    h("div", { class: "buttons clues" },
      rules.colors.map((color, at) => chip(`c${at}`, colorKey(at),
        disc([s("circle", { r: 13, fill: ink(color) }), emblem(color, suits, 0.85, penOn(color))]), true)),
      rules.numbers.map((number) => chip(`n${number}`, String(number), disc([
        s("rect", { x: -12, y: -12, width: 24, height: 24, rx: 6, fill: "var(--chip)" }),
        s("text", { class: "rank", "font-size": 17, "text-anchor": "middle", "dominant-baseline": "central", y: 0.5, fill: "var(--chip-ink)" }, String(number))]), false)),
      others(welcome).length > 1 ? h("button", {
        type: "button", "data-key": "next-target", onclick: () => choose({ kind: "clue", seat: nextOf(choice.seat, welcome), mark: null }),
      }, "Next ", h("kbd", {}, ";")) : null,
      cancel(choose)),
  ];
}

function nextOf(seat, welcome) {
  const all = others(welcome);
  return all[(all.indexOf(seat) + 1) % all.length];
}
