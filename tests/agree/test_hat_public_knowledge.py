"""The public knowledge of hat bots equals what the reference implementation derives from events."""

from collections.abc import Iterator

import numpy as np
import pytest
from hat_terms import TABLES, named
from naive_hat import Done, NaiveHat

from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.bots.hanabi.hat.compiled.hat_bot import HAT
from handsight.compiled.jit import Ints
from handsight.hanabi import Action, Card, Event, State, Terms, deal, play, view
from handsight.hanabi.compiled import play_games, rules
from handsight.hanabi.compiled.state_conversion import to_array, to_number
from handsight.hanabi.compiled.terms_layout import terms_array


def turns(terms: Terms, seed: int, number: int) -> Iterator[tuple[State, tuple[Event, ...], Ints]]:
    """Yield every turn of a game: the state after it, what happened, and the array with its memory."""
    replay = play_games.record(HAT, terms, seed, number)
    state, packed_terms, workspace = deal(replay.setup), terms_array(terms), np.zeros(HAT.workspace, np.int64)
    array = to_array(state, HAT.memory)
    HAT.read(packed_terms, array, workspace)
    actions: tuple[Action, ...] = replay.actions
    for action in actions:
        rules.step(packed_terms, array, to_number(terms, array, action))
        HAT.read(packed_terms, array, workspace)
        after = play(state, action)
        yield after, after.events[len(state.events) :], array
        state = after


def seen(state: State, viewer: int) -> dict[int, Card]:
    """Return the cards that a seat sees, by order."""
    return {order: card for order, card in enumerate(view(state, viewer).cards) if card is not None}


def public(terms: Terms, array: Ints, order: int) -> frozenset[Card]:
    """Return the public knowledge of a card, from the memory in an array."""
    mask = int(array[mem.PUBLIC_MASKS + order])
    return frozenset(card for at, card in enumerate(terms.variant.cards) if mask >> at & 1)


@pytest.mark.slow
@pytest.mark.parametrize("terms", TABLES, ids=named)
def test_a_plain_seat_derives_the_public_masks(terms: Terms) -> None:
    for number in range(terms.players):
        viewer = number % terms.players
        naive = NaiveHat(terms, viewer)
        for state, events, array in turns(terms, 11, number):
            action, *draws = events
            assert isinstance(action, Done)
            naive.hear(action, draws, seen(state, viewer))
            assert naive.hands == [list(hand) for hand in state.hands]
            if array[mem.DIVERGED] or naive.lied:
                break
            assert not naive.misled
            for order in (order for hand in state.hands for order in hand):
                assert naive.can[order] == public(terms, array, order), (number, state.turn, order)
                assert state.cards[order] in naive.can[order]
