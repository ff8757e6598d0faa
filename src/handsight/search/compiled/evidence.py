"""What an action says about the hands that the actor saw: it is known which action each hand would bring."""

from typing import Any

from handsight.compiled.jit import Ints, Kernel, compiled, inlined
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.deal import update_hand_clues
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE


@inlined
def write_hand(terms: Ints, state: Ints, seat: int, orders: Ints, hand: int) -> None:
    """Write the identities of a hand into a state, by the orders of the cards."""
    for slot in range(orders.size):
        state[st.DECK + orders[slot]] = hand >> 8 * slot & 63
    update_hand_clues(terms, state, seat)


@compiled(
    f"void(FunctionType({DECIDE_SIGNATURE}), int64[::1], int64[::1], int64, int64[::1], int64[::1], int64,"
    " boolean[::1], int64[::1], int64[::1])"
)
def agree(
    decide: Kernel,
    terms: Ints,
    before: Ints,
    seat: int,
    orders: Ints,
    hands: Ints,
    action: int,
    keep: Any,
    state: Ints,
    workspace: Ints,
) -> None:
    """Keep the hands of a seat with which the bot to move would have chosen an action.

    Args:
        decide: the compiled bot.
        terms: the terms of the game.
        before: the state before the action, with any hand supposed for the seat.
        seat: whose hands are tested.
        orders: the cards of each hand, by slot; they may have been drawn later.
        hands: the hands.
        action: the action that was chosen.
        keep: by hand: whether it counts; those that would bring another action no longer do.
        state: room for a state.
        workspace: room for the bot.
    """
    for at in range(hands.size):
        if keep[at]:
            st.copy_words(before, 0, state, 0, before.size)
            write_hand(terms, state, seat, orders, hands[at])
            keep[at] = decide(terms, state, workspace) == action
