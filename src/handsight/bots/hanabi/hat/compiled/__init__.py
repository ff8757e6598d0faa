"""The compiled hat bot: a clue speaks to all seats at once, by hat guessing (see `docs/explanation/hat.md`).

All seats keep the same knowledge of every card, and ask the same questions about every hand
(`public_knowledge`). An action shows a number (`shown_numbers`): the sum over all other seats of the answers
to the questions about their hands. Begin with `action_choice`, which decides, and `hat_bot`, which reads an
action and holds the finished bot. `endgame_search` plays the last turns out; `memory_layout` has the
constants.
"""

from handsight.extras import need_extra

need_extra("lab", "numpy", "numba", "llvmlite")
