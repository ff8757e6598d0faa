// @ts-check
// The start page: a new game, games to go on with, and the other screens. #/<game> is the start page of that game alone.

import { tableAddress } from "../shared/address.js";
import { errorLine, h } from "../shared/dom.js";
import { games, moduleOf } from "../shared/games.js";
import { tour, tourWanted } from "../shared/tour.js";
import { showKeys } from "../shared/keys_dialog.js";
import { savedTables } from "../shared/saved_tables.js";

export function open(root, address) {
  let gone = false;
  elements(address).catch((error) => [errorLine(error)]).then((made) => { if (!gone) root.append(...made); });
  const hideKeys = showKeys(root, [["Enter", "start the game, in the form"]]);
  return () => { gone = true; hideKeys(); };
}

/** @type {[string, string][]} */
const TOUR = [
  ["Welcome to Handsight.", "Hanabi is a card game that all players win or lose together. You see everybody’s cards but your own."],
  ["Play.", "Press Start: two bots play with you, and explain themselves. You can undo moves, and look at what your cards can be."],
  ["Learn.", "Every game can be watched again from each player’s view: the possible cards, why, and since when."],
  ["Explore.", "Open games from hanab.live, play Boeren Bridge, try conventions in the lab, solve logic puzzles. Press ? on any screen for its keys."],
];

// What the page shows: for the game that the address names, or for all.
async function elements(address) {
  const known = await games();
  const chosen = known.find((game) => game.name === address.path[0]);
  const modules = await Promise.all(known.map((game) => moduleOf(game).catch(() => ({})))); // a broken game must not hide the others
  const game = chosen ?? known[0];
  const { setup } = modules[known.indexOf(game)];
  if (!setup) throw new Error(`The files of ${game.title} cannot be loaded from ${game.module}.`);
  const { form, notes } = setup(game);
  if (chosen) {
    return [h("div", { class: "hero" }, h("h1", {}, game.title), h("p", {}, game.about)), h("div", { class: "columns" }, form, notes)];
  }
  return [
    h("div", { class: "hero" }, h("h1", {}, "What does each player know?"), h("p", {}, `${game.title}: ${game.about} Play it here with bots or with each other.`)),
    tourWanted("home") ? h("div", { class: "panel offer go-on" }, tour("home", TOUR, () => document.querySelector(".go-on:empty")?.remove())) : "",
    unfinished(game) ?? "",
    h("div", { class: "columns" }, form, h("div", { class: "beside" },
      offer("Replays", "See every turn from each player’s view: the possible cards, why, and since when.",
        link("#/replay/sample:first", "A sample game"), link("#/replay", "Open a game of yours")),
      known.map((other, at) => (other === game ? null : offer(other.title, other.about, link(`#/${other.name}`, "New game"), watchButton(other, modules[at].watch)))),
      offer("Lab", "Write what clues mean, let bots play it ten thousand times, and see where points are lost.", link("#/lab", "Try it out")),
      offer("Logic puzzles", "Muddy children, Cheryl’s birthday, a false belief: who knows what, and what can be concluded from what others say.",
        link("#/logic/muddy", "Muddy children"), link("#/logic", "All puzzles")))),
  ];
}

const link = (href, label) => h("a", { class: "button", href }, label);

function offer(title, about, ...buttons) {
  return h("section", { class: "panel offer" }, h("h2", {}, title), h("p", { class: "faint" }, about), h("p", { class: "offers" }, buttons));
}

function watchButton(game, watch) {
  if (!watch) return null;
  const button = h("button", { type: "button", onclick: () => watch.start(game).catch((error) => { button.textContent = error.message; }) }, watch.label);
  return button;
}

// Games of this browser that are not over; those saved before there were several games name none.
function unfinished(first) {
  const left = savedTables().filter((known) => !known.over && known.names).slice(0, 12);
  return left.length ? h("section", { class: "panel offer go-on" }, h("h2", {}, "Go on playing"), h("ul", {}, left.map((known) => h("li", {},
    h("a", { href: tableAddress(known.game ?? first.name, known.id) }, known.names.join(", ")), h("small", {}, known.label ?? known.variant))))) : null;
}
