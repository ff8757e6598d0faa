"""One game of Hanabi with bots in all seats, by the reference rules."""

from collections.abc import Sequence
from functools import partial
from typing import NamedTuple

from handsight import hanabi
from handsight.bots import BotSeat, BotSpec
from handsight.bots.seat import bot_dice
from handsight.hanabi import Action, Setup, State, Terms, deal, legal
from handsight.notation.hanabi.record import NAMES, Game
from handsight.notation.record import seated
from handsight.table import Dice, shuffled

DECK_STREAM = 0
"""Which stream of a game's dice shuffles the deck."""


class PlayedGame(NamedTuple):
    """A game that was played: its number, the bots by seat, their actions and all states."""

    number: int
    bots: tuple[BotSpec, ...]
    actions: tuple[Action, ...]
    states: tuple[State, ...]

    @property
    def final(self) -> State:
        """The state after the last action."""
        return self.states[-1]

    @property
    def record(self) -> Game:
        """The game as a record that can be written to a file."""
        names = NAMES[: len(self.bots)]
        extras = seated(names, (bot.name for bot in self.bots))
        return Game(self.final.setup, self.actions, self.states, names, id=self.number, extras=extras)


def shuffled_setup(terms: Terms, seed: int, number: int) -> Setup:
    """Return the deck of a game of an experiment."""
    return Setup(terms, shuffled(terms.variant.deck(), Dice(seed, number, DECK_STREAM)))


def bot_seat(spec: BotSpec, terms: Terms, seed: int, number: int, seat: int) -> BotSeat:
    """Seat a bot in a game of an experiment."""
    dice = partial(bot_dice, seed, number, seat)
    return BotSeat(spec, hanabi, terms, seat, dice, where=f"game {number}, seed {seed}")


def play_game(bots: Sequence[BotSpec], terms: Terms, seed: int, number: int) -> PlayedGame:
    """Play game *number* of an experiment, with a bot for each seat."""
    state, actions = deal(shuffled_setup(terms, seed, number)), list[Action]()
    seats = [bot_seat(spec, terms, seed, number, seat) for seat, spec in enumerate(bots)]
    states = [state]
    while not state.over and _can_move(state):
        decision, state = seats[state.seat].play(state)
        actions.append(decision.action)
        states.append(state)
    for seat in seats:
        seat.watch(state)
    return PlayedGame(number, tuple(bots), tuple(actions), tuple(states))


def _can_move(state: State) -> bool:
    """Say whether any action is legal: without cards and clue tokens a game may be stuck."""
    return bool(state.hands[state.seat]) or next(legal(state), None) is not None
