"""A learned network as a compiled bot: it reads HLE's observation and takes the best legal action.

Weights are whole numbers from -127 to 127 with a scale for each unit (column); layers have biases, and
rectifiers (ReLU) between them. The inputs are 0 or 1, so sums of the first layer are exact. In later layers
products are added in the order of the inputs, in float32: the plain version, `learned_bot.LearnedNetwork`,
does the same operations in the same order, so both decide equally. Inputs that are 0 are skipped, as most
are.
"""

from itertools import pairwise
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.compiled.bit_vectors import Bytes, words_for
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE, NO_ACTION, CompiledBot
from handsight.notation.hanabi.compiled import hle_observation as hle

Weights = NDArray[np.int8]
Floats = NDArray[np.float32]


class Layers(NamedTuple):
    """The layers of a network: flat arrays, in which the layers follow one another."""

    widths: Ints
    """Inputs, units of each hidden layer, outputs."""
    weights: Weights
    """By layer and input: the weights to every unit."""
    scales: Floats
    """By layer and unit: the factor by which the whole-number weights are multiplied."""
    biases: Floats


@inlined
def _finish_unit(total: np.float32, scale: np.float32, bias: np.float32, hidden: bool) -> np.float32:
    value = total * scale + bias
    return max(value, np.float32(0.0)) if hidden else value


@inlined
def _first_layer(bits: Bytes, weights: Weights, width: int, sums: NDArray[np.int32]) -> None:
    """Add up the weights of the inputs that are 1."""
    for unit in range(width):
        sums[unit] = 0
    for place in range(bits.size):
        if bits[place]:
            row = weights[place * width : (place + 1) * width]
            for unit in range(width):
                sums[unit] += row[unit]


@inlined
def _later_layer(inputs: Floats, weights: Weights, width: int, out: Floats) -> None:
    """Add up the weights of the inputs, each times its input."""
    for unit in range(width):
        out[unit] = 0.0
    for place in range(inputs.size):
        value = inputs[place]
        if value != 0.0:
            row = weights[place * width : (place + 1) * width]
            for unit in range(width):
                out[unit] += value * np.float32(row[unit])


_LAYERS = ", ".join(
    f'Array({kind}, 1, "C", readonly=True)' for kind in ("int64", "int8", "float32", "float32")
)
"""The types of `Layers`: arrays that a kernel is compiled around cannot be written."""


@compiled(f"void(uint8[::1], {_LAYERS}, float32[::1], float32[::1], int32[::1])")
def outputs_of(
    bits: Bytes,
    widths: Ints,
    weights: Weights,
    scales: Floats,
    biases: Floats,
    one: Floats,
    two: Floats,
    sums: NDArray[np.int32],
) -> None:
    """Write the outputs of a network to *one*; *two* and *sums* are room to work in, as wide as a layer."""
    layers, at, column = widths.size - 1, 0, 0
    for layer in range(layers):
        inputs, width = widths[layer], widths[layer + 1]
        part = weights[at : at + inputs * width]
        if layer == 0:
            _first_layer(bits, part, width, sums)
            for unit in range(width):
                two[unit] = sums[unit]
        else:
            _later_layer(one[:inputs], part, width, two)
        for unit in range(width):
            one[unit] = _finish_unit(
                two[unit], scales[column + unit], biases[column + unit], layer < layers - 1
            )
        at += inputs * width
        column += width


@compiled(f"int64(int64[::1], int64[::1], int64[::1], {_LAYERS})")
def choose_action(
    terms: Ints,
    state: Ints,
    workspace: Ints,
    widths: Ints,
    weights: Weights,
    scales: Floats,
    biases: Floats,
) -> int:
    """Return the legal action with the greatest output, the first of equals in HLE's order; or NO_ACTION."""
    legal = hle.legal_in_hle(terms, state)
    if legal == 0:
        return NO_ACTION
    if legal & legal - 1:
        widest = 0
        for layer in range(1, widths.size):
            widest = max(widest, widths[layer])
        words = (widest + 1) // 2
        one = workspace[:words].view(np.float32)
        two = workspace[words : 2 * words].view(np.float32)
        sums = workspace[2 * words : 3 * words].view(np.int32)
        room = 3 * words + (widths[0] + 7) // 8
        bits = workspace[3 * words : room].view(np.uint8)[: widths[0]]
        hle.observe(terms, state, state[st.SEAT], workspace[room:], bits)
        outputs_of(bits, widths, weights, scales, biases, one, two, sums)
        best, left = lowest_bit(legal), legal
        while left:
            number = lowest_bit(left)
            left &= left - 1
            if one[number] > one[best]:
                best = number
    else:
        best = lowest_bit(legal)
    return hle.from_hle(terms, state, best)


def network_bot(layers: Layers) -> CompiledBot:
    """Return the compiled bot of a network: compiled around its weights, so not cached on disk."""
    widths, weights, scales, biases = layers
    if weights.size != sum(one * two for one, two in pairwise(widths.tolist())):
        raise ValueError(f"{weights.size} weights do not suit layers of {widths.tolist()} units")

    @compiled(DECIDE_SIGNATURE, kept=False)
    def decide(terms: Ints, state: Ints, workspace: Ints) -> int:
        return choose_action(terms, state, workspace, widths, weights, scales, biases)

    workspace = 3 * ((int(widths[1:].max()) + 1) // 2) + (int(widths[0]) + 7) // 8 + words_for(int(widths[0]))
    return CompiledBot(decide, hle.note_event, hle.NOTES, workspace)
