"""The compiled hat bot: a clue speaks to all seats at once, by hat guessing (see `docs/explanation/hat.md`).

All seats keep the same public knowledge of every card (`public_knowledge`). A clue shows a number
(`clue_code`): the sum over all other seats (`hat_sum`) of the answers to questions about their hands
(`questions`). Which of several equivalent cards is played or discarded shows a number too (`action_signal`).
Begin with `policy`, which decides, and `read_action`, which reads an action; `discards` prices discards, and
`endgame` and `endgame_exact` play the last turns out. `hat_bot` holds the finished bot, `settings` its
constants.
"""

from handsight.extras import need_extra

need_extra("lab", "numpy", "numba", "llvmlite")
