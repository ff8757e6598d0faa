// @ts-check
// Notes on cards: write one on the chosen card, and list all. Used at the table and in replays; the elements stay, so that nothing typed is lost.
// Notes are { seat: { order: text } }.

import { h } from "../../shared/dom.js";

export const MOST_NOTE = 400;

// save(seat, order, text) keeps a note, choose(order) chooses a card; kept says where notes are kept. Returns { element, show(view), focus() };
// a view is { seat, order, title, notes, names, nameOf(order), more }: who writes (-1: nobody), on which card, and what there is.
export function cardNotes({ save, choose, kept = "" }) {
  const title = h("h2", {});
  const text = h("textarea", { id: "card-note", maxlength: MOST_NOTE, rows: 3, "data-key": "card-note", placeholder: "What do you think it is?", "aria-label": "Note on the card" });
  const where = h("small", {}, kept);
  const more = h("div", {});
  const list = h("ul", { "aria-label": "All notes" });
  const element = h("section", { class: "card-notes", "aria-label": "Notes" }, title, text, where, more, list);
  let at = null;

  const keep = () => { if (at && text.value !== at.text) { at.text = text.value; save(at.seat, at.order, text.value); } };
  text.addEventListener("change", keep);
  text.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); keep(); text.blur(); }
    if (event.key === "Escape") { text.value = at?.text ?? ""; text.blur(); }
    event.stopPropagation(); // keys here write, and choose nothing
  });

  function show({ seat, order, title: words, notes, names, nameOf, more: extra }) {
    const here = order === null || seat < 0 ? null : `${seat}/${order}`;
    if (here !== at?.key) {
      keep();
      at = here === null ? null : { key: here, seat, order, text: notes[seat]?.[order] ?? "" };
      text.value = at?.text ?? "";
    } else if (at && document.activeElement !== text) {
      at.text = notes[seat]?.[order] ?? "";
      text.value = at.text;
    }
    text.hidden = !at;
    where.hidden = !at || !kept;
    title.textContent = words;
    more.replaceChildren(...[extra].flat().filter(Boolean));
    const rows = Object.entries(notes).flatMap(([who, row]) => Object.entries(row).map(([card, note]) => ({ who: Number(who), order: Number(card), note })))
      .filter(({ note }) => note).sort((one, other) => one.order - other.order || one.who - other.who);
    list.replaceChildren(...rows.map((row) => h("li", { "data-note": `${row.who}/${row.order}` },
      h("button", { type: "button", class: "quiet", "data-key": `note-${row.who}-${row.order}`, onclick: () => choose(row.order) }, `${nameOf(row.order)} · by ${names[row.who]}`), h("span", {}, row.note))));
  }

  return { element, show, focus: () => text.focus(), keep };
}

// All notes on a card in a line, for its tooltip and its label.
export function notesOn(notes, order, names) {
  return Object.entries(notes).filter(([, row]) => row[order]).map(([seat, row]) => (Object.keys(notes).length > 1 ? `${names[seat]}: ${row[order]}` : row[order])).join("; ");
}

// A small mark on a card with a note.
export const noteMark = (words) => (words ? h("span", { class: "note-mark", title: words }) : null);
