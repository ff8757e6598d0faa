// @ts-check
// The logic screen: opens a logic file or a puzzle, shows its worlds, and steps through its announcements and events.

import { ask, h, messageLine, saveText } from "../shared/dom.js";
import { showKeys } from "../shared/keys_dialog.js";
import { icon } from "../shared/icons.js";
import { isForField } from "../shared/keyboard.js";
import { number, plural } from "../shared/numbers.js";
import { editor } from "../shared/editor.js";
import { tabPanel } from "../shared/tab_panel.js";
import { worlds } from "./worlds.js";

const LOGIC = "/api/logic";
const MOST = 64000;
const OWN = "own";
const STARTS = ["agents", "atoms", "values", "law", "sees", "worlds", "cells", "thinks", "event", "actual", "announce", "happens", "valid?", "true?", "where?", "count?", "VARS", "LAW", "OBS"];

export function open(root, address) {
  const state = { name: address.path[1] ?? "", step: Number(address.query.get("step") ?? 0) || 0, hidden: new Set(), lit: null };
  let known = [];
  let model = { frames: [], agents: [] };
  let gone = false;
  const { element: messageElement, show: showMessage } = messageLine("replay-message");
  const canvas = h("div", { class: "model-canvas" });
  const caption = h("p", { class: "model-caption", role: "status" });
  const legend = h("div", { class: "model-legend", role: "group", "aria-label": "Agents" });
  const steps = h("ol", { class: "model-steps", "aria-label": "Announcements" });
  const button = (name, sign, key, by) => h("button", { type: "button", "aria-label": name, title: `${name} (${key})`, onclick: () => go(by()) }, sign);
  const count = h("span", { class: "count", "aria-hidden": "true" });
  const last = () => model.frames.length - 1;
  const bar = h("div", { class: "model-bar", role: "group", "aria-label": "Steps" },
    button("To the start", icon("first"), "Home", () => 0), button("Previous step", icon("back"), "←", () => state.step - 1), count,
    button("Next step", ["Next step", icon("on")], "→", () => state.step + 1), button("To the end", icon("last"), "End", last));
  const chosen = h("select", { id: "puzzle", onchange: () => { location.hash = `#/logic/${chosen.value}`; } });
  const file = h("input", { type: "file", id: "logic-file", class: "visually-hidden", onchange: async () => {
    if (!file.files.length) return;
    if (file.files[0].size > MOST) { showMessage(`A file may have ${number(MOST)} bytes; this one is longer.`); return; }
    pen.write(await file.files[0].text());
    side.show("file");
  } });
  const save = h("button", { type: "button", disabled: true, title: "The worlds that are shown, as SVG", onclick: () => savePicture().catch((error) => showMessage(error.message)) }, "Save picture");
  const pen = editor({ label: "Logic file", words: STARTS, remark: "--", most: MOST, check, changed: () => {} });

  async function check(text) {
    const found = await ask(LOGIC, { text });
    if (gone) return { problems: [], warnings: [], summary: "" };
    if (text !== known.find((one) => one.name === state.name)?.text && text.trim()) own(text);
    const wrong = found.problem;
    model = found;
    state.lit = null;
    if (found.frames.length) draw(); else drawNothing(wrong);
    return { problems: wrong ? [wrong] : [], warnings: [], summary: wrong ? "1 mistake" : `good: ${plural(found.frames.length - 1, "announcement")}, ${plural(found.frames.reduce((sum, one) => sum + one.answers.length, 0), "question")}` };
  }

  async function savePicture() {
    const { svg } = await ask(`${LOGIC}/picture`, { text: pen.text, step: state.step });
    saveText(svg, `${state.name}-${state.step}.svg`, "image/svg+xml");
  }

  // A puzzle that was changed is one's own file.
  function own(text) {
    localStorage.setItem("logic", text);
    if (state.name === OWN) return;
    state.name = OWN;
    chosen.value = OWN;
    remember();
  }

  const remember = () => history.replaceState(null, "", `#/logic/${state.name}${state.step ? `?step=${state.step}` : ""}`);

  function go(step) {
    if (!model.frames.length) return;
    state.step = Math.max(0, Math.min(step, last()));
    state.lit = null;
    remember();
    draw();
  }

  // A file that cannot be read has no worlds: nothing of the file before is left.
  function drawNothing(wrong) {
    canvas.replaceChildren(h("p", { class: "faint model-refused" }, `There is no picture: ${wrong?.line ? `line ${wrong.line} of the file` : "the file"} has a mistake. It is marked in the file.`));
    for (const part of [caption, legend, steps, count]) part.replaceChildren();
    side.show("file");
    for (const one of bar.querySelectorAll("button")) one.setAttribute("aria-disabled", "true");
    save.disabled = true;
    root.dataset.step = ""; // tests wait for it
  }

  function draw() {
    state.step = Math.min(state.step, last());
    save.disabled = false;
    const frame = model.frames[state.step];
    const before = model.frames[state.step - 1] ?? null;
    canvas.replaceChildren(frame.refused ? h("p", { class: "faint model-refused" }, frame.refused)
      : frame.count === 0 ? h("p", { class: "faint model-refused" }, "No world is left: the announcements cannot all be true.") : worlds(frame, before, model.agents, state.hidden, state.lit));
    caption.replaceChildren(h("b", {}, frame.kind === "start" ? "At the start" : frame.comment || frame.statement), h("span", {}, ` ${counted(frame, before)}`));
    legend.replaceChildren(...model.agents.map((agent, at) => h("button", {
      type: "button", class: `agent agent-${at % 6}`, "aria-pressed": String(!state.hidden.has(at)), title: `Show or hide what ${agent} cannot tell apart`,
      onclick: () => { if (!state.hidden.delete(at)) state.hidden.add(at); draw(); legend.children[at].focus(); },
    }, h("i", {}), agent)), note(frame));
    count.replaceChildren(h("b", {}, String(state.step)), ` / ${last()}`);
    const [first, back, , on, end] = bar.children;
    on.classList.toggle("main", state.step < last());
    for (const one of [first, back]) one.setAttribute("aria-disabled", String(state.step === 0));
    for (const one of [on, end]) one.setAttribute("aria-disabled", String(state.step === last()));
    steps.replaceChildren(...model.frames.map((one, at) => h("li", { class: at > state.step ? "ahead" : null },
      h("button", { type: "button", class: "step", "data-step": at, "aria-current": at === state.step ? "step" : null, onclick: () => { go(at); steps.querySelector(`[data-step="${at}"]`).focus(); } },
        h("span", { class: "number" }, String(at)), h("span", {}, one.kind === "start" ? "At the start" : h("span", {}, one.comment ? h("span", {}, one.comment) : null, h("code", {}, `${one.kind === "event" ? "happens " : ""}${one.statement}`))), h("b", { class: "left" }, typeof one.count === "number" ? one.count.toLocaleString("en") : one.count)),
      at <= state.step && one.answers.length ? h("ul", {}, one.answers.map((found) => answer(found, at))) : null)));
    root.dataset.step = state.step; // tests wait for it
    const current = steps.querySelector("[aria-current]");
    const list = steps.parentElement;
    if (current && list) list.scrollTop += current.getBoundingClientRect().top - list.getBoundingClientRect().top - list.clientHeight / 3; // the list moves, the page stays
  }

  function note(frame) {
    const words = [model.shared ? `a box lists every x for which ${model.shared}(x) is true` : "", frame.actual !== null && !frame.refused ? "thick border: the actual world" : "", frame.rings ? "a ring: none of its worlds can be distinguished" : "", frame.blocks ? "a box stands for many worlds and shows how many; a dotted line holds for some of them" : ""].filter(Boolean);
    return h("small", {}, words.join(" · "));
  }

  function answer(found, at) {
    const shown = found.worlds ? plural(found.answer, "world") : typeof found.answer === "boolean" ? (found.answer ? "yes" : "no") : found.answer === null ? "no answer" : Number.isFinite(found.answer) ? found.answer.toLocaleString("en") : found.answer;
    const mood = found.answer === true ? "yes" : found.answer === false ? "no" : "";
    const light = () => { if (at !== state.step) go(at); state.lit = new Set(found.worlds); draw(); };
    return h("li", { class: "answer" }, h("span", {}, found.comment ? h("span", {}, found.comment) : null, h("code", {}, `${found.kind}? ${found.text}`)),
      found.worlds?.length ? h("button", { type: "button", class: "quiet verdict", "aria-label": `Show ${shown}: ${found.worlds.slice(0, 6).join(", ")}`, onclick: light }, shown) : h("b", { class: `verdict ${mood}` }, shown),
      found.note ? h("small", {}, found.note) : null);
  }

  const keys = { ArrowLeft: () => state.step - 1, ArrowRight: () => state.step + 1, Home: () => 0, End: last };
  const press = (event) => {
    if (isForField(event) || !keys[event.key] || document.querySelector("dialog[open]")) return;
    event.preventDefault();
    go(keys[event.key]());
  };
  addEventListener("keydown", press);
  const hideKeys = showKeys(root, [["← →", "previous or next step"], ["Home End", "the start; the end"]]);
  const side = tabPanel("Beside the worlds");
  side.add("steps", "What is said", { content: [steps] });
  side.add("file", "As a file", { content: [h("p", { class: "faint" }, "The puzzle as a file, to change. K[ann] means: ann knows that. Kw[ann]: ann knows whether. C[ann,bob]: both know, know that both know, and so on."), pen.element] });
  side.element.classList.add("model-side");
  root.append(h("div", { class: "models full-height" }, h("div", { class: "screen-head" }, h("h1", {}, "Logic puzzles"), messageElement,
    h("p", { class: "faint" }, "Who knows what? Each box is a way things could be, a “world”. A line in a person’s colour joins two worlds that this person cannot tell apart. Step on: what people say rules worlds out.")),
    h("section", { class: "panel model-picture" }, h("header", {}, h("label", { for: "puzzle" }, "Puzzle"), chosen, h("label", { class: "button", for: "logic-file" }, "Open a file"), file, save), caption, canvas, legend, bar),
    side.element));
  load().catch((error) => showMessage(error.message));

  async function load() {
    known = await ask(LOGIC);
    if (gone) return;
    const mine = localStorage.getItem("logic");
    chosen.append(...known.map((one) => h("option", { value: one.name, title: one.about }, one.about.split(/[.:?] |\.$/)[0])), h("option", { value: OWN }, "your own"));
    if (state.name !== OWN && !known.some((one) => one.name === state.name)) {
      if (state.name) showMessage(`There is no puzzle called ${state.name}; this is the first one.`);
      state.name = known[0].name;
    }
    chosen.value = state.name;
    if (state.name === OWN) side.show("file"); // one's own puzzle is there to be written
    pen.write(state.name === OWN ? mine ?? known[0].text : known.find((one) => one.name === state.name).text);
  }

  return () => { gone = true; pen.close(); removeEventListener("keydown", press); hideKeys(); delete root.dataset.step; };
}

// How many worlds there are, and how many went.
function counted(frame, before) {
  const left = typeof frame.count === "number" ? plural(frame.count, "world") : `${frame.count} worlds`;
  if (!before || frame.kind === "event" || typeof before.count !== "number" || typeof frame.count !== "number") return left;
  const lost = before.count - frame.count;
  return lost ? `${left} left, ${lost} gone` : `${left}, none ruled out`;
}
