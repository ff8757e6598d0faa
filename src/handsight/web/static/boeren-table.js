// A table of Boeren Bridge: keeps the connection and what is shown, lets the next move happen, and draws.

import { announcements, bottomOf, felt, scores } from "./boeren-board.js";
import { cardText, ranksOf } from "./boeren-cards.js";
import { deal } from "./boeren-setup.js";
import { viewer } from "./boeren-viewer.js";
import { h } from "./dom.js";
import { forget, remember, tables } from "./saved.js";
import { connect } from "./wire.js";

const PAUSE = 900;
const KEYS = [
  ["Space", "the next move; the next round"], ["P", "let agents play on by themselves, or stop them"],
  ["0–9", "bid so many tricks"], ["1–9", "play that card of your hand"], ["U", "undo (practice)"], ["← →", "look back and forward"], ["Home End", "the deal; now"],
  ["S H D C", "the viewer’s suit"], ["A K Q J T", "the viewer’s rank"], ["F", "the formula box"], ["Tab, Enter", "go through everything, choose"],
];

export function sit(root, address) {
  const id = address.path[1];
  const secret = address.query.get("seat") ?? "";
  const game = { id, secret, welcome: null, now: null, look: null, card: "AS", bottom: 2, auto: Boolean(secret) };
  const said = h("p", { class: "said", role: "alert" });
  const spoken = h("p", { class: "spoken", "aria-live": "polite" });
  const board = h("div", { class: "boeren-board" }, said, h("p", { class: "prompt" }, "Coming to the table…"));
  const know = viewer((question) => wire.send(question), chooseCard);
  const help = h("dialog", { class: "keys", "aria-label": "Keys" }, h("h2", {}, "Keys"),
    h("table", {}, h("tbody", {}, KEYS.map(([key, does]) => h("tr", {}, h("th", { scope: "row" }, key), h("td", {}, does))))),
    h("button", { type: "button", class: "main", onclick: () => help.close() }, "Close"));
  const page = h("div", { class: "boeren" }, board, know.root);
  let timer = 0;
  let asked = { at: -1, when: 0 };
  root.append(h("h1", { class: "spoken" }, "Boeren Bridge"), page, spoken, help);
  const wire = connect(id, secret, { said: hear, lost, game: "boeren" });

  function hear(message) {
    if (message.type === "welcome") welcome(message);
    else if (message.type === "table") seen(message);
    else if (message.type === "look") { game.look = message.turn < game.now.turn ? message.picture : null; draw(); }
    else if (message.type === "error") refused(message);
    else know.hear(message);
  }

  function welcome(message) {
    game.welcome = message;
    game.bottom = bottomOf(game);
    tell("");
    remember({ ...tables().find((known) => known.id === id), id, game: "boeren", secret, names: message.names, variant: "Boeren Bridge", over: false });
  }

  function seen(message) {
    if (message.at !== game.now?.at) { game.look = null; tell(""); spoken.textContent = `${message.log.at(-1)?.text ?? "The cards are dealt"}. ${message.choices.length ? "Your turn." : ""}`; }
    game.now = message;
    document.title = message.choices.length ? "● Your turn · Handsight" : "Handsight";
    if (message.ended) remember({ ...tables().find((known) => known.id === id), over: true });
    draw();
    playOn();
  }

  function lost(code) {
    clearTimeout(timer);
    if (code === 4404) { forget(id); page.replaceChildren(said, h("p", { class: "prompt" }, h("a", { href: "#/boeren" }, "Set another table"))); } else tell("The connection is lost; trying again…", "waiting");
  }

  function refused({ code, message }) {
    if (code === "stale") return; // somebody else was quicker; the new picture is on its way
    if (code === "cannot-say") { know.refused(message); return; }
    tell(`${message[0].toUpperCase()}${message.slice(1)}.`, "wrong");
  }

  function tell(words, mood = "") { said.textContent = words; said.dataset.mood = words ? mood : ""; }
  const agentMoves = () => game.now && !game.now.over && !game.now.fault && game.welcome.bots[game.now.mover];
  const mayStep = () => (agentMoves() || (game.now.over && !game.now.ended)) && (game.welcome.seat >= 0 || game.welcome.bots.every(Boolean));

  // One step is asked for once; if no answer came (it was asked too fast), it may be asked again.
  function step() {
    if (!mayStep() || (asked.at === game.now.at && performance.now() - asked.when < PAUSE)) return;
    asked = { at: game.now.at, when: performance.now() };
    wire.send({ type: "step", at: game.now.at });
  }

  function playOn() {
    clearTimeout(timer);
    if (game.auto && agentMoves() && mayStep() && !game.look) timer = setTimeout(step, PAUSE);
  }

  function next() {
    if (game.look) { look(game.look.turn + 1); return; }
    if (game.now.choices.length) tell(game.now.bidding ? "It is your turn: choose a number of tricks." : "It is your turn: choose a card.", "wrong");
    else step();
  }

  function undo() { if (game.welcome.practice && game.welcome.seat >= 0) wire.send({ type: "undo", at: game.now.at }); }
  function toggle() { game.auto = !game.auto; draw(); playOn(); }
  function act(action) { wire.send({ type: "act", at: game.now.at, action }); }
  function pick(card, playable) { if (playable && !game.now.bidding) act({ do: "play", card }); else chooseCard(card); }
  function chooseCard(card) { game.card = card; draw(); }

  function look(turn) {
    clearTimeout(timer);
    if (turn >= game.now.turn) { game.look = null; draw(); playOn(); } else wire.send({ type: "look", turn: Math.max(turn, 0) });
  }

  function draw() {
    if (!game.now || !game.welcome) return;
    const shown = game.look ?? game.now;
    const focus = board.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    board.replaceChildren(
      shown.ended && !game.look ? ending(shown) : "", h("div", { class: `felt green ${game.look ? "past" : ""}` }, felt(game, shown, pick)),
      bar(shown), h("div", { class: "papers" }, announcements(game, shown, look), scores(game, shown)));
    if (focus) board.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    know.show(game, shown);
  }

  const button = (name, key, listener, extra = {}) => h("button", { type: "button", "data-key": `do-${key}`, onclick: listener, ...extra }, name, " ", h("kbd", {}, key));

  function bar(shown) {
    const { now } = game;
    return h("section", { class: `bar ${now.choices.length ? "ready" : ""}`, "aria-label": "Next move" }, said, h("p", { class: "prompt" }, prompt(now)),
      h("div", { class: "buttons" },
        now.choices.length && now.bidding && !game.look ? h("div", { class: "bids", role: "group", "aria-label": "Bid" }, now.choices.map((tricks) => h("button", {
          type: "button", class: "main", "data-key": `do-${tricks}`, "aria-label": `Bid ${tricks}`, onclick: () => act({ do: "bid", tricks }),
        }, String(tricks)))) : null,
        game.look || mayStep() ? button(now.over && !game.look ? "Next round" : "Next move", "Space", next, { class: "main" }) : null,
        game.welcome.practice && game.welcome.seat >= 0 && !game.look ? button("Undo", "U", undo, { class: "quiet" }) : null,
        now.ended ? null : button(game.auto ? "Pause" : "Play on", "P", toggle, { "aria-pressed": String(game.auto) })),
      h("div", { class: "buttons" },
        h("button", { type: "button", class: "quiet", "data-key": "do-back", "aria-label": "Move before", onclick: () => look(shown.turn - 1), disabled: shown.turn === 0 }, "◀"),
        h("span", { class: "count" }, `${shown.turn} / ${now.turn}`),
        h("button", { type: "button", class: "quiet", "data-key": "do-forward", "aria-label": "Move after", onclick: () => look(shown.turn + 1), disabled: !game.look }, "▶"),
        button("Keys", "?", () => help.showModal(), { class: "quiet" }), invitations()));
  }

  function prompt(now) {
    const { names, bots } = game.welcome;
    if (now.fault) return now.fault;
    if (game.look) return `Looking at move ${game.look.turn} of ${now.turn}.`;
    if (now.ended) return "The match is over.";
    if (now.over) return "The round is over. Look back with ◀: all hands are open now.";
    if (now.choices.length) return h("b", {}, now.bidding ? "Your bid: how many tricks?" : "Your turn: play a card.");
    return `${names[now.mover]} is to ${now.bidding ? "bid" : "play"}${bots[now.mover] ? ` (${bots[now.mover]})` : ""}.`;
  }

  function invitations() {
    const links = tables().find((known) => known.id === id)?.links ?? {};
    const guests = Object.entries(links).filter(([at]) => Number(at) !== game.welcome.seat);
    return guests.length ? h("details", { class: "invite" }, h("summary", {}, "Invite"), guests.map(([at, link]) => h("label", {}, `${game.welcome.names[at]}: `,
      h("input", { readonly: true, value: `${location.origin}/#/boeren/${id}?seat=${link}`, onfocus: (event) => event.target.select() })))) : null;
  }

  function ending(shown) {
    const { names, bots, seat, rules, schedule, trump, practice } = game.welcome;
    const winners = shown.winners.map((at) => names[at]).join(" and ");
    const again = () => deal(bots.map((bot, at) => bot || (at === seat ? "me" : "person")), { rules, schedule, trump, practice }).catch((error) => tell(error.message, "wrong"));
    return h("section", { class: "curtain" }, h("div", {}, h("p", { class: "final" }, h("b", {}, winners)),
      h("p", { class: "praise" }, `${shown.winners.length > 1 ? "share the win" : "wins"} with ${Math.max(...shown.totals)} points`),
      h("button", { type: "button", class: "main", "data-key": "again", onclick: again }, "Play again")));
  }

  const SHORTCUTS = {
    " ": next, p: toggle, u: undo, f: know.focusFormula, "?": () => help.showModal(),
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
    if (game.now.bidding) { if (game.now.choices.includes(number)) act({ do: "bid", tricks: number }); else tell(`You cannot bid ${number}.`, "wrong"); return; }
    const card = game.now.hands[game.welcome.seat][number - 1];
    if (game.now.choices.includes(card)) act({ do: "play", card }); else if (card) tell(`You must follow suit; ${cardText(card)} does not.`, "wrong");
  }

  // A button pressed by a pointer lets go of the keyboard, so that space is the next move again.
  page.addEventListener("click", (event) => { if (event.detail) document.activeElement?.closest("button")?.blur(); });
  addEventListener("keydown", onkey);
  return () => {
    removeEventListener("keydown", onkey);
    clearTimeout(timer);
    wire.close();
    document.title = "Handsight";
  };
}
