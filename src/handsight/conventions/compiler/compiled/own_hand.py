"""What the seat to move can know about its own hand, with and without promises, for compiled conventions."""

from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.conventions.compiler.compiled.convention_layout import (
    COMPUTED,
    OWN_COUNTS,
    OWN_POSSIBLE,
    OWN_TOTALS,
    SLOTS,
)
from handsight.conventions.compiler.compiled.open_readings import narrow_own_hand
from handsight.deals.compiled import hand_count
from handsight.hanabi.compiled import seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.state_layout import COPY_PLANES
from handsight.hanabi.compiled.terms_layout import MAX_IDENTITIES

COUNTS = SLOTS * MAX_IDENTITIES


@inlined
def _fill_own_hand(
    terms: Ints, state: Ints, workspace: Ints, ruled_out: int, questions: int, laws: int, promised: int
) -> int:
    """Fill SLOT_MASKS for the own hand from clues and, if wanted, promises; return its size."""
    seat = state[st.SEAT]
    seat_knowledge.fill_hidden_copies(terms, state, ~(1 << seat), workspace)
    seat_knowledge.fill_slot_masks(state, seat, workspace)
    size = state[st.HAND_SIZES + seat]
    if promised:
        for slot in range(size):
            workspace[seat_knowledge.SLOT_MASKS + slot] &= ~state[ruled_out + st.order_at(state, seat, slot)]
        if questions != 0 or laws != 0:
            narrow_own_hand(terms, state, workspace, questions, laws, size)
    return size


@compiled("int64(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64)")
def own_possible(
    terms: Ints,
    state: Ints,
    workspace: Ints,
    ruled_out: int,
    questions: int,
    laws: int,
    promised: int,
    slot: int,
) -> int:
    """Return the mask of what an own card can be, exact for the whole hand; computed once a turn."""
    if not workspace[COMPUTED] >> promised & 1:
        workspace[COMPUTED] |= 1 << promised
        size = _fill_own_hand(terms, state, workspace, ruled_out, questions, laws, promised)
        if not seat_knowledge.narrow(size, workspace):  # no hand keeps every promise
            seat_knowledge.narrow(_fill_own_hand(terms, state, workspace, ruled_out, 0, 0, 0), workspace)
        st.copy_words(workspace, seat_knowledge.POSSIBLE, workspace, OWN_POSSIBLE + promised * SLOTS, size)
    return workspace[OWN_POSSIBLE + promised * SLOTS + slot]


@inlined
def _count(workspace: Ints, size: int, at: int) -> int:
    return hand_count.count(
        workspace[seat_knowledge.SLOT_MASKS : seat_knowledge.SLOT_MASKS + size],
        workspace[seat_knowledge.HIDDEN_COPIES : seat_knowledge.HIDDEN_COPIES + COPY_PLANES],
        workspace[at : at + COUNTS].reshape((SLOTS, MAX_IDENTITIES)),
        workspace[seat_knowledge.COUNT_WORKSPACE : seat_knowledge.OWN_WORKSPACE].reshape(
            hand_count.WORKSPACE_SHAPE
        ),
    )


@compiled("float64(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64, int64)")
def own_chance(
    terms: Ints,
    state: Ints,
    workspace: Ints,
    ruled_out: int,
    questions: int,
    laws: int,
    promised: int,
    slot: int,
    values: int,
) -> float:
    """Return the exact chance that an own card is one of a set; counted once a turn."""
    at = OWN_COUNTS + promised * COUNTS
    if not workspace[COMPUTED] >> 2 + promised & 1:
        workspace[COMPUTED] |= 4 << promised
        size = _fill_own_hand(terms, state, workspace, ruled_out, questions, laws, promised)
        ways = _count(workspace, size, at)
        if ways == 0:  # no hand keeps every promise
            ways = _count(workspace, _fill_own_hand(terms, state, workspace, ruled_out, 0, 0, 0), at)
        workspace[OWN_TOTALS + promised] = ways
    found = 0
    while values:
        found += workspace[at + slot * MAX_IDENTITIES + lowest_bit(values)]
        values &= values - 1
    return found / workspace[OWN_TOTALS + promised]
