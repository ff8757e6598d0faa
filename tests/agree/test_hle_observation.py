"""HLE's vector: the kernel, the plain encoder of a view, and OpenSpiel agree on every place."""

from random import Random

import numpy as np
import pytest

from bench.batches import hle_numbers
from handsight.compiled.bit_vectors import words_for
from handsight.errors import InputError
from handsight.game import deal_dice, shuffled
from handsight.hanabi import (
    Action,
    Play,
    Setup,
    State,
    Terms,
    deal,
    legal,
    play,
    rule_set,
    tiny,
    variant,
    view,
)
from handsight.hanabi.compiled import deal as dealing
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.state_conversion import to_array, to_number, to_state
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.notation.hanabi import hle_observation as hle
from handsight.notation.hanabi.compiled import hle_observation

SIZES = {2: (658, 20), 3: (956, 30), 4: (1041, 38), 5: (1280, 48)}


def vector(terms: Terms, array: np.typing.NDArray[np.int64], seat: int) -> list[int]:
    out = np.full(hle.sections(terms)[-1].places.stop, 7, np.uint8)
    words = np.full(words_for(out.size), -1, np.int64)
    hle_observation.observe(terms_array(terms), array, seat, words, out)
    return [int(bit) for bit in out]


def random_action(state: State, rng: Random, safe: float) -> Action:
    """Return a random action, mostly no play, so that games last."""
    actions = list(legal(state))
    lasting = [action for action in actions if not isinstance(action, Play)]
    return rng.choice(lasting if lasting and rng.random() < safe else actions)


TABLES = [
    *(Terms(players) for players in SIZES),
    Terms(2, tiny(3, 3), hand_size=3, max_clues=4),
    Terms(3, tiny(2, 5), rules=rule_set("stacks"), max_strikes=1),
    Terms(2, variant("6 Suits"), rules=rule_set("hanabidata")),
    Terms(2, rules=rule_set("explorer"), first_seat=1),
]


@pytest.mark.slow
@pytest.mark.parametrize(
    "terms", TABLES, ids=lambda terms: f"{terms.players}-{terms.variant.name}-{terms.rules.name}"
)
def test_kernel_and_plain_encoder_agree(terms: Terms) -> None:
    packed, rng, events = terms_array(terms), Random(5), set[int]()
    for number in range(6):
        state = deal(Setup(terms, shuffled(terms.variant.deck(), deal_dice(3, number))))
        array = to_array(state, hle_observation.NOTES)
        hle_observation.note_event(packed, array, array)
        while True:
            put = to_array(state, hle_observation.NOTES)
            hle_numbers.write_notes(put, state)
            for seat in range(terms.players):
                plain = hle.observation(view(state, seat))
                assert vector(terms, array, seat) == plain
                assert vector(terms, put, seat) == plain
            if state.over:
                break
            hand = state.hands[state.seat]
            numbers = {hle.action_number(terms, state.seat, hand, action): action for action in legal(state)}
            mask = hle_numbers.legal_numbers(packed, array)
            assert {place for place in range(64) if mask >> place & 1} == set(numbers)
            for theirs, action in numbers.items():
                ours = hle_numbers.action_of_number(packed, array, theirs)
                assert ours == to_number(terms, array, action)
            action = random_action(state, rng, 0.75 if number % 2 else 0.95)
            rules.step(packed, array, to_number(terms, array, action))
            hle_observation.note_event(packed, array, array)
            events.add(int(array[st.EVENT]))
            state = play(state, action)
    assert len(events) == 5


@pytest.mark.slow
@pytest.mark.parametrize("players", SIZES)
def test_it_is_openspiels(players: int) -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")
    game, terms, rng = pyspiel.load_game("hanabi", {"players": players}), Terms(players), Random(players)
    assert (hle.sections(terms)[-1].places.stop, hle.action_count(terms)) == SIZES[players]
    packed = terms_array(terms)
    for number in range(15):
        array = st.blank_state(hle_observation.NOTES)
        dealing.deal_game(packed, array, 7, number)
        hle_observation.note_event(packed, array, array)
        theirs, drawn = game.new_initial_state(), 0
        while not theirs.is_terminal():
            while theirs.is_chance_node():
                theirs.apply_action(int(array[st.DECK + drawn]))
                drawn += 1
            if theirs.is_terminal():
                break
            for seat in range(players):
                assert vector(terms, array, seat) == theirs.observation_tensor(seat)
            actions = theirs.legal_actions()
            mask = hle_numbers.legal_numbers(packed, array)
            assert [action for action in range(64) if mask >> action & 1] == actions
            safe = [action for action in actions if not terms.hand_size <= action < 2 * terms.hand_size]
            action = rng.choice(safe if safe and rng.random() < 0.8 else actions)
            rules.step(packed, array, hle_numbers.action_of_number(packed, array, action))
            hle_observation.note_event(packed, array, array)
            theirs.apply_action(action)
        assert array[st.END]
        assert to_state(terms, array).over


def test_numbers_without_an_action_are_told_apart() -> None:
    terms = Terms(2)
    packed, array = terms_array(terms), st.blank_state(hle_observation.NOTES)
    dealing.deal_game(packed, array, 7, 0)
    assert [hle_numbers.action_of_number(packed, array, number) for number in (-1, 20, 99)] == [-1] * 3


@pytest.mark.parametrize(
    ("terms", "what"),
    [
        (Terms(2, variant("Rainbow (5 Suits)")), "clues of this variant"),
        (Terms(2, variant("Reversed (5 Suits)")), "stacks of this variant"),
        (Terms(2, deck_plays=True), "options of this table"),
    ],
)
def test_a_table_that_has_no_such_vector_is_named(terms: Terms, what: str) -> None:
    with pytest.raises(InputError, match=what):
        hle.sections(terms)
