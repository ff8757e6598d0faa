// @ts-check
// The name of the person at this browser: asked for once, and remembered here.

const KEY = "player-name";
export const MOST_NAME = 30;

export function playerName() {
  return localStorage.getItem(KEY) ?? "";
}

export function savePlayerName(name) {
  const tidy = name.trim().slice(0, MOST_NAME);
  if (tidy) localStorage.setItem(KEY, tidy);
  return tidy;
}
