"""Our rules agree with the published rounds, decision by decision."""

import json
from pathlib import Path
from typing import Any

import pytest

from handsight.boeren import (
    SUITS,
    Bid,
    Card,
    ChangeBid,
    Play,
    Rules,
    Setup,
    Terms,
    deal,
    hook,
    legal,
    play,
    revised_bids,
    round_points,
    score,
    view,
)

ORACLE = json.loads((Path(__file__).parent / "boeren.json").read_text())


def cards(words: list[str]) -> tuple[Card, ...]:
    return tuple(map(Card.read, words))


def setup_of(given: dict[str, Any], *, bidding: bool = True) -> Setup:
    hands = tuple(map(cards, given["hands"]))
    rules = Rules(dealer_change="barred")  # the file's dealer may not make the bid with which all add up
    return Setup(
        Terms(given["n"], rules=rules, bidding=bidding), hands, SUITS.index(given["trump"]), given["dealer"]
    )


@pytest.mark.parametrize("given", ORACLE["rounds"], ids=lambda given: given["id"])
def test_round(given: dict[str, Any]) -> None:
    state = deal(setup_of(given))
    for seat, allowed, bid in given["bids"]:
        assert state.seat == seat
        assert list(legal(state)) == [Bid(tricks) for tricks in allowed]
        state = play(state, Bid(bid))
    assert hook(state) == given["hook"]
    for trick in given["tricks"]:
        assert state.leader == trick["leader"]
        for seat, allowed, card in trick["plays"]:
            assert state.seat == seat
            assert list(legal(state)) == [Play(option) for option in cards(allowed)]
            assert score(state) is None
            state = play(state, Play(Card.read(card)))
        assert state.tricks[-1].seat == trick["winner"]
    assert state.won == tuple(given["won"])
    assert score(state) == tuple(given["scores"])
    assert not list(legal(state))


@pytest.mark.parametrize("row", ORACLE["scoring_table"]["rows"], ids=str)
def test_scoring_table(row: list[int]) -> None:
    n, bid, won, expected = row
    assert round_points(bid, won, Terms(n)) == expected


@pytest.mark.parametrize("row", ORACLE["dealer_revision"]["rows"], ids=str)
def test_dealer_revision(row: list[Any]) -> None:
    n, others, guess, allowed = row
    rules = Rules(dealer_change="plus_minus_one")
    suited = tuple(tuple(Card(suit, rank) for rank in range(13 - n, 13)) for suit in range(4))
    state = deal(Setup(Terms(n, rules=rules), suited, trump=0, dealer=3))
    for bid in (others, 0, 0):
        state = play(state, Bid(bid))
    assert revised_bids(state, guess) == tuple(allowed)
    after = play(state, Bid(guess))
    assert after.must_change == (allowed != [guess])
    if after.must_change:
        assert list(legal(after)) == list(map(ChangeBid, allowed))
        assert not play(after, ChangeBid(allowed[0])).bidding


@pytest.mark.parametrize("given", ORACLE["knowledge"], ids=lambda given: given["id"])
def test_position(given: dict[str, Any]) -> None:
    state = deal(setup_of(given, bidding=False))
    for seat, card in given["plays"]:
        assert state.seat == seat
        state = play(state, Play(Card.read(card)))
    for viewer in range(4):
        seen = view(state, viewer)
        shown = {str(seat): set(map(SUITS.index, suits)) for seat, suits in given["voids"].items()}
        assert {str(seat): set(suits) for seat, suits in enumerate(seen.voids) if suits} == shown
        assert list(map(str, seen.unseen)) == list(given["views"][viewer]["owners"])
