"""The hat bot is the same in one seat and in compiled games, and every seat derives the same public masks."""

import numpy as np
import pytest
from hat_terms import TABLES, named

from handsight.bots.bot import as_decision
from handsight.bots.hanabi.hat.bot import compile_hat
from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.bots.hanabi.hat.compiled.hat_bot import HAT, read_for_seat
from handsight.compiled.jit import Ints
from handsight.game import Dice, shuffled
from handsight.hanabi import Play, Setup, Terms, deal, legal, play, view
from handsight.hanabi.compiled import deal as opening
from handsight.hanabi.compiled import play_games, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.deal import replace_hand
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.lab.hanabi.game_plan import HanabiPlan


@pytest.mark.parametrize("terms", TABLES, ids=named)
def test_seats_play_as_the_compiled_game_does(terms: Terms) -> None:
    plan = HanabiPlan(("hat",) * terms.players, terms, 5)
    for number in range(3):
        assert (
            plan.play_game(number).actions == play_games.record(compile_hat(terms), terms, 5, number).actions
        )


@pytest.mark.parametrize("terms", TABLES, ids=named)
def test_every_seat_derives_the_same_masks(terms: Terms) -> None:
    packed_terms, workspace = terms_array(terms), np.zeros(HAT.workspace, np.int64)
    together = st.blank_state(HAT.memory)
    alone = [st.blank_state(HAT.memory) for _ in range(terms.players)]
    for number in range(15):
        for array in (together, *alone):
            opening.deal_game(packed_terms, array, 9, number)
        HAT.read(packed_terms, together, workspace)
        for seat, array in enumerate(alone):
            read_for_seat(packed_terms, array, seat, workspace)
        while together[st.END] == st.IN_PROGRESS:
            action = HAT.decide(packed_terms, together, workspace)
            for array in (together, *alone):
                rules.step(packed_terms, array, action)
            HAT.read(packed_terms, together, workspace)
            for seat, array in enumerate(alone):
                read_for_seat(packed_terms, array, seat, workspace)
            if together[mem.DIVERGED]:  # a class of clues was missing, about once in a thousand games
                break
            for seat, array in enumerate(alone):
                assert tables(array, seat) == tables(together, 0)


def tables(array: Ints, seat: int) -> dict[int, int]:
    """Return the public masks of a seat, by card in hand."""
    begin = mem.PUBLIC_MASKS + seat * st.MAX_CARDS
    held = sum(int(array[st.HAND_SETS + at]) for at in range(st.MAX_SEATS))
    return {order: int(array[begin + order]) for order in range(st.MAX_CARDS) if held >> order & 1}


@pytest.mark.parametrize("terms", TABLES, ids=named)
def test_a_remembered_sum_is_what_others_read(terms: Terms) -> None:
    """Reading with a remembered sum and without it gives the same masks, whatever was dealt since."""
    packed_terms, workspace = terms_array(terms), np.zeros(HAT.workspace, np.int64)
    array = st.blank_state(HAT.memory)
    for number in range(4):
        opening.deal_game(packed_terms, array, 13, number)
        HAT.read(packed_terms, array, workspace)
        while array[st.END] == st.IN_PROGRESS and not array[mem.DIVERGED]:
            fresh, other = array.copy(), array.copy()
            action = HAT.decide(packed_terms, array, workspace)
            HAT.decide(packed_terms, other, workspace)
            listener = (int(array[st.SEAT]) + 1) % terms.players
            hand = int(array[st.HANDS + listener])
            held = [hand >> 8 * slot & 63 for slot in range(array[st.HAND_SIZES + listener])]
            faces = array[[st.DECK + order for order in reversed(held)]]
            for dealt in (array, fresh, other):
                if dealt is other:
                    replace_hand(packed_terms, dealt, listener, faces)
                again = dealt.copy()
                again[mem.SUM_TURN] = 0
                for table in (dealt, again):
                    rules.step(packed_terms, table, action)
                    HAT.read(packed_terms, table, workspace)
                assert (dealt[mem.DIVERGED : mem.SUM_TURN] == again[mem.DIVERGED : mem.SUM_TURN]).all()
            assert (array[: mem.SUM_TURN] == fresh[: mem.SUM_TURN]).all()


@pytest.mark.parametrize("partner", ["random", "careful", "minimal"])
def test_it_goes_on_with_partners_who_keep_no_convention(partner: str) -> None:
    for players in (2, 3, 5):
        plan = HanabiPlan(("hat", *[partner] * (players - 1)), Terms(players), 3, rotate=True)
        for number in range(players):
            assert plan.play_game(number).final.over


def test_mixed_compiled_games_are_the_games_of_its_seats() -> None:
    plan = HanabiPlan(("hat", "random", "hat"), Terms(3), 3)
    bots = plan.compiled_bots()
    assert bots is not None
    for number in range(5):
        assert plan.play_game(number).actions == play_games.record(bots, plan.terms, 3, number).actions


def test_it_survives_any_past() -> None:
    """Whatever happened before, a hat bot finds a legal action."""
    for number in range(20):
        dice, terms = Dice(number), Terms(4)
        state = deal(Setup(terms, shuffled(terms.variant.deck(), dice)))
        bots = [HanabiPlan(("hat",) * 4, terms).specs()[seat].make(terms, seat, dice) for seat in range(4)]
        while not state.over:
            options = list(legal(state))
            action = as_decision(bots[state.seat].decide(view(state, state.seat))).action
            assert action in options
            others = [option for option in options if not isinstance(option, Play)] or options
            state = play(state, others[dice.below(len(others))])


@pytest.mark.slow
@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_every_seat_derives_the_same_masks_in_ten_thousand_games(players: int) -> None:
    """Two and a half thousand games for each number of players, every seat deriving its own masks."""
    terms, games_played, misled = Terms(players), 2500, 0
    packed_terms, workspace = terms_array(terms), np.zeros(HAT.workspace, np.int64)
    together, alone = st.blank_state(HAT.memory), [st.blank_state(HAT.memory) for _ in range(players)]
    for number in range(games_played):
        for seat, array in enumerate(alone):
            opening.deal_game(packed_terms, array, 4, number)
            read_for_seat(packed_terms, array, seat, workspace)
        opening.deal_game(packed_terms, together, 4, number)
        HAT.read(packed_terms, together, workspace)
        while together[st.END] == st.IN_PROGRESS and not together[mem.DIVERGED]:
            action = HAT.decide(packed_terms, together, workspace)
            rules.step(packed_terms, together, action)
            HAT.read(packed_terms, together, workspace)
            common = together[mem.PUBLIC_MASKS : mem.PUBLIC_MASKS + together[st.DRAWN]]
            for seat, array in enumerate(alone):
                rules.step(packed_terms, array, action)
                read_for_seat(packed_terms, array, seat, workspace)
                begin = mem.PUBLIC_MASKS + seat * st.MAX_CARDS
                if not together[mem.DIVERGED]:
                    assert (array[begin : begin + common.size] == common).all()
        misled += bool(together[mem.DIVERGED])
    assert misled < games_played / 100
