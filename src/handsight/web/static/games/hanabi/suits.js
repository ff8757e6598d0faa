// @ts-check
// The look of a suit: its colours, and a shape of its own for those who cannot tell colours apart.

const INKS = {
  Red: "#c62f28", Yellow: "#f2c12e", Green: "#1f7a45", Blue: "#2563c9", Purple: "#7b3fb8", Teal: "#0f766e",
  Black: "#23262e", White: "#fbfaf6", Gray: "#b4b8c0", Pink: "#f28cba", "Dark Pink": "#a83468",
  Brown: "#7d4f2e", "Dark Brown": "#553520", Orange: "#f08a33", "Dark Orange": "#a34d0c",
  "Light Pink": "#f9d3e2", "Gray Pink": "#c9aeba", Null: "#565b66", "Dark Null": "#33373f",
  Tomato: "#f07860", Mahogany: "#7a281c", Carrot: "#f39468", Ruby: "#9c113c",
  Emerald: "#2bcf8b", Olive: "#5f6d29", Berry: "#5546c8", Navy: "#1c3f94", Sky: "#7cbff5",
  Ice: "#c5e6fb", Aqua: "#4cc1de", Ocean: "#12607f",
  Tangerine: "#f39a3d", Peach: "#f8bd98", Yam: "#a8540f", Gold: "#c9ac34", Violet: "#9134ac", Magenta: "#b32c88",
  Cardinal: "#a62359", Maroon: "#6d1f2c", Lime: "#aed544", Jungle: "#3b742a", Jade: "#1d7a64", Tan: "#c0a86b",
  Cyan: "#35bdd2", Indigo: "#4b4fc4", Cobalt: "#28449a",
};
const MIXED = new Set(["Rainbow", "Prism", "Omni", "Muddy Rainbow", "Geas", "Beatnik", "Plum", "Taupe"]);
const MIXED_DARK = new Set(["Dark Rainbow", "Dark Prism", "Dark Omni", "Cocoa Rainbow"]);
const PAPER = "#fbfaf6";
const NIGHT = "#23262e";
const PENS = ["#ffffff", "#14130f"];

// Shapes are paths in a box from -10 to 10.
const SHAPES = {
  diamond: "M0-10 8.5 0 0 10-8.5 0Z",
  star: "M0-10 2.9-3.3 10-2.8 4.6 1.9 6.2 9 0 5.2-6.2 9-4.6 1.9-10-2.8-2.9-3.3Z",
  clover: "M0-10a4.6 4.6 0 0 1 4 6.9A4.6 4.6 0 1 1 2 4.4L3.6 10H-3.6L-2 4.4A4.6 4.6 0 1 1-4-3.1 4.6 4.6 0 0 1 0-10Z",
  drop: "M0-10C4.5-4 7.5-.5 7.5 3A7.5 7 0 0 1-7.5 3C-7.5-.5-4.5-4 0-10Z",
  moon: "M4.5-9.5A10 10 0 1 0 9.5 4.5 8.5 8.5 0 0 1 4.5-9.5Z",
  wave: "M-10-3.5C-7-9-3-9 0-5S7-1 10-6V6C7 11 3 11 0 7S-7 3-10 8Z",
  square: "M-8-8H8V8H-8Z",
  ring: "M0-9.5A9.5 9.5 0 1 1 0 9.5 9.5 9.5 0 0 1 0-9.5ZM0-4.5A4.5 4.5 0 1 0 0 4.5 4.5 4.5 0 0 0 0-4.5Z",
  triangle: "M0-9.5 9.5 8H-9.5Z",
  cross: "M-3.5-9.5H3.5V-3.5H9.5V3.5H3.5V9.5H-3.5V3.5H-9.5V-3.5H-3.5Z",
  heart: "M0 9.5C-13-.5-8.5-9.5-3.8-8.5-1.8-8.1-.5-6.5 0-5 .5-6.5 1.8-8.1 3.8-8.5 8.5-9.5 13-.5 0 9.5Z",
  bolt: "M2.5-10-7.5 2H-1L-3.5 10 7.5-3H1Z",
};
const OWN_SHAPE = {
  Red: "diamond", Yellow: "star", Green: "clover", Blue: "drop", Purple: "moon", Teal: "wave",
  Black: "square", White: "ring", Pink: "heart", Brown: "triangle", Rainbow: "cross", Orange: "bolt",
};

// Give every suit of a variant its colours and a shape; no two share a shape.
export function withLooks(suits) {
  const free = new Set(Object.keys(SHAPES));
  const shapes = suits.map((suit) => {
    const own = OWN_SHAPE[suit.name];
    return own && free.delete(own) ? own : null;
  });
  return suits.map((suit, at) => {
    let shape = shapes[at];
    if (!shape) { [shape] = free; free.delete(shape); }
    // A suit of several colours has them in stripes along its edge, around plain paper (or night, for a dark suit):
    // so it looks like none of them. Suits with one copy of each card have a dark edge.
    const dark = MIXED_DARK.has(suit.name);
    const mixed = (dark || MIXED.has(suit.name)) && suit.colors.length > 1;
    const inks = mixed ? suit.colors.map(ink) : [INKS[suit.name] ?? ink(suit.colors[0])];
    const ground = mixed ? (dark ? NIGHT : PAPER) : inks[0];
    return {
      ...suit, inks, mixed, ground, edge: mixed ? null : suit.one_of_each ? "#0c0d10" : suit.name === "White" ? "#8b8f98" : null,
      path: SHAPES[shape], shape, pen: penFor(ground), letter: suit.letter.toUpperCase(), id: `suit-${at}`,
    };
  });
}

export function ink(color) {
  return INKS[color] ?? "#6b707b";
}

export const penOn = (color) => penFor(ink(color));

// White or black, whichever is easier to read on a colour.
export function penFor(ground) {
  return contrast(ground, PENS[0]) >= contrast(ground, PENS[1]) ? PENS[0] : PENS[1];
}

// The contrast of two colours as the accessibility guidelines measure it, from 1 to 21.
export function contrast(one, other) {
  const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function light(color) {
  const [red, green, blue] = [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4));
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
