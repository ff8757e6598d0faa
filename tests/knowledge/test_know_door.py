"""The doors `hs.know` and `hs.why`: who and when may be asked for, and what is said of anybody else."""

import pytest

import handsight as hs
from handsight.errors import HandsightError


@pytest.fixture(scope="module")
def game():
    return hs.load("sample:first")


def test_a_seat_goes_by_number_or_by_name(game):
    known = repr(hs.know(game, turn=12, seat=1))
    assert repr(hs.know(game, turn=12, seat="Bob")) == known
    assert repr(hs.know(game.states[12], seat="bo")) == known
    assert hs.why(game, turn=48, seat="bob", slot=3) == hs.why(game, turn=48, seat=1, slot=3) != []


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"seat": "Zoe"}, "there is no seat Zoe; the seats are 0 Alice"),
        ({"seat": 9}, "there is no seat 9"),
        ({"seat": 0, "turn": 999}, "there is no turn 999"),
        ({"seat": 0, "turn": -1}, "there is no turn -1"),
    ],
)
def test_nobody_and_never_are_refused(game, asked, said):
    for door, more in ((hs.know, {}), (hs.why, {"slot": 0})):
        with pytest.raises(HandsightError, match=said):
            door(game, **asked, **more)


def test_a_slot_that_is_not_there_is_refused(game):
    with pytest.raises(HandsightError, match="there is no slot 7; this hand has slots 0 to 4"):
        hs.why(game, turn=12, seat=0, slot=7)
