"""Hanabi compiled: rules, bots and whole games on integer arrays.

`state_layout` and `terms_layout` say what each word of the arrays holds; `state_conversion` translates to and
from the plain rules in `handsight.hanabi`. `deal`, `rules`, `card_value` and `seat_knowledge` work on one
state. `game_loop` plays whole games (`mixed_teams` with different bots), and `play_games` is its entry from
Python. `compiled_bot` says what a compiled bot is.
"""

from handsight.extras import need_extra

need_extra("lab", "numpy", "numba", "llvmlite")
