// @ts-check
// The analysis of a game, asked for while somebody looks at it: turns come in one after the other, the one that is
// looked at first. It stops when it is left, and goes on from there when it is opened again.

import { ask } from "../shared/dom.js";
import { complete, nothingFound } from "./analysis_found.js";

const WAIT = 250;

/**
 * @param {(words: Record<string, any>) => string} address makes the address of a question
 * @param {() => void} changed called when something has come
 * @param {{ asked?: string, believe?: boolean }} [judge] who goes on, and whether conventions are believed
 */
export function analysisStream(address, changed, judge = {}) {
  const stream = { found: nothingFound(judge), watch, choose, stop };
  let [since, turn, timer, ticket] = [0, 0, 0, 0];

  // Somebody looks at a turn.
  function watch(looked) {
    turn = looked;
    if (!timer) look();
  }

  const judged = ({ asked, believe }) => ({ by: asked, ...(believe ? { believe: 1 } : {}) });

  // Analyse with another bot, or with other beliefs.
  function choose(other) {
    stop();
    stream.found = nothingFound(other);
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
      const news = await ask(address({ turn, since, ...judged(found) }));
      if (mine !== ticket) return;
      since = news.news;
      for (const row of news.rows) found.rows.set(row.turn, row);
      fresh = news.rows.length > 0 || ["turns", "running", "failure", "by"].some((word) => news[word] !== found[word]);
      Object.assign(found, { deals: news.deals, turns: news.turns, running: news.running, failure: news.failure, by: news.by, reason: news.reason });
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
    fetch(address(judged(stream.found)), { method: "DELETE", keepalive: true }).catch(() => {});
  }

  return stream;
}
