"""Tournaments of Boeren Bridge: the same deals for all, seats rotating, compiled where every player is."""

from dataclasses import dataclass
from functools import cached_property, partial
from hashlib import blake2b

import numpy as np

from handsight import boeren
from handsight.boeren import SEAT_NAMES, SEATS, TEXT, Match, Rules, State, deal
from handsight.bots import BotSeat, BotSpec
from handsight.bots.boeren import find_bot
from handsight.bots.seat import bot_dice
from handsight.errors import InputError
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
    def specs(self) -> tuple[BotSpec, ...]:
        """The four bots."""
        return tuple(map(find_bot, self.names))

    @property
    def identities(self) -> Identities:
        """The four players by name, each with what it is known by."""
        return tuple((entry.name, entry.identity()) for entry in self.specs)

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
    compiled = [spec.compiled(table.rules) for spec in table.specs]
    if None not in compiled:
        return play_matches.play(compiled, table.rules, count, table.seed, first)
    rows = np.zeros((count, SEATS, FIELDS), np.int32)
    for at in range(count):
        rows[at] = result(table, first + at, play_match(table, first + at))
    return rows


def play_match(table: Table, game: int) -> Match:
    """Play one match by the reference rules."""
    seats = [bot_seat(table, game, seat) for seat in range(SEATS)]
    match = Match.shuffled(Dice(table.seed, game // SEATS), table.rules)
    while not match.over:
        state = deal(match.next)
        for seat in seats:
            seat.new_round(round_name(match, state))
        while not state.over:
            _, state = seats[state.seat].play(state)
        for seat in seats:
            seat.watch(state)
        match = match.after(state)
    return match


def round_name(match: Match, state: State) -> str:
    """Name the round on the table, as people count."""
    return f"round {len(match.finished) + 1} of {state.terms.hand_size} cards"


def bot_seat(table: Table, game: int, seat: int) -> BotSeat:
    """Seat the bot of a match of a table."""
    spec = table.specs[table.seating(game)[seat]]
    dice = partial(bot_dice, table.seed, game, seat)
    return BotSeat(spec, boeren, table.rules, seat, dice, where=f"game {game}, seed {table.seed}")


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
        Round.play(state.setup, actions_of(state), names=seats, id=f"{game}.{number}")
        for number, state in enumerate(play_match(table, game).finished, 1)
    ]
