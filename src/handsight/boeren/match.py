"""Whole games: a match of several rounds with total scores, and the record of one round."""

from collections.abc import Sequence

from msgspec import Struct
from msgspec.structs import replace

from handsight import boeren
from handsight.boeren.actions import Action
from handsight.boeren.cards import SUITS
from handsight.boeren.rules import score
from handsight.boeren.state import State
from handsight.boeren.terms import DEFAULT_RULES, SEAT_NAMES, SEATS, Rules, Setup, Terms, round_sizes
from handsight.errors import IllegalActionError
from handsight.game import Dice, shuffled
from handsight.game.recorded_game import RecordedGame, states_of
from handsight.text.counting_from_one import counted


class Match(Struct, frozen=True):
    """A match: the setups of all rounds, and the final states of those that have been played."""

    setups: tuple[Setup, ...]
    finished: tuple[State, ...] = ()

    @classmethod
    def shuffled(cls, dice: Dice, rules: Rules = DEFAULT_RULES) -> "Match":
        """Return a random match: the first dealer, then each round's hands and trump, all from *dice*."""
        first = dice.below(SEATS)
        rounds = enumerate(round_sizes(rules.schedule))
        return cls(
            tuple(shuffle(Terms(*size, rules), (first + number) % SEATS, dice) for number, size in rounds)
        )

    @property
    def over(self) -> bool:
        """Whether the last round has been played."""
        return len(self.finished) == len(self.setups)

    @property
    def scores(self) -> tuple[tuple[int, ...], ...]:
        """The points of each seat in each round that was played."""
        return tuple(score(state) or (0,) * SEATS for state in self.finished)

    @property
    def totals(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return tuple(sum(points[seat] for points in self.scores) for seat in range(SEATS))

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats with the most points; they share the win."""
        return winners(self.totals)

    @property
    def next(self) -> Setup:
        """The setup of the round to play next, with its dealer; after the last one, an IllegalActionError."""
        if self.over:
            raise IllegalActionError("game-over", "the last round of this match has been played")
        setup = self.setups[len(self.finished)]
        if not self.finished or setup.terms.rules.first_lead == "left_of_dealer":
            return setup
        return replace(setup, dealer=(self.finished[-1].leader - 1) % SEATS)

    def after(self, state: State) -> "Match":
        """Return the match after its next round ended in this state; any other is an IllegalActionError."""
        if state.setup != self.next:
            raise IllegalActionError("wrong-round", "this is not the round that the match plays next")
        if not state.over:
            raise IllegalActionError("in-progress", "this round has not been played to its end")
        return replace(self, finished=(*self.finished, state))


def shuffle(terms: Terms, dealer: int, dice: Dice) -> Setup:
    """Return a random setup: shuffle the pack, deal a whole hand at a time from seat 0, then choose trump."""
    cards, size = shuffled(terms.pack, dice), terms.hand_size
    hands = tuple(tuple(sorted(cards[at : at + size])) for at in range(0, SEATS * size, size))
    if terms.rules.trump == "turn_up":
        turned = cards[SEATS * size]
        return Setup(terms, hands, turned.suit, dealer, turned)
    return Setup(terms, hands, dice.below(len(SUITS)), dealer)


def winners(totals: Sequence[int]) -> tuple[int, ...]:
    """Return the seats with the most points."""
    most = max(totals)
    return tuple(seat for seat, total in enumerate(totals) if total == most)


def win_shares(totals: Sequence[int]) -> tuple[float, ...]:
    """Return each seat's share of the win: ties are shared evenly."""
    first = winners(totals)
    return tuple((seat in first) / len(first) for seat in range(len(totals)))


class BoerenRecord(RecordedGame[Setup, Action, State], frozen=True):
    """A recorded round, or its beginning: the setup, the actions, the states after 0, 1, 2, … of them."""

    names: tuple[str, ...] = ()
    id: str | None = None

    @classmethod
    def replay(
        cls,
        setup: Setup,
        actions: tuple[Action, ...] = (),
        names: tuple[str, ...] = (),
        id: str | None = None,  # noqa: A002  # the name of the field
    ) -> "BoerenRecord":
        """Play actions from a setup, and return the record, or raise IllegalActionError."""
        return cls(setup, actions, states_of(boeren, setup, actions), names, id)

    def __repr__(self) -> str:
        cards, actions = counted(self.setup.terms.hand_size, "card"), counted(len(self.actions), "action")
        return f"<{type(self).__name__}: {cards}, {actions}>"

    @property
    def seats(self) -> tuple[str, ...]:
        """A name for every seat."""
        return self.names or SEAT_NAMES

    @property
    def is_position(self) -> bool:
        """Whether it is a position without bids, to be asked about and not to be scored."""
        return not self.setup.terms.bidding


def round_name(match: Match, state: State) -> str:
    """Return the name of the round on the table, with its number from 1."""
    return f"round {len(match.finished) + 1} of {counted(state.terms.hand_size, 'card')}"
