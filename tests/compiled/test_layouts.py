"""Layouts are as their tables say, refuse terms that do not fit, and convert both ways."""

import re
from types import ModuleType

import pytest
from msgspec.structs import replace

from handsight import hanabi
from handsight.bots.hanabi.robot5.compiled import memory_layout as robot5_memory
from handsight.errors import IllegalActionError, InputError
from handsight.game import Dice, shuffled
from handsight.hanabi import Character, Clue, Discard, GiveClue, Play, Setup, Stop, Terms
from handsight.hanabi.compiled import deal, rules, seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.state_conversion import to_action, to_array, to_number
from handsight.hanabi.compiled.terms_layout import terms_array

LINE = re.compile(r"^\|\s*(\d+) \| (\w+)\s*\|\s*(\d*|…) \|", re.MULTILINE)


@pytest.mark.parametrize(
    "module", [st, tm, seat_knowledge, robot5_memory], ids=lambda module: module.__name__
)
def test_the_table_in_the_docstring_is_true(module: ModuleType) -> None:
    lines = [(int(at), name, words) for at, name, words in LINE.findall(module.__doc__ or "")]
    first = st.MEMORY if module is robot5_memory else 0
    assert len(lines) > 3
    for (at, name, words), (following, _, _) in zip(lines, [*lines[1:], lines[-1]], strict=True):
        assert getattr(module, name) == first + at, name
        assert not words.isdigit() or at + int(words) <= following or at == following, name


def test_every_word_of_a_layout_has_its_line() -> None:
    for module, end in ((st, st.MEMORY), (tm, tm.WORDS)):
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
    terms, array = Terms(2), st.blank_state()
    deal.deal_game(terms_array(terms), array, seed, game)
    faces = array[st.DECK : st.DECK + 50].tolist()
    text = " ".join(terms.variant.text(terms.variant.card(face)) for face in faces)
    assert text == DECKS[seed, game]
    assert text == " ".join(map(terms.variant.text, shuffled(terms.variant.deck(), Dice(seed, game))))


@pytest.mark.parametrize(
    ("terms", "reason"),
    [
        (Terms(2, characters=(Character("Follower"), None)), "compiled games do not support characters"),
        (Terms(2, hand_size=8), "room for 7 cards in a hand, not 8"),
        (Terms(6, hanabi.variant("6 Suits"), hand_size=5), "room for 63 different actions, not 65"),
    ],
)
def test_what_has_no_room_is_refused(terms: Terms, reason: str) -> None:
    with pytest.raises(InputError, match=reason):
        terms_array(terms)


def test_a_deck_must_be_whole() -> None:
    terms = Terms(2)
    state = hanabi.deal(Setup(terms, terms.variant.deck()[:20]))
    with pytest.raises(InputError, match="the deck lists 20 of 50 cards"):
        to_array(state)


def test_actions_that_are_none_are_refused() -> None:
    terms = Terms(2)
    array = to_array(hanabi.deal(Setup(terms, terms.variant.deck())))
    for action in (Play(49), Discard(5)):
        with pytest.raises(IllegalActionError, match="is not in that hand"):
            to_number(terms, array, action)
    for clue in (GiveClue(0, Clue("color", 0)), GiveClue(1, Clue("number", 7))):
        with pytest.raises(IllegalActionError, match="has no such clue"):
            to_number(terms, array, clue)
    with pytest.raises(InputError, match="cannot be stopped by an action"):
        to_number(terms, array, Stop(0, hanabi.STOP_REASONS[0]))
    for number in (-1, 20):
        with pytest.raises(InputError, match="they run from 0 to 19"):
            to_action(terms, array, number)
    array[st.HAND_SIZES] = 4
    with pytest.raises(IllegalActionError, match="no card in slot 4"):
        to_action(terms, array, 4)
    assert not rules.is_legal(terms_array(terms), array, 4)
    assert not rules.is_legal(terms_array(terms), array, -1)
    assert not rules.is_legal(terms_array(terms), array, 63)


def test_a_state_without_events_can_be_converted() -> None:
    terms = Terms(2)
    state = hanabi.deal(Setup(terms, terms.variant.deck()))
    changed = replace(state, stacks=(2, 0, 0, 0, 0), clue_units=3, events=())
    array = to_array(changed)
    assert (array[st.EVENT], array[st.ACTION], array[st.CLUE_UNITS]) == (
        st.EVENT_DEAL,
        -1,
        3,
    )
    assert array[st.PLAYABLE] == hanabi.card_value.playable(terms.variant, changed.stacks)


def test_the_last_event_is_written_down() -> None:
    terms = Terms(3)
    packed_terms, array = terms_array(terms), to_array(hanabi.deal(Setup(terms, terms.variant.deck())))
    assert array[st.EVENT] == st.EVENT_DEAL
    number = to_number(terms, array, GiveClue(2, Clue("number", 3)))
    rules.step(packed_terms, array, number)
    event = [
        array[at]
        for at in (
            st.ACTION,
            st.EVENT,
            st.ACTOR,
            st.TARGET,
            st.CLUE,
            st.SLOT,
        )
    ]
    assert event == [number, st.EVENT_NUMBER_CLUE, 0, 2, 7, -1]
    threes = [order for order in range(10, 15) if terms.variant.deck()[order].rank == 3]
    assert array[st.CLUE_TOUCHED] == sum(1 << order for order in threes)
    rules.step(packed_terms, array, to_number(terms, array, Discard(6)))
    event = [
        array[at]
        for at in (
            st.EVENT,
            st.ACTOR,
            st.SLOT,
            st.ORDER,
            st.DREW,
            st.CLUE_TOUCHED,
            st.TARGET,
        )
    ]
    assert event == [st.EVENT_DISCARD, 1, 3, 6, 15, 0, -1]
