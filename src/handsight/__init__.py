"""A laboratory for card games of hidden information: Hanabi and Boeren Bridge.

Examples:
    >>> import handsight as hs
    >>> game = hs.load("sample:first")
    >>> game.final.score
    23
    >>> hs.know(game, turn=48, seat=1)[3].possible
    CardSet('b4')
    >>> hs.explain(game, turn=48, seat=1, slot=3).claims[0].since
    48
    >>> run = hs.simulate("careful", players=3, games=20, seed=1)
    >>> run.games
    20

The names here are those of the packages: `hs.load` is `handsight.notation.load`, `hs.simulate` is
`handsight.lab.simulate`. The library's packages are attributes too (`hs.hanabi`, `hs.logic`, `hs.deals`).
Everything is imported only when it is used. In Python a number is an index from 0: turn 48 is the table after
48 actions, slot 0 is the newest card. Text counts as people do, from 1: `turn="49"` is the same turn, and
formulas name the newest card slot 1. Seats are counted from 0 everywhere.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from handsight.version import __version__

if TYPE_CHECKING:  # imported when they are used, so that a command imports no more than it needs
    from handsight import (
        boeren,
        bots,
        conventions,
        deals,
        errors,
        game,
        hanabi,
        knowledge,
        lab,
        logic,
        notation,
        signals,
    )
    from handsight.analysis import Agreement, Analysis, Fit, agree, analyse, fit
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
        tournament,
    )
    from handsight.lab.boeren.tournament import Tournament
    from handsight.notation import CheckedGame, Game, Round, load, read, read_file
    from handsight.search.open_hands import Solution, solve

_MODULES = {
    "Ablation": "lab",
    "Agreement": "analysis",
    "Analysis": "analysis",
    "Bot": "bots",
    "BotSpec": "bots",
    "CardKnowledge": "knowledge",
    "CardSet": "hanabi",
    "CheckedGame": "notation",
    "Claim": "knowledge",
    "Comparison": "lab",
    "Crossplay": "lab",
    "Decision": "bots",
    "Explanation": "knowledge",
    "Fit": "analysis",
    "FormulaAnswer": "knowledge",
    "Game": "notation",
    "HandsightError": "errors",
    "Knowledge": "knowledge",
    "Round": "notation",
    "Run": "lab",
    "Solution": "search.open_hands",
    "Summary": "lab",
    "Tournament": "lab",
    "ablate": "lab",
    "agree": "analysis",
    "analyse": "analysis",
    "ask": "knowledge",
    "compare": "lab",
    "crossplay": "lab",
    "explain": "knowledge",
    "fit": "analysis",
    "know": "knowledge",
    "load": "notation",
    "read": "notation",
    "read_file": "notation",
    "simulate": "lab",
    "solve": "search.open_hands",
    "tournament": "lab",
}
"""Where each name is defined; the other names of `__all__` are packages."""

__all__ = [
    "Ablation",
    "Agreement",
    "Analysis",
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
    "HandsightError",
    "Knowledge",
    "Round",
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
    "errors",
    "explain",
    "fit",
    "game",
    "hanabi",
    "know",
    "knowledge",
    "lab",
    "load",
    "logic",
    "notation",
    "read",
    "read_file",
    "signals",
    "simulate",
    "solve",
    "tournament",
]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(f"handsight.{_MODULES[name]}"), name)
    if name in __all__:
        return import_module(f"handsight.{name}")
    raise AttributeError(f"module 'handsight' has no attribute {name!r}")
