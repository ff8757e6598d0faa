// @ts-check
// The lab screen: write a convention, play many games with it, compare it with another, open games that lost points.

import { distribution, interval, percent, points } from "./distribution.js";
import { addressOf } from "../shared/address.js";
import { ask, h, messageLine } from "../shared/dom.js";
import { number, plural, signed as withSign } from "../shared/numbers.js";
import { showKeys } from "../shared/keys_dialog.js";
import { editor, mistakes } from "../shared/editor.js";
import { lineDifference } from "./difference.js";
import { gameList } from "./game_list.js";
import { copyOf, titles } from "./names.js";

const LAB = "/api/lab";
const MOST = 64000;
const LOOK = 250;
const STARTS = ["convention", "idea", "flag", "param", "call", "let", "set", "without", "move", "update", "act", "uses", "extends"];
const STAGES = { starting: "Getting ready…", compiling: "Getting ready: a new convention takes some seconds…", playing: "Playing", analysing: "Finding where points were lost…" };
const COPY = ":copy";
const DRAFT = "lab-draft";
const signed = (value) => withSign(value, 2);

export function open(root, address) {
  let known = [];
  let timer = 0;
  let gone = false;
  let run = null;
  let list = null;
  let picked = null;
  let begun = ""; // the experiment that was last brought into view
  const { element: messageElement, show: showMessage } = messageLine();
  const results = h("div", { class: "lab-results", "aria-live": "off" });
  const status = h("p", { class: "visually-hidden", role: "status" });
  const difference = h("section", { class: "panel lab-difference", "aria-label": "What differs", hidden: true });
  const declared = ["", ""];
  const pens = ["A", "B"].map((letter, at) => editor({ label: `Convention ${letter}`, words: STARTS, remark: "#", most: MOST, check: (text) => check(text, at), changed: () => settle(at) }));
  const chosen = h("select", { id: "chosen", onchange: () => pens[0].write(chosen.value ? textOf(chosen.value) : localStorage.getItem("lab") ?? pens[0].text) });
  const other = h("select", { id: "other", onchange: () => { pick(other.value); } });
  const sides = h("div", { class: "lab-sides" },
    h("section", { class: "panel lab-side of-side-0" }, h("header", {}, h("label", { for: "chosen" }, h("i", {}), "Convention"), chosen), pens[0].element),
    h("section", { class: "panel lab-side of-side-1" }, h("header", {}, h("label", { for: "other" }, h("i", {}), "Compare with"), other), pens[1].element));
  const field = (id, label, control) => h("span", { class: "field" }, h("label", { for: id }, label), control);
  const players = h("select", { id: "lab-players" }, [2, 3, 4, 5].map((n) => h("option", { value: n }, String(n))));
  const count = h("input", { id: "lab-games", type: "number", min: 1, max: 100000, step: 1, value: 10000, oninput: () => settle(0) });
  const seed = h("input", { id: "lab-seed", type: "number", min: 0, max: 4294967295, step: 1, value: 1 });
  const rules = h("select", { id: "lab-rules" }, [["official", "official: three strikes score 0"], ["stacks", "three strikes keep the points"], ["explorer", "those of the Minimal Convention’s author"]].map(([word, name]) => h("option", { value: word }, name)));
  const go = h("button", { type: "submit", class: "main", title: "Ctrl + Enter" }, "Run");
  const stop = h("button", { type: "button", hidden: true, onclick: halt }, "Stop");
  const form = h("form", { class: "panel lab-bar", onsubmit: (event) => { event.preventDefault(); start(); } },
    field("lab-players", "Players", players), field("lab-games", "Games", count), field("lab-seed", "Seed", seed), field("lab-rules", "Rules", rules), h("span", { class: "doing" }, go, stop));
  players.value = "3";

  async function check(text, at) {
    const found = await ask(`${LAB}/check`, { text });
    declared[at] = found.name ?? "";
    const wrong = found.problems.length;
    return { ...found, summary: wrong ? mistakes(wrong, found.more) : `good: ${found.name}, ${plural(found.acts.length, "act rule")}${found.warnings.length ? `, ${plural(found.warnings.length, "warning")}` : ""}` };
  }

  const textOf = (name) => known.find((one) => one.name === name)?.text ?? "";
  const two = () => other.value !== "";

  function pick(value) {
    sides.classList.toggle("two", two());
    if (value === COPY) pens[1].write(copyOf(pens[0].text));
    else if (value) pens[1].write(textOf(value));
    settle(1);
  }

  // The button shows how many games it would play, and whether it can.
  function settle(at) {
    if (at === 0 && known.length) {
      const shipped = known.find((one) => one.text === pens[0].text);
      chosen.value = shipped?.name ?? "";
      if (!shipped && pens[0].text.trim()) localStorage.setItem("lab", pens[0].text); // one's own is kept
    }
    const ready = pens[0].good && (!two() || pens[1].good);
    const wanted = Number(count.value);
    go.textContent = wanted > 0 ? `Run ${plural(wanted, "game")}` : "Run";
    go.setAttribute("aria-disabled", String(!ready));
    keep();
    showDifference();
  }

  // What differs between the two conventions, or between one and how it was shipped.
  function showDifference() {
    const shipped = known.find((one) => one.name === declared[0]);
    const [title, rows] = two() ? ["What differs from A to B", lineDifference(pens[0].text, pens[1].text)]
      : shipped ? [`What you changed in ${shipped.name}`, lineDifference(shipped.text, pens[0].text)] : ["", []];
    difference.hidden = !rows.length;
    const sign = { out: "−", in: "+", same: "", gap: "…" };
    const name = { out: "taken out", in: "added" };
    difference.replaceChildren(h("h2", {}, title), h("ol", {}, rows.map(({ kind, text, line }) => h("li", { class: `is-${kind}` },
      h("span", { class: "number" }, line ?? ""), h("span", { class: "sign", "aria-label": name[kind] ?? null }, sign[kind]), h("code", {}, text)))));
  }

  // The texts and settings of this tab, so that coming back from a game finds them as they were.
  function keep() {
    if (!known.length) return;
    sessionStorage.setItem(DRAFT, JSON.stringify({
      run: run?.id ?? "", texts: pens.map((pen) => pen.text), other: other.value, players: players.value, games: count.value, seed: seed.value, rules: rules.value,
    }));
  }

  // The address has the experiment and the page of its games.
  function addressNow() {
    const { side, score, first } = list?.state ?? { side: 0, score: null, first: 0 };
    const words = new URLSearchParams({ run: run.id });
    if (side) words.set("side", side);
    if (score !== null) words.set("score", score);
    if (first) words.set("first", first);
    return `#/lab?${words}`;
  }

  const remember = () => { if (!gone && run) history.replaceState(history.state, "", addressNow()); };

  async function start() {
    showMessage("");
    if (go.getAttribute("aria-disabled") === "true") {
      const wrong = pens.find((pen, at) => pen.good === false && (at === 0 || two()));
      showMessage("The text is still being checked; wait a moment.");
      if (wrong) { showMessage("Please correct the mistakes first: they are listed under the text."); wrong.area.focus(); }
      return;
    }
    try {
      const request = { browser: browser(), texts: [pens[0].text, ...(two() ? [pens[1].text] : [])], players: Number(players.value), games: Number(count.value), seed: Number(seed.value), rules: rules.value };
      clearTimeout(timer);
      picked = null;
      follow(await ask(`${LAB}/runs`, request));
      list = null;
      history.pushState(null, "", addressNow()); // Back leads to the experiment before
      keep();
    } catch (error) { showMessage(error.message); }
  }

  async function halt() {
    const answer = await fetch(`${LAB}/runs/${run.id}`, { method: "DELETE" });
    if (!answer.ok) showMessage("It has ended already.");
  }

  function follow(news) {
    if (gone) return;
    const stage = run?.id === news.id ? run.stage : null;
    run = { ...news, sides: news.sides.map((side, at) => ({ ...side, title: titles(news.sides.map((one) => one.bots[0]), news.texts, known)[at] })) };
    const over = run.stage === "done" || run.stage === "failed";
    go.hidden = !over;
    stop.hidden = over;
    if (stage !== run.stage) status.textContent = STAGES[run.stage] ?? (run.stage === "done" ? "The games are played." : "");
    draw();
    if (!over) timer = setTimeout(look, LOOK);
  }

  async function look() {
    try {
      const news = await ask(`${LAB}/runs/${run.id}`);
      follow(news);
    } catch (error) { showMessage(error.message); go.hidden = false; stop.hidden = true; }
  }

  function choose(side, score) {
    picked = picked && picked.side === side && picked.score === score ? null : { side, score };
    list?.show({ side, score: picked ? score : null, first: 0 });
    draw();
    list?.element.scrollIntoView({ block: "nearest" });
  }

  function draw() {
    root.dataset.stage = run.stage; // tests wait for it
    if (run.stage === "failed") {
      results.replaceChildren(h("p", { class: "panel lab-wrong", role: "alert" }, run.code === "stopped" ? "Stopped." : run.message));
      if (!run.sides.length) return;
    }
    const top = run.stage === "done" || run.stage === "failed" ? null : h("div", { class: "panel lab-progress" },
      h("progress", { max: run.games, value: run.done || null, "aria-label": "Games played" }),
      h("p", {}, run.stage === "playing" ? `${number(run.done)} of ${plural(run.games, "game")}` : STAGES[run.stage]));
    const seen = run.sides.length ? h("section", { class: "panel lab-picture" },
      h("header", {}, h("h2", {}, "Scores"), h("small", {}, run.sides[0].caption)),
      h("div", { class: "lab-figures" }, run.sides.map(figures), run.pair ? pair(run) : null),
      distribution(run.sides, picked, run.stage === "done" ? choose : () => {}),
      run.lost ? h("div", { class: "lab-lost" }, h("h2", {}, `Where points are lost (${plural(run.lost[0].games, "game")} looked at)`), run.sides.map((side, at) => h("div", { class: `of-side-${at}` }, run.sides.length > 1 ? h("b", { class: "letter" }, "AB"[at]) : null, points(best(side, run.lost[at]), run.lost[at])))) : null) : null;
    if (run.stage === "done") list = list?.id === run.id ? list : Object.assign(gameList(run, showMessage, place(), remember), { id: run.id });
    else list = null;
    const before = run.stage === "failed" ? [...results.children].slice(0, 1) : [];
    results.replaceChildren(...[...before, top, seen, list?.element].filter(Boolean));
    if (begun !== run.id) { // show what is new, also where it lies under the form
      begun = run.id;
      results.scrollTop = 0;
      if (results.getBoundingClientRect().top > innerHeight - 120) results.scrollIntoView({ block: "start" });
    }
  }

  // The page of games that the address names, and the game that was opened from it.
  function place() {
    const query = addressOf(location.hash).query;
    const count = (word) => (/^\d+$/.test(query.get(word) ?? "") ? Number(query.get(word)) : null);
    const found = { side: Math.min(count("side") ?? 0, run.sides.length - 1), score: count("score"), first: count("first") ?? 0, game: history.state?.game ?? null };
    if (found.score !== null) picked = { side: found.side, score: found.score };
    return found;
  }

  const press = (event) => { if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) { event.preventDefault(); start(); } };
  addEventListener("keydown", press);
  const hideKeys = showKeys(root, [["Ctrl + Enter", "run the games"]]);
  results.append(h("section", { class: "panel lab-nothing" }, h("h2", {}, "No games yet"),
    h("p", {}, "Press Run: bots that follow the convention play the games. Here you see how they score and where they lose points, and open each game as a replay."),
    h("p", { class: "faint" }, "To try an idea of your own, choose “a copy, to change” under Compare with, change a line, and run: both play the same deals.")));
  root.append(h("div", { class: "lab full-height" }, h("div", { class: "screen-head" }, h("h1", {}, "Lab: how good is a convention?"), messageElement,
    h("p", { class: "faint" }, "Write what clues mean and what to do with them. Bots that follow it play thousands of games, and you see their scores and where points are lost.")),
    h("div", { class: "lab-write" }, h("div", { class: "lab-texts" }, sides, difference), form), status, results));
  load().catch((error) => showMessage(error.message));

  async function load() {
    known = await ask(`${LAB}/conventions`);
    if (gone) return;
    const options = () => known.map((one) => h("option", { value: one.name, title: one.about }, one.name));
    chosen.append(h("option", { value: "" }, "your own"), ...options());
    other.append(h("option", { value: "" }, "nothing"), h("option", { value: COPY }, "a copy, to change"), ...options());
    const asked = address.query.get("run");
    const name = asked ?? drafted(null)?.run; // without one in the address: the experiment that this tab ran last
    const earlier = name ? await ask(`${LAB}/runs/${encodeURIComponent(name)}`).catch((error) => { if (asked) showMessage(error.message); return null; }) : null;
    if (gone) return;
    const draft = drafted(name);
    const text = draft?.texts[0] ?? earlier?.texts[0] ?? localStorage.getItem("lab") ?? textOf("minimal");
    const settings = draft ?? earlier;
    const second = draft ? (draft.other ? draft.texts[1] : undefined) : earlier?.texts[1];
    if (settings) { players.value = settings.players; count.value = settings.games; seed.value = settings.seed; rules.value = settings.rules; }
    if (second !== undefined) {
      other.value = known.find((one) => one.text === second)?.name ?? COPY;
      sides.classList.add("two");
      pens[1].write(second);
    }
    if (earlier) follow(earlier);
    pens[0].write(text);
  }

  for (const field of [players, count, seed, rules]) field.addEventListener("change", keep);
  return () => { gone = true; clearTimeout(timer); pens.forEach((pen) => pen.close()); removeEventListener("keydown", press); hideKeys(); delete root.dataset.stage; };
}

// What this tab had written, if it was for this experiment, or for none.
function drafted(run) {
  try {
    const draft = JSON.parse(sessionStorage.getItem(DRAFT) ?? "null");
    return draft && (!run || draft.run === run) ? draft : null;
  } catch {
    return null;
  }
}

// The mean score of the games that were analysed.
function best(side, lost) {
  const top = side.histogram.length - 1;
  return top - Object.values(lost.points).reduce((sum, one) => sum + one, 0);
}

function figures(side, at) {
  const half = side.stderr === null ? null : 1.96 * side.stderr;
  const row = (name, value) => h("div", {}, h("dt", {}, name), h("dd", {}, value));
  return h("div", { class: `lab-side-figures of-side-${at}` }, h("h3", {}, h("i", {}), side.title),
    h("p", { class: "big" }, side.mean.toFixed(2), half === null ? null : h("small", {}, ` ± ${half.toFixed(2)}`)),
    h("dl", {}, row("perfect", percent(side.perfect)), row("three strikes", percent(side.struck_out)), row("clues given", side.clues_given.toFixed(1)), row("5% · half · 95%", `${side.percentiles["5"]} · ${side.percentiles["50"]} · ${side.percentiles["95"]}`)));
}

function pair(run) {
  const { difference, low, high } = run.pair;
  const clear = low !== null && (low > 0 || high < 0);
  const better = difference > 0 ? "A" : "B";
  return h("div", { class: "lab-pair" }, h("h3", {}, "A minus B, on the same deals"), h("p", { class: "big" }, signed(difference)), interval(run.pair),
    h("p", { class: "faint" }, low === null ? "One game is not enough to tell." : low === 0 && high === 0 ? "The same score in every game." : `${clear ? `${better} is better` : "Not clear yet"}; 95% sure: between ${signed(low)} and ${signed(high)}`));
}

// A name for this browser, so that it has one experiment running at a time.
function browser() {
  let name = localStorage.getItem("browser");
  if (!name) {
    name = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, "0")).join("");
    localStorage.setItem("browser", name);
  }
  return name;
}
