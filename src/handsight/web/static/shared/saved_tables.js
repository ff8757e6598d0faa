// @ts-check
// The tables at which this browser has a seat, so that it finds them again, with how their games ended.
// A table is { id, game, secret, names, label, over, links, outcome, when, practice, whatIf }; links are the secrets of other people's
// seats, outcome is what the server says of a finished game. Secrets are kept here and never in the address.

const KEY = "tables";
const MOST = 400;

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
  localStorage.setItem(KEY, JSON.stringify([{ when: Date.now(), ...savedTable(table.id), ...table }, ...others].slice(0, MOST)));
}

export function forgetTable(id) {
  sessionStorage.removeItem(`seat-${id}`);
  localStorage.setItem(KEY, JSON.stringify(savedTables().filter((known) => known.id !== id)));
}

// Keep the secret of a seat: for this tab, where two seats of one table may be open in two tabs, and for later.
export function keepSecret(game, id, secret) {
  sessionStorage.setItem(`seat-${id}`, secret);
  saveTable({ id, game, secret });
}

export function tableSecret(id) {
  return sessionStorage.getItem(`seat-${id}`) ?? savedTable(id)?.secret ?? "";
}
