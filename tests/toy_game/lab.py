"""Experiments with High Card: two bots, who change seats after every game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import numpy as np

from handsight.bots import BotName, BotSeat
from handsight.errors import InputError
from handsight.game import Seed, as_seed, deal_dice, shuffled, stream
from handsight.lab import Summary
from handsight.lab import statistics as stats
from handsight.lab.experiment_options import check_confidence
from handsight.lab.game_plan import Columns, Plan, Rows
from handsight.lab.job_runner import RunSettings
from handsight.lab.played_games import Experiment, PlayedGames
from handsight.lab.result_summary import TextTable
from handsight.roster.games import Roster
from toy_game import bots, notation, rules
from toy_game.bots import DEFAULT
from toy_game.rules import Setup, State

if TYPE_CHECKING:
    from matplotlib.figure import Figure

SAVED_GAMES = "games.highcard"


@dataclass(frozen=True)
class HighCardPlan(Plan):
    """Two bots and a seed; the games 2k and 2k + 1 have the same cards, and the bots change seats."""

    roster: ClassVar[Roster] = bots

    seed: Seed = 1

    def __post_init__(self) -> None:
        if len(self.bots) != rules.SEATS:
            raise InputError(f"{len(self.bots)} bots cannot fill two seats; name one for both, or two")
        object.__setattr__(self, "seed", as_seed(self.seed))

    def agreed(self) -> None:
        """Return the terms that bots get before the game: none, as the rules never change."""

    def conditions(self) -> str:
        """Return everything that the games depend on besides the bots and Handsight itself."""
        return repr(self.seed)

    def setup(self, game: int) -> Setup:
        """Return the deal of a game."""
        return shuffled(rules.CARDS, deal_dice(self.seed, game // rules.SEATS))

    def bot_seat(self, game: int, seat: int) -> BotSeat:
        """Seat the bot of a game."""
        dice = partial(stream, self.seed, game, seat)
        spec = self.specs()[(seat + game) % rules.SEATS]
        return BotSeat(spec, rules, None, seat, dice, where=f"game {game}, seed {self.seed}")

    def play_game(self, game: int) -> tuple[State, ...]:
        """Play a game, and return its states."""
        seats = [self.bot_seat(game, seat) for seat in range(rules.SEATS)]
        states = [rules.deal(self.setup(game))]
        while not states[-1].over:
            states.append(seats[states[-1].seat].play(states[-1])[1])
        return tuple(states)

    def record(self, game: int) -> notation.Recorded:
        """Play a game, and return it as a record."""
        states = self.play_game(game)
        return notation.Recorded(states[0].setup, tuple(event.action for event in states[-1].events), states)

    def play_chunk(self, first: int, count: int) -> Rows:
        """Play games, and return for each whether the first bot won."""
        rows = self.blank_rows(count)
        for at in range(count):
            final = self.play_game(first + at)[-1]
            rows[at] = (rules.score(final) or ())[(first + at) % rules.SEATS]
        return rows

    def blank_rows(self, games: int) -> Rows:
        """Return rows to be filled."""
        return np.zeros(games, np.int8)

    def columns(self, _games: range, rows: Rows) -> Columns:
        """Return games as columns of a table, with all that they depend on."""
        names = {f"player_{at}": name for at, name in enumerate(self.names)}
        return {"seed": self.seed, "won": rows, **names}

    def read_columns(self, table: Any, rows: Rows) -> None:
        """Fill rows from such a table."""
        rows[:] = table["won"].to_numpy()


@dataclass(frozen=True, eq=False)
class Run(PlayedGames[HighCardPlan]):
    """The games of a plan: in each, whether the first bot won."""

    @property
    def wins(self) -> stats.Estimate:
        """The share of games that the first bot won."""
        return stats.estimate(self.rows.tolist())

    def conditions(self) -> dict[str, Any]:
        """Return what the games depend on."""
        return {"game": "toy", "games": self.games, "seed": self.plan.seed, "version": self.plan.version}

    @property
    def caption(self) -> str:
        """Which games these are, in a line."""
        return f"High Card, {self.games:,} games, seats changing, seed {self.plan.seed}"

    def summary(self) -> Summary:
        """Return the result in words, figures and JSON."""
        name, other = self.plan.names
        share = self.wins.mean
        return Summary(
            title=f"{name} and {other}",
            caption=self.caption,
            json={"bots": [name, other], "wins": [share, 1 - share], **self.conditions()},
            tables=[TextTable(("", "wins"), [(name, f"{share:.1%}"), (other, f"{1 - share:.1%}")])],
            plots=[partial(_plot, [self], self.caption)],
        )


@dataclass(frozen=True)
class Comparison:
    """Several bots that each played the same deals with the same partner."""

    runs: Sequence[Run]
    confidence: float

    def summary(self) -> Summary:
        """Return the result in words, figures and JSON."""
        names = [run.plan.names[0] for run in self.runs]
        pairs = [
            (one.plan.names[0], other.plan.names[0], self._difference(one, other))
            for one, other in combinations(self.runs, 2)
        ]
        figures = {
            "rows": [
                {"bot": name, "wins": run.wins.mean} for name, run in zip(names, self.runs, strict=True)
            ],
            "pairs": [{"a": a, "b": b, "difference": found.mean, "p": found.p} for a, b, found in pairs],
            **self.runs[0].conditions(),
        }
        lines = [
            (f"{a} − {b}", f"{found.mean:+.1%}", f"{found.low:+.1%} to {found.high:+.1%}")
            for a, b, found in pairs
        ]
        heads = ("", "wins", f"{self.confidence:.0%} interval")
        caption = f"{self.runs[0].caption}, each with {DEFAULT}"
        return Summary(
            title=" and ".join(names),
            caption=caption,
            json=figures,
            tables=[TextTable(heads, lines)],
            plots=[partial(_plot, self.runs, caption)],
        )

    def _difference(self, one: Run, other: Run) -> stats.Difference:
        return stats.paired(one.rows.tolist(), other.rows.tolist(), self.confidence)


def _plot(runs: Sequence[Run], caption: str) -> "Figure":
    from handsight.lab.plots import Span, intervals

    spans = [
        Span(run.plan.names[0], *(run.wins.mean + step * run.wins.stderr for step in (-2, 0, 2)))
        for run in runs
    ]
    return intervals(spans, caption, "share of games won")


def simulate(*bots: BotName, games: int = 1_000, seed: Seed = 1, **settings: Any) -> Run:
    """Play games with two bots, or with two copies of one; *settings* are those of `RunSettings`."""
    plan = _plan(bots * rules.SEATS if len(bots) == 1 else bots, seed)
    return Experiment([plan], RunSettings(**settings), Run).play(games)[0]


def compare(
    *bots: BotName, confidence: float = 0.95, games: int = 1_000, seed: Seed = 1, **settings: Any
) -> Comparison:
    """Let each bot play the same deals with the same partner."""
    if len(bots) < 2:
        raise InputError("name at least two bots to compare")
    check_confidence(confidence)
    plans = [_plan((bot, DEFAULT), seed) for bot in bots]
    return Comparison(Experiment(plans, RunSettings(**settings), Run).play(games), confidence)


def _plan(bots: tuple[BotName, ...], seed: Seed) -> HighCardPlan:
    return HighCardPlan(bots, seed)


def save_games(run: Run, count: int, path: Path) -> None:
    """Write the first games of a run to a file."""
    games = [run.plan.record(game) for game in range(min(count, run.games))]
    path.write_text(notation.write(*games).text, encoding="utf-8")
