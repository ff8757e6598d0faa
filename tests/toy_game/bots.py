"""Bots of High Card."""

from collections.abc import Sequence

from handsight.bots import Bot, BotName, BotSpec, Decision
from handsight.bots.bot import spec_of_class
from handsight.bots.user_bots import find_user_bot
from handsight.errors import UnknownNameError
from handsight.text.suggestions import did_you_mean
from toy_game.rules import Acted, Action, View

DEFAULT = "sensible"


class Sensible(Bot[None, View, Acted, Action]):
    """Swaps a 1, which cannot win, and keeps a 2 or a 3."""

    def decide(self, view: View) -> Decision[Action]:
        """Swap a 1."""
        return Decision(Action.SWAP if view.card == 1 else Action.KEEP, lambda: f"it has a {view.card}")


class Stubborn(Bot[None, View, Acted, Action]):
    """Keeps every card."""

    def decide(self, view: View) -> Action:
        """Keep the card."""
        del view
        return Action.KEEP


class Random(Bot[None, View, Acted, Action]):
    """Keeps or swaps at random."""

    def decide(self, view: View) -> Action:
        """Throw the dice."""
        del view
        return self.one_of(list(Action))


BOTS = {
    "sensible": BotSpec("sensible", "swaps a 1 and keeps everything else", Sensible),
    "stubborn": BotSpec("stubborn", "keeps every card", Stubborn),
    "random": BotSpec("random", "keeps or swaps at random", Random),
}


def listed_bots() -> Sequence[BotSpec]:
    """List every bot that has a name."""
    return list(BOTS.values())


def find_bot(name: BotName) -> BotSpec:
    """Find a bot by its name, in a user's file, or as a class."""
    if isinstance(name, BotSpec):
        return name
    if not isinstance(name, str):
        return spec_of_class(name)
    spec = BOTS.get(name) or find_user_bot(name)
    if spec is None:
        hint = did_you_mean(name, BOTS, f"there are {', '.join(BOTS)}", show=repr)
        raise UnknownNameError(f"no bot of High Card is called {name!r}; {hint} (your own: file.py:Class)")
    return spec
