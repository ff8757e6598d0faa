"""Compiled bots of Boeren Bridge, and whole matches between them.

`compiled_bots` holds the simple bots, which choose by rule graphs. `sampler` and `learned_bot` are the strong
ones; they stand on `owner_chances` (exact counting) and `network_input`. `match_loop` plays whole matches.
"""
