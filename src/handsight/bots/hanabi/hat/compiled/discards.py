"""Choose a discard: sure trash, or else the card with the lowest expected cost."""

from handsight.bots.hanabi.hat.compiled.public_knowledge import count_open, is_single
from handsight.bots.hanabi.hat.compiled.settings import (
    LAST_COPY_COST,
    RANK_DISCOUNT,
    UNSEEN_COPY_COST,
    VISIBLE_COPY_COST,
)
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit, popcount
from handsight.hanabi.compiled import seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import NO_ACTION


@inlined
def held_by(state: Ints, seat: int) -> int:
    """Return the mask of the identities that a seat holds."""
    mask, hand = 0, state[st.HANDS + seat]
    for _ in range(state[st.HAND_SIZES + seat]):
        mask |= 1 << state[st.DECK + (hand & 63)]
        hand >>= 8
    return mask


@inlined
def held_by_others(terms: Ints, state: Ints) -> int:
    """Return the mask of the identities that the other seats hold."""
    mask = 0
    for seat in range(terms[tm.PLAYERS]):
        if seat != state[st.SEAT]:
            mask |= held_by(state, seat)
    return mask


@inlined
def rank_of(terms: Ints, identity: int) -> int:
    """Return the rank of an identity."""
    return 1 + popcount(terms[tm.SUIT_MASK + terms[tm.SUIT_OF + identity]] & (1 << identity) - 1)


@inlined
def sure_trash(state: Ints, workspace: Ints) -> int:
    """Return the set of own slots that surely hold trash, or a second copy in the same hand."""
    slots = 0
    for slot in range(state[st.HAND_SIZES + state[st.SEAT]]):
        mask = workspace[seat_knowledge.POSSIBLE + slot]
        if mask & state[st.NEEDED] == 0:
            slots |= 1 << slot
        elif is_single(mask):
            for other in range(slot):
                if workspace[seat_knowledge.POSSIBLE + other] == mask:
                    slots |= 1 << slot
    return slots


@inlined
def _discard_cost(terms: Ints, state: Ints, mask: int, others: int, workspace: Ints) -> float:
    """Return the expected cost of discarding a card with this mask, in thousandths of a game."""
    needed = mask & state[st.NEEDED]
    unseen_copy = needed & ~others
    cost = 1.0 * VISIBLE_COPY_COST * count_open(needed & others, workspace)
    cost += LAST_COPY_COST * count_open(unseen_copy & state[st.CRITICAL], workspace)
    cost += UNSEEN_COPY_COST * count_open(unseen_copy & ~state[st.CRITICAL], workspace)
    while needed:
        identity = lowest_bit(needed)
        needed &= needed - 1
        cost -= RANK_DISCOUNT * rank_of(terms, identity) * count_open(1 << identity, workspace)
    return cost / max(1, count_open(mask, workspace))


@compiled("int64(int64[::1], int64[::1], int64, int64[::1])")
def cheapest_discard(terms: Ints, state: Ints, limit: int, workspace: Ints) -> int:
    """Return the slot that is cheapest to discard, or NO_ACTION if it costs more than *limit*."""
    others, best, chosen = held_by_others(terms, state), limit + 1.0, NO_ACTION
    for slot in range(state[st.HAND_SIZES + state[st.SEAT]]):
        cost = _discard_cost(terms, state, workspace[seat_knowledge.POSSIBLE + slot], others, workspace)
        if cost < best:
            best, chosen = cost, slot
    return chosen
