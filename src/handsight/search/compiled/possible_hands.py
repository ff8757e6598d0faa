"""Hands that a seat may hold, each as one word: the identity of each card, eight bits a slot, newest first.

A hand must fit the masks (by slot, the identities that are possible) and the copies (by identity, how many
the seat does not see). Copies of one card are distinct, so a hand of identities stands for several deals;
`count_ways` says for how many. `agree` says with which hands a bot that saw them would have acted as it did.
"""

from typing import Any

import numpy as np

from handsight.compiled.compiled_dice import Die, below, fair
from handsight.compiled.jit import Ints, Kernel, compiled, inlined
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.deal import update_hand_clues
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE

TOO_MANY = -1


@compiled("int64(int64[::1], int64[::1], int64[::1])")
def list_hands(masks: Ints, copies: Ints, hands: Ints) -> int:
    """Write every possible hand into *hands*; return how many there are, or TOO_MANY if they do not fit.

    The copies are used for counting, and are the same afterwards.
    """
    slots, found = masks.size, 0
    if slots == 0:
        hands[0] = 0
        return 1
    slot, hand, identity = 0, 0, 0
    while True:
        while identity < copies.size and not (masks[slot] >> identity & 1 and copies[identity] > 0):
            identity += 1
        if identity < copies.size:
            hand = hand & ~(255 << 8 * slot) | identity << 8 * slot
            if slot < slots - 1:
                copies[identity] -= 1
                slot += 1
                identity = 0
                continue
            if found == hands.size:
                for taken in range(slots - 1):
                    copies[hand >> 8 * taken & 63] += 1
                return TOO_MANY
            hands[found] = hand
            found += 1
            identity += 1
        elif slot == 0:
            return found
        else:
            slot -= 1
            identity = hand >> 8 * slot & 63
            copies[identity] += 1
            hand &= (1 << 8 * slot) - 1
            identity += 1


@compiled("void(int64[::1], int64, int64[::1], int64[::1])")
def count_ways(hands: Ints, slots: int, copies: Ints, ways: Ints) -> None:
    """Count the deals that each hand stands for; 0 for a hand with more copies of a card than there are."""
    for at in range(hands.size):
        product = 1
        for slot in range(slots):
            identity = hands[at] >> 8 * slot & 63
            left = copies[identity]
            for other in range(slot):
                left -= (hands[at] >> 8 * other & 63) == identity
            product *= max(left, 0)
        ways[at] = product


@compiled("int64(int64[::1], int64[::1], int64, uint64[::1], int64[::1], int64[::1])")
def draw_hands(masks: Ints, copies: Ints, tries: int, die: Die, pile: Ints, hands: Ints) -> int:
    """Deal hidden cards to the slots, and keep the hands that fit the masks; return how many are kept.

    All deals are equally likely, so a hand comes as often as `count_ways` says. It ends after *tries* tries,
    or when *hands* is full.
    """
    total = 0
    for identity in range(copies.size):
        for _ in range(copies[identity]):
            pile[total] = identity
            total += 1
    found = 0
    for _ in range(tries):
        hand, fits = 0, True
        for slot in range(masks.size):
            other = slot + below(die, total - slot)
            identity = pile[other]
            pile[other] = pile[slot]
            pile[slot] = identity
            if not masks[slot] >> identity & 1:
                fits = False
                break
            hand |= identity << 8 * slot
        if fits:
            hands[found] = hand
            found += 1
            if found == hands.size:
                break
    return found


@compiled("void(int64[::1], int64, uint64[::1])")
def thin(hands: Ints, wanted: int, die: Die) -> None:
    """Move *wanted* hands to the front, every choice of them equally likely."""
    for at in range(min(wanted, hands.size)):
        other = at + fair(die, hands.size - at)
        hand = hands[at]
        hands[at] = hands[other]
        hands[other] = hand


@compiled("int64(int64[::1], uint64[::1])")
def pick(sums: Ints, die: Die) -> int:
    """Return a random index, drawn by weights; *sums* has the running sums of the weights."""
    number = fair(die, sums[sums.size - 1])
    low, high = 0, sums.size - 1
    while low < high:
        middle = (low + high) // 2
        if sums[middle] > number:
            high = middle
        else:
            low = middle + 1
    return low


def one_die(start: int) -> Die:
    """Return a die whose state is *start*."""
    return np.array([start], np.uint64)


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
    """Clear *keep* for the hands of a seat with which the bot to move would not have chosen an action.

    *before* is the state before the action, with any hand supposed for the seat. The cards of the hands
    (*orders*, by slot) may have been drawn later. Hands that *keep* leaves out already are not tried.
    """
    for at in range(hands.size):
        if keep[at]:
            st.copy_words(before, 0, state, 0, before.size)
            write_hand(terms, state, seat, orders, hands[at])
            keep[at] = decide(terms, state, workspace) == action
