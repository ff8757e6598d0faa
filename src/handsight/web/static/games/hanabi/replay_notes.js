// @ts-check
// The notes of a replay: those of its file, and what this browser's reader writes over them; kept in this browser, and put into what is saved.

import { MOST_NOTE } from "./card_notes.js";

export function replayNotes(source, head) {
  const key = `notes-${source.path === "/" ? location.pathname : source.path}-${head.number}`;
  const written = read(key);

  function all() {
    const found = Object.fromEntries(head.notes.map((row, seat) => [seat, Object.fromEntries(row.map((text, order) => [order, text]).filter(([, text]) => text))]));
    for (const [place, text] of Object.entries(written)) {
      const [seat, order] = place.split("/");
      found[seat] = { ...found[seat], [order]: text };
      if (!text) delete found[seat][order];
    }
    return Object.fromEntries(Object.entries(found).filter(([, row]) => Object.keys(row).length));
  }

  function write(seat, order, text) {
    const tidy = text.trim().slice(0, MOST_NOTE);
    if (tidy === (head.notes[seat]?.[order] ?? "")) delete written[`${seat}/${order}`];
    else written[`${seat}/${order}`] = tidy;
    if (Object.keys(written).length) localStorage.setItem(key, JSON.stringify(written));
    else localStorage.removeItem(key);
  }

  // All notes as rows by seat and card, or null where the reader has written none.
  function edited() {
    if (!Object.keys(written).length) return null;
    const notes = all();
    return head.names.map((_, seat) => {
      const row = notes[seat] ?? {};
      return Array.from({ length: Math.max(-1, ...Object.keys(row).map(Number)) + 1 }, (_nothing, order) => row[order] ?? "");
    });
  }

  return { all, write, edited };
}

// The notes that may be shown now.
export function visibleNotes({ notes, state, moment }) {
  const all = notes.all();
  const seats = state.seat === null ? all : state.seat in all ? { [state.seat]: all[state.seat] } : {};
  if (!state.hidden || !moment) return seats;
  const held = new Set(moment.picture.hands.flat().map((card) => String(card.order)));
  return Object.fromEntries(Object.entries(seats).map(([seat, row]) => [seat, Object.fromEntries(Object.entries(row).filter(([order]) => held.has(order)))]));
}

function read(key) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? {};
  } catch {
    return {};
  }
}
