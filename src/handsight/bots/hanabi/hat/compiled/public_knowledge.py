"""Public knowledge: for every card the identities that everyone knows to be possible, exact for a hand."""

from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.compiled.jit import Ints, compiled, inlined, non_negative, popcount
from handsight.hanabi.compiled import seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.state_layout import MAX_CARDS


@inlined
def public_masks_of(state: Ints, seat: int) -> int:
    """Return where the public masks of a seat begin in the state."""
    return mem.PUBLIC_MASKS + (seat * MAX_CARDS if state[mem.DIVERGED] else 0)


@inlined
def is_single(mask: int) -> bool:
    """Whether at most one identity is left."""
    return mask & mask - 1 == 0


@inlined
def count_open(mask: int, workspace: Ints) -> int:
    """Count the open copies of the identities in a mask."""
    copies = popcount(mask & workspace[mem.OPEN_COPIES]) + popcount(mask & workspace[mem.OPEN_COPIES + 1])
    return copies + popcount(mask & workspace[mem.OPEN_COPIES + 2])


@inlined
def share(mask: int, part: int, workspace: Ints) -> float:
    """Return the chance that a card with this mask is in *part*, all open copies being equally likely."""
    whole = count_open(mask, workspace)
    return count_open(mask & part, workspace) / whole if whole else 0.0


@inlined
def load_hand(state: Ints, public: int, seat: int, workspace: Ints) -> None:
    """Load the public masks of a hand into HAND_MASKS."""
    hand = state[st.HANDS + seat]
    for slot in range(state[st.HAND_SIZES + seat]):
        workspace[mem.HAND_MASKS + slot] = state[public + (hand & 63)]
        hand >>= 8


@inlined
def load_listener(state: Ints, public: int, seat: int, ruled_out: int, workspace: Ints) -> None:
    """Load the public masks of a hand, without *ruled_out* unless it knows a card in there."""
    load_hand(state, public, seat, workspace)
    for slot in range(state[st.HAND_SIZES + seat]):
        if workspace[mem.HAND_MASKS + slot] & ~ruled_out == 0:
            return
    for slot in range(state[st.HAND_SIZES + seat]):
        workspace[mem.HAND_MASKS + slot] &= ~ruled_out


@inlined
def store_hand(state: Ints, public: int, seat: int, workspace: Ints) -> None:
    """Store HAND_MASKS back into the public masks of a hand."""
    hand = state[st.HANDS + seat]
    for slot in range(state[st.HAND_SIZES + seat]):
        state[public + (hand & 63)] = workspace[mem.HAND_MASKS + slot]
        hand >>= 8


@inlined
def knows_play(state: Ints, seat: int, playable: int, workspace: Ints) -> bool:
    """Whether the loaded hand has a card that is surely playable."""
    known = False
    for slot in range(state[st.HAND_SIZES + seat]):
        known |= workspace[mem.HAND_MASKS + slot] & ~playable == 0
    return known


@inlined
def fill_open_copies(terms: Ints, state: Ints, head: int, public: int, workspace: Ints) -> None:
    """Fill OPEN_COPIES: copies that are neither on the table nor publicly known to be in a hand.

    *head* says which state counts: NOW, or STATE_BEFORE the last action.
    """
    one, two, three = st.load_planes(state, head + st.UNSEEN)
    for seat in range(terms[tm.PLAYERS]):
        hand = state[head + st.HANDS + seat]
        for _ in range(state[head + st.HAND_SIZES + seat]):
            mask = state[public + (hand & 63)]
            hand >>= 8
            one, two, three = st.without_copy(one, two, three, mask if is_single(mask) else 0)
    st.store_planes(workspace, mem.OPEN_COPIES, (one, two, three))


@inlined
def _restrict(state: Ints, public: int, order: int, within: int) -> int:
    """Restrict a public mask; if nothing is left, someone broke the convention and only clues count."""
    mask = state[public + order] & within
    if mask == 0:
        mask = state[st.CLUE_MASKS + order] & state[st.UNSEEN]
    state[public + order] = mask
    return mask


@inlined
def _copies(mask: int, one: int, two: int, three: int) -> int:
    """Count the copies of the identities in a mask, in three copy planes."""
    return popcount(mask & one) + popcount(mask & two) + popcount(mask & three)


@inlined
def _narrow_together(state: Ints, public: int, loose: int, workspace: Ints) -> int:
    """Narrow the cards in SLOT_MASKS together; return how many became known."""
    found = 0
    if seat_knowledge.narrow(loose, workspace):
        one, two, three = st.load_planes(workspace, seat_knowledge.HIDDEN_COPIES)
        for slot in range(loose):
            mask = workspace[seat_knowledge.POSSIBLE + slot]
            state[public + workspace[mem.HAND_MASKS + slot]] = mask
            if is_single(mask):
                found += 1
                one, two, three = st.without_copy(one, two, three, mask)
        st.store_planes(workspace, seat_knowledge.HIDDEN_COPIES, (one, two, three))
    return found


@inlined
def _nothing_to_learn(state: Ints, public: int, seat: int, one: int, two: int, three: int) -> bool:
    """Whether the copies left surely rule out nothing in a hand: no two cards compete for few copies."""
    hand, size, news = state[st.HANDS + seat], state[st.HAND_SIZES + seat], 0
    for _ in range(size):
        mask = state[public + (hand & 63)]
        hand >>= 8
        weight = 2 * (mask & ~one != 0) + (_copies(mask, one, two, three) < size)
        news += 0 if is_single(mask) else weight
    return news < 2


@inlined
def _narrow_hand(state: Ints, public: int, seat: int, workspace: Ints) -> int:
    """Narrow the unknown cards of a hand together; return how many became known.

    Only cards that compete for few copies have to be looked at together.
    """
    one, two, three = st.load_planes(workspace, seat_knowledge.HIDDEN_COPIES)
    hand, loose, found = state[st.HANDS + seat], 0, 0
    if _nothing_to_learn(state, public, seat, one, two, three):
        return found
    for _ in range(state[st.HAND_SIZES + seat]):
        order = hand & 63
        hand >>= 8
        settled = is_single(state[public + order])
        mask = _restrict(state, public, order, -1 if settled else one)
        new = is_single(mask) and not settled
        one, two, three = st.without_copy(one, two, three, mask if new else 0)
        found += new
        workspace[seat_knowledge.SLOT_MASKS + loose] = mask
        workspace[mem.HAND_MASKS + loose] = order
        loose += not is_single(mask)
    if found:
        st.store_planes(workspace, seat_knowledge.HIDDEN_COPIES, (one, two, three))
    crowded = 0
    for slot in range(loose):
        crowded += _copies(workspace[seat_knowledge.SLOT_MASKS + slot], one, two, three) < loose
    return found + _narrow_together(state, public, loose, workspace) if crowded > 1 else found


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def update_public_masks(terms: Ints, state: Ints, public: int, workspace: Ints) -> None:
    """Update the public masks from the clues, from the visible cards and from each other."""
    one, two, three = st.load_planes(state, st.UNSEEN)
    unseen, public = one, non_negative(public)
    for seat in range(terms[tm.PLAYERS]):
        hand = state[st.HANDS + seat]
        for _ in range(state[st.HAND_SIZES + seat]):
            order = hand & 63
            hand >>= 8
            mask = _restrict(state, public, order, state[st.CLUE_MASKS + order] & unseen)
            one, two, three = st.without_copy(one, two, three, mask if is_single(mask) else 0)
    st.store_planes(workspace, seat_knowledge.HIDDEN_COPIES, (one, two, three))
    seat, unchanged = 0, 0
    while unchanged < terms[tm.PLAYERS]:
        unchanged = 0 if _narrow_hand(state, public, seat, workspace) else unchanged + 1
        seat = seat + 1 if seat + 1 < terms[tm.PLAYERS] else 0
