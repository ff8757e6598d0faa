// The shell: finds the view for an address, opens it, and keeps light and dark.

import { h } from "./dom.js";
import { VIEWS, addressOf } from "./views.js";

const root = document.getElementById("view");
const nav = document.getElementById("nav");
let close = null;
let opening = 0;

async function show() {
  if (location.hash === "#view") { root.focus(); return; }
  const address = addressOf(location.hash);
  const view = VIEWS.find((known) => known.word === address.path[0]) ?? VIEWS[0];
  const turn = ++opening;
  const module = await import(view.file);
  if (turn !== opening) return; // somebody has gone on already
  close?.();
  root.replaceChildren();
  root.dataset.view = view.word || "home";
  close = module.open(root, address) ?? null;
  nav.replaceChildren(...VIEWS.filter((known) => known.nav).map((known) =>
    h("a", { href: `#/${known.word}`, "aria-current": known === view ? "page" : null }, known.nav)));
  window.scrollTo(0, 0);
}

const theme = document.getElementById("theme");
const dark = matchMedia("(prefers-color-scheme: dark)");

function paint() {
  const chosen = localStorage.getItem("theme") ?? (dark.matches ? "dark" : "light");
  document.documentElement.dataset.theme = chosen;
  theme.textContent = chosen === "dark" ? "☀" : "☾";
  theme.setAttribute("aria-label", chosen === "dark" ? "Light colours" : "Dark colours");
}

theme.addEventListener("click", () => {
  localStorage.setItem("theme", document.documentElement.dataset.theme === "dark" ? "light" : "dark");
  paint();
});
dark.addEventListener("change", paint);
paint();

addEventListener("hashchange", show);
show();
