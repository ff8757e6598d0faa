"""The compiled twins of the plain players, by name."""

from handsight.kernels.boeren.counter import COUNTER
from handsight.kernels.boeren.players import FULL_KRIPKE, GREEDY, GREEDY_KRIPKE, RANDOM

TWINS = {
    "random": RANDOM,
    "greedy": GREEDY,
    "greedy-kripke": GREEDY_KRIPKE,
    "full-kripke": FULL_KRIPKE,
    "counter": COUNTER,
}
