// @ts-check
// The analysis of a game, asked for while somebody looks at it: turns come in one after the other, the one that is
// looked at first. It stops when it is left, and goes on from there when it is opened again.

import { ask } from "../shared/dom.js";
import { complete, nothingFound } from "./analysis_found.js";

const WAIT = 250;

/**
 * @param {(words: Record<string, any>) => string} address makes the address of a question
 * @param {() => void} changed called when something has come
 */
export function analysisStream(address, changed) {
  const stream = { found: nothingFound(), watch, choose, stop };
  let [since, turn, timer, ticket] = [0, 0, 0, 0];

  // Somebody looks at a turn.
  function watch(looked) {
    turn = looked;
    if (!timer) look();
  }

  // Analyse with another bot.
  function choose(by) {
    stop();
    stream.found = nothingFound(by);
    since = 0;
    look();
  }

  async function look() {
    const mine = ++ticket;
    clearTimeout(timer);
    timer = setTimeout(() => {}, 1e9); // asking
    const { found } = stream;
    let fresh = true;
    try {
      const news = await ask(address({ turn, since, by: found.by }));
      if (mine !== ticket) return;
      since = news.news;
      for (const row of news.rows) found.rows.set(row.turn, row);
      fresh = news.rows.length > 0 || ["turns", "running", "failure"].some((word) => news[word] !== found[word]);
      Object.assign(found, { deals: news.deals, turns: news.turns, running: news.running, failure: news.failure });
    } catch (error) {
      if (mine !== ticket) return;
      Object.assign(found, { failure: error.message, running: false });
    }
    clearTimeout(timer);
    timer = 0;
    if (fresh) changed();
    if (!stream.found.failure && !complete(stream.found, turn) && mine === ticket) timer = setTimeout(look, WAIT);
  }

  function stop() {
    ticket += 1;
    clearTimeout(timer);
    timer = 0;
    stream.found.running = false;
    fetch(address({ by: stream.found.by }), { method: "DELETE", keepalive: true }).catch(() => {});
  }

  return stream;
}
