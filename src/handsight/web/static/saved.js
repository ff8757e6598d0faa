// The tables this browser has a seat at, so that it finds them again.

const KEY = "tables";
const MOST = 12;

export function tables() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

export function remember(table) {
  const others = tables().filter((known) => known.id !== table.id);
  localStorage.setItem(KEY, JSON.stringify([table, ...others].slice(0, MOST)));
}

export function forget(id) {
  localStorage.setItem(KEY, JSON.stringify(tables().filter((known) => known.id !== id)));
}
