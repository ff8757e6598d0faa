// @ts-check
// Draws a model: worlds as boxes, a coloured line where a person cannot tell two apart, the actual world framed.

import { s } from "../shared/dom.js";
import { plural } from "../shared/numbers.js";

const [LETTER, ROW] = [7.6, 17];
const narrow = matchMedia("(max-width: 40rem)");

// frame: what the server says of a moment; before: the one before it, whose vanished worlds fade; hidden: agents left out.
export function worlds(frame, before, agents, hidden, lit) {
  const [GAP, ROOM] = narrow.matches ? [22, 26] : [54, 46];
  const labels = frame.worlds.map(linesOf);
  const wide = Math.max(44, ...labels.flat().map((line) => line.length * LETTER + 22));
  const high = Math.max(30, ...labels.map((lines) => lines.length * ROW + 14));
  const [stepX, stepY] = [wide + GAP, Math.max(high + GAP, (wide + GAP) * 0.55)];
  const place = frame.worlds.map((world) => [world.x * stepX, world.y * stepY]);
  const [xs, ys] = [place.map(([x]) => x), place.map(([, y]) => y)];
  const [left, top] = [Math.min(...xs, 0) - wide / 2 - ROOM, Math.min(...ys, 0) - high / 2 - ROOM];
  const box = [left, top, Math.max(...xs, 0) + wide / 2 + ROOM - left, Math.max(...ys, 0) + high / 2 + ROOM - top];
  const alive = new Set(frame.alive);
  const was = before && before.era === frame.era ? new Set(before.alive) : alive;
  const shown = frame.edges.filter((edge) => !hidden.has(edge.agent));
  const pairs = new Map();
  for (const edge of shown) {
    const key = [Math.min(edge.from, edge.to), Math.max(edge.from, edge.to)].join("-");
    pairs.set(key, [...(pairs.get(key) ?? []), edge]);
  }
  const drawn = s("svg", { class: "worlds", viewBox: box.map((n) => n.toFixed(1)).join(" "), role: "img", "aria-label": description(frame, agents) },
    s("defs", {}, agents.map((_, at) => s("marker", { id: `head-${at}`, viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: "auto", class: `agent-${at % 6}` }, s("path", { d: "M0 0L8 4L0 8z" })))),
    [...pairs.values()].flatMap((edges) => edges.map((edge, at) => line(edge, at, edges.length))),
    frame.worlds.map((world, at) => {
      if (!alive.has(at) && !was.has(at)) return null;
      const [x, y] = place[at];
      const lines = labels[at];
      const mood = [alive.has(at) ? "" : "gone", at === frame.actual ? "actual" : "", lit?.has(world.name) ? "lit" : ""].join(" ");
      return s("g", { class: `world ${mood}`, "data-world": world.name, transform: `translate(${x.toFixed(1)} ${y.toFixed(1)})` },
        s("title", {}, `${world.name}${at === frame.actual ? ": the actual world" : ""}`),
        s("rect", { x: -wide / 2, y: -high / 2, width: wide, height: high, rx: 10 }),
        lines.map((words, row) => s("text", { y: (row - (lines.length - 1) / 2) * ROW + 4.5, "text-anchor": "middle", class: world.label && row === 0 ? "name" : null }, words)));
    }));
  const natural = Math.min(box[2] * 1.15, 900);
  drawn.style.maxWidth = `${natural}px`; // a single world stays small
  return drawn;

  function line(edge, at, of) {
    const [from, to] = [place[edge.from], place[edge.to]];
    const attributes = { class: `link agent-${edge.agent % 6} ${edge.some ? "some" : ""} ${edge.agent > 5 ? "late" : ""}`, "marker-end": edge.both ? null : `url(#head-${edge.agent})` };
    const path = edge.from === edge.to ? loop(from, edge.agent) : span(from, to, (at - (of - 1) / 2) * 8, edge.both);
    return s("path", { ...attributes, d: path }, s("title", {}, agents[edge.agent]));
  }

  // A line between two boxes (an arrow ends at their borders), moved aside where several run side by side.
  function span(from, to, aside, both) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const far = Math.hypot(dx, dy) || 1;
    const [nx, ny] = [(-dy / far) * aside, (dx / far) * aside];
    const cut = both ? 0 : Math.min(0.45, Math.min(Math.abs(wide / 2 / dx), Math.abs(high / 2 / dy)));
    const point = (part) => [from[0] + dx * part + nx, from[1] + dy * part + ny].map((n) => n.toFixed(1)).join(" ");
    const crossing = frame.worlds.some((_, k) => place[k] !== from && place[k] !== to && near(place[k], from, to));
    if (!crossing) return `M${point(cut)}L${point(1 - cut)}`;
    const bend = Math.max(high, 34) * 1.25;
    const [mx, my] = [from[0] + dx / 2 + nx * 2 - (dy / far) * bend, from[1] + dy / 2 + ny * 2 + (dx / far) * bend];
    return `M${point(cut * 0.8)}Q${mx.toFixed(1)} ${my.toFixed(1)} ${point(1 - cut * 0.8)}`;
  }

  function near(point, from, to) {
    const [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    const part = ((point[0] - from[0]) * dx + (point[1] - from[1]) * dy) / (dx * dx + dy * dy || 1);
    if (part <= 0.05 || part >= 0.95) return false;
    return Math.abs(from[0] + dx * part - point[0]) < wide / 2 && Math.abs(from[1] + dy * part - point[1]) < high / 2;
  }

  function loop([x, y], agent) {
    const edge = x + (agent % 2 ? -1 : 1) * (wide / 2 - 14);
    const [up, out] = [y - high / 2, agent % 2 ? -16 : 16];
    return `M${edge - out * 0.4} ${up}C${edge - out} ${up - 36} ${edge + out * 1.6} ${up - 36} ${edge + out * 0.5} ${up}`;
  }
}

function linesOf(world) {
  const true_ = world.true.join(" ");
  if (!world.label) return [true_ || "∅"];
  const wrapped = world.true.length > 2 && true_.length > 16 ? world.true : true_ ? [true_] : [];
  return [world.label, ...wrapped];
}

function description(frame, agents) {
  const names = frame.alive.slice(0, 20).map((at) => frame.worlds[at].name).join("; ");
  const actual = frame.actual === null ? "" : ` The actual one is ${frame.worlds[frame.actual].name}.`;
  const blind = agents.map((agent, at) => `${agent} has ${plural(frame.edges.filter((edge) => edge.agent === at).length, "line")}`).join(", ");
  return `${frame.count} ${frame.count === 1 ? "world" : "worlds"}: ${names}.${actual} ${blind}.`;
}
