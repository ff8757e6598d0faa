"""The analysis of a recorded game of any kind, for library users."""

from typing import TYPE_CHECKING, Any, overload

from handsight.errors import InputError
from handsight.knowledge.games import knowledge_of
from handsight.lab.games import GAMES, game_analysis
from handsight.notation.record import RecordedGame
from handsight.table.streams import Seed

if TYPE_CHECKING:  # a game's module is imported when it is asked
    from handsight.lab.boeren.analysis import AnalysedGame
    from handsight.lab.hanabi.analysis.analysis import Analysis
    from handsight.notation import Game, Round


@overload
def analyse(
    game: "Game", by: str = "robot5", deals: int = 400, seed: Seed = 0, **asked: Any
) -> "Analysis": ...
@overload
def analyse(game: "Round", *, deals: int = 400, seed: Seed = 0, **asked: Any) -> "AnalysedGame": ...
def analyse(game: Any, *args: Any, **asked: Any) -> Any:
    """Say what every move of a recorded game was worth in its mover's eyes, and where points were lost.

    In Hanabi see `handsight.lab.hanabi.analysis.analysis.analyse`, in Boeren Bridge
    `handsight.lab.boeren.analysis.analyse`, for what else can be asked.

    Args:
        game: A recorded game.
        *args: In Hanabi the bot that goes on after each move (robot5), the deals (400), the seed (0).
        **asked: The same by name (`by`, `deals`, `seed`), `turn` and `seat`; in Hanabi also `seconds`,
            `believe`, `open`, `workers` and `progress`.

    Raises:
        InputError: There is no such turn or seat, or the bot cannot play this game.

    Examples:
        >>> analysis = hs.analyse(hs.load("sample:first"), turn="57", deals=16)
        >>> analysis[56].best, analysis[56].call
        (('play 49',), None)
    """
    return game_analysis(_name_of(game)).analyse(game, *args, **asked)


def _name_of(game: RecordedGame) -> str:
    """Return which game a recorded game is of."""
    if not hasattr(game, "states"):
        raise InputError(
            f"analyse() takes a recorded game, not {type(game).__name__}; load it first: hs.load(…)"
        )
    return next(name for name in GAMES if isinstance(game.states[0], knowledge_of(name).State))
