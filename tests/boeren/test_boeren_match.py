"""Rounds one after another: schedules, dealers, totals."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.boeren import (
    DEFAULT_RULES,
    RULE_SETS,
    CardPlayed,
    Match,
    Rules,
    State,
    Terms,
    deal,
    legal,
    play,
    round_sizes,
    score,
    shuffle,
    win_shares,
    winners,
)
from handsight.boeren.terms import canonical
from handsight.errors import IllegalActionError, InputError
from handsight.game import Dice


def finished(state: State, dice: Dice) -> State:
    while options := list(legal(state)):
        state = play(state, options[dice.below(len(options))])
    return state


def played(match: Match, seed: int = 0) -> Match:
    dice = Dice(seed, stream=1)
    while not match.over:
        match = match.after(finished(deal(match.next), dice))
    return match


@pytest.mark.parametrize(
    ("text", "hands", "ranks"),
    [
        ("3-4-5-4-3", [3, 4, 5, 4, 3], [3, 4, 5, 4, 3]),
        ("short", [3, 4, 5, 4, 3], [3, 4, 5, 4, 3]),
        ("3..5..3", [3, 4, 5, 4, 3], [3, 4, 5, 4, 3]),
        ("1..8..1/52", [1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1], [13] * 15),
        ("long", [1, 2, 3, 4, 5, 6, 7, 8, 7, 6, 5, 4, 3, 2, 1], [13] * 15),
        ("2/32", [2], [8]),
        ("13", [13], [13]),
        ("5..5-1", [5, 1], [5, 1]),
    ],
)
def test_schedules(text: str, hands: list[int], ranks: list[int]) -> None:
    assert [size.hand for size in round_sizes(text)] == hands
    assert [size.ranks for size in round_sizes(text)] == ranks
    assert round_sizes(canonical(text)) == round_sizes(text)


@pytest.mark.parametrize(
    "text", ["", "a", "3-", "3--4", "0", "14", "3/", "3/50", "9/32", "1..", "-3", "3.4", "٣"]
)
def test_no_schedule(text: str) -> None:
    with pytest.raises(InputError):
        Rules(schedule=text)


def test_a_schedule_has_an_end() -> None:
    with pytest.raises(InputError, match="1000 are the most"):
        round_sizes("1..13..1-" * 50 + "1..13..1")


def test_equal_schedules_are_equal_rules() -> None:
    assert Rules(schedule="3..5..3") == DEFAULT_RULES
    assert DEFAULT_RULES.switched("schedule", "long") == RULE_SETS["fifteen"]


@pytest.mark.parametrize(("name", "rounds"), [("text", 5), ("author", 5), ("fifteen", 15)])
@pytest.mark.parametrize("game", range(5))
def test_a_match(name: str, rounds: int, game: int) -> None:
    match = played(Match.shuffled(Dice(7, game), RULE_SETS[name]))
    assert len(match.finished) == rounds
    assert match.totals == tuple(map(sum, zip(*map(score, match.finished), strict=True)))
    assert {match.totals[seat] for seat in match.winners} == {max(match.totals)}
    for before, after in pairwise(match.finished):
        if name == "author":
            assert after.setup.dealer == (before.tricks[-1].seat - 1) % 4
            opener = next(event for event in after.events if isinstance(event, CardPlayed))
            assert opener.seat == after.events[1].seat == before.tricks[-1].seat
        else:
            assert after.setup.dealer == (before.setup.dealer + 1) % 4


def test_the_deck_does_not_depend_on_the_play() -> None:
    match = Match.shuffled(Dice(3), RULE_SETS["author"])
    hands = [[state.setup.hands for state in played(match, seed).finished] for seed in range(3)]
    assert hands[0] == hands[1] == hands[2] == [setup.hands for setup in match.setups]


def test_same_seed_same_match() -> None:
    assert Match.shuffled(Dice(3, 4)) == Match.shuffled(Dice(3, 4)) != Match.shuffled(Dice(3, 5))


def test_every_seat_deals_first_and_every_suit_is_trump() -> None:
    matches = [Match.shuffled(Dice(1, game)) for game in range(400)]
    for counts in ([m.setups[0].dealer for m in matches], [m.setups[2].trump for m in matches]):
        assert all(60 < counts.count(value) < 140 for value in range(4))


def test_a_match_refuses_what_does_not_come_next() -> None:
    match = Match.shuffled(Dice(3))
    with pytest.raises(IllegalActionError, match="not been played"):
        match.after(deal(match.next))
    with pytest.raises(IllegalActionError, match="not the round"):
        match.after(finished(deal(match.setups[1]), Dice(0)))
    with pytest.raises(IllegalActionError, match="last round"):
        assert played(match).next


def test_ties_are_shared() -> None:
    assert winners((3, 7, 7, -2)) == (1, 2)
    assert win_shares((3, 7, 7, -2)) == (0, 0.5, 0.5, 0)
    assert win_shares((1, 1, 1, 1)) == (0.25,) * 4


@given(st.integers(1, 12), st.integers(0, 3), st.integers(0, 2**40))
def test_turned_up_trump(hand: int, dealer: int, seed: int) -> None:
    setup = shuffle(Terms(hand, 13, Rules(trump="turn_up")), dealer, Dice(seed))
    assert setup.turned is not None
    assert setup.turned.suit == setup.trump
    assert all(setup.turned not in cards for cards in deal(setup).hands)
