"""A learner's network as a compiled player: what it was taught travels in its settings.

The settings are two words, the state it is told and the width of its layers, and then its weights, two to a
word: three layers with a bias each, and rectifiers between them. It takes the legal action of most value.
"""

import numpy as np

from handsight.kernels.boeren import features, rules, state_layout
from handsight.kernels.boeren.compiled_bots import DECIDE, CompiledBot
from handsight.kernels.boeren.features import ACTIONS, WIDTH, Numbers
from handsight.kernels.boeren.state_layout import CARDS, Ints
from handsight.kernels.jit import compiled, inlined, lowest

STATE, HIDDEN, WEIGHTS = range(3)


def sizes(hidden: int) -> tuple[tuple[int, ...], ...]:
    """Return the shapes of the weights, in the order in which they are laid out; a row for each input."""
    return (WIDTH, hidden), (hidden,), (hidden, hidden), (hidden,), (hidden, ACTIONS), (ACTIONS,)


def network(state: int, weights: list[Numbers]) -> CompiledBot:
    """Make a player of its weights."""
    flat = np.concatenate([np.ascontiguousarray(part, np.float32).ravel() for part in weights])
    words = np.append(flat, np.zeros(flat.size % 2, np.float32)).view(np.int64)
    return CompiledBot(decide, (state, weights[1].size, *words.tolist()))


@inlined
def add_layer(told: Numbers, weights: Numbers, at: int, width: int, out: Numbers) -> int:
    """Write down what a layer makes of its input; return where the next layer's weights begin."""
    for unit in range(width):
        out[unit] = weights[at + told.size * width + unit]
    for place in range(told.size):
        value = told[place]
        if value != 0.0:
            begin = at + place * width
            for unit in range(width):
                out[unit] += value * weights[begin + unit]
    return at + (told.size + 1) * width


@inlined
def rectify(told: Numbers) -> None:
    """Keep what is above zero."""
    for place in range(told.size):
        told[place] = max(told[place], np.float32(0.0))


@compiled(DECIDE, allocates=True)
def decide(row: Ints, settings: Ints) -> int:
    """Take the legal action that the network values most, the lowest of several."""
    left = rules.legal(row)
    if not left & left - 1:
        return lowest(left)
    hidden, weights = settings[HIDDEN], settings[WEIGHTS:].view(np.float32)
    told = np.empty(WIDTH, np.float32)
    one, two = np.empty(hidden, np.float32), np.empty(hidden, np.float32)
    values = np.empty(ACTIONS, np.float32)
    features.tell(row, settings[STATE], told)
    at = add_layer(told, weights, 0, hidden, one)
    rectify(one)
    at = add_layer(one, weights, at, hidden, two)
    rectify(two)
    add_layer(two, weights, at, ACTIONS, values)
    begin = CARDS if state_layout.bidding(row) else 0
    best = lowest(left)
    while left:
        action = lowest(left)
        left &= left - 1
        if values[begin + action] > values[begin + best]:
            best = action
    return best
