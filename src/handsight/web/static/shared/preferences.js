// @ts-check
// What the person at this browser has switched on; everything is off until then.

const KEY = "preferences";

function all() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export const prefers = (word) => all()[word] === true;

export function setPreference(word, on) {
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [word]: on }));
}
