"""What a clue tells a listener: the answers to questions about its hand, as one number below a size.

A question is a list of entries, each a slot and a set of identities. Its answer is the first entry that
holds, counted from 1, or 0 if none does. Answers are written little-endian in mixed radix; how many answers
the next question may have follows from the answers before it, so that no code is wasted.
"""

from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hat import memory_layout as mem
from handsight.kernels.hat.public_knowledge import is_single, share
from handsight.kernels.hat.settings import ASK_CHANCE, ASK_RANGE
from handsight.kernels.jit import Ints, inlined

FROM_HAND = -1
"""In place of a number: look at the hand itself."""
KEY_SCALE = 1_000_000


@inlined
def _sort_keys(workspace: Ints, begin: int, end: int) -> None:
    """Sort some keys."""
    for at in range(begin + 1, end):
        key = workspace[mem.QUESTION_KEY + at]
        while at > begin and workspace[mem.QUESTION_KEY + at - 1] > key:
            workspace[mem.QUESTION_KEY + at] = workspace[mem.QUESTION_KEY + at - 1]
            at -= 1  # noqa: PLW2901  # the place that the key falls to
        workspace[mem.QUESTION_KEY + at] = key


@inlined
def _add_entries(workspace: Ints, slots: int, begin: int, part: int, most: int) -> int:
    """Add entries for the cards that are likeliest in a part, unlikely ones first; return where they end.

    A key is the chance and the slot; of cards alike likely, new ones are kept, and go first.
    """
    end = begin
    for slot in range(slots):
        mask = workspace[mem.HAND_MASKS + slot]
        if mask & part and not is_single(mask):
            workspace[mem.QUESTION_KEY + end] = int(KEY_SCALE * share(mask, part, workspace)) << 3 | 7 - slot
            end += 1
    _sort_keys(workspace, begin, end)
    cut = max(0, end - begin - most)
    for at in range(begin, end - cut):
        workspace[mem.QUESTION_KEY + at] = workspace[mem.QUESTION_KEY + at + cut] ^ 7
    _sort_keys(workspace, begin, end - cut)
    for at in range(begin, end - cut):
        workspace[mem.QUESTION_SLOT + at] = workspace[mem.QUESTION_KEY + at] & 7
        workspace[mem.QUESTION_MASK + at] = part
    return end - cut


@inlined
def _ask_playable_or_trash(workspace: Ints, slots: int, fits: int, dead: int, room: int) -> int:
    """Ask which card fits and, unless some are known, which is trash; as many entries as there is room.

    Unlikely ones go first in the list: if a late one holds, the others are known not to.
    """
    drops = False
    for slot in range(slots):
        drops |= workspace[mem.HAND_MASKS + slot] & ~dead == 0
    plays = _add_entries(workspace, slots, 0, fits, room - 1)
    return plays if drops else _add_entries(workspace, slots, plays, dead, room - 1 - plays)


@inlined
def _slot_near_ask_chance(workspace: Ints, slots: int, fits: int) -> int:
    """Return the slot of the card whose chance to fit is nearest to what is worth a question, or -1."""
    nearest, likely = ASK_RANGE, -1
    for slot in range(slots):
        mask = workspace[mem.HAND_MASKS + slot]
        if mask & fits and not is_single(mask):
            far = abs(share(mask, fits, workspace) - ASK_CHANCE)
            if far < nearest:
                nearest, likely = far, slot
    return likely


@inlined
def _least_trashy_slot(workspace: Ints, slots: int, dead: int) -> int:
    """Return the slot of the open card that is least likely trash, or -1."""
    least, useful = 1.0, -1
    for slot in range(slots):
        mask = workspace[mem.HAND_MASKS + slot]
        if not is_single(mask):
            trash = share(mask, dead, workspace)
            if trash < least:
                least, useful = trash, slot
    return useful


@inlined
def _ask_class(workspace: Ints, slot: int, dead: int, room: int) -> int:
    """Ask which class a card is in: what can score is dealt in turn over the classes, trash is one class."""
    mask = workspace[mem.HAND_MASKS + slot]
    trash, useful = mask & dead, mask & ~dead
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
def _next_question(workspace: Ints, slots: int, fits: int, dead: int, room: int) -> int:
    """Choose the next question about a hand, with at most *room* answers; return its number of entries."""
    plays = False
    for slot in range(slots):
        plays |= workspace[mem.HAND_MASKS + slot] & ~fits == 0
    if not plays:
        entries = _ask_playable_or_trash(workspace, slots, fits, dead, room)
        if entries:
            return entries
    likely = _slot_near_ask_chance(workspace, slots, fits)
    if likely >= 0:
        workspace[mem.QUESTION_SLOT] = likely
        workspace[mem.QUESTION_MASK] = fits
        return 1
    useful = _least_trashy_slot(workspace, slots, dead)
    return _ask_class(workspace, useful, dead, room) if useful >= 0 else 0


@inlined
def _apply_answer(workspace: Ints, entries: int, answer: int) -> None:
    """Narrow the masks by an answer; what would leave nothing is not believed."""
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
    fits, dead = workspace[mem.PLAYABLE_THEN + away], workspace[mem.TRASH_THEN + away]
    slots = state[st.HAND_SIZES + seat]
    total, product = 0, 1
    while True:
        room = (size - total - 1) // product + 1
        if room <= 1:
            return total
        entries = _next_question(workspace, slots, fits, dead, room)
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
