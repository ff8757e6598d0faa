"""The rows of an analysis, one for each turn of a recorded game: how they are built, stored and summed up.

A row is the JSON object that `analyse --json` prints for a turn; all games share the fields that are used
here. Tables, reports and Parquet files are made from rows alone, so a resumed run gives the same results.
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
"""The analysis of one turn, as the JSON object that `analyse --json` prints."""
INACCURACY, MISTAKE, BLUNDER = CALLS = "inaccuracy", "mistake", "blunder"
"""The *call* of a bad move, by how much it lost: the smallest loss first."""
SURE = 3.0
"""A move is an inaccuracy, mistake or blunder only if its loss is at least this many standard errors."""


class NamedGame(NamedTuple, Generic[GameT]):
    """A recorded game, its label, and the turns to analyse."""

    label: str
    game: GameT
    turns: tuple[int, ...]


@dataclass(frozen=True)
class AnalysedGame(ABC, Generic[GameT, SettingsT]):
    """A recorded game with the rows of its analysed turns, and texts that sum them up."""

    noun: ClassVar[str] = "game"

    label: str
    game: GameT
    rows: Sequence[Row]
    settings: SettingsT
    reason: str = ""
    """Why this blueprint was chosen by `auto`; empty if it was named."""

    @property
    @abstractmethod
    def outcome(self) -> str:
        """The size of the table and the result, in a few words."""

    @property
    @abstractmethod
    def how_found(self) -> str:
        """How the values were found: as the mover sees it, with which blueprint, deals and seed."""

    @property
    @abstractmethod
    def lost(self) -> list[str]:
        """What was lost, in sentences."""

    @staticmethod
    @abstractmethod
    def further_tables(games: Sequence[Any]) -> list[TextTable]:
        """Return the tables that only this kind of game has of where the points of several games went."""

    @property
    def has_curve(self) -> bool:
        """Whether there is a curve to draw: the players share one score, and several turns were analysed."""
        return len(self.rows) > 1 and "max_score" in self.rows[0]

    def plot(self) -> "Figure":
        """Draw, turn by turn, the best move's value, the highest score still possible, and the loss."""
        from handsight.lab.plots import paths  # 1 s that only a plot needs

        lines = {
            "the most possible": [float(row["max_score"]["before"]) for row in self.rows],
            "expected": [row["value"] for row in self.rows],
        }
        losses = {"expected loss": list(map(loss_of, self.rows))}
        return paths(lines, losses, self.caption, first=turn_number(self.rows[0]["turn"]))

    @property
    def caption(self) -> str:
        """The game's label and outcome, and how the values were found."""
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
        """Return the row of a turn; *turn* is the number of actions taken before the move."""

    @property
    def label(self) -> str:
        """The last 40 characters of the title: titles of games differ at their end."""
        return self.title[-40:]

    def conditions(self) -> str:
        """Return everything that the rows depend on, besides Handsight itself."""
        return repr((self.title, self.setup, self.actions, self.names, self.settings))

    def work(self, first: int, count: int) -> list[Row]:
        """Return the rows of *count* turns, from turn *first* on."""
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
    """Return a row's columns: its single values, the played move's value and loss, and the facts' sum."""
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
    """Return the highest call whose *least* loss is reached; None if the loss is too small or uncertain."""
    if loss < round(SURE * error, 6):  # three times 0.1 is 0.3
        return None
    return next((call for call in reversed(CALLS) if loss >= least[call]), None)


def played_move(row: Row) -> Row | None:
    """Return the entry of a row's `moves` for the move that was played; None if there is none."""
    return next((move for move in row["moves"] if move["move"] == row["played"]), None)


def loss_of(row: Row) -> float:
    """Return the expected loss of the move that was played, in points; 0 if none was played."""
    played = played_move(row)
    return float(played["loss"]) if played else 0.0


class Losses(NamedTuple):
    """The mean loss of a group of moves, the share that was best, and the number of each call."""

    name: str
    moves: int
    mean: float
    error: float
    """The standard error over games, as moves of one game depend on each other; NaN for one game."""
    best: float
    calls: Counter[str]


def losses_of(name: str, rows: Sequence[Row]) -> Losses:
    """Sum up the losses of the moves that were played in these rows."""
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
    """Return a table of losses, with a line for each group of moves."""
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
    """Sum up the losses of each player's moves; players are told apart by name."""
    rows = [row for game in games for row in game.rows]
    names = dict.fromkeys(row["player"] for row in rows)
    return [losses_of(name, [row for row in rows if row["player"] == name]) for name in names]


def worst_rows(rows: Sequence[Row], most: int = 10) -> list[Row]:
    """Return at most *most* inaccuracies, mistakes and blunders, the largest loss first."""
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
        """Whether its loss is more than one standard error."""
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
    """What the played move is: an inaccuracy, mistake or blunder; None if it is none of these."""

    @property
    def best(self) -> tuple[str, ...]:
        """The moves whose loss is at most one standard error."""
        return tuple(move.move for move in self.moves if not move.lost)

    def text(self, why: str) -> str:
        """Say what the played move and the best one were worth; *why* ends the sentence."""
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
        """Return the fields that the rows of every game have in common."""
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
    """Return a turn's moves with values rounded so that they agree, the played one, and its call.

    *values* has the best move first; *actions* maps numbers to moves; *words* returns a move as JSON has it,
    and in words for people; *least_loss* is the smallest loss of each call, in points.
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
    """Return the turns to analyse: the one asked for, those of a seat, or all at which somebody moved."""
    if turn is not None:
        at = turn_in(game, turn)
        if game.states[at].over:
            raise InputError(f"play ended after {at} moves, so nobody moves there; name an earlier turn")
        return [at]
    mover = None if seat is None else seat_in(game.seats, seat)
    return [at for at in moved if mover is None or game.states[at].seat == mover]
