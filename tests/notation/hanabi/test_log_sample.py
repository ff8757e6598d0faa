"""The sample game of the language, as its tables are stated."""

from pathlib import Path

import pytest

from handsight.hanabi import ClueGiven, Discard, GiveClue, HanabiRecord, Play, variant
from handsight.notation.hanabi import log
from handsight.notation.hanabi.validation import validate

SAMPLE = Path(__file__).parents[2] / "games" / "sample.hanabi"


def sample() -> HanabiRecord:
    (parsed,) = log.read(SAMPLE.read_text())
    checked = validate(parsed, SAMPLE.name)
    assert checked.problems == ()
    assert checked.game is not None
    return checked.game


@pytest.mark.shows("S0-16", "S0-29")
def test_its_deck_is_the_nine_cards_six_more_and_the_rest_by_suit_and_rank() -> None:
    game, plain = sample(), variant()
    front = ["y1", "y2", "r5", "y1", "g2", "r1", "g4", "p1", "g1", "b2", "r3", "b4", "y3", "p4", "g3"]
    rest = list(plain.deck())
    for card in map(plain.read, front):
        rest.remove(card)
    assert game.setup.deck == (*map(plain.read, front), *rest)
    assert (game.setup.terms.players, game.names) == (2, ())


@pytest.mark.shows("S0-13", "S0-16")
def test_the_table_after_nine_actions() -> None:
    final = sample().final
    assert final.turn == 9
    assert final.heights == (1, 1, 1, 0, 1)
    assert (final.score, final.max_score, final.tokens, final.strikes) == (4, 25, 5, 0)
    assert final.hands == ((14, 13, 4, 2, 1), (12, 11, 10, 9, 6))
    assert (final.played, final.discarded) == ((8, 7, 5, 3), (0,))


@pytest.mark.shows("S0-32", "S0-34")
def test_a_card_goes_by_its_place_in_the_deck_from_zero() -> None:
    game = sample()
    before, after = game.states[1:3]
    assert (game.actions[1], variant().text(game.setup.deck[8])) == (Play(8), "g1")
    assert (before.hands[1], after.hands[1]) == ((9, 8, 7, 6, 5), (10, 9, 7, 6, 5))
    assert (after.played, after.heights) == ((8,), (0, 0, 1, 0, 0))


@pytest.mark.shows("S0-33")
def test_two_cards_that_look_alike_have_two_numbers() -> None:
    game = sample()
    assert game.setup.deck[0] == game.setup.deck[3]
    assert game.actions[6] == Discard(0)
    assert game.states[7].hands[0] == (13, 4, 3, 2, 1)


@pytest.mark.shows("S0-9", "S0-10")
def test_what_its_clues_touch() -> None:
    clues = [event for event in sample().final.events if isinstance(event, ClueGiven)]
    assert [sorted(clue.touched) for clue in clues] == [[5, 7, 8], [9], [9], [3]]


@pytest.mark.shows("S0-25", "S0-29")
def test_its_actions() -> None:
    actions = sample().actions
    assert [type(action) for action in actions] == [
        GiveClue,
        Play,
        GiveClue,
        Play,
        GiveClue,
        Play,
        Discard,
        GiveClue,
        Play,
    ]
    assert [a.order for a in actions if isinstance(a, Play | Discard)] == [8, 7, 5, 0, 3]


@pytest.mark.shows("S0-17", "S0-23")
def test_it_is_written_as_it_stands() -> None:
    assert log.write(sample()) == (SAMPLE.read_text(), ())
