"""Views, events, terms and actions as text: what is written is read again, and wrong text is refused."""

import json
from typing import Any

import pytest
from boeren_rounds import random_round
from random_hanabi import random_game

from handsight import boeren, hanabi
from handsight.boeren import RULE_SETS
from handsight.bots.separate_process.json_protocol import TextError, checked_action, from_json, to_json
from handsight.hanabi import Character, Clue, Discard, GiveClue, Play, Stop, Terms, variant
from handsight.hanabi.actions import STOP_REASONS

TABLES = [
    Terms(2),
    Terms(3, variant("Throw It in a Hole (5 Suits)")),
    Terms(4, variant("Cow & Pig (6 Suits)")),
    Terms(3, variant("Rainbow (6 Suits)"), hand_size=4, deck_plays=True),
    Terms(2, characters=(Character("Follower"), None)),
]


def again(value: Any, hint: Any) -> Any:
    return from_json(json.loads(json.dumps(to_json(value))), hint)


@pytest.mark.parametrize("terms", TABLES, ids=lambda terms: f"{terms.variant.name}{bool(terms.characters)}")
def test_a_hanabi_view_is_read_as_it_was_written(terms: Terms) -> None:
    game = random_game(5, terms)
    assert again(terms, Terms) == terms
    for state in game.states:
        for seat in range(terms.players):
            view = hanabi.view(state, seat)
            assert again(view, hanabi.View) == view
    for action in (Play(3), Discard(0), GiveClue(1, Clue("color", 2)), Stop(None, STOP_REASONS[0])):
        assert again(action, hanabi.Action) == action


def test_a_boeren_view_is_read_as_it_was_written() -> None:
    for rules in RULE_SETS.values():
        assert again(rules, boeren.Rules) == rules
    for seed in range(4):
        for state in random_round(boeren.Terms(5), seed):
            view = boeren.view(state, state.seat)
            assert again(view, boeren.View) == view
            for action in boeren.legal(view):
                assert again(action, boeren.Action) == action


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        (None, 'the answer is None, not an object whose "type" is Play or Discard or GiveClue or Stop'),
        ("Play", "not an object whose"),
        ({"order": 3}, "not an object whose"),
        ({"type": "Jump"}, "not an object whose"),
        ({"type": ["Play"]}, "not an object whose"),
        ({"type": "Play"}, "without the field 'order'"),
        ({"type": "Play", "order": 3.0}, r"the answer\.order is 3\.0, not a whole number"),
        ({"type": "Play", "order": True}, r"the answer\.order is True, not a whole number"),
        ({"type": "Play", "order": "3"}, "not a whole number"),
        ({"type": "Play", "order": 3, "slot": 1}, "has a field 'slot', but Play has only order"),
        (
            {"type": "GiveClue", "seat": 1, "clue": ["color"]},
            r"answer\.clue is \['color'\], not a list of kind, value",
        ),
        ({"type": "GiveClue", "seat": 1, "clue": ["smell", 1]}, "not 'color' or 'number'"),
        ({"type": "GiveClue", "seat": 1, "clue": {"color": 1}}, "not a list"),
    ],
    ids=lambda value: str(value)[:40],
)
def test_wrong_text_is_refused_with_its_place(said: Any, wrong: str) -> None:
    with pytest.raises(TextError, match=wrong):
        from_json(said, hanabi.Action)


class Sly(Play, frozen=True):
    """A card that changes its mind."""

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 0


def test_an_action_in_this_process_is_made_anew() -> None:
    assert checked_action(Play(3), hanabi.Action) == Play(3)
    for wrong in (Play(3.0), Play(None), Play(order=True), GiveClue(1, ("color", 1.0))):  # type: ignore[arg-type]  # the test
        with pytest.raises(TextError):
            checked_action(wrong, hanabi.Action)
    with pytest.raises(TextError, match='not an object whose "type"'):
        checked_action(Sly(3), hanabi.Action)
