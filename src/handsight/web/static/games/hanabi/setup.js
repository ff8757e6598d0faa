// @ts-check
// The form for a new game of Hanabi.

import { ME, PERSON, newGameForm, seatChooser, startGame } from "../../home/new_game.js";
import { ask, h } from "../../shared/dom.js";
import { SPEEDS } from "../../table/pacing.js";
import { moreOptions } from "./options.js";

const PARTNER = "robot5";
const BOT = undefined; // the usual one

export function setup(game) {
  const seats = seatChooser(game, PARTNER);
  const count = h("select", { id: "players", onchange: () => choose(Array.from({ length: Number(count.value) }, (_, at) => seats.chosen()[at])) },
    [2, 3, 4, 5, 6].map((n) => h("option", { value: n }, String(n))));
  const variant = h("input", { id: "variant", list: "variants", value: "No Variant", autocomplete: "off", onfocus: loadVariants });
  const variants = h("datalist", { id: "variants" });
  const speed = h("select", { id: "speed" }, SPEEDS.map(([seconds, name]) => h("option", { value: seconds }, name)));
  const more = moreOptions(() => Number(count.value));
  speed.value = "0.7";

  function choose(who) {
    count.value = String(who.length);
    seats.show(who);
    more.refresh();
  }

  async function loadVariants() {
    if (variants.childElementCount) return;
    variants.append(...(await ask(`/api/games/${game.name}/variants`)).map((name) => h("option", { value: name })));
  }

  const form = newGameForm({
    presets: [["Me and two bots", ME, BOT, BOT], ["Me and one bot", ME, BOT], ["Two people", ME, PERSON], ["Watch bots", BOT, BOT, BOT]],
    choose,
    fields: [h("label", { for: "players" }, "Players"), count, h("label", { for: "variant" }, "Variant"), variant, variants, h("label", { for: "speed" }, "Bots move"), speed],
    seats: seats.root,
    more: more.root,
    start: () => startGame(game, seats.chosen(), { variant: variant.value, pause: Number(speed.value), ...more.chosen() }, variant.value),
  });
  choose([ME, BOT, BOT]);
  return { form, notes: null };
}
