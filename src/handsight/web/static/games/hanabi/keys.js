// @ts-check
// The keys of a Hanabi table, as on hanab.live: their list, and pure steps from one choice of a move to the next.
// A choice is one of { kind: "none" }, { kind: "slot", verb }, { kind: "card", order }, { kind: "clue", seat, mark, order }.

export const KEYS = [
  ["A or +, then 1–6", "play the card in that slot"],
  ["D or -, then 1–6", "discard the card in that slot"],
  [";", "choose who gets a clue (the next player first)"],
  ["1–5", "a number clue"],
  ["Q W E R T Y", "a colour clue, in the order of the stacks"],
  ["Enter", "give the clue"],
  ["Esc", "cancel"],
  ["← →", "look back and forward, turn by turn"],
  ["[ ]", "look back and forward, a round at a time"],
  ["Home End", "the first turn; now"],
  ["U", "undo (practice)"],
  ["H", "try it out: play on with a possible deal, without changing this game (practice)"],
  ["K", "what do I know?"],
  ["hold Space", "see every card as its holder does"],
  ["N, or a right click", "write a note on a card"],
  ["P, Space", "pause, step (where bots play alone)"],
  ["Tab, Enter", "go through everything, choose"],
];

export const NONE = { kind: "none" };
const VERBS = { a: "play", "+": "play", d: "discard", "-": "discard" };
const COLOR_KEYS = "qwerty";

export const colorKey = (at) => COLOR_KEYS[at]?.toUpperCase() ?? "";

// Returns { choice } after a key, { choice, action } when it completes a move, or null if the key means nothing here.
export function press(key, choice, { hand, others, rules }) {
  if (key === "Escape") return choice.kind === "none" ? null : { choice: NONE };
  const lower = key.toLowerCase();
  const verb = VERBS[lower];
  if (verb) {
    if (choice.kind === "card") return done(verb, choice.order);
    return { choice: { kind: "slot", verb } };
  }
  const digit = /^[1-9]$/.test(key) ? Number(key) : 0;
  if (digit && choice.kind === "slot") return hand[digit - 1] === undefined ? { choice } : done(choice.verb, hand[digit - 1]);
  if (digit && rules.numbers.includes(digit)) return { choice: clue(choice, others, `n${digit}`) };
  const color = COLOR_KEYS.indexOf(lower);
  if (color >= 0 && color < rules.colors.length && lower.length === 1) return { choice: clue(choice, others, `c${color}`) };
  if (key === ";") return { choice: nextTarget(choice, others) };
  if (key === "Enter" && choice.kind === "clue" && choice.mark) return { choice: NONE, action: given(choice.seat, choice.mark) };
  return null;
}

export function given(seat, mark) {
  return { do: "clue", seat, kind: mark[0] === "c" ? "color" : "number", value: Number(mark.slice(1)) };
}

function done(verb, order) {
  return { choice: NONE, action: { do: verb, order } };
}

function clue(choice, others, mark) {
  return { kind: "clue", seat: choice.kind === "clue" ? choice.seat : others[0], mark };
}

function nextTarget(choice, others) {
  const at = choice.kind === "clue" ? others.indexOf(choice.seat) : -1;
  return { kind: "clue", seat: others[(at + 1) % others.length], mark: choice.kind === "clue" ? choice.mark : null };
}
