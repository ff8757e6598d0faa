"""What search computes thousands of times: hands that a seat may hold, tests of past actions, and rollouts.

- `possible_hands`: hands as words, eight bits a slot; list, count, draw and thin them; with which of them
  would the compiled bot have acted as it did?
- `rollouts`: deals, drawn or listed; try actions on them, and play on to the end.
- `wrong_readings`: drop what a bot has read into clues, where the cards contradict it.
- `endgame`: the value of an action over all deals.
- `open_hands`: with all cards known, can the team reach a score?
"""

from handsight.extras import need_extra

need_extra("lab", "numpy", "numba", "llvmlite")
