import json

import pytest
from random_hanabi import random_game

from handsight.hanabi import Character, Terms
from handsight.notation import read
from handsight.notation.hanabi import hanab_live_export as hanab_live
from handsight.notation.hanabi import hanab_live_links as link_code
from handsight.notation.hanabi.file_formats import FORMATS

BOUND = (Character("Fuming", 2), None, Character("Contrarian"))
GAME = random_game(3, Terms(3, characters=BOUND), turns=20)
TREE = json.loads(hanab_live.write(GAME).text)


def test_characters_stand_beside_the_options() -> None:
    assert TREE["options"] == {"detrimentalCharacters": True}
    assert TREE["characters"] == [
        {"name": "Fuming", "metadata": 2},
        {"name": "n/a", "metadata": -1},
        {"name": "Contrarian", "metadata": -1},
    ]


@pytest.mark.parametrize("seed", range(6))
def test_games_with_characters_come_back(seed: int) -> None:
    kinds = ("Greedy", "Miser", "Anxious", "Slow-Witted", "Genius", "Panicky")
    game = random_game(seed, Terms(3, characters=(None, Character(kinds[seed]), None)))
    for name in ("live", "log"):
        text, lost = FORMATS[name].write(game)
        assert lost == ()
        assert read(text)[0].valid_game() == game
    assert "the characters" in link_code.write(game).lost


def test_the_option_need_not_be_said() -> None:
    assert read(json.dumps({**TREE, "options": {}}))[0].valid_game() == GAME


def test_a_character_is_enforced() -> None:
    wrong = {"type": 2, "target": 1, "value": GAME.setup.deck[5].suit}
    if wrong["value"] == 2:
        wrong["value"] = next(card.suit for card in GAME.setup.deck[5:10] if card.suit != 2)
    (checked,) = read(json.dumps({**TREE, "actions": [wrong]}))
    assert checked.problems[0].code == "character"
    assert "Alice is Fuming" in checked.problems[0].message


def test_an_unknown_character_is_reported_and_plays_freely() -> None:
    (checked,) = read(json.dumps({**TREE, "characters": [{"name": "Furious", "metadata": 1}, None, None]}))
    assert "no character is called 'Furious'; did you mean" in checked.notices[0]
    assert checked.game
    assert checked.game.setup.terms.characters == ()


def test_a_character_whose_value_nobody_wrote_down_is_reported() -> None:
    (checked,) = read(json.dumps({**TREE, "characters": [{"name": "Fuming"}, None, None]}))
    assert "Alice is Fuming" in checked.notices[0]
    assert "not enforced" in checked.notices[0]


@pytest.mark.parametrize(
    ("found", "text"),
    [
        ([{"name": "Fuming", "metadata": 2}], "there are 3 players, but 1 character"),
        ([{"name": "Fuming", "metadata": 9}, None, None], "Fuming has colour 9"),
        ([{"metadata": 9}], "missing required field `name`"),
        ("Fuming", "characters: expected a list or null, got text"),
    ],
)
def test_characters_that_cannot_be(found: object, text: str) -> None:
    (checked,) = read(json.dumps({**TREE, "characters": found}))
    assert not checked.valid
    assert text in checked.problems[0].message
    assert checked.problems[0].position


def test_characters_that_the_file_does_not_name_are_mentioned_and_kept() -> None:
    tree = json.loads(hanab_live.write(random_game(1, Terms(2))).text) | {
        "options": {"detrimentalCharacters": True}
    }
    (checked,) = read(json.dumps(tree))
    assert checked.notices == ("the players had characters, which the file does not name",)
    assert json.loads(hanab_live.write(checked.valid_game()).text)["options"] == {
        "detrimentalCharacters": True
    }
