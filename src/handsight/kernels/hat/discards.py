"""What to throw away: what is useless, else what will be missed least."""

from handsight.kernels.hanabi import seat_knowledge
from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hanabi import terms_layout as tm
from handsight.kernels.hanabi.game_loop import NO_ACTION
from handsight.kernels.hat.public_knowledge import count_open, is_single
from handsight.kernels.hat.settings import LAST_COPY_COST, RANK_DISCOUNT, UNSEEN_COPY_COST, VISIBLE_COPY_COST
from handsight.kernels.jit import Ints, compiled, inlined, lowest_bit, popcount


@inlined
def held_by(state: Ints, seat: int) -> int:
    """Mask of what a seat holds."""
    mask, hand = 0, state[st.HANDS + seat]
    for _ in range(state[st.HAND_SIZES + seat]):
        mask |= 1 << state[st.DECK + (hand & 63)]
        hand >>= 8
    return mask


@inlined
def held_by_others(terms: Ints, state: Ints) -> int:
    """Mask of what the others hold."""
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
    """Return the set of slots that are surely trash, or twice in the hand."""
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
    """Return how much a card would be missed, in thousandths of a game."""
    needed = mask & state[st.NEEDED]
    lone = needed & ~others
    price = 1.0 * VISIBLE_COPY_COST * count_open(needed & others, workspace)
    price += LAST_COPY_COST * count_open(lone & state[st.CRITICAL], workspace)
    price += UNSEEN_COPY_COST * count_open(lone & ~state[st.CRITICAL], workspace)
    while needed:
        identity = lowest_bit(needed)
        needed &= needed - 1
        price -= RANK_DISCOUNT * rank_of(terms, identity) * count_open(1 << identity, workspace)
    return price / max(1, count_open(mask, workspace))


@compiled("int64(int64[::1], int64[::1], int64, int64[::1])")
def cheapest_discard(terms: Ints, state: Ints, limit: int, workspace: Ints) -> int:
    """Return the slot that would be missed least, or NOTHING if it would be missed by more than a limit."""
    others, best, chosen = held_by_others(terms, state), limit + 1.0, NO_ACTION
    for slot in range(state[st.HAND_SIZES + state[st.SEAT]]):
        price = _discard_cost(terms, state, workspace[seat_knowledge.POSSIBLE + slot], others, workspace)
        if price < best:
            best, chosen = price, slot
    return chosen
