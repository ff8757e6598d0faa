"""Tournaments of Boeren Bridge: the same deals for all, seats rotating, compiled where every player is."""

from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b

import numpy as np

from handsight.boeren import (
    SEAT_NAMES,
    SEATS,
    TEXT,
    Action,
    Bid,
    Match,
    Play,
    Rules,
    State,
    deal,
    play,
    view,
)
from handsight.bots.boeren import Entry, agent
from handsight.bots.hanabi.user_bots import line_of
from handsight.errors import BotError, IllegalActionError, InputError
from handsight.kernels.boeren import play_matches
from handsight.kernels.boeren.match_loop import FIELDS, SEATINGS, Results
from handsight.lab.fingerprint import Identities, fingerprint
from handsight.lab.hanabi.plan import check_seed
from handsight.notation.boeren.record import Round, actions_of
from handsight.table import Dice


@dataclass(frozen=True)
class Table:
    """Four players, the rules and a seed; game number g plays deal g // 4 in seating g mod 24."""

    names: tuple[str, ...]
    rules: Rules = TEXT
    seed: int = 1

    def __post_init__(self) -> None:
        if len(self.names) != SEATS:
            raise InputError(f"{len(self.names)} players cannot fill four seats; name one for all, or four")
        check_seed(self.seed)

    @cached_property
    def entries(self) -> tuple[Entry, ...]:
        """The four players."""
        return tuple(map(agent, self.names))

    @property
    def identities(self) -> Identities:
        """The four players by name, each with what it is known by."""
        return tuple((entry.name, entry.identity()) for entry in self.entries)

    @cached_property
    def digest(self) -> str:
        """A hash of all that the matches depend on, the players' sources and Handsight's among them."""
        parts = [fingerprint(), self.rules.switches, self.seed, self.identities]
        return blake2b(repr(parts).encode(), digest_size=6).hexdigest()

    def seating(self, game: int) -> list[int]:
        """Return which of the four sits in each seat."""
        found: list[int] = SEATINGS[game % len(SEATINGS)].tolist()
        return found


def play_table(table: Table, first: int, count: int) -> Results:
    """Play matches from number *first* on: by match and player, points, tricks and bids met."""
    twins = [entry.compiled() for entry in table.entries if entry.compiled]
    if len(twins) == SEATS:
        return play_matches.play(twins, table.rules, count, table.seed, first)
    rows = np.zeros((count, SEATS, FIELDS), np.int32)
    for at in range(count):
        rows[at] = result(table, first + at, play_match(table, first + at))
    return rows


def play_match(table: Table, game: int) -> Match:
    """Play one match by the reference rules."""
    chairs = [Chair(table, game, seat) for seat in range(SEATS)]
    match = Match.shuffled(Dice(table.seed, game // SEATS), table.rules)
    while not match.over:
        state = deal(match.next)
        while not state.over:
            state = chairs[state.seat].turn(state)
        match = match.after(state)
    return match


class Chair:
    """A seat of one match with the agent that sits there; what the agent does wrong is told as its fault."""

    def __init__(self, table: Table, game: int, seat: int) -> None:
        self.name = table.names[table.seating(game)[seat]]
        self.seat = seat
        self.place = f"game {game}, seed {table.seed}"
        self.make = table.entries[table.seating(game)[seat]].make
        self.dice = Dice(table.seed, game, seat + 1)
        """The agent's own, also where it keeps them nowhere."""
        try:
            self.agent = self.make(seat, self.dice)
        except Exception as error:
            raise self._fault("it cannot sit down", error) from error

    def turn(self, state: State) -> State:
        """Let the agent decide, and return the state after its action, if the rules allow it."""
        return self.decided(state)[1]

    def decided(self, state: State) -> tuple[Action, State]:
        """Return what the agent does, and the state after it."""
        when = f"turn {state.turn} of a round of {state.terms.hand_size} cards"
        try:
            action = self.agent.decide(view(state, self.seat))
        except Exception as error:
            raise self._fault(when, error) from error
        if not isinstance(action, Bid | Play):
            raise self._fault(when, TypeError(f"decided {action!r}, which is no bid and no card"))
        try:
            return action, play(state, action)
        except IllegalActionError as error:
            raise self._fault(when, ValueError(f"tried {action}, but {error}")) from error

    def _fault(self, when: str, error: Exception) -> BotError:
        said = f"{type(error).__name__}: {error}{line_of(error, self.make)}"
        return BotError(f"{self.name} in seat {self.seat}, {self.place}, {when}: {said}")


def result(table: Table, game: int, match: Match) -> Results:
    """Write down what a match brought each of the four: points, tricks and bids met."""
    row = np.zeros((SEATS, FIELDS), np.int32)
    for seat, player in enumerate(table.seating(game)):
        row[player] = (
            match.totals[seat],
            sum(state.won[seat] for state in match.finished),
            sum(state.won[seat] == state.bids[seat] for state in match.finished),
        )
    return row


def rounds_of(table: Table, game: int) -> list[Round]:
    """Play a match, and return its rounds as records that can be written down."""
    names = tuple(table.names[player] for player in table.seating(game))
    seats = tuple(f"{seat} ({name})" for seat, name in zip(SEAT_NAMES, names, strict=True))
    return [
        Round(state.setup, actions_of(state), seats, id=f"{game}.{number}")
        for number, state in enumerate(play_match(table, game).finished, 1)
    ]
