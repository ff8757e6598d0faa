// @ts-check
// Every bot of a game: what it does, what its clues mean, and for a convention its rules. #/bots/<game>/<name> marks one.

import { ask, errorLine, h } from "../shared/dom.js";
import { games } from "../shared/games.js";
import { botsOf } from "../table/bot_dialog.js";

export function open(root, address) {
  let gone = false;
  elements(address).catch((error) => [errorLine(error)]).then((made) => {
    if (gone) return;
    root.append(...made);
    root.querySelector(".marked")?.scrollIntoView({ block: "center" });
  });
  return () => { gone = true; };
}

async function elements(address) {
  const known = await games();
  const game = known.find((one) => one.name === address.path[1]) ?? known[0];
  const [bots, conventions] = await Promise.all([botsOf(game.name), game === known[0] ? ask("/api/lab/conventions").catch(() => []) : []]);
  const texts = new Map(conventions.map((one) => [one.name, one.text]));
  return [
    h("div", { class: "hero" }, h("h1", {}, `The bots of ${game.title}`), h("p", {}, "How each plays, and what its clues mean.")),
    h("div", { class: "bot-list" }, bots.map((bot) => h("section", { class: `panel ${bot.name === address.path[2] ? "marked" : ""}`, "aria-label": bot.name },
      h("h2", {}, bot.title ?? bot.name), bot.title && bot.title !== bot.name ? h("small", {}, bot.name) : null, bot.clues ? h("p", { class: "clue-meaning" }, bot.clues) : null, h("p", { class: "faint" }, bot.about),
      texts.has(bot.name) ? h("details", {}, h("summary", {}, "Its rules"), h("pre", {}, texts.get(bot.name))) : null))),
  ];
}
