// @ts-check
// The analysis of a game, asked for while somebody looks at it: turns come in one after the other, the one that is
// looked at first. It stops when it is left, and goes on from there when it is opened again.

import { ask } from "../shared/dom.js";
import { AUTO, complete, nothingFound } from "./analysis_found.js";

const WAIT = 250;

/**
 * @param {(words: Record<string, any>) => string} address makes the address of a question
 * @param {() => void} changed called when something has come
 * @param {{ asked?: string, believe?: boolean }} [judge] who goes on, and whether conventions are believed
 * @param {(until: number) => Promise<{ by: string, reason: string }>} [bestFit] asks which bot fits the first moves best
 */
export function analysisStream(address, changed, judge = {}, bestFit = undefined) {
  const stream = { found: nothingFound(judge), watch, choose, stop };
  let [since, turn, timer, ticket] = [0, 0, 0, 0];
  let limit = /** @type {number | null} */ (null); // how many moves may be looked at to choose a bot

  // Somebody looks at a turn. Where later moves are hidden, only those before `until` choose the bot that fits best.
  // What failed is asked again for another turn, or when a bot is chosen anew.
  function watch(looked, until = null) {
    const other = limit !== until;
    const moved = other || turn !== looked;
    [turn, limit] = [looked, until];
    const asking = timer !== 0;
    const again = moved || !stream.found.failure;
    if (stream.found.asked === AUTO && (other || !asking && again && unchosen(stream.found))) begin();
    else if (!asking && again) look();
  }

  const limited = ({ asked }) => asked === AUTO && limit !== null && bestFit !== undefined;
  const unchosen = (found) => limited(found) && found.until === null; // no bot may be asked before it is chosen by the moves that are shown
  const judged = ({ asked, by, believe }) => ({ by: asked === AUTO && by !== AUTO && stream.found.until !== null ? by : asked, ...(believe ? { believe: 1 } : {}) });

  // Begin to ask: where the bot is to be chosen by some moves alone, for that first. What was found with the same bot stays.
  async function begin() {
    if (!limited(stream.found)) {
      if (stream.found.until !== null) forget(stream.found);
      look();
      return;
    }
    if (stream.found.until === null) forget(stream.found); // it was chosen by all moves
    stream.found.failure = "";
    const mine = ++ticket;
    clearTimeout(timer);
    timer = setTimeout(() => {}, 1e9); // asking
    try {
      const { by, reason } = await bestFit(limit);
      if (mine !== ticket) return;
      if (by !== stream.found.by) forget(stream.found);
      Object.assign(stream.found, { by, reason, until: limit });
      changed();
      look();
    } catch (error) {
      if (mine !== ticket) return;
      clearTimeout(timer);
      timer = 0;
      Object.assign(stream.found, { failure: error.message, running: false });
      changed();
    }
  }

  function forget({ asked, believe }) {
    stream.found = nothingFound({ asked, believe });
    since = 0;
  }

  // Analyse with another bot, or with other beliefs.
  function choose(other) {
    stop();
    forget(other);
    begin();
  }

  async function look() {
    if (unchosen(stream.found)) return;
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
      Object.assign(found, { deals: news.deals, turns: news.turns, running: news.running, failure: news.failure, by: news.by, reason: found.until === null ? news.reason : found.reason });
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
