// @ts-check
// Charts of an experiment: the distribution of scores, a difference with its interval, where points were lost.

import { h, s } from "../shared/dom.js";
import { plural, signed as withSign } from "../shared/numbers.js";

const signed = (value) => withSign(value, 2);

const [WIDE, HIGH, LEFT, FOOT, TOP] = [600, 230, 44, 28, 12];

// sides: [{ histogram, games }]; picked: { side, score } or null; pick is called with a side and a score.
export function distribution(sides, picked, pick) {
  const shares = sides.map((side) => side.histogram.map((count) => count / Math.max(side.games, 1)));
  const top = nice(Math.max(0.02, ...shares.flat()));
  const last = shares[0].length - 1;
  const first = Math.max(0, Math.min(...shares.map((side) => side.findIndex((share) => share > 0))) - 1);
  const slot = (WIDE - LEFT - 6) / (last - first + 1);
  const y = (share) => TOP + (HIGH - TOP - FOOT) * (1 - share / top);
  const bars = shares.map((side, at) => side.map((share, score) => {
    if (score < first) return null;
    const wide = (slot * 0.82) / shares.length;
    const x = LEFT + (score - first) * slot + slot * 0.09 + at * wide;
    const high = Math.max(y(0) - y(share), share > 0 ? 1 : 0);
    const chosen = picked && picked.side === at && picked.score === score;
    return s("g", { class: `score of-side-${at} ${chosen ? "picked" : ""}`, "data-score": score, "data-side": at, onclick: () => pick(at, score) },
      s("title", {}, `score ${score}: ${plural(sides[at].histogram[score], "game")}, ${percent(share)}`),
      s("rect", { x, y: TOP, width: wide, height: y(0) - TOP, class: "reach" }),
      s("rect", { x, y: y(0) - high, width: Math.max(wide - 1, 1), height: high, rx: 2, class: "pillar" }));
  }));
  const lines = [0.25, 0.5, 0.75, 1].map((part) => top * part);
  const every = last - first > 16 ? 5 : last - first > 8 ? 2 : 1;
  return s("svg", { viewBox: `0 0 ${WIDE} ${HIGH}`, class: "distribution", role: "img", "aria-label": description(sides) },
    lines.map((share) => s("g", { class: "rule" }, s("line", { x1: LEFT, x2: WIDE - 6, y1: y(share), y2: y(share) }), s("text", { x: LEFT - 6, y: y(share) + 4, "text-anchor": "end" }, percent(share)))),
    bars, s("line", { x1: LEFT, x2: WIDE - 6, y1: y(0), y2: y(0), class: "ground" }),
    shares[0].map((_, score) => score >= first && (score % every === 0 || score === last) ? s("text", { x: LEFT + (score - first + 0.5) * slot, y: HIGH - 7, "text-anchor": "middle" }, String(score)) : null),
    sides.map((side, at) => side.mean === undefined ? null : s("g", { class: `mean of-side-${at}` },
      s("line", { x1: mid(side.mean), x2: mid(side.mean), y1: TOP - 8, y2: y(0) }))));

  function mid(score) {
    return LEFT + (score - first + 0.5) * slot;
  }
}

function description(sides) {
  return sides.map((side) => {
    const most = side.histogram.indexOf(Math.max(...side.histogram));
    return `Scores of ${side.title}: mean ${side.mean.toFixed(2)}, most often ${most}, half of the games up to ${side.percentiles["50"]}`;
  }).join(". ");
}

// The difference of two sides on the same deals: a dot, its interval, and zero.
export function interval({ difference, low, high }) {
  const reach = Math.max(Math.abs(low ?? difference), Math.abs(high ?? difference), 0.1) * 1.25;
  const x = (value) => 150 + (value / reach) * 140;
  return s("svg", { viewBox: "0 0 300 46", class: "interval", role: "img", "aria-label": `difference ${signed(difference)}, with 95 percent confidence between ${signed(low)} and ${signed(high)}` },
    s("line", { x1: 8, x2: 292, y1: 18, y2: 18, class: "axis" }), s("line", { x1: 150, x2: 150, y1: 6, y2: 30, class: "zero" }),
    low === null ? null : s("line", { x1: x(low), x2: x(high), y1: 18, y2: 18, class: "span" }), s("circle", { cx: x(difference), cy: 18, r: 6 }),
    s("g", {}, s("text", { x: 150, y: 43, "text-anchor": "middle" }, "0"), s("text", { x: 10, y: 43 }, signed(-reach)), s("text", { x: 290, y: 43, "text-anchor": "end" }, signed(reach))));
}

export const CAUSE_WORDS = { "struck out": "three strikes", "wrong way": "wrong direction", "no turns left": "ran out of turns" };
const CAUSES = ["discarded", "misplayed", "wrong way", "struck out", "no turns left"];

// Where the points of a game go, in the mean: on the stacks, or lost, by cause.
export function points(mean, lost) {
  const parts = [["scored", mean], ...CAUSES.map((cause) => [cause, lost.points[cause] ?? 0])].filter(([, value]) => value > 0.004);
  const all = parts.reduce((sum, [, value]) => sum + value, 0) || 1;
  let x = 0;
  return h("figure", { class: "points" },
    s("svg", { viewBox: "0 0 100 6", preserveAspectRatio: "none", "aria-hidden": "true" }, parts.map(([name, value]) => {
      const wide = (value / all) * 100;
      x += wide;
      return s("rect", { x: x - wide, y: 0, width: Math.max(wide - 0.25, 0.1), height: 6, class: slug(name) });
    })),
    h("figcaption", {}, parts.map(([name, value]) => h("span", { class: slug(name) }, h("i", {}), `${CAUSE_WORDS[name] ?? name} `, h("b", {}, value.toFixed(2))))));
}

const slug = (name) => `is-${name.replaceAll(" ", "-")}`;
const nice = (share) => [0.02, 0.04, 0.08, 0.12, 0.16, 0.2, 0.3, 0.4, 0.6, 0.8, 1].find((top) => top >= share) ?? 1;
export const percent = (share) => `${(share * 100).toFixed(share < 0.1 && (share * 100) % 1 ? 1 : 0)}%`;
