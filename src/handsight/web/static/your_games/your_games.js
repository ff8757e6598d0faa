// @ts-check
// Your games: those at which this browser has or had a seat, with scores, and simple statistics.

import { tableAddress } from "../shared/address.js";
import { ask, h, messageLine } from "../shared/dom.js";
import { plural } from "../shared/numbers.js";
import { games } from "../shared/games.js";
import { saveTable, savedTables } from "../shared/saved_tables.js";
import { handIn } from "../replay/hand_in.js";
import { statistics } from "./statistics.js";

const MOST_ASKED = 40;
const ENDS = { perfect: "perfect", strikeout: "three strikes", terminated: "abandoned", final_round: "", no_more_points: "" };

export function open(root) {
  let gone = false;
  const { element: messageElement, show: showMessage } = messageLine();
  root.append(h("div", { class: "hero" }, h("h1", {}, "Your games"), h("p", {}, "Games that were played in this browser.")), messageElement);
  const page = h("div", { class: "your-games" });
  root.append(page);
  show().catch((error) => showMessage(error.message));
  return () => { gone = true; };

  async function show() {
    const known = await games();
    await refresh(known);
    if (gone) return;
    const own = savedTables().filter((table) => table.secret && table.names && !table.whatIf);
    const going = own.filter((table) => !table.over);
    const over = own.filter((table) => table.over && table.outcome);
    const scored = over.filter((table) => typeof table.outcome.score === "number").map((table) => table.outcome);
    page.replaceChildren(
      scored.length ? summary(statistics(scored)) : h("p", { class: "faint" }, "No game of yours is over yet. ", h("a", { href: "#/" }, "Start one.")),
      going.length ? list("Go on playing", going, (table) => [link(table, known), h("small", {}, table.label ?? "")]) : "",
      over.length ? list("Finished", over, (table) => [h("span", { class: "score" }, result(table)), link(table, known), h("small", {}, [table.outcome.variant ?? table.label, date(table.when)].filter(Boolean).join(" · ")),
        typeof table.outcome.score === "number" ? h("button", { type: "button", class: "quiet", onclick: () => replay(table) }, "Replay") : null]) : "");
  }

  async function replay(table) {
    const record = await fetch(`/api/tables/${table.game}/${encodeURIComponent(table.id)}/record`);
    if (record.ok) handIn(await record.blob(), showMessage);
    else showMessage((await record.json()).message);
  }
}

// Ask how the games ended that were not over when this browser saw them last; those that the server has forgotten stay as they are.
async function refresh(known) {
  const open = savedTables().filter((table) => table.secret && table.names && !(table.over && table.outcome)).slice(0, MOST_ASKED);
  for (const table of open) {
    const found = await ask(`/api/tables/${table.game ?? known[0].name}/${encodeURIComponent(table.id)}/outcome`).catch(() => null);
    if (found?.over) saveTable({ id: table.id, over: true, outcome: found.outcome });
  }
}

const date = (when) => (when ? new Date(when).toLocaleDateString() : "");
const link = (table, known) => h("a", { href: tableAddress(table.game ?? known[0].name, table.id) }, table.names.join(", "));

function result({ outcome }) {
  if (outcome.points) return outcome.points.join(" · ");
  const end = ENDS[outcome.end] ?? "";
  return `${outcome.score} of ${outcome.max_score}${end ? `, ${end}` : ""}`;
}

function list(title, tables, content) {
  return h("section", { class: "panel", "aria-label": title }, h("h2", {}, title),
    h("ul", {}, [...tables].sort((one, other) => (other.when ?? 0) - (one.when ?? 0)).map((table) => h("li", {}, content(table)))));
}

function summary({ all, rows }) {
  const cells = (row) => [row.games, row.mean === null ? "" : row.mean.toFixed(1), row.best, row.perfect, row.strikeouts].map((value) => h("td", {}, String(value)));
  return h("section", { class: "panel", "aria-label": "Statistics" }, h("h2", {}, `${plural(all.games, "finished game")}`),
    h("table", { class: "statistics" }, h("thead", {}, h("tr", {}, ["Players", "Variant", "Games", "Mean", "Best", "Perfect", "Three strikes"].map((name) => h("th", { scope: "col" }, name)))),
      h("tbody", {}, h("tr", { class: "all" }, h("th", { scope: "row", colspan: 2 }, "All"), cells(all)),
        rows.map((row) => h("tr", {}, h("td", {}, String(row.players)), h("td", {}, row.variant), cells(row))))));
}
