// @ts-check
// Going on after a game: a new deal or the same one, with the same people. Whoever asks first opens the table, the others are led there.

import { tableAddress } from "../shared/address.js";
import { h } from "../shared/dom.js";
import { keepSecret, saveTable } from "../shared/saved_tables.js";

export function rematch(page, { send, label }) {
  const found = new Map();
  let asked = null;

  // The buttons under a game that is over.
  function buttons({ seat, bots }) {
    if (seat < 0) return links();
    const people = bots.filter((bot) => !bot).length > 1;
    return [
      h("button", { type: "button", class: "main", "data-key": "again", onclick: () => ask(false) }, found.has(false) ? "Join the next game" : people ? "Rematch" : "Play again"),
      h("button", { type: "button", "data-key": "same-deal", title: "The same cards in the same order", onclick: () => ask(true) }, found.has(true) ? "Join: the same deal again" : "Same deal again"),
    ];
  }

  // Those who watched may watch the next game, too.
  function links() {
    return [...found.values()].map((next) => h("a", { class: "button", href: tableAddress(next.game, next.id) }, next.same_deal ? "Watch the same deal again" : "Watch the next game"));
  }

  function ask(same) {
    asked = same;
    if (found.has(same)) go(found.get(same));
    else send({ type: "again", same_deal: same });
  }

  // A next table is there: go where this browser asked for it.
  function received(next) {
    found.set(next.same_deal, next);
    if (asked === next.same_deal) go(next);
  }

  function go(next) {
    if (next.secret) {
      keepSecret(next.game, next.id, next.secret);
      saveTable({ id: next.id, names: next.names, label: label(), over: false });
    }
    location.hash = tableAddress(next.game, next.id);
  }

  // What others have asked for, in words, or "".
  const words = (seat) => (found.size && seat >= 0 ? `Another game is open: ${found.has(false) ? "a new deal" : "the same deal"}.` : "");

  return { buttons, received, words };
}
