// The keys of a Hanabi table.

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
  ["H", "what if: go on with another deal that you cannot rule out (practice)"],
  ["K", "what do I know?"],
  ["P, Space", "pause, step (where bots play alone)"],
  ["Tab, Enter", "go through everything, choose"],
];
