"""Rows and books are laid out as their tables say, refuse what they cannot hold, and convert both ways."""

import re
from types import ModuleType

import numpy as np
import pytest
from msgspec.structs import replace

from handsight import hanabi
from handsight.errors import IllegalActionError, InputError
from handsight.hanabi import Character, Clue, Discard, GiveClue, Play, Setup, Stop, Terms
from handsight.kernels.hanabi import deal, rules, seat_knowledge, state_layout, terms_layout
from handsight.kernels.hanabi.convert import to_action, to_number, to_row
from handsight.kernels.hanabi.terms_layout import book
from handsight.table import Dice, shuffled

LINE = re.compile(r"^\|\s*(\d+) \| (\w+)\s*\|\s*(\d*|…) \|", re.MULTILINE)


@pytest.mark.parametrize(
    "module", [state_layout, terms_layout, seat_knowledge], ids=lambda module: module.__name__
)
def test_the_table_in_the_docstring_is_true(module: ModuleType) -> None:
    lines = [(int(at), name, words) for at, name, words in LINE.findall(module.__doc__ or "")]
    assert len(lines) > 3
    for (at, name, words), (following, _, _) in zip(lines, [*lines[1:], lines[-1]], strict=True):
        assert getattr(module, name) == at, name
        assert not words.isdigit() or at + int(words) <= following or at == following, name


def test_every_word_of_a_row_and_a_book_has_its_line() -> None:
    for module, end in ((state_layout, state_layout.NOTES), (terms_layout, terms_layout.BOOK)):
        words = sum(int(words) for _, _, words in LINE.findall(module.__doc__ or "") if words.isdigit())
        assert words == end


DECKS = {
    (1, 5): "g2 r2 p2 b3 r4 b1 r3 b4 g2 b2 g4 g1 y4 p2 r2 g4 g3 y3 b1 b5 b3 y1 p1 y1 b4 "
    "y2 y5 p4 r4 r1 p3 y4 r1 y2 g3 b1 y1 p3 g5 p1 p1 r5 r1 b2 p4 y3 g1 r3 p5 g1",
    (2**64 - 1, 10**6): "y1 p1 g1 y3 g4 g1 p5 r3 y3 y1 g3 r2 y5 g5 b3 r1 p2 y4 b1 y1 b4 g3 r4 p3 p2 "
    "b1 b4 p1 b3 r1 b2 g2 b1 g4 p4 r1 g1 b5 y2 p3 p1 r2 r3 r4 b2 y2 p4 g2 y4 r5",
}


@pytest.mark.parametrize(("seed", "game"), DECKS)
def test_decks_are_frozen(seed: int, game: int) -> None:
    terms, row = Terms(2), state_layout.blank()
    deal.deal(book(terms), row, np.uint64(seed), np.uint64(game))
    faces = row[state_layout.DECK : state_layout.DECK + 50].tolist()
    text = " ".join(terms.variant.text(terms.variant.card(face)) for face in faces)
    assert text == DECKS[seed, game]
    assert text == " ".join(map(terms.variant.text, shuffled(terms.variant.deck(), Dice(seed, game))))


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (Terms(2, characters=(Character("Follower"), None)), "compiled games know no characters"),
        (Terms(2, hand_size=8), "room for 7 cards in a hand, not 8"),
        (Terms(6, hanabi.variant("6 Suits"), hand_size=5), "room for 63 different actions, not 65"),
    ],
)
def test_what_has_no_room_is_refused(terms: Terms, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        book(terms)


def test_a_deck_must_be_whole() -> None:
    terms = Terms(2)
    state = hanabi.deal(Setup(terms, terms.variant.deck()[:20]))
    with pytest.raises(InputError, match="the deck lists 20 of 50 cards"):
        to_row(state)


def test_actions_that_are_none_are_refused() -> None:
    terms = Terms(2)
    row = to_row(hanabi.deal(Setup(terms, terms.variant.deck())))
    for action in (Play(49), Discard(5)):
        with pytest.raises(IllegalActionError, match="is not in that hand"):
            to_number(terms, row, action)
    for action in (GiveClue(0, Clue("color", 0)), GiveClue(1, Clue("number", 7))):
        with pytest.raises(IllegalActionError, match="has no such clue"):
            to_number(terms, row, action)
    with pytest.raises(InputError, match="breaking a game off"):
        to_number(terms, row, Stop(0, hanabi.STOPS[0]))
    for number in (-1, 20):
        with pytest.raises(InputError, match="they run from 0 to 19"):
            to_action(terms, row, number)
    row[state_layout.SIZES] = 4
    with pytest.raises(IllegalActionError, match="no card in slot 4"):
        to_action(terms, row, 4)
    assert not rules.allowed(book(terms), row, 4)
    assert not rules.allowed(book(terms), row, -1)
    assert not rules.allowed(book(terms), row, 63)


def test_a_state_made_by_hand_has_a_row() -> None:
    terms = Terms(2)
    state = hanabi.deal(Setup(terms, terms.variant.deck()))
    made = replace(state, stacks=(2, 0, 0, 0, 0), clue_units=3, events=())
    row = to_row(made)
    assert (row[state_layout.KIND], row[state_layout.ACTION], row[state_layout.COINS]) == (
        state_layout.DEALT,
        -1,
        3,
    )
    assert row[state_layout.FITS] == hanabi.worth.playable(terms.variant, made.stacks)


def test_the_last_event_is_written_down() -> None:
    terms = Terms(3)
    words, row = book(terms), to_row(hanabi.deal(Setup(terms, terms.variant.deck())))
    assert row[state_layout.KIND] == state_layout.DEALT
    number = to_number(terms, row, GiveClue(2, Clue("number", 3)))
    rules.step(words, row, number)
    event = [
        row[at]
        for at in (
            state_layout.ACTION,
            state_layout.KIND,
            state_layout.ACTOR,
            state_layout.TARGET,
            state_layout.CLUE,
            state_layout.SLOT,
        )
    ]
    assert event == [number, state_layout.NUMBER, 0, 2, 7, -1]
    threes = [order for order in range(10, 15) if terms.variant.deck()[order].rank == 3]
    assert row[state_layout.HIT] == sum(1 << order for order in threes)
    rules.step(words, row, to_number(terms, row, Discard(6)))
    event = [
        row[at]
        for at in (
            state_layout.KIND,
            state_layout.ACTOR,
            state_layout.SLOT,
            state_layout.ORDER,
            state_layout.DREW,
            state_layout.HIT,
            state_layout.TARGET,
        )
    ]
    assert event == [state_layout.DROPPED, 1, 3, 6, 15, 0, -1]
