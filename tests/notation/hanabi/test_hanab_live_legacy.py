"""Exports that were saved before April 2020 have other codes of actions: they are refused, not misread."""

import json

from random_hanabi import random_game

from handsight.hanabi import Terms
from handsight.notation import read
from handsight.notation.hanabi import hanab_live_export


def test_a_clue_inside_an_action_is_of_an_old_export() -> None:
    tree = json.loads(hanab_live_export.write(random_game(5, Terms(2))).text)
    old = {"type": 0, "target": 1, "clue": {"type": 0, "value": 1}}
    (checked,) = read(json.dumps(tree | {"actions": [*tree["actions"], old]}))
    assert checked.game is None
    assert "before April 2020" in checked.problems[0].message
    assert "download the game again" in checked.problems[0].message
