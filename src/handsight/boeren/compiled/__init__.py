"""The rules of Boeren Bridge compiled, on integer arrays.

`state_layout` says what each word of a state holds; `state_conversion` translates from the plain rules in
`handsight.boeren`. `deal` and `rules` work on one state.
"""

from handsight.extras import need_extra

need_extra("lab", "numpy", "numba", "llvmlite")
