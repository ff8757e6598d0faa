"""Texts made to keep a reader busy for ever: each must be refused within a moment."""

import time

import pytest

from handsight.notation import read

LARGE = 1_000_000
TEXTS = {
    "empty lines": "x" + "\n" * LARGE + "x",
    "blanks": "x" + " " * LARGE + "x",
    "one long word": "x" * LARGE,
    "slashes": "/" * LARGE + " x",
    "links": "replay-json/" * (LARGE // 12) + " x",
    "sites": "hanabi/" * (LARGE // 7) + " x",
    "hands": "Treatment: ('x', 1)\n" + "x has green 1, " * (LARGE // 15) + "\n",
    "moves": "Treatment: ('x', 1)\n" + "MOVE: 0 1 None 1 None 1\n" * (LARGE // 24),
    "codes": "215" + "a" * 50 + ",00,0\n" + "x\n" * (LARGE // 2),
    "objects": "{}\n" * (LARGE // 3),
    "a list of objects": "[" + "{}," * (LARGE // 3) + "{}]",
    "brackets": "[" * LARGE,
    "braces": '{"a":' * (LARGE // 5),
    "quotes": '{"deck": "' + '\\"' * (LARGE // 2),
    "digits": '{"id": ' + "9" * LARGE + "}",
    "cards": '{"players": ["a", "b"], "deck": [' + '{"rank": 1},' * (LARGE // 12) + '{"rank": 1}]}',
    "actions": '{"players": ["a", "b"], "seed": "p2v0s1", "actions": ['
    + '{"type":0,"target":1},' * (LARGE // 22)
    + '{"type":0,"target":"x"}]}',
    "python": "players = " + "(" * 150 + ")" * 150 + "\ncards = [" + "x," * (LARGE // 2) + "]",
}


@pytest.mark.slow
@pytest.mark.parametrize("name", TEXTS)
@pytest.mark.parametrize("keep_going", [False, True])
def test_nothing_keeps_a_reader_busy(name: str, *, keep_going: bool) -> None:
    start = time.process_time()
    checked_games = read(TEXTS[name], keep_going=keep_going)
    assert time.process_time() - start < 5
    assert checked_games
    assert not any(checked.valid for checked in checked_games)
    assert all(len(checked.problems) < 2_000 for checked in checked_games)
