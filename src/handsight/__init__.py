"""A laboratory for card games of hidden information.

>>> import handsight as hs
>>> game = hs.load("game.json")
>>> game.final.score
>>> hs.know(game, turn=12, seat=0)[2].possible
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"

if TYPE_CHECKING:  # the doors below open only when used, so that a command imports no more than it needs
    from handsight import signals as signals
    from handsight.bots import Bot as Bot
    from handsight.knowledge import know as know
    from handsight.knowledge import why_known as why
    from handsight.lab import compare as compare
    from handsight.lab import crossplay as crossplay
    from handsight.lab import simulate as simulate
    from handsight.lab.boeren.tournament import tournament as tournament
    from handsight.notation import load as load
    from handsight.notation.hanabi.record import Game as Game

_DOORS = {
    "Bot": ("handsight.bots", "Bot"),
    "Game": ("handsight.notation.hanabi.record", "Game"),
    "compare": ("handsight.lab", "compare"),
    "crossplay": ("handsight.lab", "crossplay"),
    "know": ("handsight.knowledge", "know"),
    "load": ("handsight.notation", "load"),
    "signals": ("handsight.signals", ""),
    "simulate": ("handsight.lab", "simulate"),
    "tournament": ("handsight.lab.boeren.tournament", "tournament"),
    "why": ("handsight.knowledge", "why_known"),
}

__all__ = [
    "Bot",
    "Game",
    "__version__",
    "compare",
    "crossplay",
    "know",
    "load",
    "signals",
    "simulate",
    "tournament",
    "why",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name not in _DOORS:
        raise AttributeError(f"module 'handsight' has no attribute {name!r}")
    room, word = _DOORS[name]
    return getattr(import_module(room), word) if word else import_module(room)
