"""The learner's neural network as a compiled bot; its weights are part of its settings.

The settings are the feature set, the width of the hidden layers, and then the weights, two to a word: three
layers with biases, with rectifiers (ReLU) between them. The bot takes the legal action of highest value.
"""

import numpy as np

from handsight.boeren.compiled import rules
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_layout import CARDS
from handsight.bots.boeren.compiled import network_input as features
from handsight.bots.boeren.compiled.compiled_bots import DECIDE_SIGNATURE, CompiledBot
from handsight.bots.boeren.compiled.network_input import ACTIONS, WIDTH, Floats32
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit

FEATURE_SET, HIDDEN, WEIGHTS = range(3)


def weight_shapes(hidden: int) -> tuple[tuple[int, ...], ...]:
    """Return the shapes of the weight arrays, in order; a matrix has a row for each input."""
    return (WIDTH, hidden), (hidden,), (hidden, hidden), (hidden,), (hidden, ACTIONS), (ACTIONS,)


def network_bot(feature_set: int, weights: list[Floats32]) -> CompiledBot:
    """Return the compiled bot of a network."""
    flat = np.concatenate([np.ascontiguousarray(part, np.float32).ravel() for part in weights])
    words = np.append(flat, np.zeros(flat.size % 2, np.float32)).view(np.int64)
    return CompiledBot(decide, (feature_set, weights[1].size, *words.tolist()))


@inlined
def apply_layer(inputs: Floats32, weights: Floats32, at: int, width: int, out: Floats32) -> int:
    """Write the output of a layer; return where the weights of the next layer begin."""
    for unit in range(width):
        out[unit] = weights[at + inputs.size * width + unit]
    for place in range(inputs.size):
        value = inputs[place]
        if value != 0.0:
            begin = at + place * width
            for unit in range(width):
                out[unit] += value * weights[begin + unit]
    return at + (inputs.size + 1) * width


@inlined
def rectify(inputs: Floats32) -> None:
    """Set negative values to zero (ReLU)."""
    for place in range(inputs.size):
        inputs[place] = max(inputs[place], np.float32(0.0))


@compiled(DECIDE_SIGNATURE, allocates=True)
def decide(state: Ints, settings: Ints) -> int:
    """Take the legal action of highest value, the first of several; never a bid that must be changed."""
    left = rules.lasting(state)
    if not left & left - 1:
        return lowest_bit(left)
    hidden, weights = settings[HIDDEN], settings[WEIGHTS:].view(np.float32)
    inputs = np.empty(WIDTH, np.float32)
    one, two = np.empty(hidden, np.float32), np.empty(hidden, np.float32)
    values = np.empty(ACTIONS, np.float32)
    features.encode(state, settings[FEATURE_SET], inputs)
    at = apply_layer(inputs, weights, 0, hidden, one)
    rectify(one)
    at = apply_layer(one, weights, at, hidden, two)
    rectify(two)
    apply_layer(two, weights, at, ACTIONS, values)
    begin = CARDS if st.is_bidding(state) else 0
    best = lowest_bit(left)
    while left:
        action = lowest_bit(left)
        left &= left - 1
        if values[begin + action] > values[begin + best]:
            best = action
    return best
