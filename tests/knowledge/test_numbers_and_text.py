"""Numbers are indices from 0, text counts from 1; and a file's name is no game."""

from pathlib import Path

import pytest

import handsight as hs
from handsight.errors import InputError

GAME = hs.load("sample:first")


def test_a_turn_as_text_counts_from_1() -> None:
    formula = "Kv[Bob] is(Bob,4)"
    assert hs.ask(GAME, turn="49", formula=formula).holds
    assert hs.ask(GAME, turn="49", formula=formula).holds == hs.ask(GAME, turn=48, formula=formula).holds
    assert not hs.ask(GAME, turn="48", formula=formula).holds
    assert hs.know(GAME, turn="49", seat=1)[3].possible == hs.know(GAME, turn=48, seat=1)[3].possible
    text = hs.explain(GAME, turn="49", seat="Bob", about="4")
    assert text.claims == hs.explain(GAME, turn=48, seat=1, slot=3).claims


@pytest.mark.parametrize("turn", ["0", "59", "x", "-1", "", "4.5"])
def test_a_turn_that_does_not_exist(turn: str) -> None:
    with pytest.raises(InputError, match="as text, this game has turns 1 to 58"):
        hs.know(GAME, turn=turn, seat=0)


@pytest.mark.parametrize("name", ["game.json", "hanabi", Path("game.json")])
def test_the_name_of_a_file_is_no_game(name: str) -> None:
    load = rf"hs\.load\('{name}'\)"
    with pytest.raises(InputError, match=rf"know\(\) takes a game, not the name of a file; .*{load}"):
        hs.know(name, seat=0)  # type: ignore[call-overload]  # the test
    with pytest.raises(InputError, match=rf"hs\.explain\({load}"):
        hs.explain(name, seat=0, about="1")
    with pytest.raises(InputError, match=rf"hs\.ask\({load}"):
        hs.ask(name, formula="true")  # type: ignore[arg-type]  # the test
