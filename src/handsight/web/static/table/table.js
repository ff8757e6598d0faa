// @ts-check
// The table screen: finds the game of a table, and lets that game's module show it.

import { errorLine } from "../shared/dom.js";
import { games, moduleOf } from "../shared/games.js";
import { tableAddress } from "../shared/address.js";
import { keepSecret, savedTable, tableSecret } from "../shared/saved_tables.js";

export function open(root, address) {
  let close = null;
  let gone = false;

  async function show() {
    const [game, id] = await found(address.path);
    const module = await moduleOf(game);
    if (gone) return;
    const given = address.query.get("seat");
    if (given) { // a link leads in once; what stays in the address bar can be shared
      keepSecret(game.name, id, given);
      history.replaceState(null, "", tableAddress(game.name, id));
    }
    close = module.table(root, { game, id, secret: tableSecret(id) });
  }

  show().catch((error) => root.append(errorLine(error)));
  return () => {
    gone = true;
    close?.();
  };
}

// #/table/<game>/<id>; links from before there were several games are #/table/<id> or #/<game>/<id>.
async function found(path) {
  const known = await games();
  const words = path[0] === "table" ? path.slice(1) : path;
  const [name, id] = words.length > 1 ? words : [savedTable(words[0])?.game ?? known[0].name, words[0]];
  const game = known.find((one) => one.name === name);
  if (!game) throw new Error(`This server has no game ${name}.`);
  return [game, id ?? ""];
}
