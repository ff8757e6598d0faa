// @ts-check
// A Hanabi table: keeps the connection, what is shown and what is being chosen, and draws it.

import { actionBar, mine, others } from "./action_bar.js";
import { asStrip, discards, figures, hands, measureRows, stacks } from "./board.js";
import { paints } from "./cards.js";
import { clueArrows } from "./clue_arrows.js";
import { ask, focusKey, focusedKey, h, messageLine } from "../../shared/dom.js";
import { gameOver } from "./game_over.js";
import { handIn } from "../../replay/hand_in.js";
import { KEYS, NONE, press } from "./keys.js";
import { knowledge } from "./own_hand.js";
import { log } from "./log.js";
import { goToTable } from "../../home/new_game.js";
import { tableAddress } from "../../shared/address.js";
import { keysDialog } from "../../shared/keys_dialog.js";
import { tabPanel } from "../../shared/tab_panel.js";
import { forgetTable, saveTable, savedTable } from "../../shared/saved_tables.js";
import { UNKNOWN, connect } from "../../table/connection.js";
import { botDialog } from "../../table/bot_dialog.js";
import { chatTab } from "../../table/chat.js";
import { clock } from "../../table/clock.js";
import { emptySeats } from "../../table/invitations.js";
import { preferencesMenu } from "../../table/preferences_menu.js";
import { rematch } from "../../table/rematch.js";
import { chime } from "../../table/sound.js";
import { holdSpace } from "../../shared/hold_space.js";
import { cardNotes } from "./card_notes.js";
import { COACH, practiceCoach } from "./coach.js";
import { clueHistory } from "./clue_history.js";
import { cardPositions, glide } from "../../table/motion.js";
import { pacing, step, toggle } from "../../table/pacing.js";
import { tour, tourWanted } from "../../shared/tour.js";
import { withLooks } from "./suits.js";

/** @type {[string, string][]} */
const TOUR = [
  ["Your cards", "are the ones with their backs to you: the others see them, you do not. What you know of them comes from clues."],
  ["On your turn", "choose another player’s card to give a clue about its colour or number, or one of yours to play or discard it."],
  ["Together", "build each colour from 1 to 5. Three misplays end the game; a discard gives a clue token back."],
  ["Not sure?", "“What do I know?” shows what each of your cards can be. “Undo” takes a move back, “Try it out” plays on without changing this game. Press ? for keys."],
];

export function table(root, { game: page, id, secret }) {
  const game = { id, secret, welcome: null, suits: [], now: null, look: null, choice: NONE, sent: -1, known: null, whys: new Map(), notes: {}, noted: null, empathy: false, aboutBot: (name) => bots.show(name) };
  const parts = { hands: h("div", { class: "hands" }), middle: h("div", { class: "middle" }), bar: h("section", { class: "bar", "aria-label": "Your move" }) };
  const board = h("div", { class: "table" });
  const arrows = clueArrows(board);
  const panel = tabPanel("Beside the board", { memory: "table", changed: (word) => { if (word === "card") know(); } });
  const tabs = { moves: panel.add("moves", "Moves"), card: panel.add("card", "Your hand"), notes: panel.add("notes", "Notes") };
  if (secret && tourWanted("table")) {
    panel.add("tour", "Tour", { content: [tour("table", TOUR, () => panel.remove("tour"))] });
    panel.show("tour");
  }
  const barSize = new ResizeObserver(() => board.style.setProperty("--bar-height", `${parts.bar.offsetHeight}px`));
  const { element: messageElement, show: showMessage } = messageLine();
  const liveRegion = h("p", { class: "visually-hidden", "aria-live": "polite" });
  const help = keysDialog(KEYS);
  let announcedTurn = -1;
  const bots = botDialog(page.name);
  const send = (message) => connection.send(message);
  const chat = chatTab(panel, { page, id, send });
  const notes = cardNotes({ save: (_seat, order, text) => send({ type: "note", order, text }), choose: (order) => { game.noted = order; draw(); }, kept: "Only you see it while the game lasts; it is kept with the game." });
  const next = rematch(page, { send, label: () => game.welcome.rules.name });
  const times = clock(id);
  const coach = practiceCoach(send);
  const preferences = preferencesMenu(() => { times.tick(); if (game.now) coach.update(game); draw(); }, send, [COACH]);
  tabs.notes.append(notes.element);
  root.append(board, liveRegion, help, bots.element);
  board.append(messageElement, h("p", { class: "prompt" }, "Connecting…"));

  const connection = connect(page, id, secret, { received, lost });

  function received(message) {
    if (message.type === "welcome") welcome(message);
    else if (message.type === "table") update(message);
    else if (message.type === "look") { game.look = message; draw(); }
    else if (message.type === "know") { game.known = message; draw(); }
    else if (message.type === "why") { game.whys.set(message.turn, message.why); draw(); }
    else if (message.type === "opened") whatIfOpened(message);
    else if (message.type === "coach") { coach.received(message); draw(); }
    else if (message.type === "chat") chat.received(message);
    else if (message.type === "notes") { game.notes = message.notes; draw(); }
    else if (message.type === "next") { next.received(message); draw(); }
    else if (message.type === "error") refused(message);
  }

  function welcome(message) {
    game.welcome = { ...message, ...message.settings };
    game.suits = withLooks(game.welcome.rules.suits);
    document.querySelector("svg.paints")?.remove();
    document.body.append(paints(game.suits));
    showMessage("");
    if (secret) saveTable({ id, game: page.name, secret, names: message.names, label: game.welcome.rules.name, over: false, practice: message.practice, whatIf: Boolean(game.welcome.origin) });
    chat.welcome(game.welcome);
    preferences.querySelector("[data-preference=coach]").hidden = !message.practice || message.seat < 0;
  }

  function update(message) {
    const moved = message.version !== game.now?.version;
    for (const turn of [...game.whys.keys()].filter((turn) => turn >= message.turn)) game.whys.delete(turn); // it was undone
    game.now = message;
    game.welcome.names = message.names;
    chat.update(message, game.welcome);
    times.update(message.version, message.over);
    if (moved) { game.look = null; showMessage(""); }
    if (moved || !mine(game)) game.choice = NONE;
    if (moved) game.sent = -1;
    coach.update(game);
    if (moved && panel.chosen === "card") know();
    if (message.over && secret) saveTable({ id, over: true, names: message.names, outcome: outcome(message) });
    draw();
    announce();
  }

  // How the game ended, as the server tells it for a list of games.
  function outcome({ score, end, turn }) {
    const { rules, rule_set: ruleSet, names } = game.welcome;
    return { score, end, turns: turn, max_score: rules.max_score, players: names.length, variant: rules.name, rules: ruleSet };
  }

  function lost(code) {
    game.sent = -1;
    coach.forget();
    if (code === UNKNOWN) { if (secret) forgetTable(id); board.replaceChildren(messageElement, h("p", { class: "prompt" }, h("a", { href: "#/" }, "To the start page"))); } else showMessage("The connection is lost; trying again…", "waiting");
  }

  function refused({ code, message }) {
    if (code === "stale" && game.welcome?.seat < 0) return; // a bot was quicker
    game.sent = -1;
    coach.failed();
    showMessage(`${message[0].toUpperCase()}${message.slice(1)}.`, "wrong");
    draw();
  }

  function announce() {
    const line = game.now.log.at(-1);
    if (game.now.turn === announcedTurn) return;
    announcedTurn = game.now.turn;
    liveRegion.textContent = `${line ? `${line.text}. ` : ""}${mine(game) ? "Your turn." : ""}`;
    document.title = mine(game) ? "● Your turn · Handsight" : "Handsight";
    if (mine(game)) chime();
  }

  // Ask for a move. What was being chosen stays until the table has changed: a move that is refused can be mended.
  function act(action) {
    if (game.sent === game.now.version) return; // it was asked for already
    if (panel.chosen === "tour") panel.show("moves"); // what the others do next is of more interest
    if (connection.send({ type: "act", version: game.now.version, action })) game.sent = game.now.version;
    else showMessage("Not connected; trying again…", "waiting");
  }

  function choose(choice) {
    game.choice = choice;
    draw();
  }

  function pick(seat, order, event) {
    game.noted = order;
    if (game.look || !mine(game)) { draw(); return; }
    const { choice, welcome: { seat: me } } = game;
    if (choice.kind === "slot" && seat === me) { act({ do: choice.verb, order }); return; }
    if ((choice.kind === "card" || choice.kind === "clue") && choice.order === order) { choose(NONE); return; }
    choose(seat === me ? { kind: "card", order } : { kind: "clue", seat, mark: null, order });
    if (event.detail === 0) board.querySelector(".bar button")?.focus(); // chosen by keyboard: go on there
  }

  function preview(orders) {
    for (const card of board.querySelectorAll(".held")) card.classList.toggle("would", orders.includes(Number(card.dataset.order)));
  }

  function look(turn) {
    if (turn >= game.now.turn) { game.look = null; draw(); } else connection.send({ type: "look", turn });
  }

  // Write a note on a card: by a right click, or N for the card that was chosen last.
  function writeNote(order) {
    if (game.welcome.seat < 0) return;
    game.noted = order ?? game.noted ?? game.now.hands[game.welcome.seat][0]?.order ?? null;
    panel.show("notes");
    draw();
    notes.focus();
  }

  function showNotes(shown) {
    const { seat, names, rules } = game.welcome;
    const place = (order) => {
      for (const [holder, hand] of shown.hands.entries()) {
        const slot = hand.findIndex((held) => held.order === order);
        if (slot >= 0) return `${holder === seat ? "Your" : `${names[holder]}’s`} slot ${slot + 1}`;
      }
      return `Card ${order}, not in a hand`;
    };
    const title = game.noted === null ? (seat < 0 ? "Notes" : "Choose a card to write a note on it.") : place(game.noted);
    notes.show({
      seat, order: game.noted, title, notes: game.notes, names, nameOf: place,
      more: game.noted === null ? null : clueHistory(game.now.log, game.noted, { turn: game.look?.turn ?? game.now.turn, names, rules, go: look }),
    });
  }

  const reveal = (turn) => connection.send({ type: "why", turn });
  function undo() { connection.send({ type: "undo", version: game.now.version }); }
  function whatIf() { connection.send({ type: "what-if", version: game.now.version }); }
  // This browser remembers its seat; the address has none, so whoever it is sent to watches.
  function whatIfOpened(opened) {
    saveTable({ id: opened.id, game: page.name, secret: opened.secrets[game.welcome.seat], names: opened.names, label: game.welcome.rules.name, over: false });
    location.hash = tableAddress(page.name, opened.id, "");
  }

  // Ask for the possible cards in one's own hand, where there is one.
  function know() {
    if (game.welcome.seat < 0 || !game.now || game.now.mover < 0) return;
    connection.send({ type: "know" });
  }

  function toggleKnown() {
    panel.show(panel.chosen === "card" ? "moves" : "card");
    if (panel.chosen === "card") { know(); panel.element.scrollIntoView({ block: "nearest" }); }
    draw();
  }

  async function again() {
    const { names, bots, rules, rule_set: ruleSet, options, practice } = game.welcome;
    const seats = names.map((name, at) => ({ name: bots[at] ? "" : name, bot: bots[at] }));
    try {
      const opened = await ask(`/api/tables/${page.name}`, { seats, variant: rules.name, rules: ruleSet, options, practice, pause: game.now.pause });
      goToTable(opened, game.welcome.seat, rules.name);
    } catch (error) { showMessage(error.message, "wrong"); }
  }

  function draw() {
    if (!game.now || !game.welcome) return;
    const shown = game.look?.picture ?? game.now;
    const { names, seat } = game.welcome;
    const before = cardPositions(board);
    const focus = focusedKey(board);
    if (!parts.bar.isConnected) board.replaceChildren(h("div", { class: "play-area" }, parts.hands), parts.middle, panel.element, parts.bar, arrows.element);
    board.className = `table board full-height players-${names.length} ${asStrip(names.length) ? "strip" : ""} ${game.look ? "past" : ""} ${game.welcome.origin ? "what-if" : ""} ${game.empathy ? "empathy" : ""}`;
    measureRows(board, shown.hands, game.suits.length);
    parts.hands.replaceChildren(...hands(game, shown, pick));
    parts.middle.replaceChildren(figures(game, shown), stacks(game, shown), discards(game, shown));
    parts.bar.className = `bar ${mine(game) ? "ready" : ""}`;
    parts.bar.replaceChildren(banner(), coach.line(game) ?? "", ...(shown.over && !game.look ? [messageElement, gameOver(game, [...(seat < 0 && game.welcome.bots.every(Boolean) ? [againButton()] : next.buttons(game.welcome)), ...replayButtons()], next.words(seat))] : actionBar(game, { messageElement, act, choose, preview, look, send })));
    tabs.moves.replaceChildren(log(game, look, reveal));
    tabs.card.replaceChildren(seat < 0 || shown.over ? h("p", { class: "faint" }, seat < 0 ? "You are watching; players see here what their hand can be." : "The game is over.") : knowledge(game));
    showNotes(shown);
    panel.tools.replaceChildren(...tools());
    focusKey(board, focus);
    arrows.show(shown.log.at(-1), { rules: game.welcome.rules, suits: game.suits });
    glide(board, before);
  }

  const replayButtons = () => [
    h("button", { type: "button", "data-key": "replay", title: "Every turn from each player’s view", onclick: () => replay("") }, "Watch the replay"),
    h("button", { type: "button", "data-key": "lost", title: "The replay with its analysis: what each move was worth", onclick: () => replay("analysis") }, "Where were points lost?"),
  ];
  const againButton = () => h("button", { type: "button", class: "main", "data-key": "again", onclick: again }, "Play again");

  function banner() {
    const { origin, names } = game.welcome;
    const missing = game.now.over ? [] : emptySeats(id, game.welcome, game.now.present);
    if (game.empathy) return h("p", { class: "banner" }, "What each player can tell of the own cards from clues.");
    if (!origin) {
      return missing.length ? h("p", { class: "banner" }, `${missing.map(([at]) => names[at]).join(", ")} ${missing.length === 1 ? "is" : "are"} not here. `,
        missing.some(([, link]) => link) ? h("button", { type: "button", "data-key": "invite", onclick: () => { panel.show("chat"); panel.element.scrollIntoView({ block: "nearest" }); } }, "Invite") : null) : "";
    }
    const home = savedTable(origin);
    return h("p", { class: "banner" }, h("b", {}, "Trying it out"), " with a deal that is possible for you; this game does not count. ",
      home ? h("a", { href: tableAddress(page.name, origin) }, "Back to the game") : null);
  }

  function tools() {
    const { practice, seat } = game.welcome;
    const tool = (name, key, listener) => h("button", { type: "button", class: "quiet", "data-key": `tool-${key}`, onclick: listener }, name, " ", h("kbd", {}, key));
    return [
      practice && seat >= 0 ? tool("Undo", "U", undo) : null,
      practice && seat >= 0 && !game.now.over ? tool("Try it out", "H", whatIf) : null,
      seat >= 0 && !game.now.over ? tool("What do I know?", "K", toggleKnown) : null,
      tool("Keys", "?", () => help.showModal()),
      game.now.over ? h("a", { class: "button quiet", href: `/api/tables/${page.name}/${id}/record`, download: "game.json" }, "Save the game") : null,
      seat >= 0 ? pacing(game, send) : null,
      preferences, times.element, h("p", { class: "settings faint" }, settings(game.welcome)),
    ].filter(Boolean);
  }

  async function replay(tab) {
    const record = await fetch(`/api/tables/${page.name}/${id}/record`);
    handIn(await record.blob(), showMessage, undefined, tab);
  }

  const SHORTCUTS = {
    " ": () => step(game, send), n: () => writeNote(), p: () => toggle(game, send), u: undo, h: whatIf, k: toggleKnown, "?": () => help.showModal(),
    ArrowLeft: () => look(Math.max((game.look?.turn ?? game.now.turn) - 1, 0)), ArrowRight: () => game.look && look(game.look.turn + 1),
    "[": () => look(Math.max((game.look?.turn ?? game.now.turn) - others(game.welcome).length - 1, 0)),
    "]": () => game.look && look(game.look.turn + others(game.welcome).length + 1),
    Home: () => look(0), End: () => look(game.now.turn),
  };

  function onkey(event) {
    if (!game.now || !game.welcome || event.altKey || event.metaKey || (event.ctrlKey && event.key !== "Enter") || help.open) return;
    if (event.target.closest?.("input, select, textarea, summary")) return;
    if (event.key === " " && (game.welcome.seat >= 0 || event.target.closest?.("button, a"))) return; // it presses that button
    if (mine(game) && !game.look) {
      const step = press(event.key, game.choice, {
        hand: game.now.hands[game.welcome.seat].map((held) => held.order), others: others(game.welcome), rules: game.welcome.rules,
      });
      if (step) {
        event.preventDefault();
        if (step.action) act(step.action); else choose(step.choice);
        return;
      }
    }
    const shortcut = SHORTCUTS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (shortcut) { event.preventDefault(); shortcut(); }
  }

  function onmenu(event) {
    const card = event.target.closest?.(".held");
    if (!card || !game.welcome || game.welcome.seat < 0) return;
    event.preventDefault();
    writeNote(Number(card.dataset.order));
  }

  // Hold Space: every card as its holder sees it. Where bots play alone, Space steps.
  const release = holdSpace(() => Boolean(game.now && game.welcome) && !game.welcome.bots.every(Boolean), (on) => { game.empathy = on; draw(); });
  board.addEventListener("contextmenu", onmenu);
  addEventListener("keydown", onkey);
  barSize.observe(parts.bar);
  return () => {
    removeEventListener("keydown", onkey);
    release();
    times.close();
    arrows.close();
    barSize.disconnect();
    connection.close();
    document.title = "Handsight";
  };
}

const SWITCHES = { deck_plays: "deck plays", empty_clues: "empty clues", card_cycle: "card cycle", all_or_nothing: "all or nothing" };

// The variant, rules and options of the table, in a line.
function settings({ rules, rule_set: ruleSet, options, practice, bots, open_hands: openHands }) {
  const words = [rules.name, ruleSet === "official" ? "" : `rules: ${ruleSet}`, options.hand ? `hands of ${options.hand}` : "",
    ...Object.entries(SWITCHES).map(([word, name]) => (options[word] ? name : "")), practice || bots.filter((bot) => !bot).length !== 1 ? "" : "no undo",
    openHands && bots.some((bot) => !bot) ? "whoever watches sees all hands" : ""];
  return words.filter(Boolean).join(" · ");
}
