"""OpenSpiel's Oh Hell, a second mind, plays the same game: turn, legal moves and scores are equal.

There the dealer's bid with which all add up is barred. Its trump card comes out of the pack that is dealt, so
ours gets a rank below all others, of which only the trump card is ever seen. It knows no bonus for a met bid
of zero.
"""

from typing import Any

import pytest

from handsight.boeren import (
    Action,
    Bid,
    Card,
    Play,
    Rules,
    Setup,
    State,
    Terms,
    deal,
    legal,
    play,
    score,
    shuffle,
)
from handsight.game import Dice

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
BARRED = Rules(dealer_change="barred")


def oh_hell(size: int) -> object:
    options = {
        "players": 4,
        "num_suits": 4,
        "num_cards_per_suit": size + 1,
        "num_tricks_fixed": size,
        "off_bid_penalty": True,
        "points_per_trick": 2,
    }
    return pyspiel.load_game("oh_hell", options)


def card_id(card: Card, size: int) -> int:
    return (card.rank - (13 - size) + 1) * 4 + card.suit


def action_id(action: Action, size: int) -> int:
    assert isinstance(action, Bid | Play)
    return 4 * (size + 1) + action.tricks if isinstance(action, Bid) else card_id(action.card, size)


def dealt(game: Any, setup: Setup) -> Any:
    size, theirs = setup.terms.hand_size, game.new_initial_state()
    around = (hand[at] for at in range(size) for hand in setup.hands)
    for chance in (size, setup.dealer, *(card_id(card, size) for card in around), setup.trump):
        assert theirs.is_chance_node()
        theirs.apply_action(chance)
    return theirs


def without_bonus(state: State) -> list[int]:
    generous = state.terms.hand_size >= 6
    points_by_seat = score(state)
    assert points_by_seat is not None
    calls = zip(points_by_seat, state.bids, state.won, strict=True)
    return [points - 10 * (generous and bid == won == 0) for points, bid, won in calls]


def compare(size: int, rounds: range) -> int:
    """Play random rounds side by side and return how many decisions were equal."""
    game, decisions = oh_hell(size), 0
    for number in rounds:
        chance = Dice(size, number, stream=1)
        setup = shuffle(Terms(size, rules=BARRED), chance.below(4), Dice(size, number))
        ours, theirs = deal(setup), dealt(game, setup)
        while not ours.over:
            options = list(legal(ours))
            assert not theirs.is_terminal()
            assert theirs.current_player() == ours.seat
            assert sorted(theirs.legal_actions()) == sorted(action_id(o, size) for o in options)
            chosen = options[chance.below(len(options))]
            ours = play(ours, chosen)
            theirs.apply_action(action_id(chosen, size))
            decisions += 1
        assert theirs.is_terminal()
        assert theirs.returns() == without_bonus(ours)
    return decisions


@pytest.mark.parametrize("size", [3, 4, 5, 6, 8])
def test_a_few_rounds(size: int) -> None:
    assert compare(size, range(40)) == 40 * 4 * (size + 1)


@pytest.mark.slow
@pytest.mark.parametrize(("size", "rounds"), [(3, 2000), (4, 2000), (5, 2000), (6, 1000), (8, 1000)])
def test_many_rounds(size: int, rounds: int) -> None:
    assert compare(size, range(1000, 1000 + rounds)) == rounds * 4 * (size + 1)
