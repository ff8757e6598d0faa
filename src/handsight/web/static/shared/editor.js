// @ts-check
// A text editor that checks as you type: line numbers, colours, and a mark under every mistake.

import { h } from "./dom.js";
import { icon } from "./icons.js";
import { plural } from "./numbers.js";

const WAIT = 300;
const AGAIN = 2000;
const TOO_OFTEN = 429;
const REST = String.raw`"[^"]*"?|\b[A-Z][A-Z0-9]*\b|[A-Za-z][\w-]*\??|\d+|\s+|.`;
let made = 0;

// words: the words that begin a statement; remark: what begins a comment; check(text) resolves to { problems, warnings, summary }.
export function editor({ label, words, remark, most, check, changed }) {
  const tokens = new RegExp(`${remark}.*$|${REST}`, "g");
  const starts = new Set(words);
  const id = `editor-${++made}`;
  const gutter = h("pre", { class: "gutter", "aria-hidden": "true" });
  const ink = h("pre", { class: "ink", "aria-hidden": "true" });
  const area = h("textarea", {
    id, class: "pen", wrap: "off", spellcheck: "false", autocapitalize: "off", autocomplete: "off", maxlength: most,
    "aria-label": label, "aria-describedby": `${id}-state`,
  });
  const state = h("p", { id: `${id}-state`, class: "state", role: "status" });
  const list = h("ol", { class: "mistakes", "aria-label": `${label}: mistakes` });
  let found = { problems: [], warnings: [] };
  let timer = 0;
  let asked = 0;
  let good = null;

  function typed() {
    found = { problems: [], warnings: [] };
    paint();
    settle(null, "checking…");
    clearTimeout(timer);
    timer = setTimeout(look, WAIT);
  }

  async function look() {
    clearTimeout(timer);
    const ticket = ++asked;
    const text = area.value;
    try {
      const news = await check(text);
      if (ticket !== asked || text !== area.value) return;
      found = news;
      paint();
      settle(news.problems.length === 0, news.summary);
    } catch (error) {
      if (ticket !== asked) return;
      if (error.status === TOO_OFTEN) timer = setTimeout(look, AGAIN);
      settle(error.status === TOO_OFTEN ? null : false, error.message);
    }
  }

  function settle(verdict, words) {
    good = verdict;
    state.replaceChildren(...(verdict === null ? [] : [icon(verdict ? "yes" : "strike"), " "]), words);
    state.dataset.mood = verdict === null ? "" : verdict ? "good" : "wrong";
    area.setAttribute("aria-invalid", String(verdict === false));
    list.replaceChildren(...[...found.problems.map((one) => [one, "wrong"]), ...found.warnings.map((one) => [one, "warned"])].map(([one, mood]) =>
      h("li", { class: mood }, one.line
        ? h("button", { type: "button", class: "quiet", onclick: () => go(one) }, h("b", {}, `line ${one.line}${one.column ? `, column ${one.column}` : ""}`), h("span", {}, one.message))
        : h("p", {}, one.message))));
    changed(verdict);
  }

  function go({ line, column }) {
    const lines = area.value.split("\n");
    const at = lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0) + (column ?? 1) - 1;
    area.focus();
    area.setSelectionRange(at, at + wrongWord(lines[line - 1] ?? "", (column ?? 1) - 1).length);
    area.scrollTop = Math.max(0, (line - 4) * parseFloat(getComputedStyle(area).lineHeight));
  }

  function paint() {
    const lines = area.value.split("\n");
    const marks = new Map();
    for (const [kind, all] of [["warned", found.warnings], ["wrong", found.problems]]) for (const one of all) {
      if (!one.line) continue;
      if (!marks.has(one.line)) marks.set(one.line, []);
      const at = (one.column ?? 1) - 1;
      marks.get(one.line).push({ at, end: at + Math.max(1, wrongWord(lines[one.line - 1] ?? "", at).length), kind });
    }
    gutter.replaceChildren(...lines.map((_, at) => h("span", { class: marks.get(at + 1)?.at(-1).kind }, `${at + 1}\n`)));
    ink.replaceChildren(...lines.map((line, at) => h("span", { class: "row" }, spans(line, marks.get(at + 1) ?? []), "\n")));
    follow();
  }

  // A line as coloured pieces, cut where a mark begins or ends.
  function spans(line, marks) {
    const pieces = [];
    let first = true;
    for (const token of line.matchAll(tokens)) {
      const kind = kindOf(token[0], first);
      if (token[0].trim()) first = false;
      cut(token.index, token.index + token[0].length, kind);
    }
    const past = marks.find((mark) => mark.at >= line.length);
    if (past) pieces.push(h("span", { class: past.kind }, " "));
    return pieces;

    function cut(from, to, kind) {
      const edges = [from, to, ...marks.flatMap((mark) => [mark.at, mark.end]).filter((edge) => edge > from && edge < to)].sort((a, b) => a - b);
      for (let at = 0; at + 1 < edges.length; at += 1) {
        const [a, b] = [edges[at], edges[at + 1]];
        if (a === b) continue;
        const mark = marks.find((one) => one.at <= a && b <= one.end);
        pieces.push(h("span", { class: [kind, mark?.kind].filter(Boolean).join(" ") || null }, line.slice(a, b)));
      }
    }
  }

  function kindOf(word, first) {
    if (word.startsWith(remark)) return "remark";
    if (word[0] === '"') return "quote";
    if (first && starts.has(word)) return "start";
    if (/^[A-Z][A-Z0-9]*$/.test(word)) return "flag";
    return null;
  }

  function follow() {
    for (const layer of [gutter, ink]) layer.scrollTop = area.scrollTop;
    ink.scrollLeft = area.scrollLeft;
  }

  area.addEventListener("input", typed);
  area.addEventListener("scroll", follow);
  return {
    element: h("div", { class: "editor" }, h("div", { class: "sheet" }, gutter, h("div", { class: "page" }, ink, area)), state, list),
    area,
    get text() { return area.value; },
    get good() { return good; },
    write(text) { area.value = text; typed(); look(); },
    close() { clearTimeout(timer); asked += 1; },
  };
}

function wrongWord(line, at) {
  return /^[\w-]+|^\S/.exec(line.slice(at))?.[0] ?? "";
}

export function mistakes(count, more = 0) {
  return plural(count + more, "mistake");
}
