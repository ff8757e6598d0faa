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
    from handsight.knowledge import know as know
    from handsight.knowledge import why_known as why
    from handsight.notation import Game as Game
    from handsight.notation import load_game as load

_DOORS = {
    "Game": ("handsight.notation", "Game"),
    "know": ("handsight.knowledge", "know"),
    "load": ("handsight.notation", "load_game"),
    "why": ("handsight.knowledge", "why_known"),
}

__all__ = ["Game", "__version__", "know", "load", "why"]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name not in _DOORS:
        raise AttributeError(f"module 'handsight' has no attribute {name!r}")
    room, word = _DOORS[name]
    return getattr(import_module(room), word)
