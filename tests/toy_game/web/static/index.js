// High Card on the page: the form for a new game, and the table.

import { ME, newGameForm, seatChooser, startGame } from "/static/home/new_game.js";
import { h, messageLine } from "/static/shared/dom.js";
import { saveTable } from "/static/shared/saved_tables.js";
import { connect } from "/static/table/connection.js";
import { invitations } from "/static/table/invitations.js";

export function setup(game) {
  const seats = seatChooser(game, "sensible");
  const form = newGameForm({
    presets: [["Me and a bot", ME, "sensible"]], choose: seats.show, fields: [], seats: seats.root, more: null,
    start: () => startGame(game, seats.chosen(), {}, game.title),
  });
  seats.show([ME, "sensible"]);
  return { form, notes: h("section", { class: "panel offer" }, h("h2", {}, "How to play"), h("p", {}, "The higher card wins. A 1 never does.")) };
}

export function table(root, { game, id, secret }) {
  const { element: messageElement, show: showMessage } = messageLine();
  const board = h("div", { class: "high-card" });
  let welcome = null;
  let now = null;
  root.append(h("h1", {}, game.title), messageElement, board);
  const connection = connect(game, id, secret, { received, lost: () => showMessage("The connection is lost.", "waiting") });

  function received(message) {
    if (message.type === "welcome") {
      welcome = message;
      saveTable({ id, game: game.name, secret, names: message.names, label: game.title, over: false });
    } else if (message.type === "table") {
      now = message;
      if (now.score) saveTable({ id, over: true });
      showMessage("");
      draw();
    } else if (message.type === "error") showMessage(message.message);
  }

  function draw() {
    const act = (action) => connection.send({ type: "act", version: now.version, action });
    const winner = now.score ? welcome.names[now.score.indexOf(1)] : null;
    board.replaceChildren(
      h("ul", { class: "cards" }, [...welcome.names, "Table"].map((name, at) => h("li", {}, `${name}: ${now.cards[at] ?? "?"}`))),
      h("ol", { class: "log" }, now.log.map((line) => h("li", {}, line))),
      h("p", { class: "prompt" }, winner ? `${winner} wins.` : now.choices.length ? "Your turn." : `${welcome.names[now.mover]} is to act.`),
      h("div", { class: "buttons" }, now.choices.map((action) => h("button", { type: "button", class: "main", onclick: () => act(action) }, action))),
      invitations(game, id, welcome) ?? "");
  }

  return () => connection.close();
}
