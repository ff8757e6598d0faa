"""Numbers are indices from 0, and nothing else; what is no game, turn, seat or slot gets a sentence."""

from pathlib import Path
from typing import Any

import pytest

import handsight as hs
from handsight.errors import InputError

GAME = hs.load("sample:first")


@pytest.mark.parametrize("turn", ["49", "0", "x", "", 4.5, True])
def test_a_turn_is_a_whole_number(turn: Any) -> None:
    said = f"a turn is a whole number, counted from 0, not {turn!r}; this game has turns 0 to 57"
    for ask in (
        lambda: hs.know(GAME, turn=turn, seat=0),
        lambda: hs.explain(GAME, turn=turn, seat=0, slot=0),
        lambda: hs.ask(GAME, turn=turn, formula="true"),
        lambda: GAME.know(0, turn=turn),
    ):
        with pytest.raises(InputError) as caught:
            ask()
        assert str(caught.value) == said


def test_a_slot_and_a_seat_are_whole_numbers() -> None:
    with pytest.raises(InputError, match="a slot is a whole number, counted from 0, not '3'; this hand has"):
        hs.explain(GAME, seat=0, turn=10, slot="3")  # type: ignore[call-overload]  # the test
    with pytest.raises(
        InputError, match=r"a seat is a whole number, counted from 0, not 1\.0; the seats are"
    ):
        hs.know(GAME, seat=1.0)  # type: ignore[call-overload]  # the test


def test_a_checked_game_is_no_game() -> None:
    (checked,) = hs.read_file("sample:first")
    with pytest.raises(
        InputError, match=r"know\(\) takes a game, not a CheckedGame; ask hs\.know\(checked\.valid"
    ):
        hs.know(checked, seat=0)  # type: ignore[call-overload]  # the test


@pytest.mark.parametrize("name", ["game.json", "hanabi", Path("game.json")])
def test_the_name_of_a_file_is_no_game(name: str) -> None:
    load = rf"hs\.load\('{name}'\)"
    with pytest.raises(InputError, match=rf"know\(\) takes a game, not the name of a file; .*{load}"):
        hs.know(name, seat=0)  # type: ignore[call-overload]  # the test
    with pytest.raises(InputError, match=rf"hs\.explain\({load}"):
        hs.explain(name, seat=0, slot=1)  # type: ignore[call-overload]  # the test
    with pytest.raises(InputError, match=rf"hs\.ask\({load}"):
        hs.ask(name, formula="true")  # type: ignore[arg-type]  # the test
