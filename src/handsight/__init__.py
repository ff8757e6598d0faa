"""A laboratory for card games of hidden information: Hanabi and Boeren Bridge.

Examples:
    >>> import handsight as hs
    >>> game = hs.new_game(players=3, seed=7)
    >>> game = game.play("clue Bob red")
    >>> hs.load("sample:first").final.score
    23
    >>> hs.know(hs.load("sample:first"), turn=48, seat="Bob")[3].possible
    CardSet('b4')
    >>> run = hs.simulate("careful", players=3, games=20, seed=1)
    >>> run.games
    20

The names here are those of the packages: `hs.know` is `handsight.knowledge.know`, `hs.simulate` is
`handsight.lab.simulate`. The packages are attributes too (`hs.hanabi`, `hs.env`, `hs.search`). Everything is
imported only when it is used. Numbers are indices from 0: turn 48 is the table after 48 actions, slot 0 is
the newest card, seat 0 the first player. In words, slots count from 1: `game.play("play 1")` plays the
newest card, and formulas name it slot 1.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from handsight.version import __version__

if TYPE_CHECKING:  # imported when they are used, so that a command imports no more than it needs
    from handsight import (
        analysis,
        boeren,
        bots,
        conventions,
        deals,
        env,
        errors,
        game,
        hanabi,
        knowledge,
        lab,
        learning,
        logic,
        notation,
        roster,
        search,
        signals,
    )
    from handsight.analysis import Agreement, Analysis, Fit, Review, agree, analyse, fit, review
    from handsight.bots import Bot, BotSpec, Decision
    from handsight.errors import HandsightError
    from handsight.hanabi import CardSet
    from handsight.knowledge import (
        CardKnowledge,
        Claim,
        Explanation,
        FormulaAnswer,
        Knowledge,
        ask,
        explain,
        know,
    )
    from handsight.lab import (
        Ablation,
        Comparison,
        Crossplay,
        Run,
        Summary,
        ablate,
        compare,
        crossplay,
        simulate,
    )
    from handsight.lab.boeren.tournament import Tournament
    from handsight.notation import CheckedGame, read, read_file
    from handsight.playable_games import BoerenRound, Game, HanabiGame, load, new_game
    from handsight.search.open_hands import Solution, solve

_HOMES = {
    "analysis": ("Agreement", "Analysis", "Fit", "Review", "agree", "analyse", "fit", "review"),
    "bots": ("Bot", "BotSpec", "Decision"),
    "errors": ("HandsightError",),
    "hanabi": ("CardSet",),
    "knowledge": (
        *("CardKnowledge", "Claim", "Explanation", "FormulaAnswer", "Knowledge"),
        *("ask", "explain", "know"),
    ),
    "lab": (
        *("Ablation", "Comparison", "Crossplay", "Run", "Summary", "Tournament"),
        *("ablate", "compare", "crossplay", "simulate"),
    ),
    "notation": ("CheckedGame", "read", "read_file"),
    "playable_games": ("BoerenRound", "Game", "HanabiGame", "load", "new_game"),
    "search.open_hands": ("Solution", "solve"),
}
"""By module, the names that `handsight` takes from it; the rest of `__all__`: `__version__` and modules."""
_MODULES = {name: home for home, names in _HOMES.items() for name in names}

__all__ = [
    "Ablation",
    "Agreement",
    "Analysis",
    "BoerenRound",
    "Bot",
    "BotSpec",
    "CardKnowledge",
    "CardSet",
    "CheckedGame",
    "Claim",
    "Comparison",
    "Crossplay",
    "Decision",
    "Explanation",
    "Fit",
    "FormulaAnswer",
    "Game",
    "HanabiGame",
    "HandsightError",
    "Knowledge",
    "Review",
    "Run",
    "Solution",
    "Summary",
    "Tournament",
    "__version__",
    "ablate",
    "agree",
    "analyse",
    "analysis",
    "ask",
    "boeren",
    "bots",
    "compare",
    "conventions",
    "crossplay",
    "deals",
    "env",
    "errors",
    "explain",
    "fit",
    "game",
    "hanabi",
    "know",
    "knowledge",
    "lab",
    "learning",
    "load",
    "logic",
    "new_game",
    "notation",
    "read",
    "read_file",
    "review",
    "roster",
    "search",
    "signals",
    "simulate",
    "solve",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(f"handsight.{_MODULES[name]}"), name)
    if name in __all__:
        return import_module(f"handsight.{name}")
    raise AttributeError(f"module 'handsight' has no attribute {name!r}")
