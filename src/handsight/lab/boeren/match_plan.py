"""A plan of Boeren Bridge matches: bots rotate through the seats on the same deals."""

from dataclasses import dataclass
from functools import partial
from typing import Any, ClassVar

import numpy as np

from handsight import boeren
from handsight.boeren import DEFAULT_RULES, SEAT_NAMES, SEATS, Action, Match, Rules, deal, round_name
from handsight.boeren import BoerenRecord as Round
from handsight.bots import BotSeat
from handsight.bots.boeren.compiled.match_loop import (
    FIELDS,
    MET,
    POINTS,
    SEATINGS,
    TRICKS,
    Results,
    play_team,
)
from handsight.errors import InputError
from handsight.game import Seed, as_seed, deal_dice, stream
from handsight.lab.game_plan import Columns, Plan
from handsight.roster import boeren as roster
from handsight.roster.games import Roster

COLUMNS = {"points": POINTS, "tricks": TRICKS, "met": MET}
"""Arrow tables have a column for each of these and each bot, as in ``points_0``, in the order of the bots."""


@dataclass(frozen=True)
class BoerenPlan(Plan):
    """Four bots, the rules and a seed; game number g plays deal g // 4 in seating g mod 24."""

    roster: ClassVar[Roster] = roster
    smallest_chunk: ClassVar[int] = 8

    rules: Rules = DEFAULT_RULES
    seed: Seed = 1

    def __post_init__(self) -> None:
        if len(self.bots) != SEATS:
            raise InputError(f"{len(self.bots)} bots cannot fill four seats; name one for all, or four")
        object.__setattr__(self, "seed", as_seed(self.seed))

    def agreed(self) -> Rules:
        """Return the rules of the match."""
        return self.rules

    def conditions(self) -> str:
        """Return everything that the matches depend on besides the bots and Handsight itself."""
        return repr((self.rules.switches, self.seed))

    def seating(self, game: int) -> list[int]:
        """Return, for each seat of a game, the index of the bot that sits there."""
        bots: list[int] = SEATINGS[game % len(SEATINGS)].tolist()
        return bots

    def bot_seat(self, game: int, seat: int) -> BotSeat:
        """Return a seat of a match with its bot."""
        spec = self.specs()[self.seating(game)[seat]]
        dice = partial(stream, self.seed, game, seat)
        return BotSeat(spec, boeren, self.rules, seat, dice, where=f"game {game}, seed {self.seed}")

    def play_match(self, game: int) -> Match:
        """Play one match by the reference rules."""
        return self._play_rounds(game)[0]

    def record_match(self, game: int) -> list[Round]:
        """Play a match, and return its rounds as records that can be written to a file."""
        return self._play_rounds(game)[1]

    def _play_rounds(self, game: int) -> tuple[Match, list[Round]]:
        """Play one match, and return it with its rounds, which keep their states."""
        names = tuple(
            f"{seat} ({self.names[bot]})" for seat, bot in zip(SEAT_NAMES, self.seating(game), strict=True)
        )
        rounds = list[Round]()
        seats = [self.bot_seat(game, seat) for seat in range(SEATS)]
        match = Match.shuffled(deal_dice(self.seed, game // SEATS), self.rules)
        while not match.over:
            state = deal(match.next)
            for seat in seats:
                seat.new_round(round_name(match, state))
            actions, states = list[Action](), [state]
            while not state.over:
                decision, state = seats[state.seat].play(state)
                actions.append(decision.action)
                states.append(state)
            for seat in seats:
                seat.watch(state)
            match = match.after(state)
            name = f"match {game + 1}, round {len(match.finished)}"
            rounds.append(Round(state.setup, tuple(actions), tuple(states), names, name))
        return match, rounds

    def play_chunk(self, first: int, count: int) -> Results:
        """Play matches from number *first* on; return points, tricks and bids met, by match and bot."""
        bots = self.compiled_bots()
        if bots is not None:
            return play_team(bots, self.rules, count, self.seed, first)
        rows = self.blank_rows(count)
        for at in range(count):
            rows[at] = self.match_row(first + at, self.play_match(first + at))
        return rows

    def match_row(self, game: int, match: Match) -> Results:
        """Return the points, tricks and bids met of a match, by bot."""
        row = np.zeros((SEATS, FIELDS), np.int32)
        for seat, bot in enumerate(self.seating(game)):
            row[bot] = (
                match.totals[seat],
                sum(state.won[seat] for state in match.finished),
                sum(state.won[seat] == state.bids[seat] for state in match.finished),
            )
        return row

    def blank_rows(self, games: int) -> Results:
        """Return an array of zeros with room for this many games."""
        return np.zeros((games, SEATS, FIELDS), np.int32)

    def columns(self, games: range, rows: Results) -> Columns:
        """Return the rows of matches as columns of a table, with the conditions of the matches."""
        names = self.names
        return {
            "seed": self.seed,
            "seats": [", ".join(names[bot] for bot in self.seating(game)) for game in games],
            "rules": self.rules.name,
            "rounds": self.rules.schedule,
            **{f"player_{bot}": name for bot, name in enumerate(names)},
            **{f"{name}_{bot}": rows[:, bot, at] for name, at in COLUMNS.items() for bot in range(SEATS)},
        }

    def read_columns(self, table: Any, rows: Results) -> None:
        """Fill rows from an Arrow table with the columns that `columns` returns."""
        for name, at in COLUMNS.items():
            for bot in range(SEATS):
                rows[:, bot, at] = table[f"{name}_{bot}"].to_numpy()
