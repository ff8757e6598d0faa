// @ts-check
// The games that this server has, and each game's own module (see games/README.md).

import { ask } from "./dom.js";

let known = null;

// [{ name, title, about, seats, module }]; the first game is the one on the start page.
export function games() {
  known ??= ask("/api/games").catch((error) => { known = null; throw error; });
  return known;
}

export const moduleOf = (game) => import(game.module);
