"""Compiled seat knowledge equals what `handsight.knowledge` derives."""

from random import Random

import numpy as np
import pytest

from bench.batches import seat_counts
from handsight import hanabi
from handsight.compiled.compiled_dice import start_stream
from handsight.game import Dice, shuffled
from handsight.hanabi import Setup, State, Terms
from handsight.hanabi.compiled import deal, seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.state_conversion import to_array
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.knowledge import know

EXACT = (
    "No Variant",
    "Rainbow & Omni (6 Suits)",
    "Null-Ones (5 Suits)",
    "Up or Down (6 Suits)",
    "Sudoku (5 Suits)",
    "Funnels & Dark Pink (6 Suits)",
)
HIDING = ("Duck (5 Suits)", "Cow & Pig (5 Suits)", "Throw It in a Hole (5 Suits)")


def positions(variant: str, seed: int, last: int = 99) -> list[State]:
    """Play with many clues, few strikes, and keep some of the positions met."""
    rng = Random(seed)
    terms = Terms(
        rng.randint(2, 5), hanabi.variant(variant), hanabi.RULE_SETS[rng.choice(["stacks", "explorer"])]
    )
    state = hanabi.deal(Setup(terms, shuffled(terms.variant.deck(), Dice(seed))))
    met = []
    while not state.over and state.turn < last:
        fitting = hanabi.card_value.playable(terms.variant, state.stacks)
        actions = [
            action
            for action in hanabi.legal(state)
            if not isinstance(action, hanabi.Play)
            or fitting >> terms.variant.identity(state.cards[action.order]) & 1
            or rng.random() < 0.05
        ]
        state = hanabi.play(state, rng.choice(actions))
        met.append(state)
    return rng.sample(met, min(6, len(met)))


def known(state: State, seat: int) -> list[int]:
    workspace = np.zeros(seat_knowledge.OWN_WORKSPACE, np.int64)
    assert seat_knowledge.know(terms_array(state.terms), to_array(state), seat, workspace)
    start = seat_knowledge.POSSIBLE
    return [int(mask) for mask in workspace[start : start + len(state.hands[seat])]]


@pytest.mark.parametrize("variant", EXACT)
def test_own_hands_are_known_exactly(variant: str) -> None:
    for seed in range(4):
        for state in positions(variant, seed):
            for seat in range(state.terms.players):
                plain = know(state, seat=seat)
                assert known(state, seat) == [card.mask for card in plain]
                counts = np.zeros((8, len(state.terms.variant.cards)), np.int64)
                workspace = np.zeros(seat_knowledge.OWN_WORKSPACE, np.int64)
                ways = seat_counts.count_hands(
                    terms_array(state.terms), to_array(state), seat, counts, workspace
                )
                assert ways == plain.worlds
                assert counts[: len(plain)].tolist() == [list(card.ways) for card in plain]


@pytest.mark.parametrize("variant", HIDING)
def test_where_much_is_hidden_nothing_possible_is_ruled_out(variant: str) -> None:
    for state in positions(variant, 3, last=5):
        for seat in range(state.terms.players):
            for mask, card in zip(known(state, seat), know(state, seat=seat), strict=True):
                assert mask & card.mask == card.mask


def test_a_viewer_without_hands_knows_less() -> None:
    narrower = 0
    for state in positions("No Variant", 9):
        array, workspace = to_array(state), np.zeros(seat_knowledge.OWN_WORKSPACE, np.int64)
        for seat, hand in enumerate(state.hands):
            assert seat_counts.know_publicly(terms_array(state.terms), array, seat, workspace)
            public = workspace[seat_knowledge.POSSIBLE : seat_knowledge.POSSIBLE + len(hand)].tolist()
            own = known(state, seat)
            truth = [1 << state.terms.variant.identity(state.cards[order]) for order in hand]
            assert all(card & mask & wide for card, mask, wide in zip(truth, own, public, strict=True))
            assert all(mask & ~wide == 0 for mask, wide in zip(own, public, strict=True))
            narrower += own != public
    assert narrower


def test_a_supposed_hand_and_a_new_deck_make_a_whole_deal() -> None:
    terms = Terms(3)
    packed_terms, workspace, die = (
        terms_array(terms),
        np.zeros(seat_knowledge.OWN_WORKSPACE, np.int64),
        np.zeros(1, np.uint64),
    )
    start_stream(die, np.uint64(5), np.uint64(0), np.uint64(9))
    for state in positions("No Variant", 5):
        array = to_array(state)
        packed_terms = terms_array(state.terms)
        seat, hand = state.seat, state.hands[state.seat]
        unseen = [array[st.DECK + order] for order in (*hand, *range(state.drawn, 50))]
        faces = np.array(unseen[::-1][: len(hand)], np.int64)
        deal.replace_hand(packed_terms, array, seat, faces)
        assert [array[st.DECK + order] for order in hand] == faces.tolist()
        heard = 0
        for face in faces:
            card = state.terms.variant.card(int(face))
            heard |= sum(
                (state.terms.variant.touch(clue) >> state.terms.variant.identity(card) & 1) << at
                for at, clue in enumerate(state.terms.variant.clues())
            )
        assert array[st.HAND_CLUES + seat] == heard
        before = array.copy()
        deal.reshuffle_deck(packed_terms, array, die, workspace)
        deck = array[st.DECK : st.DECK + 50].tolist()
        assert sorted(deck) == sorted(map(state.terms.variant.identity, state.terms.variant.deck()))
        assert np.array_equal(array[: st.DECK + state.drawn], before[: st.DECK + state.drawn])
