"""The learner: a bot trained by deep Q-learning, which takes the action that its network values most.

Its weights are part of the settings of a compiled bot: the feature set, the width of the hidden layers, and
then the weights, two to a word. There are three layers with biases, with rectifiers (ReLU) between them.
"""

import json
import zlib
from functools import lru_cache, partial
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from handsight.boeren import Action, Rules, View
from handsight.boeren.compiled import rules
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_conversion import to_action, to_array, to_number
from handsight.boeren.compiled.state_layout import CARDS
from handsight.bots.boeren.bot import NO_CHOICE, BoerenBot, lasting_actions, tell_values
from handsight.bots.boeren.compiled import network_input as features
from handsight.bots.boeren.compiled.compiled_bots import DECIDE_SIGNATURE, CompiledBoerenBot
from handsight.bots.boeren.compiled.network_input import ACTIONS, FEATURE_SETS, WIDTH, Floats32
from handsight.bots.bot import Decision
from handsight.bots.user_bots import FileStamp, file_stamp
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.errors import BotError
from handsight.game import Dice

FEATURE_SET, HIDDEN, WEIGHTS = range(3)


def weight_shapes(hidden: int) -> tuple[tuple[int, ...], ...]:
    """Return the shapes of the weight arrays, in order; a matrix has a row for each input."""
    return (WIDTH, hidden), (hidden,), (hidden, hidden), (hidden,), (hidden, ACTIONS), (ACTIONS,)


def network_bot(feature_set: int, weights: list[Floats32]) -> CompiledBoerenBot:
    """Return the compiled bot of a network."""
    flat = np.concatenate([np.ascontiguousarray(part, np.float32).ravel() for part in weights])
    words = np.append(flat, np.zeros(flat.size % 2, np.float32)).view(np.int64)
    return CompiledBoerenBot(decide, (feature_set, weights[1].size, *words.tolist()))


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


@compiled("void(int64[::1], int64[::1], float32[::1])", allocates=True)
def write_values(state: Ints, settings: Ints, values: Floats32) -> None:
    """Write the value that the network gives each action to *values*: cards, then bids."""
    hidden, weights = settings[HIDDEN], settings[WEIGHTS:].view(np.float32)
    inputs = np.empty(WIDTH, np.float32)
    one, two = np.empty(hidden, np.float32), np.empty(hidden, np.float32)
    features.encode(state, settings[FEATURE_SET], inputs)
    at = apply_layer(inputs, weights, 0, hidden, one)
    rectify(one)
    at = apply_layer(one, weights, at, hidden, two)
    rectify(two)
    apply_layer(two, weights, at, ACTIONS, values)


@compiled(DECIDE_SIGNATURE, allocates=True)
def decide(state: Ints, settings: Ints) -> int:
    """Take the legal action of highest value, the first of several; never a bid that must be changed."""
    left = rules.lasting(state)
    if not left & left - 1:
        return lowest_bit(left)
    values = np.empty(ACTIONS, np.float32)
    write_values(state, settings, values)
    begin = CARDS if st.is_bidding(state) else 0
    best = lowest_bit(left)
    while left:
        action = lowest_bit(left)
        left &= left - 1
        if values[begin + action] > values[begin + best]:
            best = action
    return best


SHIPPED = Path(__file__).parents[1] / "weights"
"""The weights that ship with the package, a file for each kind of features."""
DAMAGE = (OSError, ValueError, LookupError, EOFError, RuntimeError, MemoryError, BadZipFile, zlib.error)
"""What reading a damaged file may raise; every part of it has a checksum."""


REWARDS = {
    "score": "tens of points of the round",
    "win": "chances to win the round",
    "trick": "tricks still to take",
}
"""What a learner may be rewarded for, and the unit of its values."""
TRAINING = "training"
"""The part of a file of weights that says how they were trained, as JSON."""


class LearnedBoerenBot(BoerenBot):
    """Plays by the weights of a network; it throws no dice."""

    def __init__(
        self,
        terms: Rules,
        seat: int,
        dice: Dice,
        player: CompiledBoerenBot,
        training: dict[str, Any] | None = None,
    ) -> None:
        super().__init__(terms, seat, dice)
        self.settings = player.settings_array()
        self.reward = (training or {}).get("reward", "score")

    def decide(self, view: View) -> Decision[Action]:
        """Return the legal action to which the network gives the highest value, with a reason."""
        row = to_array(view)
        return Decision(to_action(view, decide(row, self.settings)), partial(self._explain, view, row))

    def _explain(self, view: View, row: Ints) -> str:
        """Return in words the value that the network expects of each legal action."""
        choices, values = lasting_actions(view), np.empty(ACTIONS, np.float32)
        write_values(row, self.settings, values)
        if len(choices) == 1:
            return NO_CHOICE
        first = CARDS if view.bidding else 0
        told = tell_values({action: float(values[first + to_number(action)]) for action in choices})
        return f"its network expects, in {REWARDS.get(self.reward, self.reward)} – {told}"


def training_of(path: Path) -> dict[str, Any]:
    """Return how the weights of a file were trained; empty where it does not say, or cannot be read."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            found = json.loads(str(file[TRAINING]))
    except DAMAGE:
        return {}
    return found if isinstance(found, dict) else {}


def load_weights(path: Path) -> CompiledBoerenBot:
    """Return the compiled bot whose weights training wrote to a file, or raise BotError."""
    return _load(path, file_stamp(path))


@lru_cache(maxsize=64)
def _load(path: Path, _stamp: FileStamp | None) -> CompiledBoerenBot:
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            state, parts = int(file["state"]), [file[f"part{at}"].astype(np.float32) for at in range(6)]
    except FileNotFoundError:
        raise BotError(f"there is no file {path}; `handsight train boeren` writes one") from None
    except DAMAGE as error:
        raise BotError(f"{path} does not hold a learner's weights, or is damaged: {error}") from None
    shapes = [part.shape for part in parts]
    if not 0 <= state < len(FEATURE_SETS) or shapes != list(weight_shapes(parts[1].size)):
        raise BotError(f"{path} holds weights of the wrong size; train again with this version")
    if not all(np.isfinite(part).all() for part in parts):
        raise BotError(f"{path} holds weights that are no numbers; train again")
    return network_bot(state, parts)
