// @ts-check
// What a bot's clues mean, in a dialog that opens from its name.

import { ask, h } from "../shared/dom.js";

const known = new Map();

// The bots of a game: [{ name, about, honest, clues }]; asked for once.
export function botsOf(game) {
  if (!known.has(game)) known.set(game, ask(`/api/games/${game}/bots`).catch((error) => { known.delete(game); throw error; }));
  return known.get(game);
}

// Returns { element, show(bot) }.
export function botDialog(game) {
  const body = h("div", {});
  const element = h("dialog", { class: "keys bot-dialog", "aria-label": "About this bot" }, body,
    h("button", { type: "button", class: "main", onclick: () => element.close() }, "Close"));

  async function show(name) {
    const bot = (await botsOf(game).catch(() => [])).find((one) => one.name === name);
    body.replaceChildren(h("h2", {}, bot?.title ?? name), bot?.clues ? h("p", { class: "clue-meaning" }, bot.clues) : h("p", {}, bot?.about ?? "Nothing is known about this bot here."),
      h("p", {}, h("a", { href: `#/bots/${encodeURIComponent(game)}/${encodeURIComponent(name)}`, onclick: () => element.close() }, "More about it and the other bots")));
    element.showModal();
  }

  return { element, show };
}
