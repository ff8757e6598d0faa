"""Experiments with High Card: two bots, who change seats after every game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar, Unpack

import numpy as np

from handsight.bots import BotName, BotSeat
from handsight.errors import InputError
from handsight.game import Seed, as_seed, deal_dice, shuffled, stream
from handsight.lab import Summary
from handsight.lab import statistics as stats
from handsight.lab.game_plan import Columns, Plan, Rows
from handsight.lab.played_games import (
    CONFIDENCE,
    Comparison,
    ExperimentOptions,
    Pair,
    PlayedGames,
    check_names,
    compare_bots,
    play_plans,
)
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

    counted_in: ClassVar[str] = "shares of wins"

    @property
    def estimate(self) -> stats.Estimate:
        """The share of games that the first bot won."""
        return stats.estimate(self.rows.tolist())

    def conditions(self) -> dict[str, Any]:
        """Return what the games depend on."""
        return {"game": "toy", "games": self.games, "seed": self.plan.seed, "version": self.plan.version}

    def figures(self) -> dict[str, Any]:
        """Return the share of games that the first bot won."""
        return {"wins": self.estimate.mean}

    def pair(self, other: "Run", confidence: float) -> Pair:
        """Compare the first bot with that of other games on the same deals."""
        found = stats.paired(self.rows.tolist(), other.rows.tolist(), confidence)
        return Pair(self.plan.names[0], other.plan.names[0], found)

    @staticmethod
    def table(runs: "Sequence[Run]") -> TextTable:
        """Return what bots won."""
        rows = [
            line
            for run in runs
            for line in zip(run.plan.names, (f"{share:.1%}" for share in run.both), strict=True)
        ]
        return TextTable(("", "wins"), rows)

    @property
    def both(self) -> tuple[float, float]:
        """The shares of games that the bots won."""
        return self.estimate.mean, 1 - self.estimate.mean

    @property
    def caption(self) -> str:
        """Which games these are, in a line."""
        return f"High Card, {self.games:,} games, seats changing, seed {self.plan.seed}"

    def summary(self) -> Summary:
        """Return the result in words, figures and JSON."""
        return Summary(
            title=" and ".join(self.plan.names),
            caption=self.caption,
            json={"bots": list(self.plan.names), "wins": list(self.both), **self.conditions()},
            tables=[self.table([self])],
            plots=[self.plot],
        )

    def plot(self) -> "Figure":
        """Draw the share of games that the first bot won."""
        from handsight.lab.plots import Span, intervals

        found = self.estimate
        span = Span(self.plan.names[0], *(found.mean + step * found.stderr for step in (-2, 0, 2)))
        return intervals([span], self.caption, "share of games won")


class Options(ExperimentOptions, total=False):
    """The options of experiments with High Card: those of every game."""


def simulate(*bots: BotName, **options: Unpack[Options]) -> Run:
    """Play games with two bots, or with two copies of one."""
    check_names(options, Options, "simulate")
    plan = HighCardPlan(bots * rules.SEATS if len(bots) == 1 else bots, options.get("seed", 1))
    (run,), _ = play_plans([plan], options, Run)
    return run


def compare(*bots: BotName, confidence: float = CONFIDENCE, **options: Unpack[Options]) -> Comparison[Run]:
    """Let each bot play the same deals with the same partner."""
    check_names(options, Options, "compare")

    def plan(bot: BotName) -> HighCardPlan:
        return HighCardPlan((bot, DEFAULT), options.get("seed", 1))

    return compare_bots(bots, plan, options, Run, confidence=confidence)


def save_games(run: Run, count: int, path: Path) -> None:
    """Write the first games of a run to a file."""
    games = [run.plan.record(game) for game in range(min(count, run.games))]
    path.write_text(notation.write(*games).text, encoding="utf-8")
