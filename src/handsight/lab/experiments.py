"""The experiments of every game, for library users: the name of a game leads to its own."""

from typing import TYPE_CHECKING, Any, Literal, Unpack, overload

from handsight.bots import BotName
from handsight.errors import InputError
from handsight.lab.crossplay_matrix import Crossplay
from handsight.lab.experiment_options import BoerenOptions, HanabiOptions, declaring
from handsight.lab.games import GAMES, ExperimentResult, game_lab

if TYPE_CHECKING:  # an experiment compiles the kernels of its own game only
    from handsight.lab.boeren import tournament as boeren
    from handsight.lab.boeren.tournament import Tournament
    from handsight.lab.hanabi import compare_bots as hanabi
    from handsight.lab.hanabi.simulate_games import Run

Hanabi = Literal["hanabi"]
Boeren = Literal["boeren"]


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
        games: How many games; 1,000 unless it is said.
        seed: The same seed deals the same games; ``"secret"`` draws one that no bot can find by trying.
        rules: A rule set by name, or the game's `Rules`. In Hanabi ``"official"``, ``"stacks"``,
            ``"explorer"`` or ``"hanabidata"``; in Boeren Bridge ``"text"``, ``"author"`` or ``"fifteen"``.
        players: How many seats, in Hanabi; one for each bot that is named, or 3.
        variant: A variant of Hanabi on hanab.live, by name or number, or one of your own.
        hand: Cards in a hand of Hanabi, where not the usual number.
        deal: A seed of hanab.live, such as ``"p3v0s1"``: its players, its variant and its deck. The
            next games have the next seeds: p3v0s2, p3v0s3, ….
        workers: How many workers on this machine.
        engine: ``"auto"``, ``"here"``, ``"threads"``, ``"processes"`` or ``"dask"``.
        scheduler: The address of a Dask scheduler, for the engine of that name.
        out: A folder for a row a game (Parquet); an interrupted run continues from there.
        progress: Called with the number of games done, and of all.

    Raises:
        InputError: An option makes no sense; says what would.
        TypeError: The experiment has no parameter of that name.
        BotError: A bot cannot be loaded, fails, or breaks a rule; says where.
        WorkerError: Workers cannot be reached, or die again and again.

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
    until_clear: float | None = None,
    confidence: float = 0.95,
    **options: Unpack[HanabiOptions],
) -> "hanabi.Comparison": ...
@overload
def compare(
    *bots: BotName,
    game: Boeren,
    host: BotName = "greedy",
    confidence: float = 0.95,
    **options: Unpack[BoerenOptions],
) -> "boeren.Comparison": ...
@overload
def compare(*bots: BotName, game: str, **options: Any) -> ExperimentResult: ...
@declaring(HanabiOptions, "until_clear", "host", "confidence")
def compare(*bots: BotName, game: str = "hanabi", **options: Any) -> ExperimentResult:
    """Let every bot play the same deals: in Hanabi with copies of itself, in Boeren Bridge against a host.

    The other parameters, and the errors that it raises, are those of `simulate`.

    Args:
        bots: Two or more bots, as in `simulate`.
        game: ``"hanabi"`` or ``"boeren"``.
        until_clear: In Hanabi, stop as soon as it is clear for every pair which is better, or that they
            differ by no more than this many points; *games* is then the most that are played. The intervals
            hold at any time, and are wider for it.
        host: In Boeren Bridge, the bot in the other three seats; ``"greedy"`` unless it is named.
        confidence: Of the intervals; 0.95 unless it is said.

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
    """Play the same deals with every bot alone among copies of every other.

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


@declaring(BoerenOptions)
def tournament(*bots: BotName, **options: Unpack[BoerenOptions]) -> "Tournament":
    """Play matches of Boeren Bridge: another name for ``simulate(…, game="boeren")``.

    The other parameters, and the errors that it raises, are those of `simulate`.

    Args:
        bots: Four bots, or one for all seats.
    """
    return simulate(*bots, game="boeren", **options)
