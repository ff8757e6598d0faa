// @ts-check
// The replays that this browser opened last: [{ name, number, title, when }], newest first.

const KEY = "replays";
const MOST = 20;

export function recentReplays() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

export function saveReplay(replay) {
  const others = recentReplays().filter((known) => known.name !== replay.name || known.number !== replay.number);
  localStorage.setItem(KEY, JSON.stringify([{ when: Date.now(), ...replay }, ...others].slice(0, MOST)));
}

export function forgetReplay(name) {
  localStorage.setItem(KEY, JSON.stringify(recentReplays().filter((known) => known.name !== name)));
}
