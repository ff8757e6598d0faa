"""The experiments `simulate`, `compare` and `crossplay` for every game, and where each game defines them."""

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, Protocol, Unpack, cast, overload

from handsight.bots import BotName
from handsight.errors import InputError
from handsight.lab.played_games import BoerenOptions, Comparison, Crossplay, HanabiOptions, declaring
from handsight.lab.result_summary import Summary
from handsight.text.suggestions import find_named

if TYPE_CHECKING:  # an experiment compiles the kernels of its own game only
    from handsight.lab.boeren.tournament import Tournament
    from handsight.lab.hanabi.simulate_games import Run

Hanabi = Literal["hanabi"]
Boeren = Literal["boeren"]
GAMES = {"hanabi": "handsight.lab.hanabi", "boeren": "handsight.lab.boeren"}
"""By game, the module that is its `GameLab`; a new game adds a line, here or from outside."""


class ExperimentResult(Protocol):
    """What every experiment returns."""

    def summary(self) -> Summary:
        """Return the result in words, figures, JSON and plots."""


class GameLab(Protocol):
    """What a module must define to run the experiments of a game; `crossplay` is optional.

    All take bots and, as keywords, `games`, `seed`, `rules`, `workers`, `out`, `progress`
    (see `lab.job_runner.RunSettings`), and what the game adds.
    """

    SAVED_GAMES: str
    """The file name under which `save_games` writes, such as ``games.jsonl``."""
    simulate: Callable[..., ExperimentResult]
    """Plays many games, with one bot in all seats or a bot for each seat."""
    compare: Callable[..., ExperimentResult]
    """Lets several bots play the same deals; also takes `confidence`."""
    save_games: Callable[[Any, int, Path], None]
    """Takes a result of `simulate`, a number n and a path; writes the first n games to that file."""


def game_lab(game: str) -> GameLab:
    """Return the module with the experiments of a game, or raise UnknownNameError."""
    return cast("GameLab", import_module(find_named("game", game, GAMES)))


@overload
def simulate(
    *bots: BotName, game: Hanabi = "hanabi", deal: str | None = None, **options: Unpack[HanabiOptions]
) -> "Run": ...
@overload
def simulate(*bots: BotName, game: Boeren, **options: Unpack[BoerenOptions]) -> "Tournament": ...
@overload
def simulate(*bots: BotName, game: str, **options: Any) -> ExperimentResult: ...
@declaring(HanabiOptions, "deal")
def simulate(*bots: BotName, game: str = "hanabi", **options: Any) -> ExperimentResult:
    """Play many games with the same bots: one bot for all seats, or one for each.

    In Boeren Bridge the seats rotate: four games in a row play the same deal.

    Args:
        bots: A bot by name (`handsight bots` lists them), ``"file.py:Class"``, a convention, or a class.
        game: ``"hanabi"`` or ``"boeren"``.
        games: How many games; 1,000 by default.
        seed: The same seed deals the same games; ``"secret"`` draws one that no bot can find by trying.
        rules: A rule set by name, or the game's `Rules`. In Hanabi ``"official"``, ``"stacks"``,
            ``"explorer"`` or ``"hanabidata"``; in Boeren Bridge ``"text"``, ``"author"`` or ``"fifteen"``.
        players: How many seats, in Hanabi; one for each bot that is named, or 3.
        variant: A variant of Hanabi on hanab.live, by name or number, or one of your own.
        hand: The number of cards in a hand of Hanabi, if it is not the usual one.
        deal: A seed of hanab.live, such as ``"p3v0s1"``: its players, its variant and its deck. The
            next games have the next seeds: p3v0s2, p3v0s3, ….
        workers: How many workers on this machine.
        out: A folder for a row a game (Parquet); an interrupted run continues from there.
        progress: Called with the number of games done, and of all.

    Raises:
        InputError: An option makes no sense; the message says what would.
        TypeError: The experiment has no parameter of that name.
        BotError: A bot cannot be loaded, fails, or breaks a rule; the message says where.
        WorkerError: Worker processes died again and again.

    Examples:
        >>> hs.simulate("random", players=2, games=100, seed=1, rules="stacks")
        <Run of 100 games: 1.350 ± 0.128>
        >>> run = hs.simulate("counter", "greedy", "greedy", "random", game="boeren", games=40)
        >>> [(standing.name, round(standing.points.mean, 1)) for standing in run.standings]
        [('counter', 30.4), ('greedy', 26.1), ('greedy', 21.4), ('random', -6.2)]
    """
    return game_lab(game).simulate(*bots, **options)


@overload
def compare(
    *bots: BotName,
    game: Hanabi = "hanabi",
    confidence: float = 0.95,
    **options: Unpack[HanabiOptions],
) -> "Comparison[Run]": ...
@overload
def compare(
    *bots: BotName,
    game: Boeren,
    host: BotName = "greedy",
    confidence: float = 0.95,
    **options: Unpack[BoerenOptions],
) -> "Comparison[Tournament]": ...
@overload
def compare(*bots: BotName, game: str, **options: Any) -> ExperimentResult: ...
@declaring(HanabiOptions, "host", "confidence")
def compare(*bots: BotName, game: str = "hanabi", **options: Any) -> ExperimentResult:
    """Let every bot play the same deals: in Hanabi with copies of itself, in Boeren Bridge against a host.

    The other parameters, and the errors that it raises, are those of `simulate`.

    Args:
        bots: Two or more bots, as in `simulate`.
        game: ``"hanabi"`` or ``"boeren"``.
        host: In Boeren Bridge, the bot in the other three seats; ``"greedy"`` by default.
        confidence: The confidence level of the intervals; 0.95 by default.

    Examples:
        >>> hs.compare("random", "careful", players=3, games=20, rules="stacks")
        <Comparison on 20 deals: random 1.100 ± 0.289, careful 17.950 ± 0.467>
    """
    return game_lab(game).compare(*bots, **options)


@overload
def crossplay(
    *bots: BotName, game: Hanabi = "hanabi", **options: Unpack[HanabiOptions]
) -> "Crossplay[Run]": ...
@overload
def crossplay(*bots: BotName, game: Boeren, **options: Unpack[BoerenOptions]) -> "Crossplay[Tournament]": ...
@overload
def crossplay(*bots: BotName, game: str, **options: Any) -> ExperimentResult: ...
@declaring(HanabiOptions)
def crossplay(*bots: BotName, game: str = "hanabi", **options: Any) -> ExperimentResult:
    """Play the same deals with every bot alone among copies of every bot, itself included.

    The other parameters, and the errors that it raises, are those of `simulate`. Each cell of the matrix has
    *games* games.

    Args:
        bots: Two or more bots, as in `simulate`.
        game: ``"hanabi"`` or ``"boeren"``.

    Examples:
        >>> mixed = hs.crossplay("random", "careful", players=3, games=6, rules="stacks")
        >>> mixed
        <Crossplay of random, careful: self-play 9.75, mixed teams 5.42>
        >>> mixed.runs[0][1].plan.names  # random among copies of careful
        ('random', 'careful', 'careful')
    """
    experiment = getattr(game_lab(game), "crossplay", None)
    if experiment is None:
        able = [name for name in GAMES if hasattr(game_lab(name), "crossplay")]
        raise InputError(f"{game} has no crossplay; {' and '.join(able)} have")
    found: ExperimentResult = experiment(*bots, **options)
    return found
