// @ts-check
// The tables at which this browser has a seat, so that it finds them again.
// A table is { id, game, secret, names, label, over, links }; links are the secrets of other people's seats.

const KEY = "tables";
const MOST = 12;

export function savedTables() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? [];
  } catch {
    return [];
  }
}

export const savedTable = (id) => savedTables().find((known) => known.id === id);

export function saveTable(table) {
  const others = savedTables().filter((known) => known.id !== table.id);
  localStorage.setItem(KEY, JSON.stringify([{ ...savedTable(table.id), ...table }, ...others].slice(0, MOST)));
}

export function forgetTable(id) {
  localStorage.setItem(KEY, JSON.stringify(savedTables().filter((known) => known.id !== id)));
}
