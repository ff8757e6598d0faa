"""`analyse` for recorded games of every kind, and the list of the modules that do it for each game."""

from collections.abc import Callable, Mapping
from dataclasses import fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, TypedDict, Unpack, cast, overload

from handsight.errors import InputError
from handsight.game.recorded_game import RecordedGame
from handsight.game.seeded_dice import Seed
from handsight.knowledge.games import knowledge_of
from handsight.lab.job_runner import Progress
from handsight.lab.played_games import check_names, declaring

if TYPE_CHECKING:  # a game's module is imported when it is asked
    from handsight.analysis.boeren.analyse import AnalysedRound
    from handsight.analysis.hanabi.analyse import Analysis
    from handsight.boeren import BoerenRecord as Round
    from handsight.hanabi import HanabiRecord as Game


GAMES = {"hanabi": "handsight.analysis.hanabi.analyse", "boeren": "handsight.analysis.boeren.analyse"}
"""By game, the module that is its `GameAnalysis`; a new game may add a line, here or from outside."""


class GameAnalysis(Protocol):
    """What a module must define to analyse the recorded games of one kind of game.

    An analysed game has `label`, `game` and `rows`, one for each turn, as `analyse --json` prints them.
    """

    analyse: Callable[..., Any]
    """Takes a recorded game and the options of `analyse` below; returns its analysis."""
    SETTINGS: type
    """A dataclass of settings: `by`, `deals`, `seed`, and those that the game adds."""
    chosen_turns: Callable[..., list[int]]
    """Takes a game, a turn (an index) or None, and a seat or None; returns the turns to analyse."""
    analyse_games: Callable[..., Any]
    """Takes games as `NamedGame`, settings and `RunSettings`; yields analysed games in order."""


def game_analysis(game: str) -> GameAnalysis:
    """Return the module that analyses a game, or raise InputError if there is none."""
    if game not in GAMES:
        raise InputError(f"games of {game} cannot be analysed yet")
    return cast("GameAnalysis", import_module(GAMES[game]))


def analysis_settings(game: str, options: Mapping[str, Any]) -> Any:
    """Return the settings that a command asks for; an option that was not given is None or False."""
    settings = game_analysis(game).SETTINGS
    given = {name: value for name, value in options.items() if value is not None and value is not False}
    for name in given:
        if name not in {field.name for field in fields(settings)}:
            raise InputError(f"--{name} does not exist for {game}; leave it out")
    return settings(**given)


class TurnOptions(TypedDict, total=False):
    """Which turns of a game are analysed."""

    turn: int | None
    seat: int | str | None


class AnalyseOptions(TurnOptions, total=False):
    """The options of an analysis; all but those of `TurnOptions` are for Hanabi."""

    believe: bool
    open: bool
    workers: int
    progress: Progress | None


@overload
def analyse(
    game: "Game",
    by: str | None = None,
    deals: int = 400,
    seed: Seed = 0,
    **options: Unpack[AnalyseOptions],
) -> "Analysis": ...
@overload
def analyse(
    game: "Round", by: str | None = None, deals: int = 400, seed: Seed = 0, **options: Unpack[TurnOptions]
) -> "AnalysedRound": ...
@declaring(AnalyseOptions)
def analyse(game: Any, by: str | None = None, deals: int = 400, seed: Seed = 0, **options: Any) -> Any:
    """Return what every move of a recorded game was worth in its mover's eyes, and where points were lost.

    Args:
        game: A recorded game.
        by: The bot that plays on after each move, in all seats. In Hanabi robot5 if none is named; ``auto``
            chooses the bot that agrees most often with the players. In Boeren Bridge always full-kripke.
        deals: The number of deals on which the best moves are tried.
        seed: The same seed gives the same values, for any number of workers.
        turn: Analyse this turn only, given as the number of actions taken before it.
        seat: Analyse the moves of this seat only.
        believe: Whether the hands that the mover may hold are weighed by what partners did; Hanabi only.
        open: Whether the best score with all cards known is looked for, too; Hanabi only.
        workers: How many threads share the turns; Hanabi only.
        progress: Called with the number of turns done and the number of all; Hanabi only.

    Returns:
        In Hanabi an `Analysis`, which maps turns to `TurnAnalysis`; in Boeren Bridge an `AnalysedRound`.

    Raises:
        InputError: There is no such turn or seat, or the bot cannot play this game.

    Examples:
        >>> import handsight as hs
        >>> analysis = hs.analyse(hs.load("sample:first"), turn=56, deals=16)
        >>> analysis[56].best, analysis[56].call
        (('play 49',), None)
    """
    check_names(options, AnalyseOptions, "analyse")
    chosen = {} if by is None else {"by": by}
    return game_analysis(_name_of(game)).analyse(game, deals=deals, seed=seed, **chosen, **options)


def _name_of(game: RecordedGame[Any, Any, Any]) -> str:
    """Return the name, such as hanabi, of the game that this is a record of."""
    if not hasattr(game, "states"):
        raise InputError(
            f"analyse() takes a recorded game, not {type(game).__name__}; load it first: hs.load(…)"
        )
    return next(name for name in GAMES if isinstance(game.states[0], knowledge_of(name).State))
