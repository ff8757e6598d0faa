// @ts-check
// A Boeren Bridge table: keeps the connection and what is shown, asks for the next move of a bot, and draws.

import { bottomOf, felt, log, scores } from "./board.js";
import { cardText, ranksOf } from "./cards.js";
import { knowledgeViewer } from "./knowledge_viewer.js";
import { ME, PERSON, startGame } from "../../home/new_game.js";
import { focusKey, focusedKey, h, messageLine } from "../../shared/dom.js";
import { icon } from "../../shared/icons.js";
import { plural } from "../../shared/numbers.js";
import { keysDialog } from "../../shared/keys_dialog.js";
import { tabPanel } from "../../shared/tab_panel.js";
import { forgetTable, saveTable } from "../../shared/saved_tables.js";
import { UNKNOWN, connect } from "../../table/connection.js";
import { chatTab } from "../../table/chat.js";
import { rematch } from "../../table/rematch.js";

const PAUSE = 900;
const KEYS = [
  ["Space", "the next move; the next round"], ["P", "let bots move by themselves, or pause them"],
  ["0–9", "bid so many tricks, or change your bid to so many"], ["1–9", "play that card of your hand"], ["U", "undo (practice)"], ["← →", "look back and forward"], ["Home End", "the first move; now"],
  ["S H D C", "the viewer’s suit"], ["A K Q J T", "the viewer’s rank"], ["F", "the formula box"], ["Tab, Enter", "go through everything, choose"],
];

export function table(root, { game: kind, id, secret }) {
  const game = { id, secret, welcome: null, now: null, look: null, card: "AS", bottom: 2, auto: Boolean(secret) };
  const { element: messageElement, show: showMessage } = messageLine();
  const liveRegion = h("p", { class: "visually-hidden", "aria-live": "polite" });
  const area = h("div", { class: "play-area" });
  const panel = tabPanel("Beside the table", { memory: "boeren" });
  const knowledge = knowledgeViewer((question) => connection.send(question), chooseCard);
  const help = keysDialog(KEYS);
  const tabs = { knowledge: panel.add("knowledge", "Who knows what", { content: [knowledge.root] }), moves: panel.add("moves", "Moves"), scores: panel.add("scores", "Scores") };
  const page = h("div", { class: "boeren" }, messageElement, h("p", { class: "prompt" }, "Connecting…"));
  let barElement = null;
  let timer = 0;
  let asked = { version: -1, when: 0 };
  root.append(h("h1", { class: "visually-hidden" }, kind.title), page, liveRegion, help);
  const send = (message) => connection.send(message);
  const chat = chatTab(panel, { page: kind, id, send, memory: "boeren" });
  const going = rematch(kind, { send, label: () => kind.title });
  const connection = connect(kind, id, secret, { received, lost });

  function received(message) {
    if (message.type === "welcome") welcome(message);
    else if (message.type === "table") update(message);
    else if (message.type === "look") { game.look = message.turn < game.now.turn ? message.picture : null; draw(); }
    else if (message.type === "error") refused(message);
    else if (message.type === "chat") chat.received(message);
    else if (message.type === "next") { going.received(message); draw(); }
    else knowledge.received(message);
  }

  function welcome(message) {
    game.welcome = { ...message, ...message.settings };
    game.bottom = bottomOf(game);
    showMessage("");
    saveTable({ id, game: kind.name, secret, names: message.names, label: kind.title, over: false });
    chat.welcome(game.welcome);
  }

  function update(message) {
    if (message.version !== game.now?.version) { game.look = null; showMessage(""); liveRegion.textContent = `${message.log.at(-1)?.text ?? "The cards are dealt"}. ${message.choices.length ? "Your turn." : ""}`; }
    game.now = message;
    game.welcome.names = message.names;
    chat.update({ ...message, over: message.ended }, game.welcome);
    document.title = message.choices.length ? "● Your turn · Handsight" : "Handsight";
    if (message.ended) saveTable({ id, over: true, names: message.names, outcome: { points: message.totals, winners: message.winners } });
    draw();
    playOn();
  }

  function lost(code) {
    clearTimeout(timer);
    knowledge.forget();
    if (code === UNKNOWN) { forgetTable(id); page.className = "boeren"; page.replaceChildren(messageElement, h("p", { class: "prompt" }, h("a", { href: `#/${kind.name}` }, "New game"))); } else showMessage("The connection is lost; trying again…", "waiting");
  }

  function refused({ code, message }) {
    if (code === "stale") return; // the table has changed; its new picture is on its way
    if (code === "cannot-say") { knowledge.refused(message); return; }
    showMessage(`${message[0].toUpperCase()}${message.slice(1)}.`, "wrong");
  }

  const botMoves = () => game.now && !game.now.over && !game.now.fault && game.welcome.bots[game.now.mover];
  const mayStep = () => (botMoves() || (game.now.over && !game.now.ended)) && (game.welcome.seat >= 0 || game.welcome.bots.every(Boolean));

  // A step is asked for once; where no answer came (too many requests), it may be asked again.
  function step() {
    if (!mayStep() || (asked.version === game.now.version && performance.now() - asked.when < PAUSE)) return;
    asked = { version: game.now.version, when: performance.now() };
    connection.send({ type: "step", version: game.now.version });
  }

  function playOn() {
    clearTimeout(timer);
    if (game.auto && botMoves() && mayStep() && !game.look) timer = setTimeout(step, PAUSE);
  }

  function next() {
    if (game.look) { look(game.look.turn + 1); return; }
    if (game.now.choices.length) showMessage(game.now.must_change ? "The bids add up: choose another number of tricks." : game.now.bidding ? "It is your turn: choose a number of tricks." : "It is your turn: choose a card.", "wrong");
    else step();
  }

  function undo() { if (game.welcome.practice && game.welcome.seat >= 0) connection.send({ type: "undo", version: game.now.version }); }
  function toggle() { game.auto = !game.auto; draw(); playOn(); }
  function act(action) { connection.send({ type: "act", version: game.now.version, action }); }
  function pick(card, playable) { if (playable && !game.now.bidding) act({ do: "play", card }); else chooseCard(card); }
  function chooseCard(card) { game.card = card; panel.show("knowledge"); draw(); }

  function look(turn) {
    clearTimeout(timer);
    if (turn >= game.now.turn) { game.look = null; draw(); playOn(); } else connection.send({ type: "look", turn: Math.max(turn, 0) });
  }

  function draw() {
    if (!game.now || !game.welcome) return;
    const shown = game.look ?? game.now;
    const focus = knowledge.root.contains(document.activeElement) ? undefined : focusedKey(page);
    const nextBar = bar(shown);
    if (barElement?.isConnected) barElement.replaceWith(nextBar);
    else { page.className = "boeren board full-height"; page.replaceChildren(area, panel.element, nextBar); }
    barElement = nextBar;
    area.replaceChildren(h("div", { class: `felt ${game.look ? "past" : ""}` }, felt(game, shown, pick)));
    tabs.moves.replaceChildren(log(game, shown, look));
    tabs.scores.replaceChildren(scores(game, shown));
    focusKey(page, focus);
    knowledge.show(game, shown);
  }

  const button = (name, key, listener, extra = {}) => h("button", { type: "button", "data-key": `do-${key}`, onclick: listener, ...extra }, name, " ", h("kbd", {}, key));

  function bar(shown) {
    const { now } = game;
    return h("section", { class: `bar ${now.choices.length ? "ready" : ""}`, "aria-label": "Next move" }, messageElement, shown.ended && !game.look ? ending(shown) : null, h("p", { class: "prompt" }, prompt(now)),
      h("div", { class: "buttons" },
        now.choices.length && now.bidding && !game.look ? h("div", { class: "bids", role: "group", "aria-label": now.must_change ? "Change your bid" : "Bid" }, now.choices.map((tricks) => h("button", {
          type: "button", class: "main", "data-key": `do-${tricks}`, "aria-label": now.must_change ? `Change your bid to ${tricks}` : `Bid ${tricks}`, onclick: () => act({ do: "bid", tricks }),
        }, String(tricks)))) : null,
        game.look || mayStep() ? button(now.over && !game.look ? "Next round" : "Next move", "Space", next, { class: "main" }) : null,
        game.welcome.practice && game.welcome.seat >= 0 && !game.look ? button("Undo", "U", undo, { class: "quiet" }) : null,
        now.ended ? null : button(game.auto ? "Pause" : "Resume", "P", toggle, { "aria-pressed": String(game.auto) })),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "quiet", "data-key": "do-back", "aria-label": "Previous move", onclick: () => look(shown.turn - 1), disabled: shown.turn === 0 }, icon("back")),
        h("span", { class: "count" }, `${shown.turn + 1} / ${now.turn + 1}`),
        h("button", { type: "button", class: "quiet", "data-key": "do-forward", "aria-label": "Following move", onclick: () => look(shown.turn + 1), disabled: !game.look }, icon("on")),
        button("Keys", "?", () => help.showModal(), { class: "quiet" })));
  }

  function prompt(now) {
    const { names, bots } = game.welcome;
    if (now.fault) return now.fault;
    if (game.look) return `Turn ${game.look.turn + 1} of ${now.turn + 1}.`;
    if (now.ended) return "The match is over.";
    if (now.over) return "The round is over. Look back: all hands are open now.";
    if (now.choices.length) return h("b", {}, now.must_change ? `The bids add up to ${now.sizes[now.round]}: change yours from ${now.bids[now.mover]}.` : now.bidding ? "Your bid: how many tricks?" : "Your turn: play a card.");
    return `${game.auto || !botMoves() ? "" : "Paused. "}${names[now.mover]} is to ${now.must_change ? "change its bid" : now.bidding ? "bid" : "play"}${bots[now.mover] ? ` (${bots[now.mover]})` : ""}.`;
  }

  function ending(shown) {
    const { names, bots, seat, rules, schedule, trump, dealer_change, first_lead, zero_bonus, practice } = game.welcome;
    const winners = shown.winners.map((at) => names[at]).join(" and ");
    const again = () => startGame(kind, bots.map((bot, at) => bot || (at === seat ? ME : PERSON)), { rules, schedule, trump, dealer_change, first_lead, zero_bonus, practice }, kind.title).catch((error) => showMessage(error.message, "wrong"));
    return h("section", { class: "game-over" }, h("div", {}, h("p", { class: "final" }, h("b", {}, winners)),
      h("p", { class: "praise" }, `${shown.winners.length > 1 ? "share the win" : "wins"} with ${plural(Math.max(...shown.totals), "point")}`),
      h("p", { class: "offers" }, seat < 0 && bots.every(Boolean) ? h("button", { type: "button", class: "main", "data-key": "again", onclick: again }, "Play again") : going.buttons(game.welcome))));
  }

  const SHORTCUTS = {
    " ": next, p: toggle, u: undo, f: () => { panel.show("knowledge"); knowledge.focusFormula(); }, "?": () => help.showModal(),
    ArrowLeft: () => look((game.look ?? game.now).turn - 1), ArrowRight: () => game.look && look(game.look.turn + 1), Home: () => look(0), End: () => look(game.now.turn),
  };

  function onkey(event) {
    if (!game.now || !game.welcome || event.altKey || event.metaKey || event.ctrlKey || help.open) return;
    if (event.target.closest?.("input:not([type=range]), select, textarea, summary")) return;
    if (event.target.type === "range" && event.key.length > 1) return; // it moves the slider
    if (event.key === " " && event.target.closest?.("button, a") && event.target.dataset.key !== "do-Space") return; // it presses that button
    const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
    const shortcut = SHORTCUTS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (shortcut) { event.preventDefault(); if (!event.repeat || event.key !== " ") shortcut(); return; }
    if (/^\d$/.test(key)) digit(Number(key));
    else if ("CDHS".includes(key) && key.length === 1) chooseCard(`${game.card[0]}${key}`);
    else if (ranksOf((game.look ?? game.now).ranks).includes(key)) chooseCard(`${key}${game.card[1]}`);
  }

  function digit(number) {
    if (game.look || !game.now.choices.length) return;
    if (game.now.bidding) { if (game.now.choices.includes(number)) act({ do: "bid", tricks: number }); else showMessage(`You cannot bid ${number}.`, "wrong"); return; }
    const card = game.now.hands[game.welcome.seat][number - 1];
    if (game.now.choices.includes(card)) act({ do: "play", card }); else if (card) showMessage(`You must follow suit; ${cardText(card)} does not.`, "wrong");
  }

  // A button pressed by a pointer lets go of the keyboard, so that space is the next move again.
  page.addEventListener("click", (event) => { if (event.detail) document.activeElement?.closest("button")?.blur(); });
  addEventListener("keydown", onkey);
  return () => {
    removeEventListener("keydown", onkey);
    clearTimeout(timer);
    connection.close();
    document.title = "Handsight";
  };
}
