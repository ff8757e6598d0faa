// The look of a suit: its colours, and a shape of its own for those who cannot tell colours apart.

const INKS = {
  Red: "#d63b34", Yellow: "#f4c430", Green: "#2f9e5b", Blue: "#2f72d6", Purple: "#8b4fc8", Teal: "#1fa8a0",
  Black: "#2b2f3a", White: "#f2f0ea", Gray: "#9aa0ab", Pink: "#f08bb8", "Dark Pink": "#c2527f",
  Brown: "#8a5a36", "Dark Brown": "#5b3a22", Orange: "#ee7d22", "Dark Orange": "#b85b12",
  "Light Pink": "#f7cbdd", "Gray Pink": "#b99aa8", Null: "#5a5f6b", "Dark Null": "#363a43",
  Tomato: "#ec6a50", Mahogany: "#7f2a1d", Carrot: "#ef8354", Ruby: "#a3123f",
  Emerald: "#19c37d", Olive: "#7a8b3a", Berry: "#5b4bd0", Navy: "#1c3f94", Sky: "#6fb7f2",
  Ice: "#bfe3fb", Aqua: "#37b6d6", Ocean: "#12607f",
  Tangerine: "#f08a24", Peach: "#f6b38a", Yam: "#c96f1e", Gold: "#b79a20", Violet: "#9a3fb5", Magenta: "#c93a9c",
  Cardinal: "#b0285f", Maroon: "#6d1f2c", Lime: "#a4cf36", Jungle: "#4f8f3a", Jade: "#2fa58a", Tan: "#b39a5c",
  Cyan: "#27b3c9", Indigo: "#4b4fc4", Cobalt: "#28449a",
};
const LIGHT = new Set(["Yellow", "White", "Light Pink", "Ice", "Peach", "Lime", "Pink", "Sky", "Tan"]);
const MIXED = new Set(["Rainbow", "Prism", "Omni", "Muddy Rainbow", "Geas", "Beatnik", "Plum", "Taupe"]);
const MIXED_DARK = new Set(["Dark Rainbow", "Dark Prism", "Dark Omni", "Cocoa Rainbow"]);

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
    const inks = MIXED.has(suit.name) || MIXED_DARK.has(suit.name)
      ? suit.colors.map(ink) : [INKS[suit.name] ?? ink(suit.colors[0])];
    const light = LIGHT.has(suit.name);
    return {
      ...suit, inks, dark: MIXED_DARK.has(suit.name), path: SHAPES[shape], shape,
      pen: light ? "#26221a" : "#ffffff", letter: suit.letter.toUpperCase(), id: `suit-${at}`,
    };
  });
}

export function ink(color) {
  return INKS[color] ?? "#777c88";
}

export function penOn(color) {
  return LIGHT.has(color) ? "#26221a" : "#ffffff";
}
