"""The bot that learned by playing with itself: plain, and compiled."""

from functools import lru_cache, partial
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from handsight.bots.bot import Decision
from handsight.bots.hanabi.bot import HanabiBot
from handsight.bots.hanabi.learned.network import Floats, Network, load_network
from handsight.bots.hanabi.learned.suitable import unsuitable_for
from handsight.errors import InputError
from handsight.game import Dice
from handsight.hanabi import Action, Discard, GiveClue, Play, Terms, View, legal
from handsight.notation.hanabi import hle_observation as hle
from handsight.text.counting_from_one import slot_number

if TYPE_CHECKING:  # 0.5 s that only a compiled game needs
    from handsight.hanabi.compiled.compiled_bot import CompiledBot

SHIPPED = Path(__file__).with_name("two_players.npz")
TOLD, LEAST_TOLD = 3, 0.005
"""How many actions an explanation tells, and the least chance that is worth telling."""


class Learned(HanabiBot):
    """Takes the action that its network finds most likely to be right; it throws no dice."""

    def __init__(self, terms: Terms, seat: int, dice: Dice, path: Path = SHIPPED) -> None:
        super().__init__(terms, seat, dice)
        self.network = load_network(path)
        check_fits(self.network, terms, path)

    def decide(self, view: View) -> Decision[Action]:
        """Ask the network about what the seat sees."""
        hand = view.hands[self.seat]
        choices = {hle.action_number(self.terms, self.seat, hand, action): action for action in legal(view)}
        outputs = self.network.outputs(hle.observation(view))
        best = min(choices, key=lambda number: (-outputs[number], number))
        return Decision(choices[best], partial(self._explain, view, choices, outputs))

    def _explain(self, view: View, choices: dict[int, Action], outputs: Floats) -> str:
        """Say the chances of the best actions."""
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
    variant = view.terms.variant
    match action:
        case Play(order) | Discard(order):
            slot = slot_number(view.hands[view.viewer].index(order))
            return f"{'play' if isinstance(action, Play) else 'discard'} slot {slot}"
        case GiveClue(_, clue):
            return f"clue {variant.colors[clue.value].lower() if clue.kind == 'color' else clue.value}"
    return str(action)


def check_fits(network: Network, terms: Terms, path: Path) -> None:
    """Raise InputError where the network was made for another game than these terms describe."""
    trained = network.about.get("settings", {})
    why = unsuitable_for(trained, terms)
    if not why:
        wanted = hle.sections(terms)[-1].places.stop, hle.action_count(terms)
        why = "" if (network.widths[0], network.widths[-1]) == wanted else "a vector of this size"
    if why:
        raise InputError(f"learned ({path.name}) has no network for {why}; choose another bot")


def compile_learned(path: Path, terms: Terms) -> "CompiledBot":
    """Return the compiled version for some terms, or raise InputError."""
    network = load_network(path)
    check_fits(network, terms, path)
    return _compile(network)


@lru_cache(maxsize=16)
def _compile(network: Network) -> "CompiledBot":
    from handsight.bots.hanabi.learned.compiled.network import Layers, network_bot

    flat = Layers(
        np.array(network.widths, np.int64),
        np.concatenate([weight.ravel() for weight in network.weights]),
        np.concatenate(network.scales),
        np.concatenate(network.biases),
    )
    return network_bot(flat)
