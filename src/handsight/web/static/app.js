// @ts-check
// The page's frame: shows the screen for an address, the navigation, and light or dark colours.
// A screen's module exports `open(root, address)`: it fills root and may return a function that closes it.
// address is { path: ["table", "hanabi", "x1"], query: URLSearchParams }.

import { h } from "./shared/dom.js";
import { addressOf } from "./shared/address.js";
import { games } from "./shared/games.js";
import { icon } from "./shared/icons.js";

const SCREENS = {
  home: { module: "./home/home.js" },
  table: { module: "./table/table.js" },
  games: { module: "./your_games/your_games.js", title: "Your games" },
  replay: { module: "./replay/replay.js", title: "Replays" },
  lab: { module: "./lab/lab.js", title: "Lab" },
  logic: { module: "./logic/logic.js", title: "Logic puzzles" },
  bots: { module: "./bots/bots.js" },
  signals: { module: "./signals/signals.js", title: "Signals" },
};

const root = document.getElementById("view");
const nav = document.getElementById("nav");
let close = null;
let opening = 0;

// The screen of an address: a game's name leads to its new-game form, and to a table where an id follows.
function screenOf(path, known) {
  if (path[0] in SCREENS) return path[0];
  if (known.some((game) => game.name === path[0]) && path[1]) return "table";
  return "home";
}

async function show() {
  if (location.hash === "#view") { root.focus(); return; }
  const address = addressOf(location.hash);
  const turn = ++opening;
  const [first, id] = address.path;
  import(SCREENS[first in SCREENS ? first : id ? "table" : "home"].module).catch(() => {}); // most likely this one: it loads while the games are asked for
  const known = await games().catch(() => []);
  const screen = screenOf(address.path, known);
  const module = await import(SCREENS[screen].module);
  if (turn !== opening) return; // another address was chosen meanwhile
  close?.();
  root.replaceChildren();
  root.dataset.view = screen;
  close = module.open(root, address) ?? null;
  navigate(known, screen, address.path[screen === "table" && address.path[0] === "table" ? 1 : 0]);
  window.scrollTo(0, 0);
}

// *name* is that of the game in the address, if there is one.
function navigate(known, screen, name) {
  const links = [
    ["#/", "New game", screen === "home" && !known.slice(1).some((game) => game.name === name)],
    ...known.slice(1).map((game) => [`#/${game.name}`, game.title, name === game.name]),
    ...Object.entries(SCREENS).filter(([, { title }]) => title).map(([word, { title }]) => [`#/${word}`, title, screen === word]),
  ];
  nav.replaceChildren(...links.map(([href, title, current]) => h("a", { href, "aria-current": current ? "page" : null }, title)));
}

const theme = document.getElementById("theme");
const dark = matchMedia("(prefers-color-scheme: dark)");

function setColours() {
  const chosen = localStorage.getItem("theme") ?? (dark.matches ? "dark" : "light");
  document.documentElement.dataset.theme = chosen;
  theme.replaceChildren(icon(chosen === "dark" ? "sun" : "moon"));
  theme.setAttribute("aria-label", chosen === "dark" ? "Light colours" : "Dark colours");
}

theme.addEventListener("click", () => {
  localStorage.setItem("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  setColours();
});
dark.addEventListener("change", setColours);
setColours();

addEventListener("hashchange", show);
show();
