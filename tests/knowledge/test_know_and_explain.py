"""`hs.know` and `hs.explain`: which seats, turns and cards can be asked about, in every game."""

from typing import Any

import pytest

import handsight as hs
from handsight.errors import HandsightError
from handsight.hanabi import HanabiRecord
from handsight.knowledge import GAMES, ask, knowledge_of


@pytest.fixture(scope="module")
def game() -> HanabiRecord:
    found = hs.load("sample:first")
    assert isinstance(found, HanabiRecord)
    return found


def test_a_seat_goes_by_number_or_by_name(game: HanabiRecord) -> None:
    known = repr(hs.know(game, turn=12, seat=1))
    assert repr(hs.know(game, turn=12, seat="Bob")) == known
    assert repr(hs.know(game.states[12], seat="bo")) == known
    assert hs.explain(game, turn=48, seat="bob", slot=3) == hs.explain(game, turn=48, seat=1, slot=3)


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        ({"seat": "Zoe"}, "there is no seat Zoe; the seats are 0 Alice"),
        ({"seat": 9}, "there is no seat 9"),
        ({"seat": 0, "turn": 999}, "there is no turn 999"),
        ({"seat": 0, "turn": -1}, "there is no turn -1"),
    ],
)
def test_unknown_seats_and_turns_are_refused(game: HanabiRecord, asked: dict[str, Any], said: str) -> None:
    with pytest.raises(HandsightError, match=said):
        hs.know(game, **asked)
    with pytest.raises(HandsightError, match=said):
        hs.explain(game, **asked, slot=0)


def test_a_slot_that_is_not_there_is_refused(game: HanabiRecord) -> None:
    with pytest.raises(HandsightError, match="there is no slot 7; this hand has slots 0 to 4"):
        hs.explain(game, turn=12, seat=0, slot=7)


def test_cards_are_asked_for_as_text_or_as_values(game: HanabiRecord) -> None:
    known = hs.know(game, turn=48, seat=1)[3]
    assert known.known is not None
    assert known.probability["b4"] == known.probability[known.known] == 1
    assert known.probability["r1"] == 0
    assert "b4" in known.possible
    assert "r1" not in known.possible
    assert dict(known.probability) == {known.known: 1}
    with pytest.raises(HandsightError, match="'x9' is not a card"):
        known.probability["x9"]


def test_any_game_of_the_table_can_be_asked(game: HanabiRecord, monkeypatch: pytest.MonkeyPatch) -> None:
    module = knowledge_of(game)
    assert module is knowledge_of("hanabi") is knowledge_of(game.final)
    assert next(module.explain(game, seat=1, about="4", turn=48).sentences(game.seats)).startswith(
        "Bob's slot 4 (card 17) is blue 4, because turn 46's blue clue touched it"
    )
    answer = ask(game, formula="Kv[Bob] is(Bob,4)", turn=48)
    assert answer.holds
    assert answer.to_json(game.seats)["turn"] == 48
    monkeypatch.setitem(GAMES, "again", GAMES["hanabi"])
    assert knowledge_of("again") is module
    with pytest.raises(HandsightError, match="no game is called 'chess'; there are hanabi, boeren"):
        knowledge_of("chess")
    with pytest.raises(HandsightError, match="there is no slot 9; this hand has slots 1 to 5"):
        module.explain(game, seat=1, about="9", turn=48)


def test_what_to_explain_must_be_named_as_the_game_names_it(game: HanabiRecord) -> None:
    with pytest.raises(TypeError):
        hs.explain(game, seat=1, turn=48)  # no slot
    with pytest.raises(TypeError):
        hs.explain(game, seat=1, turn=48, card="b4")  # a card, not a slot


def test_an_explanation_prints_as_sentences_and_has_a_short_repr(game: HanabiRecord) -> None:
    explanation = hs.explain(game, turn=48, seat="Bob", slot=3)
    assert repr(explanation) == "<Explanation, turn index 48, seat 1, slot index 3: b4, critical>"
    assert str(explanation).splitlines() == hs.knowledge.sentences(game, explanation)
    assert str(explanation).startswith("Bob's slot 4 (card ")


@pytest.mark.parametrize("formula", ["playable(Bob,0)", "Kv[Bob] is(Bob,6)"])
def test_a_slot_that_a_hand_does_not_have_is_refused_with_how_slots_count(
    game: HanabiRecord, formula: str
) -> None:
    with pytest.raises(
        HandsightError, match=r"there is no slot . in .*; slots count from 1 = newest, Bob has 5"
    ):
        ask(game, turn=48, formula=formula)
