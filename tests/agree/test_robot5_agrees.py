"""The compiled Robot 5 decides as the plain one does, and sees nothing that its seat does not see."""

import numpy as np
import pytest
from robot5_agreement import OTHER_TABLES, PLAIN_TABLES, agree, named

from handsight.bots.hanabi.robot5.bot import compile_robot
from handsight.bots.hanabi.robot5.compiled import memory_layout as mem
from handsight.bots.hanabi.robot5.compiled.action_choice import ROBOT5
from handsight.bots.hanabi.robot5.weights import WEIGHTS, weights_row
from handsight.compiled.compiled_dice import start_stream
from handsight.errors import InputError
from handsight.hanabi import Character, Terms, variant
from handsight.hanabi.compiled import deal, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.play_games import record
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.lab.hanabi.game_plan import HanabiPlan
from handsight.roster.hanabi import ROSTER


@pytest.mark.parametrize("terms", PLAIN_TABLES, ids=named)
def test_whole_games_agree(terms: Terms) -> None:
    for game in range(3):
        agree(terms, game)


@pytest.mark.slow
@pytest.mark.parametrize("terms", [PLAIN_TABLES[0], PLAIN_TABLES[3], *OTHER_TABLES], ids=named)
def test_decisions_agree_whatever_the_partners_do(terms: Terms) -> None:
    agree(terms, 0, stray=0.3)
    agree(terms, 1)


FOR_TWO = [terms for terms in OTHER_TABLES if terms.players == 2]


def test_games_of_robot6_agree() -> None:
    for game, terms in enumerate([*PLAIN_TABLES[:2], *FOR_TWO[:4]]):
        agree(terms, game, stray=0.1 * (game % 3), robot="robot6")


@pytest.mark.slow
@pytest.mark.parametrize("terms", [PLAIN_TABLES[0], *FOR_TWO], ids=named)
def test_many_games_of_robot6_agree(terms: Terms) -> None:
    for game in range(2, 30 if terms == PLAIN_TABLES[0] else 6):
        agree(terms, game, stray=0.1 * (game % 3), robot="robot6")


@pytest.mark.slow
@pytest.mark.parametrize("terms", PLAIN_TABLES, ids=named)
def test_many_games_agree(terms: Terms) -> None:
    for game in range(3, 60 // terms.players):
        agree(terms, game)
        agree(terms, game, stray=0.15)


@pytest.mark.slow
@pytest.mark.parametrize("terms", OTHER_TABLES, ids=named)
def test_games_of_other_variants_and_options_agree(terms: Terms) -> None:
    for game in range(2, 8):
        agree(terms, game, stray=0.15 * (game % 2))


def test_a_compiled_game_is_the_game_of_its_seats() -> None:
    plan = HanabiPlan(("robot5", "random", "robot5"), Terms(3), 3)
    bots = plan.compiled_bots()
    assert bots is not None
    for number in range(3):
        assert plan.play_game(number).actions == record(bots, plan.terms, 3, number).actions


@pytest.mark.parametrize("players", [2, 4])
def test_it_ignores_what_its_seat_cannot_see(players: int) -> None:
    """Another own hand that the clues allow, and another deck: it decides alike, and reads alike."""
    terms = Terms(players)
    packed, array, workspace = (
        terms_array(terms),
        st.blank_state(ROBOT5.memory),
        np.zeros(ROBOT5.workspace, np.int64),
    )
    space, die, changed = np.zeros(1 << 13, np.int64), np.zeros(1, np.uint64), 0
    start_stream(die, np.uint64(1), np.uint64(0), np.uint64(7))
    for game in range(10):
        deal.deal_game(packed, array, 8, game)
        ROBOT5.read(packed, array, workspace)
        while array[st.END] == st.IN_PROGRESS:
            seat, other = int(array[st.SEAT]), array.copy()
            orders = [
                int(array[st.HANDS + seat]) >> 8 * slot & 63 for slot in range(array[st.HAND_SIZES + seat])
            ]
            hand = np.array([array[st.DECK + order] for order in orders], np.int64)
            deal.replace_hand(packed, other, seat, hand[::-1].copy())
            deal.reshuffle_deck(packed, other, die, space)
            changed += not np.array_equal(other, array)
            memory = array.copy()
            action = ROBOT5.decide(packed, array, workspace)
            assert ROBOT5.decide(packed, other, workspace) == action
            assert np.array_equal(memory[st.MEMORY :], array[st.MEMORY :])
            rules.step(packed, array, action)
            ROBOT5.read(packed, array, workspace)
    assert changed > 200


def test_the_weights_lie_in_the_memory_as_they_are_written() -> None:
    terms = terms_array(Terms(2))
    array = st.blank_state(ROBOT5.memory)
    deal.deal_game(terms, array, 1, 1)
    ROBOT5.read(terms, array, np.zeros(ROBOT5.workspace, np.int64))
    assert array[mem.WEIGHTS : mem.TOUCHED_BEFORE].tolist() == weights_row(WEIGHTS)
    assert array[mem.STRIKE_WEIGHTS : mem.STRIKE_WEIGHTS + 3].tolist() == list(WEIGHTS.strikes)
    assert array[mem.PACE_WEIGHTS + mem.MOST_PACE] == WEIGHTS.pace[-1]
    assert array[mem.TRUST_WEIGHT] == WEIGHTS.trust


@pytest.mark.parametrize(
    "terms",
    [
        Terms(2, variant("Throw It in a Hole (5 Suits)")),
        Terms(2, characters=(Character("Follower"), None)),
        Terms(2, hand_size=8),
    ],
    ids=["face down", "characters", "large hands"],
)
def test_tables_without_a_compiled_version_are_refused(terms: Terms) -> None:
    with pytest.raises(InputError):
        compile_robot("robot5", terms)
    assert ROSTER["robot5"].compiled(terms) is None
