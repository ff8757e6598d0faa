// @ts-check
// Icons as SVG, drawn in the colour of the text around them: icon("play"). They look the same on every machine.

import { s } from "./dom.js";

const PATHS = {
  clue: ["M12 3v12", "M7 10l5 5 5-5", "M5 21h14"],
  play: ["M12 20V5", "M6 11l6-6 6 6"],
  discard: ["M5 7h14", "M10 11v6", "M14 11v6", "M7 7l1 13h8l1-13", "M9 7V4h6v3"],
  yes: ["M4 13l5 5L20 6"],
  up: ["M12 20V4", "M6 10l6-6 6 6"],
  down: ["M12 4v16", "M6 14l6 6 6-6"],
  strike: ["M6 6l12 12", "M18 6L6 18"],
  close: ["M6 6l12 12", "M18 6L6 18"],
  stop: ["M7 7h10v10H7Z"],
  deal: ["M8 4h10v14H8Z", "M5 8v12h9"],
  first: ["M7 5v14", "M18 5l-8 7 8 7Z"],
  back: ["M16 5l-8 7 8 7Z"],
  on: ["M8 5l8 7-8 7Z"],
  last: ["M17 5v14", "M6 5l8 7-8 7Z"],
  sun: ["M12 8a4 4 0 1 0 0 8 4 4 0 0 0 0-8Z", "M12 2v2M12 20v2M2 12h2M20 12h2M5 5l1.4 1.4M17.6 17.6 19 19M5 19l1.4-1.4M17.6 6.4 19 5"],
  moon: ["M20 14.5A8.5 8.5 0 0 1 9.5 4 8.5 8.5 0 1 0 20 14.5Z"],
  bid: ["M12 4l8 8-8 8-8-8Z"],
  change: ["M4 9h14l-4-4", "M20 15H6l4 4"],
  trump: ["M4 18h16", "M4 18L3 8l5 4 4-7 4 7 5-4-1 10"],
  led: ["M5 6l6 6-6 6", "M13 6l6 6-6 6"],
  none: ["M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16Z", "M6 18L18 6"],
  trick: ["M12 3l2.7 5.8 6.3.7-4.7 4.3 1.3 6.2-5.6-3.2L6.400 20l1.300-6.200L3 9.500l6.300-.7Z"],
  star: ["M12 3l2.7 5.8 6.3.7-4.7 4.300 1.300 6.200-5.600-3.200L6.400 20l1.300-6.200L3 9.500l6.300-.7Z"],
  undo: ["M9 14L4 9l5-5", "M4 9h10a6 6 0 0 1 0 12h-3"],
  keys: ["M3 6h18v12H3Z", "M7 10h.01M11 10h.01M15 10h.01M8 14h8"],
  eye: ["M2 12s4-7 10-7 10 7 10 7-4 7-10 7S2 12 2 12Z", "M12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6Z"],
  share: ["M12 15V3", "M8 7l4-4 4 4", "M5 12v8h14v-8"],
};
const SOLID = new Set(["first", "back", "on", "last", "stop", "star"]);

export function icon(name) {
  return s("svg", { viewBox: "0 0 24 24", class: "icon", "aria-hidden": "true" },
    PATHS[name].map((d) => s("path", { d, class: SOLID.has(name) ? "solid" : null })));
}
