"""A row for each turn of a recorded game, of any kind: its moves with their values, kept and summed up.

A row is what is said about a turn, as `analyse --json` prints it; the fields that are used here are the same
in every game. Tables, reports and Parquet files are made of rows alone, so a continued run ends in the same.
"""

import json
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from math import isnan, nan
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from handsight.errors import InputError
from handsight.game.recorded_game import RecordedGame, seat_in, turn_in
from handsight.game.seeded_dice import Seed, as_seed
from handsight.lab import statistics as stats
from handsight.lab.numbered_job import Job, parquet_bytes, read_parquet
from handsight.lab.result_summary import TextTable
from handsight.search.action_values import ActionValue
from handsight.text.counting_from_one import turn_number

if TYPE_CHECKING:  # 1 s that only a plot needs
    from matplotlib.figure import Figure

GameT = TypeVar("GameT")
SettingsT = TypeVar("SettingsT")
Row = dict[str, Any]
"""What is said about a turn, as JSON data."""
INACCURACY, MISTAKE, BLUNDER = CALLS = "inaccuracy", "mistake", "blunder"
"""What a loss is called, from the smallest."""
SURE = 3.0
"""A loss is called a blunder, mistake or inaccuracy only if it is at least this many standard errors."""


class NamedGame(NamedTuple, Generic[GameT]):
    """A recorded game, what it is called, and which of its turns are asked for."""

    label: str
    game: GameT
    turns: tuple[int, ...]


@dataclass(frozen=True)
class AnalysedGame(ABC, Generic[GameT, SettingsT]):
    """A recorded game with the rows of its turns, and what is said about all of them."""

    noun: ClassVar[str] = "game"

    label: str
    game: GameT
    rows: Sequence[Row]
    settings: SettingsT
    reason: str = ""
    """Why this blueprint was chosen, where it was."""

    @property
    @abstractmethod
    def outcome(self) -> str:
        """Who played what, and how it ended."""

    @property
    @abstractmethod
    def how_found(self) -> str:
        """What the values are: through whose eyes, with which blueprint, on how many deals."""

    @property
    @abstractmethod
    def lost(self) -> list[str]:
        """What was lost, in sentences."""

    @staticmethod
    @abstractmethod
    def further_tables(games: Sequence[Any]) -> list[TextTable]:
        """Return where the points of several games went, besides the moves of each player."""

    @property
    def has_curve(self) -> bool:
        """Whether the values make a curve: of a team, at several turns."""
        return len(self.rows) > 1 and "max_score" in self.rows[0]

    def plot(self) -> "Figure":
        """Draw the value of each turn, the most that was possible, and what each move lost."""
        from handsight.lab.plots import paths  # 1 s that only a plot needs

        lines = {
            "the most possible": [float(row["max_score"]["before"]) for row in self.rows],
            "expected": [row["value"] for row in self.rows],
        }
        losses = {"expected loss": list(map(loss_of, self.rows))}
        return paths(lines, losses, self.caption, first=turn_number(self.rows[0]["turn"]))

    @property
    def caption(self) -> str:
        """Which game it is, and how it was analysed."""
        return f"{self.label}: {self.outcome}; {self.how_found}"


@dataclass(frozen=True)
class GameJob(Job[list[Row]]):
    """The turns of one recorded game, with all that a worker needs to analyse them."""

    unit: ClassVar[str] = "turn"
    doing: ClassVar[str] = "analysed"
    ending: ClassVar[str] = ".parquet"
    shares_threads: ClassVar[bool] = True  # kernels hold no lock

    title: str
    """What the game is called in messages and rows."""
    setup: Any
    actions: tuple[Any, ...]
    names: tuple[str, ...]
    settings: Any
    turns_at_once: int
    """How many turns a worker analyses at a time."""

    @abstractmethod
    def analyse_turn(self, turn: int) -> Row:
        """Return what is said about a turn."""

    @property
    def label(self) -> str:
        """What the game is called; names of games differ at their end."""
        return self.title[-40:]

    def conditions(self) -> str:
        """Return everything that the rows depend on, besides Handsight itself."""
        return repr((self.title, self.setup, self.actions, self.names, self.settings))

    def work(self, first: int, count: int) -> list[Row]:
        """Analyse the turns from number *first* on."""
        return [{"game": self.title} | self.analyse_turn(turn) for turn in range(first, first + count)]

    def chunk_size(self, _numbers: int) -> int:
        """Return how many turns a worker analyses at a time."""
        return self.turns_at_once

    def encode(self, _first: int, rows: list[Row]) -> bytes:
        """Return rows as a Parquet file."""
        return parquet_bytes(arrow_table(rows))

    def decode(self, content: bytes, _first: int, _count: int) -> list[Row]:
        """Return the rows of a Parquet file."""
        return [json.loads(text) for text in read_parquet(content)["json"].to_pylist()]


def arrow_table(rows: Sequence[Row]) -> Any:
    """Return rows as an Arrow table: a column for each figure, and the whole row as JSON."""
    import pyarrow as pa

    return pa.Table.from_pylist(list(map(_columns, rows)))


def _columns(row: Row) -> Row:
    """Return what is a single value in a row, what the move that was played lost, and the facts summed up."""
    played, limits = played_move(row) or {}, row.get("max_score", {})
    return {
        **{name: value for name, value in row.items() if not isinstance(value, list | dict)},
        "seed": str(row["seed"]),
        "best": " | ".join(row["best"]),
        "is_best": row["played"] in row["best"],
        "played_value": played.get("value"),
        "loss": played.get("loss"),
        "loss_error": played.get("loss_error"),
        **{f"max_{when}": score for when, score in limits.items()},
        "points_lost": sum(fact.get("points", 0) for fact in row["facts"]),
        "cause": " ".join(dict.fromkeys(fact["cause"] for fact in row["facts"])) or None,
        "json": json.dumps(row, ensure_ascii=False),
    }


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


def by_player(games: Sequence[AnalysedGame[Any, Any]]) -> list[Losses]:
    """Sum up the moves of each player."""
    rows = [row for game in games for row in game.rows]
    names = dict.fromkeys(row["player"] for row in rows)
    return [losses_of(name, [row for row in rows if row["player"] == name]) for name in names]


def worst_rows(rows: Sequence[Row], most: int = 10) -> list[Row]:
    """Return the turns that lost most: those that are called something, the largest loss first."""
    called = [row for row in rows if row["call"]]
    return sorted(called, key=lambda row: (-loss_of(row), row["turn"]))[:most]


DEFAULT_DEALS, MOST_DEALS = 400, 1_000_000
DECIMALS = 2


class ValuedMove(NamedTuple):
    """A legal move with its value, in points and to two decimals."""

    move: str
    """As JSON has it: ``play 3``, ``discard 7``, ``clue 1 r``, ``bid 2``."""
    words: str
    value: float
    error: float
    loss: float
    """The best value less this one, on the same deals."""
    loss_error: float
    deals: int
    action: Any

    @property
    def lost(self) -> bool:
        """Whether it lost more than one standard error."""
        return self.loss > self.loss_error

    def to_json(self) -> dict[str, Any]:
        """Return the move as JSON data."""
        row = self._asdict()
        del row["action"]
        return row


@dataclass(frozen=True)
class TurnValues:
    """What the moves of a turn are worth."""

    moves: tuple[ValuedMove, ...]
    """Every legal move, the best first."""
    played: ValuedMove | None
    call: str | None
    """inaccuracy, mistake or blunder; None where nothing is called."""

    @property
    def best(self) -> tuple[str, ...]:
        """The moves whose loss is within one error."""
        return tuple(move.move for move in self.moves if not move.lost)

    def text(self, why: str) -> str:
        """Say what the move was worth, and why."""
        best, played = self.moves[0], self.played
        if played is None:
            return f"best: {best.words} ({best.value:.2f})"
        said, loss = f"{played.words}: {played.value:.2f}", f"{played.loss:.2f} ± {played.loss_error:.2f}"
        if not played.lost:
            said = f"{said}, as good as any"
        elif self.call is None:
            said = f"{said}; {best.words}: {best.value:.2f} (a difference of {loss})"
        else:
            said = f"{self.call}, {loss} points: {said}; {best.words}: {best.value:.2f}"
        return f"{said}; {why}" if why else said

    def to_json(self) -> dict[str, Any]:
        """Return what rows of every game have in common."""
        return {
            "value": self.moves[0].value,
            "error": self.moves[0].error,
            "best": list(self.best),
            "played": self.played.move if self.played else None,
            "moves": [move.to_json() for move in self.moves],
            "call": self.call,
        }


def turn_values(
    values: Sequence[ActionValue],
    actions: Mapping[int, Any],
    played: Any,
    words: Callable[[Any], tuple[str, str]],
    least_loss: dict[str, float],
) -> TurnValues:
    """Round the values of a turn's moves, so that they agree with each other.

    *values* has the best move first, *actions* the moves by number; *words* says a move as JSON has it and as
    people do; a loss of at least *least_loss* points has a name.
    """
    best, found = round(values[0].value, DECIMALS), list[ValuedMove]()
    for one in values:
        loss, action = abs(round(one.loss, DECIMALS)), actions[one.action]
        figures = (
            round(best - loss, DECIMALS),
            round(one.error, DECIMALS),
            loss,
            round(one.loss_error, DECIMALS),
        )
        found.append(ValuedMove(*words(action), *figures, one.deals, action))
    made = next((move for move in found if move.action == played), None)
    call = call_of(made.loss, made.loss_error, least_loss) if made else None
    return TurnValues(tuple(found), made, call)


def check_settings(deals: int, seed: Seed) -> None:
    """Raise InputError if an analysis cannot be made with this number of deals, or with this seed."""
    as_seed(seed)
    if not 2 <= deals <= MOST_DEALS:
        raise InputError(f"{deals:,} deals are not possible; ask for 2 to {MOST_DEALS:,}")


def chosen_turns(
    game: RecordedGame[Any, Any, Any], moved: range, turn: object, seat: int | str | None
) -> list[int]:
    """Return the turns that are asked for: one, those of a seat, or all at which somebody moved."""
    if turn is not None:
        at = turn_in(game, turn)
        if game.states[at].over:
            raise InputError(f"nobody moves there: it is over after {at} moves; name an earlier turn")
        return [at]
    mover = None if seat is None else seat_in(game.seats, seat)
    return [at for at in moved if mover is None or game.states[at].seat == mover]
