// @ts-check
// The games of an experiment: how each ended, where it lost points, and links to its replay.

import { ask, h } from "../shared/dom.js";
import { icon } from "../shared/icons.js";
import { CAUSE_WORDS } from "./distribution.js";
import { plural, number as shownNumber } from "../shared/numbers.js";

const ENDS = { perfect: "perfect", final_round: "deck empty", strikeout: "three strikes", no_more_points: "no more points to make", terminated: "abandoned", in_progress: "not finished" };

// *place* is where to begin, { side, score, first, game }; changed() is called when another page is shown.
export function gameList(run, showMessage, place, changed) {
  const here = `/api/lab/runs/${run.id}/games`;
  const state = { side: place.side, score: place.score, first: place.first };
  let opened = place.game;
  const body = h("tbody", {});
  const range = h("span", { class: "faint" });
  const side = h("select", { "aria-label": "Games of which convention", onchange: () => show({ side: Number(side.value), first: 0 }) },
    run.sides.map((one, at) => h("option", { value: at }, `${run.sides.length > 1 ? `${"AB"[at]}: ` : ""}${one.title}`)));
  const score = h("select", { "aria-label": "Games with which score", onchange: () => show({ score: score.value === "" ? null : Number(score.value), first: 0 }) });
  const back = h("button", { type: "button", "aria-label": "Earlier games", onclick: () => show({ first: Math.max(0, state.first - 12) }) }, icon("back"));
  const on = h("button", { type: "button", "aria-label": "More games", onclick: () => show({ first: state.first + 12 }) }, icon("on"));
  const number = h("input", { type: "number", id: "game-number", min: 0, max: run.games - 1, value: 0 });
  let drawn = 0;

  async function show(news) {
    Object.assign(state, news);
    const ticket = ++drawn;
    side.value = state.side;
    score.replaceChildren(h("option", { value: "" }, "all, worst first"), ...run.sides[state.side].histogram
      .map((count, at) => count ? h("option", { value: at }, `score ${at} (${shownNumber(count)})`) : null).filter(Boolean));
    score.value = state.score ?? "";
    body.classList.add("loading");
    try {
      const words = new URLSearchParams({ side: state.side, first: state.first, ...(state.score === null ? {} : { score: state.score }) });
      const found = await ask(`${here}?${words}`);
      if (ticket !== drawn) return;
      body.replaceChildren(...found.games.map(row));
      range.textContent = found.count ? `${state.first + 1}–${state.first + found.games.length} of ${shownNumber(found.count)}` : "none";
      back.disabled = state.first === 0;
      on.disabled = state.first + found.page >= found.count;
      changed();
      if (opened !== null) { // come back from this game
        const button = body.querySelector(`[data-game="${opened}"]`);
        button?.focus({ preventScroll: true });
        button?.scrollIntoView({ block: "center" });
        opened = null;
      }
    } catch (error) {
      if (ticket === drawn) showMessage(error.message);
    }
    body.classList.remove("loading");
  }

  // Open a game before the move that lost points, with its card chosen; by default the last of them.
  async function open(at, loss) {
    try {
      const found = await ask(here, { side: state.side, number: at });
      const { turn = 0, order = null } = loss ?? found.lost.at(-1) ?? {};
      history.replaceState({ game: at }, "");
      location.hash = `#/replay/${found.id}?turn=${turn + 1}${order === null ? "" : `&card=${order}`}`; // people count turns from 1
    } catch (error) { showMessage(error.message); }
  }

  const row = (game) => h("tr", {},
    h("th", { scope: "row" }, h("button", { type: "button", class: "quiet", "data-game": game.number, "aria-label": `Open game ${game.number} where it lost points`, onclick: () => open(game.number) }, `#${game.number}`)),
    h("td", { class: "points-made" }, game.points === game.score ? String(game.score) : `${game.score}, ${game.points} on the stacks`),
    run.sides.length > 1 ? h("td", { class: "points-made faint other" }, String(game.other)) : null,
    h("td", {}, ENDS[game.end] ?? game.end),
    h("td", { class: "lost" }, game.lost.length ? game.lost.map((loss) => h("button", {
      type: "button", class: `loss is-${loss.cause.replaceAll(" ", "-")}`, "aria-label": `Open game ${game.number} at turn ${loss.turn + 1}: ${CAUSE_WORDS[loss.cause] ?? loss.cause}, ${plural(loss.points, "point")} lost`, onclick: () => open(game.number, loss),
    }, h("i", {}), `turn ${loss.turn + 1} `, h("b", {}, `−${loss.points}`))) : "nothing"));

  const element = h("section", { class: "panel lab-games" },
    h("header", {}, h("h2", {}, "Games"), run.sides.length > 1 ? side : null, score, h("span", { class: "pages" }, back, range, on),
      h("form", { class: "any", onsubmit: (event) => { event.preventDefault(); open(Math.min(run.games - 1, Math.max(0, Number(number.value)))); } },
        h("label", { for: "game-number" }, "game"), number, h("button", { type: "submit" }, "Open"))),
    h("div", { class: "scroll" }, h("table", {}, h("thead", {}, h("tr", {}, h("th", {}, "Game"), h("th", {}, "Score"), run.sides.length > 1 ? h("th", {}, "Other") : null, h("th", {}, "End"), h("th", {}, "Points lost (click to see the turn)"))), body)));
  show({});
  return { element, show, state };
}
