// @ts-check
// A clock, off by default: how long the player to move has thought, and how long this browser has been at the table.

import { h } from "../shared/dom.js";
import { prefers } from "../shared/preferences.js";

export const clockText = (seconds) => `${Math.floor(seconds / 60)}:${String(Math.floor(seconds % 60)).padStart(2, "0")}`;

// Returns { element, update(version, over), close() }; times survive a reload of the tab.
export function clock(id) {
  const key = `clock-${id}`;
  const element = h("p", { class: "clock", role: "timer", "aria-label": "Clock", hidden: true });
  let times = JSON.parse(sessionStorage.getItem(key) ?? "null") ?? { version: -1, since: Date.now(), began: Date.now() };
  let over = false;

  function update(version, ended) {
    over = ended;
    if (version !== times.version) times = { ...times, version, since: Date.now() };
    sessionStorage.setItem(key, JSON.stringify(times));
    tick();
  }

  function tick() {
    element.hidden = !prefers("clock") || over;
    if (element.hidden) return;
    const ago = (time) => clockText((Date.now() - time) / 1000);
    element.textContent = `This turn ${ago(times.since)} · at the table ${ago(times.began)}`;
  }

  const timer = setInterval(tick, 1000);
  return { element, update, tick, close: () => clearInterval(timer) };
}
