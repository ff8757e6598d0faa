"""What everybody knows at a table of hat players, derived from events by a plain twin, seat by seat."""

from collections.abc import Iterator

import numpy as np
import pytest
from hat_tables import TABLES, named
from naive_hat import Done, NaiveHat

from handsight.hanabi import Action, Card, Event, State, Terms, deal, play, view
from handsight.kernels.hanabi import play_games, rules, state_layout
from handsight.kernels.hanabi.convert import to_number, to_row
from handsight.kernels.hanabi.terms_layout import book
from handsight.kernels.hat import memory_layout
from handsight.kernels.hat.player import HAT


def turns(
    terms: Terms, seed: int, number: int
) -> Iterator[tuple[State, tuple[Event, ...], state_layout.Ints]]:
    """Yield every turn of a game: the state after it, what happened, and the row with its notes."""
    replay = play_games.record(HAT, terms, seed, number)
    state, words, scratch = deal(replay.setup), book(terms), np.zeros(HAT.scratch, np.int64)
    row = to_row(state, HAT.notes)
    HAT.read(words, row, scratch)
    actions: tuple[Action, ...] = replay.actions
    for action in actions:
        rules.step(words, row, to_number(terms, row, action))
        HAT.read(words, row, scratch)
        after = play(state, action)
        yield after, after.events[len(state.events) :], row
        state = after


def seen(state: State, viewer: int) -> dict[int, Card]:
    """Return the faces that a seat sees, by order."""
    return {order: card for order, card in enumerate(view(state, viewer).cards) if card is not None}


def public(terms: Terms, row: state_layout.Ints, order: int) -> frozenset[Card]:
    """Return what everybody knows that a card can be, by the notes of a row."""
    mask = int(row[memory_layout.TABLES + order])
    return frozenset(card for at, card in enumerate(terms.variant.cards) if mask >> at & 1)


@pytest.mark.parametrize("terms", TABLES, ids=named)
def test_a_plain_seat_derives_what_the_kernels_note(terms: Terms) -> None:
    for number in range(terms.players):
        viewer = number % terms.players
        twin = NaiveHat(terms, viewer)
        for state, events, row in turns(terms, 11, number):
            action, *draws = events
            assert isinstance(action, Done)
            twin.hear(action, draws, seen(state, viewer))
            assert twin.hands == [list(hand) for hand in state.hands]
            if row[memory_layout.PARTED] or twin.lied:
                break
            assert not twin.misled
            for order in (order for hand in state.hands for order in hand):
                assert twin.can[order] == public(terms, row, order), (number, state.turn, order)
                assert state.cards[order] in twin.can[order]
