"""Boeren Bridge compiled: rules, bots, whole matches and the open-hand solver on integer arrays.

`state_layout` says what each word of a state holds; `convert` translates from the plain rules in
`handsight.boeren`. `deal` and `rules` work on one state; `match_loop` plays whole matches, and `play_matches`
is its entry from Python. `compiled_bots` holds the simple bots, which choose by `rule_graphs`; `sampler` and
`network` are the strong ones, on `chances` (exact counting), `solver` (open hands) and `features` (network
input). `batch` steps many rounds at once, for training.
"""

from handsight.extras import need_extra

need_extra("lab", "numpy", "numba", "llvmlite")
