"""What the rows of an analysis come to: losses by player, and the turns that lost most. For every game.

A row is what is said about a turn, as `analyse --json` prints it; the fields that are used here are the same
in every game.
"""

from collections import Counter
from collections.abc import Sequence
from math import isnan, nan
from typing import NamedTuple, Protocol

from handsight.analysis.analysis_runs import Row
from handsight.lab import statistics as stats
from handsight.lab.result_summary import TextTable

INACCURACY, MISTAKE, BLUNDER = CALLS = "inaccuracy", "mistake", "blunder"
"""What a loss is called, from the smallest."""
SURE = 3.0
"""A loss is called something only if it is at least so many standard errors."""


class HasRows(Protocol):
    """An analysed game."""

    @property
    def rows(self) -> Sequence[Row]:
        """What is said about each turn."""


def call_of(loss: float, error: float, least: dict[str, float]) -> str | None:
    """Return what a loss is called, by the least loss for each call; None where it is small, or not sure."""
    if loss < round(SURE * error, 6):  # three times 0.1 is 0.3
        return None
    return next((call for call in reversed(CALLS) if loss >= least[call]), None)


def played_move(row: Row) -> Row | None:
    """Return the move of a row that was played, with its figures."""
    return next((move for move in row["moves"] if move["move"] == row["played"]), None)


def loss_of(row: Row) -> float:
    """Return what the move that was played lost in expectation."""
    played = played_move(row)
    return float(played["loss"]) if played else 0.0


class Losses(NamedTuple):
    """What moves lost on average, how many were among the best, and what was called."""

    name: str
    moves: int
    mean: float
    error: float
    """The standard error over games, as moves of one game depend on each other; NaN for one game."""
    best: float
    calls: Counter[str]


def losses_of(name: str, rows: Sequence[Row]) -> Losses:
    """Sum up the moves of some rows."""
    rows = [row for row in rows if row["played"] is not None]
    lost = [loss_of(row) for row in rows]
    games: dict[object, list[float]] = {}
    for row, loss in zip(rows, lost, strict=True):
        games.setdefault(row.get("game"), []).append(loss)
    mean, error = 0.0, nan
    if lost:
        found = stats.estimate_by_deal([sum(one) for one in games.values()], list(map(len, games.values())))
        mean, error = found.mean, found.stderr
    best = sum(row["played"] in row["best"] for row in rows) / len(rows) if rows else 0.0
    return Losses(name, len(rows), mean, error, best, Counter(row["call"] for row in rows if row["call"]))


def loss_table(head: str, groups: Sequence[Losses]) -> TextTable:
    """Return a table of what moves lost, a line for each group."""
    heads = (head, "moves", "mean loss", "± s.e.", "best", "inaccuracies", "mistakes", "blunders")
    rows = [
        (
            one.name,
            f"{one.moves:,}",
            f"{one.mean:.3f}",
            "–" if isnan(one.error) else f"{one.error:.3f}",
            f"{one.best:.1%}",
            *(f"{one.calls[call]:,}" for call in CALLS),
        )
        for one in groups
    ]
    return TextTable(heads, rows)


def by_player(games: Sequence[HasRows]) -> list[Losses]:
    """Sum up the moves of each player."""
    rows = [row for game in games for row in game.rows]
    names = dict.fromkeys(row["player"] for row in rows)
    return [losses_of(name, [row for row in rows if row["player"] == name]) for name in names]


def worst_rows(rows: Sequence[Row], most: int = 10) -> list[Row]:
    """Return the turns that lost most: those that are called something, the largest loss first."""
    called = [row for row in rows if row["call"]]
    return sorted(called, key=lambda row: (-loss_of(row), row["turn"]))[:most]
