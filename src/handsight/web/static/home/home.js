// @ts-check
// The start page: a new game, games to go on with, and the other screens. #/<game> is the start page of that game alone.

import { tableAddress } from "../shared/address.js";
import { errorLine, h } from "../shared/dom.js";
import { games, moduleOf } from "../shared/games.js";
import { savedTables } from "../shared/saved_tables.js";

export function open(root, address) {
  let gone = false;
  elements(address).catch((error) => [errorLine(error)]).then((made) => { if (!gone) root.append(...made); });
  return () => { gone = true; };
}

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
    unfinished(game) ?? "",
    h("div", { class: "columns" }, form, h("div", { class: "beside" },
      offer("Replays", "See every turn from each player’s view: the possible cards, why, and since when.",
        link("#/replay/sample:first", "A sample game"), link("#/replay", "Open a game of yours")),
      known.map((other, at) => (other === game ? null : offer(other.title, other.about, link(`#/${other.name}`, "New game"), watchButton(other, modules[at].watch)))),
      offer("Try a convention", "Write how clues are meant, play it ten thousand times, and see where points are lost.", link("#/lab", "To the lab")),
      offer("Step through a puzzle", "Muddy children, Cheryl's birthday, a false belief: the worlds that people think possible, and how announcements rule them out.",
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
