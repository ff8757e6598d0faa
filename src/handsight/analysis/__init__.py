"""What moves were worth, where points went, and what a convention says of a game.

Each name is imported on its first use, so that an analysis compiles only the kernels of its own game.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:  # imported when they are used
    from handsight.analysis.games import analyse
    from handsight.analysis.hanabi.analyse import Analysis
    from handsight.analysis.hanabi.convention_agreement import Agreement, agree
    from handsight.analysis.hanabi.convention_fit import Fit, fit
    from handsight.analysis.hanabi.convention_review import Review, review

_MODULES = {
    "Agreement": "hanabi.convention_agreement",
    "Analysis": "hanabi.analyse",
    "Fit": "hanabi.convention_fit",
    "Review": "hanabi.convention_review",
    "agree": "hanabi.convention_agreement",
    "analyse": "games",
    "fit": "hanabi.convention_fit",
    "review": "hanabi.convention_review",
}
__all__ = ["Agreement", "Analysis", "Fit", "Review", "agree", "analyse", "fit", "review"]


def __dir__() -> list[str]:
    return __all__


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(f"handsight.analysis.{_MODULES[name]}"), name)
    raise AttributeError(f"module 'handsight.analysis' has no attribute {name!r}")
