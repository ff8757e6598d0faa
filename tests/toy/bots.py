"""Bots of High Card."""

from collections.abc import Sequence
from typing import Any

from handsight.bots import Bot, BotName, BotSpec, Decision
from handsight.errors import UnknownNameError
from toy import rules

DEFAULT = "sensible"


class Sensible(Bot[None, rules.View, rules.Done, str]):
    """Swaps a 1 and keeps everything else."""

    def decide(self, view: rules.View) -> Decision[str]:
        return Decision(rules.SWAP if view.card == 1 else rules.KEEP, lambda: f"it has a {view.card}")


class Stubborn(Bot[None, rules.View, rules.Done, str]):
    """Keeps every card."""

    def decide(self, view: rules.View) -> str:
        del view
        return rules.KEEP


BOTS = {
    "sensible": BotSpec("sensible", "swaps a 1", Sensible),
    "stubborn": BotSpec("stubborn", "keeps every card", Stubborn),
}


def find_bot(name: BotName) -> BotSpec:
    if name not in BOTS:
        raise UnknownNameError(f"no bot of High Card is called {name!r}; there are {', '.join(BOTS)}")
    return BOTS[name]


def listed_bots() -> Sequence[Any]:
    return list(BOTS.values())
