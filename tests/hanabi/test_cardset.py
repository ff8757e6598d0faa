"""Sets of cards behave as sets and print as text that reads back."""

import pickle

import pytest
from hypothesis import given
from hypothesis import strategies as st

from handsight.errors import InputError
from handsight.hanabi import Card, CardSet, Variant, tiny, variant

PLAIN = variant()
masks = st.integers(0, PLAIN.everything)


def test_it_prints_as_people_write_cards() -> None:
    cards = CardSet("p4 b4")
    assert repr(cards) == "CardSet('b4 p4')"
    assert list(cards) == [Card(3, 4), Card(4, 4)]
    assert CardSet(PLAIN, cards.mask) == cards
    assert repr(CardSet("r1", tiny(2, 3))) == "CardSet('r1', tiny(2, 3))"


@pytest.mark.parametrize("where", [PLAIN, tiny(2, 3), tiny(1, 2, "w")])
def test_its_repr_can_be_pasted_back(where: Variant) -> None:
    cards = CardSet(where, 0b10)
    assert eval(repr(cards)) == cards  # noqa: S307  # pasting back is what is tested
    assert CardSet(str(cards), cards.variant) == cards
    assert pickle.loads(pickle.dumps(cards)) == cards  # noqa: S301  # our own bytes


@given(masks, masks)
def test_it_agrees_with_plain_sets(left: int, right: int) -> None:
    a, b = CardSet(PLAIN, left), CardSet(PLAIN, right)
    assert set(a & b) == set(a) & set(b)
    assert set(a | b) == set(a) | set(b)
    assert set(a - b) == set(a) - set(b)
    assert set(a ^ b) == set(a) ^ set(b)
    assert (a <= b) == (set(a) <= set(b))
    assert len(a) == len(set(a)) == len(list(a))
    assert [card in a for card in PLAIN.cards] == [card in set(a) for card in PLAIN.cards]
    assert CardSet(str(a)) == a
    assert (a == b) == (left == right)
    assert bool(a) == bool(left)


def test_what_is_no_card_is_in_no_set() -> None:
    everything = CardSet(PLAIN, PLAIN.everything)
    assert Card(5, 1) not in everything
    assert Card(0, 6) not in everything
    assert "r1" in everything
    with pytest.raises(InputError, match="is not a card"):
        assert "x9" not in everything


def test_sets_of_two_variants_differ_and_do_not_mix() -> None:
    small = CardSet("r1", tiny(5, 5))
    assert small != CardSet("r1")
    with pytest.raises(InputError, match="do not mix"):
        small & CardSet("r1")


def test_a_mask_beyond_the_variant_is_refused() -> None:
    with pytest.raises(InputError, match="more than the 25 cards"):
        CardSet(PLAIN, 1 << 25)


def test_a_wrong_word_says_what_would_be_right() -> None:
    with pytest.raises(InputError, match="'r6' is not a card of No Variant; try r1, r2, r3, r4, r5"):
        CardSet("b4 r6")
