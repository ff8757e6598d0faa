// @ts-check
// The replay screen: shows a recorded game, or the page where one is opened. The game's own module draws it.

import { ask, h, messageLine } from "../shared/dom.js";
import { games, moduleOf } from "../shared/games.js";
import { forgetReplay, recentReplays, saveReplay } from "../shared/recent_replays.js";
import { analysisStream } from "./analysis_stream.js";
import { MOST_BYTES, REPLAYS, handIn } from "./hand_in.js";

export function open(root, address) {
  const name = address.path[1];
  const drop = (event) => {
    event.preventDefault();
    root.classList.remove("dragging");
    if (event.dataTransfer?.files.length) handIn(event.dataTransfer.files[0], showMessage);
    else if (event.dataTransfer?.getData("text")) handIn(new Blob([event.dataTransfer.getData("text")]), showMessage);
  };
  const over = (event) => { event.preventDefault(); root.classList.add("dragging"); };
  const away = (event) => { if (!event.relatedTarget) root.classList.remove("dragging"); };
  const { element: messageElement, show: showMessage } = messageLine("replay-message");
  let close = null;
  let gone = false;
  addEventListener("dragover", over);
  addEventListener("dragleave", away);
  addEventListener("drop", drop);
  root.append(messageElement);
  const source = name ? served(name, Number(address.query.get("game") ?? 1), address.query.get("line") ?? "") : null;
  if (source) {
    show().catch((error) => {
      showMessage(error.message);
      if (address.query.has("line")) root.append(h("p", {}, h("a", { class: "button", href: `#${source.path}` }, "Back to the game")));
      else { forgetReplay(name); root.append(openPage(showMessage)); }
    });
  } else root.append(openPage(showMessage));

  async function show() {
    const head = await source.head();
    const game = (await games()).find((known) => known.name === head.game);
    const module = await moduleOf(game);
    if (gone) return;
    if (head.turns !== null && !head.line) saveReplay({ name, number: head.number, title: `${head.names.join(", ")} · ${head.summary.variant}` });
    close = module.replay(root, source, head, address.query);
  }

  return () => {
    gone = true;
    close?.();
    root.classList.remove("dragging");
    removeEventListener("dragover", over);
    removeEventListener("dragleave", away);
    removeEventListener("drop", drop);
  };
}

// A game on the server; every question is asked once.
function served(name, number, line) {
  const here = `${REPLAYS}/${encodeURIComponent(name)}`;
  const known = new Map();
  const get = (question, words = {}) => {
    const address = `${here}${question}?${new URLSearchParams({ game: number, ...(line ? { line } : {}), ...words })}`;
    if (!known.has(address)) {
      known.set(address, ask(address).catch((error) => { known.delete(address); throw error; }));
    }
    return known.get(address);
  };
  return {
    path: `/replay/${encodeURIComponent(name)}`,
    fixed: { ...(number > 1 ? { game: number } : {}), ...(line ? { line } : {}) },
    page: `${here}/page?${new URLSearchParams({ game: number, ...(line ? { line } : {}) })}`,
    head: () => get(""),
    moment: (turn, seat) => get("/moment", seat === null ? { turn } : { turn, seat }),
    why: (turn, seat, slot) => get("/why", { turn, seat, slot }),
    information: () => (line ? Promise.reject(new Error("a hypothetical")) : get("/information")),
    reading: (by) => get("/reading", { by }),
    choices: (turn) => get("/choices", { turn }),
    analysis: (changed, judge) => analysisStream((words) => `${here}/analysis?${new URLSearchParams({ game: number, ...(line ? { line } : {}), ...words })}`, changed, judge, (until) => get("/best-fit", { until })),
    openHands: (turn) => get("/open-hands", { turn }),
    playedOn: (turn, by) => get("/played-on", { turn, by }),
    // The game in every format, and as one file, with the reader's notes.
    exports: (notes) => ask(`${here}/exports?${new URLSearchParams({ game: number, ...(line ? { line } : {}) })}`, { notes }),
  };
}

function openPage(showMessage) {
  const file = h("input", { type: "file", id: "file", class: "visually-hidden", onchange: () => file.files.length && handIn(file.files[0], showMessage) });
  const text = h("textarea", {
    id: "text", rows: 4, maxlength: MOST_BYTES, spellcheck: "false", autocomplete: "off",
    placeholder: "https://hanab.live/replay/123#30  or an export, or a log",
  });
  // A game on hanab.live is fetched by the visitor's own browser: this page leads there, and waits for its text.
  const place = h("p", { class: "export", role: "status" });
  const lead = (found) => {
    place.replaceChildren("This game is on hanab.live. Open ", h("a", { href: found.export, target: "_blank", rel: "noreferrer" }, found.export),
      `, copy all of its text, and paste it here${found.turn ? `; it opens at turn ${found.turn}` : ""}.`);
    text.value = "";
    text.focus();
  };
  const samples = h("ul", { class: "samples" });
  ask(REPLAYS).then((known) => samples.append(...known.map(({ name, title, about }) => h("li", {},
    h("a", { class: "button", href: `#/replay/${name}` }, h("span", {}, title), h("small", {}, about)))))).catch((error) => showMessage(error.message));
  return h("div", { class: "hand-in" },
    h("div", { class: "hero" }, h("h1", {}, "Watch a game from each player’s view"),
      h("p", {}, "At every turn: the possible cards in each hand, how likely each is, why, and since when. Nothing leaves this machine.")),
    h("div", { class: "columns" },
      h("form", { class: "panel setup", onsubmit: (event) => { event.preventDefault(); if (text.value.trim()) handIn(new Blob([text.value]), showMessage, lead); } },
        h("label", { class: "drop", for: "file" }, fan(), h("b", {}, "Drop a game here"), h("span", {}, "or choose a file: a hanab.live export, a log, a save file")),
        file,
        h("label", { for: "text" }, "or paste a link, a code, a seed, an export or a log"), text, place,
        h("button", { type: "submit", class: "main" }, "Open")),
      h("div", { class: "beside" }, recent(), h("section", { class: "panel offer" }, h("h2", {}, "Sample games"), samples))));
}

// The replays that were opened last in this browser.
function recent() {
  const known = recentReplays();
  if (!known.length) return null;
  return h("section", { class: "panel offer recent" }, h("h2", {}, "Recently opened"), h("ul", {}, known.slice(0, 8).map((one) => h("li", {},
    h("a", { href: `#/replay/${encodeURIComponent(one.name)}${one.number > 1 ? `?game=${one.number}` : ""}` }, one.title)))));
}

// A small hand of cards, as decoration.
function fan() {
  return h("span", { class: "fan", "aria-hidden": "true" }, [1, 2, 3, 4, 5].map((rank) => h("i", {}, String(rank))));
}
