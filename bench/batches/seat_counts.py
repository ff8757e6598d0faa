"""What checks ask of compiled seat knowledge beside what bots do: public knowledge, and counts of hands."""

from handsight.compiled.jit import Ints, compiled
from handsight.deals.compiled import hand_count
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled.seat_knowledge import (
    COUNT_WORKSPACE,
    HIDDEN_COPIES,
    OWN_WORKSPACE,
    SLOT_MASKS,
    fill_hidden_copies,
    fill_slot_masks,
    narrow,
)
from handsight.hanabi.compiled.state_layout import COPY_PLANES


@compiled("boolean(int64[::1], int64[::1], int64, int64[::1])")
def know_publicly(terms: Ints, state: Ints, seat: int, workspace: Ints) -> bool:
    """Leave in POSSIBLE what each card of a hand can be for someone who sees no hand."""
    fill_hidden_copies(terms, state, 0, workspace)
    fill_slot_masks(state, seat, workspace)
    return narrow(state[st.HAND_SIZES + seat], workspace)


@compiled("int64(int64[::1], int64[::1], int64, int64[:, ::1], int64[::1])")
def count_hands(terms: Ints, state: Ints, seat: int, counts: Ints, workspace: Ints) -> int:
    """Count the hands that a seat may hold, by slot and identity and in all; copies are distinct."""
    fill_hidden_copies(terms, state, ~(1 << seat), workspace)
    fill_slot_masks(state, seat, workspace)
    return hand_count.count(
        workspace[SLOT_MASKS : SLOT_MASKS + state[st.HAND_SIZES + seat]],
        workspace[HIDDEN_COPIES : HIDDEN_COPIES + COPY_PLANES],
        counts,
        workspace[COUNT_WORKSPACE:OWN_WORKSPACE].reshape(hand_count.WORKSPACE_SHAPE),
    )
