"""The bot that learned by playing with itself: its weights in a file, and how it decides and explains.

This needs NumPy alone; the kernels of compiled games are in `network_kernels`.
"""

import json
import zlib
from dataclasses import dataclass
from functools import lru_cache, partial
from hashlib import blake2b
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile

import numpy as np
from numpy.typing import NDArray

from handsight.bots.bot import Decision
from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.hanabi.learned.shipped_weights import SHIPPED, unsuitable_for
from handsight.bots.user_bots import FileStamp, file_stamp
from handsight.errors import BotError, InputError
from handsight.game import Dice
from handsight.hanabi import Action, Discard, GiveClue, Play, Terms, View, legal
from handsight.notation.hanabi import hle_observation as hle
from handsight.notation.hanabi.table_text import clue_in_words
from handsight.text.counting_from_one import slot_number

if TYPE_CHECKING:  # 0.5 s that only a compiled game needs
    from handsight.hanabi.compiled.game_loop import CompiledBot

Floats = NDArray[np.float32]

GREATEST = 127
"""The largest absolute value of a weight as a whole number."""
WIDEST = 1 << 14
DAMAGE = (OSError, ValueError, LookupError, EOFError, RuntimeError, MemoryError, BadZipFile, zlib.error)
"""What reading a damaged file may raise; every part of it has a checksum."""

TOLD, LEAST_TOLD = 3, 0.005
"""How many actions an explanation names at most, and the least chance of an action that it names."""


@dataclass(eq=False)
class LearnedNetwork:
    """Layers of weights in 8 bits, with a scale and a bias for each unit."""

    weights: list[NDArray[np.int8]]
    scales: list[Floats]
    biases: list[Floats]
    about: dict[str, Any]

    @property
    def widths(self) -> list[int]:
        """Inputs, units of each hidden layer, outputs."""
        return [self.weights[0].shape[0], *(weight.shape[1] for weight in self.weights)]

    @property
    def identity(self) -> str:
        """A hash of all weights, scales and biases."""
        hashed = blake2b(digest_size=16)
        for parts in zip(self.weights, self.scales, self.biases, strict=True):
            for part in parts:
                hashed.update(part.tobytes())
        return hashed.hexdigest()

    def outputs(self, bits: list[int]) -> Floats:
        """Return an output for each action, by the same sums in the same order as the compiled network."""
        values = np.array(bits, np.float32)
        last = len(self.weights) - 1
        for number, (weight, scale, bias) in enumerate(
            zip(self.weights, self.scales, self.biases, strict=True)
        ):
            total = np.zeros(weight.shape[1], np.float32)
            for place in np.flatnonzero(values):
                total += values[place] * weight[place].astype(np.float32)
            values = total * scale + bias
            if number < last:
                values = np.maximum(values, np.float32(0))
        return values


def in_8_bits(weight: NDArray[Any]) -> tuple[NDArray[np.int8], Floats]:
    """Return the weights of a layer, rounded to 8 bits, and the scale of each unit (column)."""
    wide = weight.astype(np.float64)
    greatest = np.abs(wide).max(0)
    scale = (np.where(greatest > 0, greatest, 1.0) / GREATEST).astype(np.float32)
    return np.rint(wide / scale).clip(-GREATEST, GREATEST).astype(np.int8), scale


def load_network(path: Path) -> LearnedNetwork:
    """Read a network from a file: in 8 bits, or as training wrote it, which is then rounded to 8 bits."""
    return _load(path, file_stamp(path))


@lru_cache(maxsize=16)
def _load(path: Path, _stamp: FileStamp | None) -> LearnedNetwork:
    try:
        with path.open("rb") as opened, np.load(opened, allow_pickle=False) as file:
            parts = {name: file[name] for name in file.files}
        about = json.loads(str(parts.pop("about")))
        count = sum(name.startswith("weight") for name in parts)
        weights = [parts[f"weight{number}"] for number in range(count)]
        biases = [parts[f"bias{number}"].astype(np.float32) for number in range(count)]
        if all(weight.dtype == np.int8 for weight in weights):
            scales = [parts[f"scale{number}"].astype(np.float32) for number in range(count)]
        else:
            rounded = [in_8_bits(weight) for weight in weights]
            weights, scales = [one for one, _ in rounded], [scale for _, scale in rounded]
    except FileNotFoundError:
        raise BotError(f"there is no file {path}; `handsight train hanabi` writes one") from None
    except DAMAGE as error:
        raise BotError(f"{path} does not hold a player's weights, or is damaged: {error}") from None
    _check(path, weights, scales, biases)
    return LearnedNetwork([np.ascontiguousarray(weight) for weight in weights], scales, biases, about)


def _check(path: Path, weights: list[Any], scales: list[Floats], biases: list[Floats]) -> None:
    shaped = bool(weights) and all(weight.ndim == 2 for weight in weights)
    if not shaped or max(max(weight.shape) for weight in weights) > WIDEST:
        raise BotError(f"{path} holds weights of the wrong shape; train again with this version")
    follows = all(one.shape[1] == two.shape[0] for one, two in pairwise(weights))
    units = [weight.shape[1:] for weight in weights]
    if not follows or [part.shape for part in scales] != units or [part.shape for part in biases] != units:
        raise BotError(f"{path} holds layers that do not fit together; train again with this version")
    if not all(np.isfinite(part).all() for part in (*scales, *biases)):
        raise BotError(f"{path} holds weights that are no numbers; train again")


class Learned(HanabiBot):
    """Takes the action that its network finds most likely to be right; it throws no dice."""

    def __init__(self, terms: Terms, seat: int, dice: Dice, path: Path = SHIPPED) -> None:
        super().__init__(terms, seat, dice)
        self.network = load_network(path)
        check_fits(self.network, terms, path)

    def decide(self, view: View) -> Decision[Action]:
        """Return the legal action to which the network gives the highest output, with a reason."""
        hand = view.hands[self.seat]
        choices = {hle.action_number(self.terms, self.seat, hand, action): action for action in legal(view)}
        outputs = self.network.outputs(hle.observation(view))
        best = min(choices, key=lambda number: (-outputs[number], number))
        return Decision(choices[best], partial(self._explain, view, choices, outputs))

    def _explain(self, view: View, choices: dict[int, Action], outputs: Floats) -> str:
        """Return in words the chances that the network gives the best actions."""
        if len(choices) == 1:
            return "there is no other legal action"
        numbers = sorted(choices, key=lambda number: (-outputs[number], number))
        weights = np.exp(outputs[numbers].astype(np.float64) - outputs[numbers[0]])
        chances = (weights / weights.sum()).tolist()
        told = [
            f"{_words(view, choices[number])} {100 * chance:.{0 if chance < 0.995 else 1}f} %"
            for number, chance in zip(numbers[:TOLD], chances, strict=False)
            if chance >= LEAST_TOLD
        ]
        return f"its network would play – {', '.join(told)}"


def _words(view: View, action: Action) -> str:
    if isinstance(action, Play | Discard):
        slot = slot_number(view.hands[view.viewer].index(action.order))
        return f"{type(action).__name__.lower()} slot {slot}"
    return f"clue {clue_in_words(view.terms.variant, action.clue)}" if isinstance(action, GiveClue) else ""


def check_fits(network: LearnedNetwork, terms: Terms, path: Path) -> None:
    """Raise InputError if the network was trained for another game than these terms describe."""
    trained = network.about.get("settings", {})
    why = unsuitable_for(trained, terms)
    if not why:
        wanted = hle.sections(terms)[-1].places.stop, hle.action_count(terms)
        why = "" if (network.widths[0], network.widths[-1]) == wanted else "an observation of this size"
    if why:
        raise InputError(f"learned ({path.name}) has no network for {why}; choose another bot")


def compile_learned(path: Path, terms: Terms) -> "CompiledBot":
    """Return the compiled version for some terms, or raise InputError."""
    network = load_network(path)
    check_fits(network, terms, path)
    return _compile(network)


@lru_cache(maxsize=16)
def _compile(network: LearnedNetwork) -> "CompiledBot":
    from handsight.bots.hanabi.learned.compiled.network_kernels import Layers, network_bot

    flat = Layers(
        np.array(network.widths, np.int64),
        np.concatenate([weight.ravel() for weight in network.weights]),
        np.concatenate(network.scales),
        np.concatenate(network.biases),
    )
    return network_bot(flat)
