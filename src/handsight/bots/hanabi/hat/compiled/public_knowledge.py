"""Public knowledge: what everyone knows about every card, and the questions about a hand that narrow it.

For every card there is a mask of the identities that everyone knows to be possible, exact for a hand.

A question about a hand is a list of entries, each a slot and a mask. Its answer is the first entry that is
true, counted from 1, or 0 if none is. Answers are the digits of a mixed-radix number, lowest digit first; how
many answers the next question may have depends on the answers before it, so no code is wasted.
"""

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
def mask_at(state: Ints, head: int, public: int, seat: int, slot: int) -> int:
    """Return the public mask of the card in a slot; *head* says in which state: NOW, or STATE_BEFORE."""
    return state[public + st.order_at(state, head + seat, slot)]


@inlined
def load_hand(state: Ints, public: int, seat: int, workspace: Ints) -> None:
    """Load the public masks of a hand into HAND_MASKS."""
    for slot in range(state[st.HAND_SIZES + seat]):
        workspace[mem.HAND_MASKS + slot] = mask_at(state, mem.NOW, public, seat, slot)


@inlined
def load_listener(state: Ints, public: int, seat: int, ruled_out: int, workspace: Ints) -> None:
    """Load the public masks of a hand without *ruled_out*; all of them if that would leave a card nothing."""
    load_hand(state, public, seat, workspace)
    for slot in range(state[st.HAND_SIZES + seat]):
        if workspace[mem.HAND_MASKS + slot] & ~ruled_out == 0:
            return
    for slot in range(state[st.HAND_SIZES + seat]):
        workspace[mem.HAND_MASKS + slot] &= ~ruled_out


@inlined
def store_hand(state: Ints, public: int, seat: int, workspace: Ints) -> None:
    """Store HAND_MASKS back into the public masks of a hand."""
    for slot in range(state[st.HAND_SIZES + seat]):
        state[public + st.order_at(state, seat, slot)] = workspace[mem.HAND_MASKS + slot]


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
        for slot in range(state[head + st.HAND_SIZES + seat]):
            mask = mask_at(state, head, public, seat, slot)
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
    """Narrow the first *loose* cards in SLOT_MASKS together; return how many became known."""
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
    """Whether counting the copies left surely rules out nothing: no two cards compete for few copies."""
    size, news = state[st.HAND_SIZES + seat], 0
    for slot in range(size):
        mask = mask_at(state, mem.NOW, public, seat, slot)
        weight = 2 * (mask & ~one != 0) + (_copies(mask, one, two, three) < size)
        news += 0 if is_single(mask) else weight
    return news < 2


@inlined
def _narrow_hand(state: Ints, public: int, seat: int, workspace: Ints) -> int:
    """Narrow the unknown cards of a hand together; return how many became known.

    Only cards that compete for few copies have to be looked at together.
    """
    one, two, three = st.load_planes(workspace, seat_knowledge.HIDDEN_COPIES)
    loose, found = 0, 0
    if _nothing_to_learn(state, public, seat, one, two, three):
        return found
    for slot in range(state[st.HAND_SIZES + seat]):
        order = st.order_at(state, seat, slot)
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
        for slot in range(state[st.HAND_SIZES + seat]):
            order = st.order_at(state, seat, slot)
            mask = _restrict(state, public, order, state[st.CLUE_MASKS + order] & unseen)
            one, two, three = st.without_copy(one, two, three, mask if is_single(mask) else 0)
    st.store_planes(workspace, seat_knowledge.HIDDEN_COPIES, (one, two, three))
    seat, unchanged = 0, 0
    while unchanged < terms[tm.PLAYERS]:
        unchanged = 0 if _narrow_hand(state, public, seat, workspace) else unchanged + 1
        seat = seat + 1 if seat + 1 < terms[tm.PLAYERS] else 0


# Questions about a hand.


FROM_HAND = -1
"""Passed as *number* if the hand itself answers the questions."""
KEY_SCALE = 1_000_000
"""Chances are sorted as whole millionths, so that all seats sort them alike."""
KEY_SLOT_BITS, KEY_SLOT = 3, 7
"""The lowest bits of a key are the slot."""


@inlined
def _sort_keys(workspace: Ints, begin: int, end: int) -> None:
    """Sort the keys from *begin* to *end*, the lowest first (insertion sort)."""
    for at in range(begin + 1, end):
        key = workspace[mem.QUESTION_KEY + at]
        while at > begin and workspace[mem.QUESTION_KEY + at - 1] > key:
            workspace[mem.QUESTION_KEY + at] = workspace[mem.QUESTION_KEY + at - 1]
            at -= 1  # noqa: PLW2901  # the place that the key falls to
        workspace[mem.QUESTION_KEY + at] = key


@inlined
def _add_entries(workspace: Ints, slots: int, begin: int, part: int, most: int) -> int:
    """Add entries for the *most* cards that are likeliest to be in *part*; return where the entries end.

    Less likely cards come first. A key is the chance and the slot; among equally likely cards newer ones are
    preferred, and come first: so the slots are sorted from the last for the choice, and then turned round.
    """
    end = begin
    for slot in range(slots):
        mask = workspace[mem.HAND_MASKS + slot]
        if mask & part and not is_single(mask):
            workspace[mem.QUESTION_KEY + end] = (
                int(KEY_SCALE * share(mask, part, workspace)) << KEY_SLOT_BITS | KEY_SLOT - slot
            )
            end += 1
    _sort_keys(workspace, begin, end)
    cut = max(0, end - begin - most)
    for at in range(begin, end - cut):
        workspace[mem.QUESTION_KEY + at] = workspace[mem.QUESTION_KEY + at + cut] ^ KEY_SLOT
    _sort_keys(workspace, begin, end - cut)
    for at in range(begin, end - cut):
        workspace[mem.QUESTION_SLOT + at] = workspace[mem.QUESTION_KEY + at] & KEY_SLOT
        workspace[mem.QUESTION_MASK + at] = part
    return end - cut


@inlined
def _ask_playable_or_trash(workspace: Ints, slots: int, playable: int, trash: int, room: int) -> int:
    """Ask which card is playable and, unless trash is known, which is trash; return the number of entries.

    Less likely entries come first: the answer also says that all entries before it are false.
    """
    drops = False
    for slot in range(slots):
        drops |= workspace[mem.HAND_MASKS + slot] & ~trash == 0
    plays = _add_entries(workspace, slots, 0, playable, room - 1)
    return plays if drops else _add_entries(workspace, slots, plays, trash, room - 1 - plays)


@inlined
def _slot_near_ask_chance(workspace: Ints, slots: int, playable: int) -> int:
    """Return the slot whose chance to be playable is nearest to ASK_CHANCE, or -1 if none is in range."""
    nearest, likely = mem.ASK_RANGE, -1
    for slot in range(slots):
        mask = workspace[mem.HAND_MASKS + slot]
        if mask & playable and not is_single(mask):
            far = abs(share(mask, playable, workspace) - mem.ASK_CHANCE)
            if far < nearest:
                nearest, likely = far, slot
    return likely


@inlined
def _least_trashy_slot(workspace: Ints, slots: int, trash: int) -> int:
    """Return the slot of the unknown card that is least likely trash, or -1 if all are surely trash."""
    least, useful = 1.0, -1
    for slot in range(slots):
        mask = workspace[mem.HAND_MASKS + slot]
        if not is_single(mask):
            chance = share(mask, trash, workspace)
            if chance < least:
                least, useful = chance, slot
    return useful


@inlined
def _ask_class(workspace: Ints, slot: int, trash: int, room: int) -> int:
    """Ask for the class of a card: needed identities are spread over classes; return how many entries."""
    mask = workspace[mem.HAND_MASKS + slot]
    trash, useful = mask & trash, mask & ~trash
    classes = room - 1 if trash else room
    at, used = 0, 0
    while useful:
        if at == used:
            used += 1
            workspace[mem.QUESTION_SLOT + at] = slot
            workspace[mem.QUESTION_MASK + at] = 0
        workspace[mem.QUESTION_MASK + at] |= useful & -useful
        useful &= useful - 1
        at = at + 1 if at + 1 < classes else 0
    return used if trash else used - 1


@inlined
def _next_question(workspace: Ints, slots: int, playable: int, trash: int, room: int) -> int:
    """Choose the next question about a hand, with at most *room* answers; return its number of entries."""
    plays = False
    for slot in range(slots):
        plays |= workspace[mem.HAND_MASKS + slot] & ~playable == 0
    if not plays:
        entries = _ask_playable_or_trash(workspace, slots, playable, trash, room)
        if entries:
            return entries
    likely = _slot_near_ask_chance(workspace, slots, playable)
    if likely >= 0:
        workspace[mem.QUESTION_SLOT] = likely
        workspace[mem.QUESTION_MASK] = playable
        return 1
    useful = _least_trashy_slot(workspace, slots, trash)
    return _ask_class(workspace, useful, trash, room) if useful >= 0 else 0


@inlined
def _apply_answer(workspace: Ints, entries: int, answer: int) -> None:
    """Narrow the masks of the loaded hand by an answer, except where nothing would be left."""
    for entry in range(entries):
        place = mem.HAND_MASKS + workspace[mem.QUESTION_SLOT + entry]
        holds = entry + 1 == answer
        mask = workspace[place] & (
            workspace[mem.QUESTION_MASK + entry] if holds else ~workspace[mem.QUESTION_MASK + entry]
        )
        if mask:
            workspace[place] = mask
        if holds:
            break


@inlined
def answer_questions(state: Ints, seat: int, away: int, size: int, number: int, workspace: Ints) -> int:
    """Encode the answers of the loaded hand as a number below *size*, or decode them; narrow its masks.

    The questions are about the stacks as they will be at the seat's turn, *away* seats after the speaker.
    With *number* FROM_HAND the hand itself answers; otherwise the answers are decoded. Returns the encoded
    answers.
    """
    playable, trash = workspace[mem.PLAYABLE_THEN + away], workspace[mem.TRASH_THEN + away]
    slots = state[st.HAND_SIZES + seat]
    total, product = 0, 1
    while True:
        room = (size - total - 1) // product + 1
        if room <= 1:
            return total
        entries = _next_question(workspace, slots, playable, trash, room)
        if entries <= 0:
            return total
        answer = 0
        if number != FROM_HAND:
            answer = (number - total) // product % (entries + 1)
        else:
            for entry in range(entries - 1, -1, -1):
                identity = st.identity_at(state, seat, workspace[mem.QUESTION_SLOT + entry])
                if workspace[mem.QUESTION_MASK + entry] >> identity & 1:
                    answer = entry + 1
        _apply_answer(workspace, entries, answer)
        total += product * answer
        product *= entries + 1
