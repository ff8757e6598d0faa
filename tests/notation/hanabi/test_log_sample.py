"""The sample game of the language, as its tables are stated."""

from pathlib import Path

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


def test_its_deck_is_the_nine_cards_six_more_and_the_rest_by_suit_and_rank() -> None:
    game, plain = sample(), variant()
    front = ["y1", "y2", "r5", "y1", "g2", "r1", "g4", "p1", "g1", "b2", "r3", "b4", "y3", "p4", "g3"]
    rest = list(plain.deck())
    for card in map(plain.read, front):
        rest.remove(card)
    assert game.setup.deck == (*map(plain.read, front), *rest)
    assert (game.setup.terms.players, game.names) == (2, ())


def test_the_table_after_nine_actions() -> None:
    final = sample().final
    assert final.turn == 9
    assert final.heights == (1, 1, 1, 0, 1)
    assert (final.score, final.max_score, final.tokens, final.strikes) == (4, 25, 5, 0)
    assert final.hands == ((14, 13, 4, 2, 1), (12, 11, 10, 9, 6))


def test_what_its_clues_touch() -> None:
    clues = [event for event in sample().final.events if isinstance(event, ClueGiven)]
    assert [sorted(clue.touched) for clue in clues] == [[5, 7, 8], [9], [9], [3]]


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


def test_it_is_written_as_it_stands() -> None:
    assert log.write(sample()) == (SAMPLE.read_text(), ())
