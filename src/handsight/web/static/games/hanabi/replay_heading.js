// @ts-check
// The top of a replay: the game, whose view is shown, hiding the future, sharing; and the problems of its file.

import { h, saveText } from "../../shared/dom.js";
import { keysDialog } from "../../shared/keys_dialog.js";
import { plural } from "../../shared/numbers.js";

const ENDS = {
  perfect: "perfect", final_round: "played to the end", strikeout: "three strikes", no_more_points: "no more points to make",
  terminated: "abandoned", in_progress: "not finished",
};
const KEYS = [
  ["← →", "previous or next turn"], ["[ ]", "a round back or forward"], ["Home End", "first turn; last turn"],
  ["0", "see all cards"], ["1–6", "see a player’s view"], ["G", "possible cards from clues only, from this view, from what the holder can see, by a convention"],
  ["hold Space", "see a player’s own view: the one under the pointer, or who holds the chosen card"],
  ["C, Shift+C", "the clue before, or after, that touched the chosen card"],
  ["M, Shift+M", "the next mistake, or the one before, in Analysis"],
  ["F", "no spoilers: hide what comes later"], ["Tab, Enter", "go through the cards, inspect one"],
];

export function heading(replay) {
  const { head, names, state, change } = replay;
  const { summary } = head;
  const outcome = state.hidden ? "" : ` · ${head.score_text}, ${ENDS[summary.end] ?? summary.end}`;
  const viewButton = (seat, name, key) => h("button", {
    type: "button", "aria-pressed": String(state.seat === seat), "data-key": `view-${seat}`, title: `Key ${key}`,
    onclick: () => change({ seat }),
  }, name);
  return h("div", { class: "heading" },
    h("div", { class: "title" }, h("h1", {}, names.join(" · ")), h("p", { class: "faint" }, `${summary.variant}${outcome}`)),
    h("div", { class: "viewpoints", role: "group", "aria-label": "From each player’s view" }, viewButton(null, "All cards", 0), names.map((name, seat) => viewButton(seat, name, seat + 1))),
    h("div", { class: "tools" },
      head.games > 1 ? games(head) : null,
      h("button", { type: "button", "data-key": "future", "aria-pressed": String(state.hidden), title: "No spoilers: nothing that comes later is shown (F)",
        onclick: () => change({ hidden: !state.hidden, furthest: state.turn }) }, "No spoilers"),
      share(replay), keys()));
}

function games(head) {
  return h("select", { "aria-label": "Game of this file", onchange: (event) => { location.hash = location.hash.replace(/\?.*|$/, `?game=${event.target.value}`); } },
    Array.from({ length: head.games }, (_, at) => h("option", { value: at + 1, selected: at + 1 === head.number }, `game ${at + 1} of ${head.games}`)));
}

function keys() {
  const dialog = keysDialog(KEYS);
  return [h("button", { type: "button", class: "quiet", "aria-label": "Keys", "data-key": "keys", onclick: () => dialog.showModal() }, "?"), dialog];
}

// The game in every format that can hold it, and the replay as one file.
function share(replay) {
  const { head, source } = replay;
  const name = replay.names.join("-").replace(/[^\w-]+/g, "_").slice(0, 60) || "game";
  const copied = h("p", { class: "faint", role: "status" });
  const copy = async (text, words) => {
    try { await navigator.clipboard.writeText(text); copied.textContent = `${words} copied.`; } catch { copied.textContent = text; }
  };
  const short = new Set(["code", "url"]);
  // With notes that the reader has written, the server writes the game again.
  const written = async (form) => {
    const notes = replay.notes.edited();
    return notes && source.exports ? (await source.exports(notes)).find((one) => one.name === form.name).text : form.text;
  };
  const give = async (form) => {
    try {
      const text = await written(form);
      if (short.has(form.name)) await copy(text.trim(), form.about); else saveText(text, `${name}${form.suffix}`);
    } catch (error) { copied.textContent = error.message; }
  };
  const page = async (event) => {
    const notes = replay.notes.edited();
    if (!notes) return; // the link itself
    event.preventDefault();
    const answer = await fetch(pageOf(replay), { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ notes }) });
    if (answer.ok) saveText(await answer.text(), `${name}.html`); else copied.textContent = (await answer.json()).message;
  };
  return h("details", { class: "share", "data-key": "share" }, h("summary", { class: "button" }, "Share"),
    h("div", { class: "panel menu" },
      source.page ? h("a", { class: "button main", href: pageOf(replay), download: `${name}.html`, "data-format": "page", onclick: page }, "Download as web page") : null,
      source.page && source.analysis ? h("small", {}, "With the analysis, as far as it was computed.") : null,
      h("button", { type: "button", onclick: () => copy(location.href, "The link to this turn") }, "Copy link to this turn"),
      h("ul", {}, head.exports.map((form) => h("li", {},
        form.error ? h("span", { class: "faint" }, `${form.name}: ${form.error}`)
          : h("button", { type: "button", "data-format": form.name, onclick: () => give(form) },
            short.has(form.name) ? `Copy ${form.name === "url" ? "link" : form.name}` : `Save ${form.suffix}`),
        form.error ? null : h("small", {}, form.about),
        form.lost?.length ? h("small", { class: "lost" }, `without ${form.lost.join("; ")}`) : null))),
      copied));
}

// The address of the replay as one file, which carries how a convention reads the game, where one is chosen.
const pageOf = ({ source, state }) => (state.by ? `${source.page}&${new URLSearchParams({ by: state.by })}` : source.page);

// The problems of a file, each with its place.
export function problems(replay) {
  const { head, state } = replay;
  if (!(head.problems.length || head.notices.length) || (state.hidden && state.turn < head.turns)) return null;
  return list(head, head.turns === null ? "" : `The game is valid for its first ${plural(head.turns, "move")}; the rest cannot be played.`);
}

function list(head, words) {
  const wrong = head.problems.length;
  return h("details", { class: `problems panel ${wrong ? "wrong" : ""}`, open: wrong > 0 },
    h("summary", {}, wrong ? `${wrong === 1 ? "A problem" : `${wrong} problems`} in this file. ${words}` : "Notes on this file"),
    h("ul", {}, head.problems.map((problem) => h("li", {}, h("p", {}, h("b", {}, place(problem)), problem.message),
      problem.after === undefined ? null : h("pre", {}, h("code", {}, problem.before, h("mark", {}, problem.after.slice(0, 1) || " "), problem.after.slice(1))))),
    head.notices.map((notice) => h("li", {}, notice))));
}

function place(problem) {
  const parts = [problem.turn === null ? "" : `turn ${problem.turn + 1}`, problem.line ? `line ${problem.line}` : "", problem.column ? `column ${problem.column}` : ""];
  return parts.filter(Boolean).join(", ");
}

// A text in which there is no game at all.
export function badGame(head) {
  return h("div", { class: "replay-bad" }, h("h1", {}, "No game was found in this file"), list(head, ""),
    h("p", {}, h("a", { class: "button", href: "#/replay" }, "Open another")));
}
