"""Hanabi compiled: rules, bots and whole games on integer arrays.

`state_layout` and `terms_layout` say what each word of the arrays holds; `state_conversion` translates to and
from the plain rules in `handsight.hanabi`. `deal`, `rules`, `card_value` and `seat_knowledge` work on one
state. `game_loop` says what a compiled bot is and plays whole games; `play_games` is its entry from Python.
"""

from handsight.extras import need_extra

need_extra("lab", "numpy", "numba", "llvmlite")
