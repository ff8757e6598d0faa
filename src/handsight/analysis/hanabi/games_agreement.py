"""Conventions and bots held against recorded games: how often they agree, with errors over games."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import islice
from math import nan
from typing import Any, ClassVar

from handsight.analysis.hanabi.move_agreement import GameAgreement, game_agreement
from handsight.analysis.hanabi.recorded_choices import move_agreement, recorded_choices
from handsight.bots.hanabi.convention_bot import is_convention
from handsight.conventions import load_convention, promised_knowledge
from handsight.hanabi import HanabiRecord as Game
from handsight.lab import statistics as stats
from handsight.lab.experiment_options import check_list
from handsight.lab.job_runner import Job, Progress, RunSettings, whole_jobs
from handsight.lab.result_summary import TextTable, finite
from handsight.roster.hanabi import find_bot

CHUNK = 4
"""How many games a worker takes at a time."""


@dataclass(frozen=True)
class Measure:
    """What is measured: a total over games, divided by how often it could have been."""

    name: str
    total: Callable[[GameAgreement], float]
    out_of: Callable[[GameAgreement], int]
    about: str
    share: bool = True


MEASURES = {
    measure.name: measure
    for measure in (
        Measure("move", lambda row: row.agreed, lambda row: row.moves, "moves that it would have made"),
        Measure("kind", lambda row: row.kinds, lambda row: row.moves, "plays, discards and clues alike"),
        Measure("sound", lambda row: row.sound, lambda row: row.clues, "clues whose promises are true"),
        Measure("told", lambda row: row.told, lambda row: row.plays, "plays that promises told"),
        Measure("false", lambda row: row.false, lambda row: row.telling_turns, "turns with a false telling"),
        Measure("bits", lambda row: row.bits, lambda row: row.cards, "told of a touched card", share=False),
    )
}
OF_MOVES = ("move", "kind")
"""The measures that a bot without promises has."""
TOLD_BY_CLUES = Measure(
    "told_by_clues", lambda row: row.told_by_clues, lambda row: row.plays, "plays that clues alone told"
)


@dataclass(frozen=True)
class Agreement:
    """A convention or bot held against games: its counts in each of them."""

    name: str
    rows: tuple[GameAgreement, ...]
    promises: bool = True
    """Whether it makes promises; a bot that is no convention is held against moves alone."""

    @property
    def measures(self) -> tuple[str, ...]:
        """The names of what is measured."""
        return tuple(MEASURES) if self.promises else OF_MOVES

    @property
    def moves(self) -> int:
        """How many moves there are."""
        return sum(row.moves for row in self.rows)

    def estimate(self, measure: str | Measure) -> stats.Estimate:
        """Return a measure with its standard error over games; nan where there is nothing to measure."""
        chosen = MEASURES[measure] if isinstance(measure, str) else measure
        rows = [row for row in self.rows if chosen.out_of(row)]
        if not rows:
            return stats.Estimate(nan, nan, 0)
        return stats.estimate_by_deal(list(map(chosen.total, rows)), list(map(chosen.out_of, rows)))

    def among(self, players: int) -> "Agreement":
        """Return the same, held against the games of so many players."""
        return Agreement(self.name, tuple(row for row in self.rows if row.players == players), self.promises)

    def to_json(self) -> dict[str, Any]:
        """Return what `convention agree --json` prints; a measure that there is nothing of is null."""
        found = {name: self.estimate(name) for name in self.measures}
        row: dict[str, Any] = {"convention": self.name, "games": len(self.rows), "moves": self.moves}
        row |= {name: finite(found[name].mean) if name in found else None for name in MEASURES}
        row["errors"] = {name: finite(one.stderr) for name, one in found.items()}
        if self.promises:
            row["told_by_clues"] = finite(self.estimate(TOLD_BY_CLUES).mean)
        return row | {"players": sorted({row.players for row in self.rows})}


def agree(
    names: Sequence[str],
    games: Sequence[Game],
    *,
    workers: int = 1,
    compiled: bool = True,
    progress: Progress | None = None,
) -> list[Agreement]:
    """Hold conventions and bots against recorded games.

    Args:
        names: Conventions, named as for `load_convention`, or bots, which are held against moves alone.
        games: The games; all must be of terms that conventions can be kept on.
        workers: Processes on this machine; any number finds the same.
        compiled: Let compiled conventions and bots choose moves; otherwise the plain ones do.
        progress: Is called with how many games are done, and how many there are.

    Raises:
        InputError: There is no such convention or bot, or it cannot play on the terms of a game.

    Examples:
        >>> import handsight as hs
        >>> (found,) = hs.agree(["circle"], [hs.load("sample:first")])
        >>> found.moves, round(found.estimate("move").mean, 2)
        (57, 0.46)
    """
    check_list(names, "names", "conventions")
    for name in names:
        _ = load_convention(name) if reads_promises(name) else find_bot(name)
    parts = [tuple(games[at : at + CHUNK]) for at in range(0, len(games), CHUNK)]
    jobs = [AgreementJob(name, part, compiled) for name in names for part in parts]
    asked = [(job, range(len(job.games))) for job in jobs]
    rows = iter(list(whole_jobs(asked, RunSettings(workers, progress=progress))))
    return [
        Agreement(name, tuple(row for part in islice(rows, len(parts)) for row in part), reads_promises(name))
        for name in names
    ]


def reads_promises(name: str) -> bool:
    """Whether a name is that of a convention, whose promises can be read; robot5 and hat are other bots."""
    return is_convention(name)


@dataclass(frozen=True)
class AgreementJob(Job[list[GameAgreement]]):
    """Some recorded games, to be held against a convention or a bot."""

    doing: ClassVar[str] = "read"
    row_type: ClassVar[Any] = GameAgreement

    name: str
    games: tuple[Game, ...]
    compiled: bool

    @property
    def label(self) -> str:
        """The name of the convention."""
        return self.name

    def conditions(self) -> str:
        """Return everything that the counts depend on besides Handsight itself."""
        games = [(game.setup, game.actions) for game in self.games]
        return repr((find_bot(self.name).fingerprint(), games, self.compiled))

    def chunk_size(self, numbers: int) -> int:
        """Return how many games a worker reads at a time: all of them."""
        return numbers

    def work(self, first: int, count: int) -> list[GameAgreement]:
        """Count how the games from number *first* on agree."""
        games = self.games[first : first + count]
        if not reads_promises(self.name):
            return [self._moves_alone(game) for game in games]
        convention = load_convention(self.name)
        return [
            game_agreement(
                promised_knowledge(game, convention),
                recorded_choices(self.name, game) if self.compiled else None,
            )
            for game in games
        ]

    def _moves_alone(self, game: Game) -> GameAgreement:
        found = move_agreement(self.name, [game], compiled=self.compiled)
        return GameAgreement(game.setup.terms.players, found.moves, found.agreed, found.kinds)


def agreement_table(found: Sequence[Agreement]) -> TextTable:
    """Return agreements as a table: shares in percent and bits, each with its error over games."""
    heads = ("", "games", "moves", *MEASURES)
    rows = [
        (one.name, f"{len(one.rows):,}", f"{one.moves:,}", *(_cell(one, name) for name in MEASURES))
        for one in found
    ]
    return TextTable(heads, rows)


def _cell(one: Agreement, name: str) -> str:
    if name not in one.measures or not one.estimate(name).games:
        return "–"
    found = one.estimate(name)
    if MEASURES[name].share:
        error = "" if found.games < 2 else f" ± {100 * found.stderr:.1f}"
        return f"{100 * found.mean:.1f}{error} %"
    error = "" if found.games < 2 else f" ± {found.stderr:.2f}"
    return f"{found.mean:+.2f}{error}"
