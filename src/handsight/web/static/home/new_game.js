// @ts-check
// Parts of the form for a new game that all games share: who sits where, and opening the table.

import { tableAddress } from "../shared/address.js";
import { ask, h, messageLine } from "../shared/dom.js";
import { playerName } from "../shared/player_name.js";
import { keepSecret, saveTable } from "../shared/saved_tables.js";

export const ME = "me";
export const PERSON = "person";

// A list of seats, each with ME, a PERSON or a bot; *bot* is the usual one. Coloured seats have the colours of the table.
export function seatChooser(game, bot, { coloured = false } = {}) {
  const root = h("ol", { class: "seats" });
  let bots = [{ name: bot, about: "", honest: true }];
  const option = (known) => h("option", { value: known.name }, known.title ?? known.name);
  const chosen = () => [...root.querySelectorAll("select")].map((select) => select.value);

  // Bots that look at hidden cards cannot be chosen beside people.
  function bar() {
    const people = chosen().some((one) => one === ME || one === PERSON);
    for (const group of root.querySelectorAll("optgroup.unfair")) group.disabled = people;
  }

  // Show as many seats as `who` has; undefined stands for the usual bot.
  function show(who) {
    root.replaceChildren(...who.map((one, at) => {
      const about = h("small", {});
      const hint = () => { about.textContent = bots.find((known) => known.name === select.value)?.about ?? (select.value === PERSON ? "you get a link to send" : ""); bar(); };
      const select = h("select", { "aria-label": `Who plays ${game.seats[at]}`, onchange: hint },
        h("option", { value: ME }, "you"), h("option", { value: PERSON }, "another person"),
        h("optgroup", { label: "Bots" }, bots.filter((known) => known.honest).map(option)),
        bots.every((known) => known.honest) ? null : h("optgroup", { label: "See hidden cards: only where no person plays", class: "unfair" }, bots.filter((known) => !known.honest).map(option)));
      select.value = one ?? bot;
      return h("li", {}, h("span", { class: coloured ? `name of-seat seat-${at}` : "name" }, game.seats[at]), select, about);
    }));
    for (const select of root.querySelectorAll("select")) select.dispatchEvent(new Event("change"));
  }

  ask(`/api/games/${game.name}/bots`).then((found) => {
    const who = chosen();
    bots = [...found.filter((one) => one.name !== "random"), ...found.filter((one) => one.name === "random")];
    show(who);
  }).catch(() => {});
  return { root, show, chosen };
}

// Open a table and go there: *who* as a seat chooser gives it, *request* the game's own fields, *label* for the list of saved games.
export async function startGame(game, who, request, label) {
  const seats = who.map((one) => (one === ME ? { name: playerName() } : one === PERSON ? {} : { bot: one }));
  const opened = await ask(`/api/tables/${game.name}`, { ...request, seats: request.seats ?? seats });
  goToTable(opened, who.indexOf(ME), label);
}

// Save a new table with the links to send to other people, and go there.
export function goToTable(opened, me, label) {
  const secret = opened.secrets[me] ?? "";
  const links = Object.fromEntries(opened.secrets.map((one, at) => [at, one]).filter(([at, one]) => one && at !== me));
  if (secret) keepSecret(opened.game, opened.id, secret);
  saveTable({ id: opened.id, game: opened.game, secret, names: opened.names, label, over: false, links });
  location.hash = tableAddress(opened.game, opened.id);
}

// The form itself: presets are [label, ...who], fields and more are elements, start() opens the table.
export function newGameForm({ presets, choose, fields, seats, more, start }) {
  const { element: messageElement, show: showMessage } = messageLine();
  const submit = async (event) => {
    event.preventDefault();
    showMessage("");
    try {
      await start();
    } catch (error) {
      showMessage(error.message);
      messageElement.scrollIntoView({ block: "nearest" });
    }
  };
  const mark = () => {
    const chosen = [...seats.querySelectorAll("select")].map((select) => select.value);
    presets.forEach(([, ...who], at) => buttons[at].setAttribute("aria-pressed", String(seatedAs(who, chosen))));
  };
  const buttons = presets.map(([label, ...who]) => h("button", { type: "button", class: "quiet", "aria-pressed": "false", onclick: () => { choose(who); mark(); } }, label));
  new MutationObserver(mark).observe(seats, { childList: true });
  return h("form", { class: "panel setup", onsubmit: submit, onchange: mark }, h("h2", {}, "New game"),
    h("div", { class: "presets" }, buttons), h("p", { class: "fields" }, fields), seats, more, messageElement, h("button", { type: "submit", class: "main" }, "Start"));
}

// Whether those who are chosen sit as a preset has them; undefined stands for any bot.
export function seatedAs(who, chosen) {
  return who.length === chosen.length && who.every((one, at) => (one === undefined ? chosen[at] !== ME && chosen[at] !== PERSON : one === chosen[at]));
}
