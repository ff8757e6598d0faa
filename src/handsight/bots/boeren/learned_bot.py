"""A bot trained by deep Q-learning: it takes the action that its network values most."""

import json
import zlib
from functools import lru_cache, partial
from itertools import pairwise
from math import prod
from pathlib import Path
from typing import Any
from zipfile import BadZipFile

import numpy as np

from handsight.boeren import Action, Rules, View
from handsight.boeren.compiled.state_conversion import to_action, to_array
from handsight.boeren.compiled.state_layout import CARDS
from handsight.bots.boeren.action_values import NO_CHOICE, lasting_actions, tell_values
from handsight.bots.boeren.compiled.compiled_bots import CompiledBot
from handsight.bots.boeren.compiled.network import (
    FEATURE_SET,
    HIDDEN,
    WEIGHTS,
    decide,
    network_bot,
    weight_shapes,
)
from handsight.bots.boeren.compiled.network_input import FEATURE_SETS, WIDTH, Floats32, encode
from handsight.bots.boeren.kripke_bots import BoerenBot
from handsight.bots.bot import Decision
from handsight.bots.user_bots import FileStamp, file_stamp
from handsight.compiled.jit import Ints
from handsight.errors import BotError
from handsight.game import Dice

SHIPPED = Path(__file__).parent / "weights"
"""The weights that ship with the package, a file for each kind of features."""
DAMAGE = (OSError, ValueError, LookupError, EOFError, RuntimeError, MemoryError, BadZipFile, zlib.error)
"""What reading a damaged file may raise; every part of it has a checksum."""


REWARDS = {
    "score": "tens of points of the round",
    "win": "chances to win the round",
    "trick": "tricks still to take",
}
"""What a learner may be rewarded for, and so in what its values are."""
TRAINING = "training"
"""The part of a file of weights that says how they were trained, as JSON."""


class Learner(BoerenBot):
    """Plays by the weights of a network; it throws no dice."""

    def __init__(
        self, terms: Rules, seat: int, dice: Dice, player: CompiledBot, training: dict[str, Any] | None = None
    ) -> None:
        super().__init__(terms, seat, dice)
        self.settings = player.settings_array()
        self.reward = (training or {}).get("reward", "score")

    def decide(self, view: View) -> Decision[Action]:
        """Ask the network about what the seat sees."""
        row = to_array(view)
        return Decision(to_action(view, decide(row, self.settings)), partial(self._explain, view, row))

    def _explain(self, view: View, row: Ints) -> str:
        """Say what the network expects of each legal action."""
        choices, values = lasting_actions(view), network_values(row, self.settings)
        if len(choices) == 1:
            return NO_CHOICE
        told = tell_values(choices, values[CARDS:] if view.bidding else values[:CARDS])
        return f"its network expects, in {REWARDS.get(self.reward, self.reward)} – {told}"


def network_values(row: Ints, settings: Ints) -> Floats32:
    """Return what a network of these settings says of every action: cards, then bids."""
    numbers = np.empty(WIDTH, np.float32)
    encode(row, int(settings[FEATURE_SET]), numbers)
    shapes = weight_shapes(int(settings[HIDDEN]))
    ends = np.cumsum([0, *map(prod, shapes)]).tolist()
    flat = settings[WEIGHTS:].view(np.float32)
    parts = [flat[at:end].reshape(shape) for (at, end), shape in zip(pairwise(ends), shapes, strict=True)]
    for at in range(0, len(parts), 2):
        numbers = (np.maximum(numbers, 0) if at else numbers) @ parts[at] + parts[at + 1]
    return numbers


def training_of(path: Path) -> dict[str, Any]:
    """Return how the weights of a file were trained; empty where it does not say, or cannot be read."""
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            found = json.loads(str(file[TRAINING]))
    except DAMAGE:
        return {}
    return found if isinstance(found, dict) else {}


def load_weights(path: Path) -> CompiledBot:
    """Return the compiled bot whose weights training wrote to a file, or raise BotError."""
    return _load(path, file_stamp(path))


@lru_cache(maxsize=64)
def _load(path: Path, _stamp: FileStamp | None) -> CompiledBot:
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            state, parts = int(file["state"]), [file[f"part{at}"].astype(np.float32) for at in range(6)]
    except FileNotFoundError:
        raise BotError(f"there is no file {path}; `handsight train boeren` writes one") from None
    except DAMAGE as error:
        raise BotError(f"{path} does not hold a learner's weights, or is damaged: {error}") from None
    shapes = [part.shape for part in parts]
    if not 0 <= state < len(FEATURE_SETS) or shapes != list(weight_shapes(parts[1].size)):
        raise BotError(f"{path} holds weights of another size; train again with this version")
    if not all(np.isfinite(part).all() for part in parts):
        raise BotError(f"{path} holds weights that are no numbers; train again")
    return network_bot(state, parts)
