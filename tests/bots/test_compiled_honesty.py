"""Compiled bots are given the whole state, but read only what their seat sees, and throw only their dice."""

from random import Random

import numpy as np
import pytest

from handsight.compiled.compiled_dice import start_stream
from handsight.compiled.jit import Ints
from handsight.hanabi import Terms
from handsight.hanabi.compiled import deal, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.game_loop import NO_ACTION
from handsight.hanabi.compiled.terms_layout import terms_array
from handsight.roster.hanabi import ROSTER, convention_names, find_bot

QUICK = ("random", "hat", "learned")
NAMES = [name for name in (*ROSTER, *convention_names()) if find_bot(name).compiler is not None]


def with_other_dice(state: Ints, seats: list[int], rng: Random) -> Ints:
    """Return a copy in which the dice of some seats are in another state."""
    other = state.copy()
    for seat in seats:
        other[st.DICE + seat] = rng.getrandbits(62) | 1
    return other


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in QUICK else [pytest.mark.slow]) for name in NAMES]
)
def test_a_compiled_bot_depends_on_what_its_seat_sees_and_throws(name: str) -> None:
    terms, rng = Terms(3 if find_bot(name).plays_with(3) else 2), Random(name)
    bot = find_bot(name).compiled(terms)
    assert bot is not None, "whoever has a compiler has a compiled version at this table"
    packed, state = terms_array(terms), st.blank_state(bot.memory)
    workspace, die, changed = np.zeros(bot.workspace, np.int64), np.zeros(1, np.uint64), 0
    start_stream(die, np.uint64(1), np.uint64(0), np.uint64(7))
    for game in range(3):
        deal.deal_game(packed, state, 8, game)
        bot.read(packed, state, workspace)
        while state[st.END] == st.IN_PROGRESS:
            seat = int(state[st.SEAT])
            other = with_other_dice(state, [at for at in range(terms.players) if at != seat], rng)
            orders = [int(state[st.HANDS + seat]) >> 8 * at & 63 for at in range(state[st.HAND_SIZES + seat])]
            hand = [other[st.DECK + order] for order in reversed(orders)]
            deal.replace_hand(packed, other, seat, np.array(hand, np.int64))
            deal.reshuffle_deck(packed, other, die, workspace)
            changed += not np.array_equal(other[st.DECK :], state[st.DECK :])
            own = with_other_dice(other, [seat], rng)
            thrown = state[st.DICE + seat]
            action = bot.decide(packed, state, workspace)
            assert bot.decide(packed, other, workspace) == action
            assert other[st.DICE + seat] == state[st.DICE + seat]
            if state[st.DICE + seat] == thrown:  # it threw no dice, so other dice change nothing
                assert bot.decide(packed, own, workspace) == action
            if action == NO_ACTION:
                break
            rules.step(packed, state, action)
            bot.read(packed, state, workspace)
    assert changed > 20
