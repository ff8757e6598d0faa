"""A variant compiles to the tables the rules run on."""

import pickle

import pytest

from handsight.errors import InputError
from handsight.hanabi import Card, CardSet, Clue, tiny, variant
from handsight.hanabi.variants.variant import Variant

PLAIN = variant()


@pytest.mark.shows("S0-2", "S0-50")
def test_no_variant() -> None:
    assert repr(PLAIN) == "variant('No Variant')"
    assert (PLAIN.letters, PLAIN.ranks, PLAIN.numbers) == ("rygbp", (1, 2, 3, 4, 5), (1, 2, 3, 4, 5))
    assert PLAIN.colors == ("Red", "Yellow", "Green", "Blue", "Purple")
    assert PLAIN.copies == (3, 2, 2, 2, 1) * 5
    assert (PLAIN.deck_size, PLAIN.max_score, PLAIN.stack_size) == (50, 25, 5)
    assert str(CardSet(PLAIN, PLAIN.touch(Clue("color", 1)))) == "y1 y2 y3 y4 y5"
    assert str(CardSet(PLAIN, PLAIN.touch(Clue("number", 5)))) == "r5 y5 g5 b5 p5"
    assert [PLAIN.text(card) for card in PLAIN.deck()[8:13]] == ["r4", "r5", "y1", "y1", "y1"]
    assert len(PLAIN.clues()) == 10
    assert not any((PLAIN.starved, PLAIN.hides, PLAIN.inverted, PLAIN.distinct_starts, PLAIN.rule))


@pytest.mark.parametrize("colors", [1, 2, 5])
@pytest.mark.parametrize("ranks", [2, 3, 4, 5])
def test_tiny_games(colors: int, ranks: int) -> None:
    small = tiny(colors, ranks)
    assert small.copies == (3, *[2] * (ranks - 2), 1) * colors
    assert len(small.colors) == len(small.suits) == colors
    assert small.numbers == small.ranks == tuple(range(1, ranks + 1))
    assert (small.max_score, small.deck_size) == (colors * ranks, 2 * colors * ranks)
    assert small.letters == "rygwb"[:colors]
    assert eval(repr(small)) is small  # noqa: S307  # pasting back is what is tested


def test_a_tiny_game_may_name_its_letters() -> None:
    assert [suit.name for suit in tiny(5, 5, "gywbr").suits] == ["Green", "Yellow", "White", "Blue", "Red"]
    assert tiny(2, 3, "fx").letters == "fx"
    assert tiny(2, 3) != tiny(2, 3, "ry") != PLAIN


@pytest.mark.parametrize(
    ("colors", "ranks", "letters"), [(6, 5, "rygwb"), (0, 5, "r"), (2, 6, "ry"), (2, 3, "rR")]
)
def test_a_tiny_game_that_cannot_be_dealt_is_refused(colors: int, ranks: int, letters: str) -> None:
    with pytest.raises(InputError):
        tiny(colors, ranks, letters)


@pytest.mark.parametrize("some", [PLAIN, tiny(2, 3)])
def test_cards_have_numbers_and_texts(some: Variant) -> None:
    for identity, card in enumerate(some.cards):
        assert some.identity(card) == identity
        assert some.card(identity) == card
        assert some.read(some.text(card)) == card
    assert some.everything == (1 << len(some.cards)) - 1
    assert pickle.loads(pickle.dumps(some)) == some  # noqa: S301  # our own bytes


def test_reading_is_kind_to_case_and_blanks() -> None:
    assert PLAIN.read(" R1 ") == Card(0, 1)


@pytest.mark.parametrize(
    ("text", "advice"),
    [
        ("r6", "try r1, r2, r3, r4, r5"),
        ("q1", "try r1, y1, g1, b1, p1"),
        ("rs", "try r1"),
        ("", r"write a suit \(r, y, g, b, p\) and a rank, such as r1 or p5"),
        ("red", "try r1"),
        ("0", "write a suit"),
    ],
)
def test_what_is_no_card_is_refused_with_what_would_be(text: str, advice: str) -> None:
    with pytest.raises(InputError, match=f"{text!r} is not a card of No Variant; {advice}"):
        PLAIN.read(text)
