"""The analysis of rounds of Boeren Bridge: its rows, facts, and no peeking."""

from random import Random

import pytest
from msgspec.structs import replace

import handsight as hs
from handsight.analysis.boeren.analyse import RoundSettings, analyse, analyse_turn, facts_of
from handsight.boeren import BoerenRecord as Round
from handsight.boeren import State, legal, play, score
from handsight.errors import InputError


def sample() -> Round:
    game = hs.load("sample:boeren")
    assert isinstance(game, Round)
    return game


def test_rows_have_the_shape_of_every_analysis() -> None:
    found = hs.analyse(sample(), deals=40)
    assert len(found.rows) == len(sample().actions)
    for row in found.rows:
        state = sample().states[row["turn"]]
        assert len(row["moves"]) == len(list(legal(state)))
        assert row["best"] == [move["move"] for move in row["moves"] if move["loss"] <= move["loss_error"]]
        assert row["value"] == max(move["value"] for move in row["moves"])
    assert [row["played"] for row in found.rows][:5] == ["bid 1", "bid 0", "bid 1", "bid 2", "change 3"]


def test_a_bid_is_lost_where_it_can_no_longer_be_met() -> None:
    game = sample()
    facts = [
        (turn, fact["seat"], fact["cause"])
        for turn in range(len(game.actions))
        for fact in facts_of(game, turn)
    ]
    final = game.final
    lost = {seat for seat, bid in enumerate(final.bids) if bid != final.won[seat]}
    assert {seat for _, seat, _ in facts} == lost
    assert facts == [(20, 2, "too-few")]


def otherwise(state: State, random: Random) -> State:
    """Deal the hidden cards of a state that has only bids so far otherwise."""
    seat = state.seat
    others = [other for other in range(4) if other != seat]
    cards = [card for other in others for card in state.hands[other]]
    random.shuffle(cards)
    hands = list(state.hands)
    size = len(state.hands[seat])
    for at, other in enumerate(others):
        hands[other] = tuple(sorted(cards[at * size : (at + 1) * size]))
    return replace(state, hands=tuple(hands), setup=replace(state.setup, hands=tuple(hands)))


def test_nobody_peeks() -> None:
    game, random = sample(), Random(4)
    for turn in (0, 1, 3):
        told = []
        for state in (game.states[turn], otherwise(game.states[turn], random)):
            after = play(state, game.actions[turn])
            other = Round(state.setup, game.actions[: turn + 1], (*game.states[:turn], state, after))
            row = analyse_turn(other, turn, RoundSettings(30))
            told.append({name: row[name] for name in row if name != "facts"})
        assert told[0] == told[1]


def test_the_same_seed_gives_the_same_values() -> None:
    rows = [analyse(sample(), 20, seed, turn=3).rows for seed in (1, 1, 2)]
    assert rows[0] == rows[1] != rows[2]


def test_the_last_trick_has_sure_values() -> None:
    game = sample()
    points = score(game.final)
    assert points is not None
    last = analyse(game, 20, turn=len(game.actions) - 1).rows[0]
    assert last["value"] == points[last["seat"]]
    assert last["error"] == 0.0
    assert last["known"][0]["kind"] == "chance-takes"


def test_a_position_without_bids_and_other_bots_are_refused() -> None:
    with pytest.raises(InputError, match="there is no seat 9"):
        analyse(sample(), 20, seat=9)
    with pytest.raises(InputError, match="Boeren Bridge is analysed by full-kripke only"):
        RoundSettings(by="greedy")
