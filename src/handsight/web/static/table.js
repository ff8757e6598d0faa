// A table of Hanabi: keeps the connection, what is shown and what is being chosen, and draws it.

import { bar, mine, others } from "./bar.js";
import { discards, figures, hands, stacks } from "./board.js";
import { paints } from "./cards.js";
import { NONE, press } from "./choosing.js";
import { ask, h } from "./dom.js";
import { curtain } from "./ending.js";
import { handIn } from "./handin.js";
import { keysHelp } from "./keys.js";
import { knowledge } from "./knowing.js";
import { log } from "./log.js";
import { glide, places } from "./motion.js";
import { step, tempo, toggle } from "./tempo.js";
import { forget, remember, tables } from "./saved.js";
import { dressed } from "./suits.js";
import { connect } from "./wire.js";

export function open(root, address) {
  const id = address.path[1] ?? "";
  const secret = address.query.get("seat") ?? "";
  const game = { id, secret, welcome: null, suits: [], now: null, look: null, choice: NONE, known: null, knowing: false, whys: new Map() };
  const table = h("div", { class: "table" });
  const said = h("p", { class: "said", role: "alert" });
  const spoken = h("p", { class: "spoken", "aria-live": "polite" });
  const help = keysHelp();
  let spokenTurn = -1;
  root.append(table, spoken, help);
  table.append(said, h("p", { class: "prompt" }, "Coming to the table…"));

  const wire = connect(id, secret, { said: hear, lost });

  function hear(message) {
    if (message.type === "welcome") welcome(message);
    else if (message.type === "table") seen(message);
    else if (message.type === "look") { game.look = message; draw(); }
    else if (message.type === "know") { game.known = message; draw(); }
    else if (message.type === "why") { game.whys.set(message.turn, message.why); draw(); }
    else if (message.type === "opened") supposed(message);
    else if (message.type === "error") refused(message);
  }

  function welcome(message) {
    game.welcome = message;
    game.suits = dressed(message.rules.suits);
    document.querySelector("svg.paints")?.remove();
    document.body.append(paints(game.suits));
    tell("");
    if (secret) remember({ ...tables().find((known) => known.id === id), id, secret, names: message.names, variant: message.rules.name, over: false });
  }

  function seen(message) {
    const moved = message.at !== game.now?.at;
    for (const turn of [...game.whys.keys()].filter((told) => told >= message.turn)) game.whys.delete(turn); // it was undone
    game.now = message;
    if (moved) { game.look = null; tell(""); }
    if (!mine(game)) game.choice = NONE;
    if (moved && game.knowing && message.mover >= 0) wire.send({ type: "know" });
    if (message.over && secret) remember({ ...tables().find((known) => known.id === id), over: true });
    draw();
    speak();
  }

  function lost(code) {
    if (code === 4404) { if (secret) forget(id); table.replaceChildren(said, h("p", { class: "prompt" }, h("a", { href: "#/" }, "To the start page"))); } else tell("The connection is lost; trying again…", "waiting");
  }

  function refused({ code, message }) {
    if (code === "stale" && game.welcome?.seat < 0) return; // a bot was quicker
    tell(`${message[0].toUpperCase()}${message.slice(1)}.`, "wrong");
    draw();
  }

  function tell(words, mood = "") {
    said.textContent = words;
    said.dataset.mood = words ? mood : "";
  }

  function speak() {
    const line = game.now.log.at(-1);
    if (game.now.turn === spokenTurn) return;
    spokenTurn = game.now.turn;
    spoken.textContent = `${line ? `${line.text}. ` : ""}${mine(game) ? "Your turn." : ""}`;
    document.title = mine(game) ? "● Your turn · Handsight" : "Handsight";
  }

  function act(action) {
    game.choice = NONE;
    if (!wire.send({ type: "act", at: game.now.at, action })) tell("Not connected; trying again…", "waiting");
    draw();
  }

  function choose(choice) {
    game.choice = choice;
    draw();
  }

  function pick(seat, order, event) {
    if (game.look || !mine(game)) return;
    const { choice, welcome: { seat: me } } = game;
    if (choice.kind === "slot" && seat === me) { act({ do: choice.verb, order }); return; }
    if ((choice.kind === "card" || choice.kind === "clue") && choice.order === order) { choose(NONE); return; }
    choose(seat === me ? { kind: "card", order } : { kind: "clue", seat, mark: null, order });
    if (event.detail === 0) table.querySelector(".bar button")?.focus(); // chosen by keyboard: go on there
  }

  function preview(orders) {
    for (const card of table.querySelectorAll(".held")) card.classList.toggle("would", orders.includes(Number(card.dataset.order)));
  }

  function look(turn) {
    if (turn >= game.now.turn) { game.look = null; draw(); } else wire.send({ type: "look", turn });
  }

  const send = (message) => wire.send(message);
  const reveal = (turn) => wire.send({ type: "why", turn });
  function undo() { wire.send({ type: "undo", at: game.now.at }); }
  function suppose() { wire.send({ type: "suppose", at: game.now.at }); }
  function supposed(opened) { location.hash = `#/table/${opened.id}?seat=${opened.secrets[game.welcome.seat]}`; }

  function know() {
    game.knowing = !game.knowing;
    game.known = null;
    if (game.knowing) wire.send({ type: "know" });
    draw();
  }

  async function again() {
    const { names, bots, rules, rule_set: ruleSet, options, practice } = game.welcome;
    const seats = names.map((name, at) => ({ name: bots[at] ? "" : name, bot: bots[at] }));
    try {
      const opened = await ask("/api/tables", { seats, variant: rules.name, rules: ruleSet, options, practice, pause: game.now.pause });
      const links = Object.fromEntries(opened.secrets.map((one, at) => [at, one]).filter(([, one]) => one));
      const seat = game.welcome.seat < 0 ? "" : opened.secrets[game.welcome.seat];
      if (seat) remember({ id: opened.id, secret: seat, names: opened.names, variant: rules.name, over: false, links });
      location.hash = `#/table/${opened.id}${seat ? `?seat=${seat}` : ""}`;
    } catch (error) { tell(error.message, "wrong"); }
  }

  function draw() {
    if (!game.now || !game.welcome) return;
    const shown = game.look?.picture ?? game.now;
    const before = places(table);
    const focus = document.activeElement?.dataset?.key;
    const all = hands(game, shown, pick);
    const own = game.welcome.seat >= 0 ? all.pop() : null;
    table.className = `table players-${game.welcome.names.length} ${game.look ? "past" : ""} ${game.welcome.origin ? "supposed" : ""}`;
    table.replaceChildren(
      banner(), shown.over && !game.look ? curtain(game, again) : "",
      h("div", { class: "felt" }, figures(game, shown), stacks(game, shown)),
      h("div", { class: `hands of-${all.length}` }, all), own ?? "", shown.over && !game.look ? "" : bar(game, { said, act, choose, preview, look, send }), tools(),
      game.knowing ? knowledge(game) : "",
      h("div", { class: "side" }, discards(game, shown), log(game, look, reveal)),
    );
    if (focus) table.querySelector(`[data-key="${CSS.escape(focus)}"]`)?.focus({ preventScroll: true });
    glide(table, before);
  }

  function banner() {
    const { origin } = game.welcome;
    if (!origin) return "";
    const home = tables().find((known) => known.id === origin);
    return h("p", { class: "banner" }, h("b", {}, "What if…"), " a deal that you cannot rule out; nothing here counts. ",
      home ? h("a", { href: `#/table/${origin}?seat=${home.secret}` }, "Back to the game") : null);
  }

  function tools() {
    const { practice, seat } = game.welcome;
    const links = tables().find((known) => known.id === id)?.links ?? {};
    const guests = Object.keys(links).filter((at) => Number(at) !== seat);
    const tool = (name, key, listener) => h("button", { type: "button", class: "quiet", "data-key": `tool-${key}`, onclick: listener }, name, " ", h("kbd", {}, key));
    return h("div", { class: "tools" },
      practice && seat >= 0 ? tool("Undo", "U", undo) : null,
      practice && seat >= 0 && !game.now.over ? tool("What if…", "H", suppose) : null,
      seat >= 0 && !game.now.over ? tool("What do I know?", "K", know) : null,
      tool("Keys", "?", () => help.showModal()),
      game.now.over ? h("a", { class: "button quiet", href: `/api/tables/${id}/record`, download: "game.json" }, "Save the game") : null,
      game.now.over ? h("button", { type: "button", class: "quiet", "data-key": "replay", onclick: replay }, "Watch it again") : null,
      game.welcome.seat >= 0 ? tempo(game, send) : null,
      h("p", { class: "agreed faint" }, agreed(game.welcome)),
      guests.length ? h("details", { class: "invite" }, h("summary", {}, "Invite"), guests.map((at) => invitation(game.welcome.names[at], links[at]))) : null);
  }

  async function replay() {
    const record = await fetch(`/api/tables/${id}/record`);
    handIn(await record.blob(), tell);
  }

  function invitation(name, link) {
    const url = `${location.origin}/#/table/${id}?seat=${link}`;
    return h("label", {}, `${name}: `, h("input", { readonly: true, value: url, onfocus: (event) => event.target.select() }),
      h("button", { type: "button", onclick: () => navigator.clipboard?.writeText(url) }, "Copy"));
  }

  const SHORTCUTS = {
    " ": () => step(game, send), p: () => toggle(game, send), u: undo, h: suppose, k: know, "?": () => help.showModal(),
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

  addEventListener("keydown", onkey);
  return () => {
    removeEventListener("keydown", onkey);
    wire.close();
    document.title = "Handsight";
  };
}

const SWITCHES = { deck_plays: "deck plays", empty_clues: "empty clues", card_cycle: "card cycle", all_or_nothing: "all or nothing" };

// What the players agreed on, in a line.
function agreed({ rules, rule_set: ruleSet, options, practice, bots }) {
  const words = [rules.name, ruleSet === "official" ? "" : `rules: ${ruleSet}`, options.hand ? `hands of ${options.hand}` : "",
    ...Object.entries(SWITCHES).map(([word, name]) => (options[word] ? name : "")), practice || bots.filter((bot) => !bot).length !== 1 ? "" : "no undo"];
  return words.filter(Boolean).join(" · ");
}
