"""What search computes thousands of times: hands that a seat may hold, tests of past actions, and rollouts.

- `hands`: hands as words, eight bits a slot; list, count, draw and thin them.
- `evidence`: with which hands would the compiled bot have acted as it did?
- `rollouts`: replay a game with a supposed hand, and play on to the end with every action.
- `open_hands`: with all cards known, can the team reach a score?
"""

from handsight.extras import need_extra

need_extra("lab", "numpy", "numba", "llvmlite")
