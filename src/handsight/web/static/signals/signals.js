// @ts-check
// The signals screen: a table of what a hand can be, which clues are sure, and groups of clues to try.
// The server calls clues hints and groups blocks, as the command and the puzzle's author do.
// A table is typed (#/signals?rows=…), or it is that of a seat at a turn of a replay (#/signals/NAME?turn=…&seat=…).

import { ask, focusKey, focusedKey, h, loadStyle, messageLine } from "../shared/dom.js";
import { showKeys } from "../shared/keys_dialog.js";
import { plural } from "../shared/numbers.js";
import { verdict, whyNoMore, whySafe } from "./sentences.js";

const SIGNALS = "/api/signals";
const KINDS = { colours: "colours", ranks: "numbers", both: "colours and numbers" };
const PUZZLES = [
  { name: "The set-packing puzzle", rows: "RWYG WY YG R", more: "RWYGB", left: "" },
  { name: "Few copies left", rows: "RB WY W RB", more: "RWYGB", left: "R=1 W=2 Y=2 G=0 B=1" },
  { name: "Colours and numbers", rows: "RW12 W3 RY1 *", more: "RWY123", left: "" },
];
const STATUS = { sure: "always", open: "maybe", impossible: "never" };

const inputOf = (word) => /** @type {HTMLInputElement} */ (document.getElementById(`signal-${word}`));

export function open(root, address) {
  const recorded = address.path[1] ? { name: address.path[1], game: count("game", 1), turn: count("turn", 1), seat: count("seat", 0) } : null;
  const state = {
    rows: address.query.get("rows") ?? PUZZLES[0].rows,
    more: address.query.get("more") ?? (address.query.has("rows") ? "" : PUZZLES[0].more),
    left: address.query.get("left") ?? "",
    hints: address.query.get("hints") ?? "both",
    block: new Map(),
    best: false,
  };
  let found = null;
  let asked = 0;
  let gone = false;
  const { element: messageElement, show: showMessage } = messageLine("replay-message");
  const grid = h("div", { class: "scroll" });
  const verdicts = h("ul", { class: "signal-blocks", "aria-label": "Your groups" });
  const summary = h("p", { class: "signal-summary", role: "status" });
  const best = h("div", { class: "signal-best" });
  const heading = h("h2", {}, recorded ? "The hand, as everybody knows it" : "The hand");
  const reveal = h("button", { type: "button", "aria-expanded": "false", onclick: () => { state.best = !state.best; draw(); } }, "Show the best groups");
  const kind = h("select", { id: "signal-hints", onchange: () => { state.hints = kind.value; change(); } },
    Object.entries(KINDS).map(([word, name]) => h("option", { value: word, selected: word === state.hints }, name)));
  const fields = recorded ? gameFields() : tableFields();

  function count(word, least) {
    const value = Number(address.query.get(word) ?? least);
    return Number.isInteger(value) && value >= least ? value : least;
  }

  // What a typed table consists of: its rows, the copies that are left, more hints, puzzles to choose from.
  function tableFields() {
    const field = (word, label, placeholder) => h("input", { id: `signal-${word}`, value: state[word], placeholder, spellcheck: "false", autocomplete: "off", maxlength: 2000, "aria-label": label,
      onchange: (event) => { state[word] = event.target.value; change(); } });
    const chosen = h("select", { id: "signal-puzzle", onchange: () => {
      Object.assign(state, PUZZLES[chosen.value]);
      for (const word of ["rows", "left", "more"]) inputOf(word).value = state[word];
      state.block.clear();
      state.best = false;
      change();
    } }, h("option", { value: "", disabled: true, selected: address.query.has("rows") }, "choose…"), PUZZLES.map((puzzle, at) => h("option", { value: at }, puzzle.name)));
    return h("div", { class: "fields" },
      h("label", { for: "signal-puzzle" }, "Puzzle"), chosen,
      h("label", { for: "signal-rows" }, "What each card can be"), field("rows", "What each card can be, newest first", "RWYG WY YG R"),
      h("label", { for: "signal-left" }, "Copies left"), field("left", "Copies left", "not counted; or R=1 W=2 …"),
      h("label", { for: "signal-more" }, "All clues"), field("more", "All clues", "RWYGB"),
      h("label", { for: "signal-hints" }, "Use"), kind);
  }

  function gameFields() {
    const choose = (word) => (event) => { recorded[word] = Number(event.target.value) || 0; state.block.clear(); change(); };
    return h("div", { class: "fields" },
      h("label", { for: "signal-turn" }, "Turn"), h("input", { id: "signal-turn", type: "number", min: 1, value: recorded.turn, onchange: choose("turn") }),
      h("label", { for: "signal-seat" }, "Hand of"), h("select", { id: "signal-seat", onchange: choose("seat") }),
      h("label", { for: "signal-hints" }, "Use"), kind,
      h("a", { class: "button quiet", id: "signal-replay" }, "Back to the replay"));
  }

  function write() {
    const words = new URLSearchParams();
    if (recorded) for (const word of ["turn", "seat", "game"]) words.set(word, recorded[word]);
    else for (const word of ["rows", "more", "left"]) if (state[word]) words.set(word, state[word]);
    if (state.hints !== "both") words.set("hints", state.hints);
    history.replaceState(null, "", `#/signals${recorded ? `/${encodeURIComponent(recorded.name)}` : ""}?${words}`);
    if (recorded) document.getElementById("signal-replay")?.setAttribute("href", `#/replay/${encodeURIComponent(recorded.name)}?${new URLSearchParams({ game: recorded.game, turn: recorded.turn })}`);
  }

  const blocks = () => {
    const filled = new Map();
    for (const [hint, number] of state.block) if (number) filled.set(number, [...(filled.get(number) ?? []), hint]);
    return [...filled].sort(([one], [other]) => one - other);
  };

  async function change() {
    const ticket = ++asked;
    write();
    const tried = blocks().map(([, hints]) => hints);
    const body = recorded
      ? { turn: Math.max(recorded.turn, 1) - 1, seat: recorded.seat, game: recorded.game, hints: state.hints, blocks: tried }
      : { text: state.rows, left: state.left, more: state.more, hints: state.hints, blocks: tried };
    try {
      const news = await ask(recorded ? `${SIGNALS}/${encodeURIComponent(recorded.name)}` : SIGNALS, body);
      if (gone || ticket !== asked) return;
      showMessage(news.problem ?? "");
      if (news.problem) return; // the last good table stays
      found = news;
      draw();
    } catch (error) {
      if (!gone && ticket === asked) showMessage(error.message);
    }
  }

  // A cell can be switched where each row is a word of one-letter hints.
  const simple = () => !recorded && !/[,#*]/.test(state.rows) && (found.colours.length === 0 || found.ranks.length === 0);
  const every = () => [...found.colours, ...found.ranks];
  const words = () => state.rows.split(/[\s;]+/).filter(Boolean);

  function flip(row, hint) {
    const all = words();
    const without = all[row].replaceAll(hint, "");
    all[row] = without === all[row] ? all[row] + hint : without;
    if (!all[row]) { showMessage("A card must be able to be something."); return; }
    state.more = every().join("");
    state.rows = all.join(" ");
    inputOf("rows").value = state.rows;
    inputOf("more").value = state.more;
    change();
  }

  function cell(card, row, hint, typed) {
    const can = card.hints.includes(hint);
    const words = `slot ${row + 1} ${can ? "can" : "cannot"} be touched by ${hint}`;
    if (!typed) return h("td", { class: can ? "can" : null, title: words }, can ? "1" : "·");
    const named = typed[row].includes(hint);
    return h("td", {}, h("button", {
      type: "button", class: "signal-cell", "aria-pressed": String(named), "aria-label": `slot ${row + 1}, ${hint}`, "data-key": `${row}/${hint}`,
      title: named && !can ? "no copy is left for it" : words, onclick: () => flip(row, hint),
    }, named ? (can ? "1" : "×") : "·"));
  }

  function draw() {
    const focus = focusedKey(root);
    const hints = every();
    const typed = simple() ? words() : null;
    if (recorded) document.getElementById("signal-seat").replaceChildren(...found.names.map((name, seat) => h("option", { value: seat, selected: seat === recorded.seat }, name)));
    if (recorded) heading.textContent = `${found.names[recorded.seat]}’s hand at turn ${recorded.turn}, as everybody knows it (${found.variant})`;
    const choose = (hint) => h("select", { "aria-label": `Group of ${hint}`, "data-key": `block/${hint}`, onchange: (event) => { state.block.set(hint, Number(event.target.value)); change(); } },
      ["–", ...hints.map((_, at) => at + 1)].map((shown, number) => h("option", { value: number, selected: number === (state.block.get(hint) ?? 0) }, shown)));
    grid.replaceChildren(h("table", { class: "signal-table" },
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "slot"), hints.map((hint) => h("th", { scope: "col" }, hint)))),
      h("tbody", {}, found.cards.map((card, row) => h("tr", {},
        h("th", { scope: "row", title: card.possible.join(" ") }, `${row + 1}${row === 0 ? " newest" : row === found.cards.length - 1 ? " oldest" : ""}`),
        hints.map((hint) => cell(card, row, hint, typed))))),
      h("tfoot", {},
        h("tr", { class: "status" }, h("th", { scope: "row" }, "legal?"), hints.map((hint) => h("td", { class: found.status[hint] }, STATUS[found.status[hint]]))),
        h("tr", {}, h("th", { scope: "row" }, "your group"), hints.map((hint) => h("td", {}, choose(hint)))))));
    verdicts.replaceChildren(...found.tried.map((one) => h("li", { class: one.safe ? "safe" : "unsafe" },
      h("b", {}, `${state.block.get(one.block[0])}. (${one.block.join(", ")})`), h("span", {}, verdict(one)))));
    summary.textContent = judge();
    const top = found.joint ?? found.packing;
    reveal.textContent = state.best ? "Hide the best groups" : "Show the best groups";
    reveal.setAttribute("aria-expanded", String(state.best));
    best.replaceChildren(...(state.best ? shown(top) : []));
    focusKey(root, focus);
    root.dataset.signals = `${found.tried.length} ${found.tried.filter((one) => one.safe).length} ${top.size}`; // tests wait for it
  }

  function judge() {
    const top = found.joint ?? found.packing;
    if (!found.tried.length) return "Choose a group for each clue, in the last row of the table. A group is safe if it has a legal clue whatever the hand is. How many safe groups can there be?";
    const safe = found.tried.filter((one) => one.safe).length;
    if (safe < found.tried.length) return `${plural(found.tried.length - safe, "group")} ${found.tried.length - safe === 1 ? "is" : "are"} not safe.`;
    if (safe >= top.most) return `${plural(safe, "safe group")}: there cannot be more.`;
    if (top.proved) return `${plural(safe, "safe group")}: ${top.size - safe} fewer than there can be.`;
    return `${plural(safe, "safe group")}; there can be at least ${top.size}, at most ${top.most}.`;
  }

  function shown(top) {
    return [
      h("p", {}, top.proved ? `${plural(top.size, "group")}, proved to be the most` : `${plural(top.size, "group")}; between ${top.size} and ${top.most} are possible`),
      h("ol", {}, top.blocks.map((block, at) => h("li", {}, h("b", {}, `(${block.join(", ")})`), h("span", {}, whySafe(top.proofs[at]))))),
      h("p", { class: "faint" }, whyNoMore(top)),
      found.joint ? h("p", { class: "faint" }, `By each card alone: ${plural(found.packing.size, "group")}. With the copies that are left: ${plural(found.joint.size, "group")}.`) : null,
      found.caveat ? h("p", { class: "faint" }, found.caveat) : null,
      h("button", { type: "button", class: "quiet", onclick: () => { state.block = new Map(top.blocks.flatMap((block, at) => block.map((hint) => [hint, at + 1]))); change(); } }, "Use these groups"),
    ].filter(Boolean);
  }

  root.append(h("div", { class: "signals full-height" }, h("div", { class: "screen-head" }, h("h1", {}, "Signals: how much can a clue surely say?"), messageElement,
    h("p", { class: "faint" }, "A clue must touch a card, and nobody sees their own hand. Put the clues into groups so that each group has a legal clue whatever the hand is: then the giver can always choose any group, and the choice is a message.")),
    h("section", { class: "panel" }, heading, fields, grid),
    h("section", { class: "panel" }, h("h2", {}, "Your groups"), summary, verdicts, reveal, best)));
  loadStyle("/static/signals/signals.css").then(change);
  const hideKeys = showKeys(root, []);
  return () => { gone = true; hideKeys(); delete root.dataset.signals; };
}
