"""What a seat can know exactly about its own hand, from the clues and from the cards it sees.

The CLUE_MASKS of a state say what the clues allow. Here the cards that the seat sees are counted too, and the
hand is narrowed as a whole (see `hand_count`). Results are left in the workspace:

| at | name            | words | what it holds |
| -- | --------------- | ----- | ------------- |
|  0 | SLOT_MASKS      |     8 | by slot: mask of the identities that the clues allow |
|  8 | POSSIBLE        |     8 | by slot: mask of the identities that are possible |
| 16 | HIDDEN_COPIES   |     3 | copy planes: copies that may be in the hand |
| 24 | COUNT_WORKSPACE |  5120 | workspace of `hand_count` |

Cards played face down count as never seen, and hidden clues rule nothing out; so what is called impossible
always is.
"""

from handsight.compiled.jit import Ints, compiled, inlined
from handsight.deals.compiled import hand_count
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.state_layout import COPY_PLANES

SLOT_MASKS, POSSIBLE, HIDDEN_COPIES, COUNT_WORKSPACE = 0, 8, 16, 24
OWN_WORKSPACE = COUNT_WORKSPACE + hand_count.WORKSPACE_SHAPE[0] * hand_count.WORKSPACE_SHAPE[1]


@inlined
def fill_hidden_copies(terms: Ints, state: Ints, seats: int, workspace: Ints) -> None:
    """Fill HIDDEN_COPIES: copies that are neither visible to all nor in the hands of these seats."""
    one, two, three = st.load_planes(state, st.UNSEEN)
    for seat in range(terms[tm.PLAYERS]):
        hand = state[st.HANDS + seat]
        for _ in range(state[st.HAND_SIZES + seat] * (seats >> seat & 1)):
            one, two, three = st.without_copy(one, two, three, 1 << state[st.DECK + (hand & 63)])
            hand >>= 8
    st.store_planes(workspace, HIDDEN_COPIES, (one, two, three))


@inlined
def fill_slot_masks(state: Ints, seat: int, workspace: Ints) -> None:
    """Fill SLOT_MASKS with what the clues allow in a hand."""
    hand = state[st.HANDS + seat]
    for slot in range(state[st.HAND_SIZES + seat]):
        workspace[SLOT_MASKS + slot] = state[st.CLUE_MASKS + (hand & 63)]
        hand >>= 8


@inlined
def narrow(slots: int, workspace: Ints) -> bool:
    """Compute POSSIBLE from SLOT_MASKS and HIDDEN_COPIES; False if no hand fits."""
    return hand_count.narrow(
        workspace[SLOT_MASKS : SLOT_MASKS + slots],
        workspace[HIDDEN_COPIES : HIDDEN_COPIES + COPY_PLANES],
        workspace[POSSIBLE : POSSIBLE + slots],
        workspace[COUNT_WORKSPACE:OWN_WORKSPACE].reshape(hand_count.WORKSPACE_SHAPE),
    )


@compiled("boolean(int64[::1], int64[::1], int64, int64[::1])")
def know(terms: Ints, state: Ints, seat: int, workspace: Ints) -> bool:
    """Write to POSSIBLE exactly what each card of a seat's hand can be, as it sees it; False if none fits."""
    fill_hidden_copies(terms, state, ~(1 << seat), workspace)
    fill_slot_masks(state, seat, workspace)
    return narrow(state[st.HAND_SIZES + seat], workspace)
