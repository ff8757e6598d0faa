"""The questions about a hand, and their answers encoded as one number below a given size.

A question is a list of entries, each a slot and a mask. Its answer is the first entry that is true, counted
from 1, or 0 if none is. Answers are the digits of a mixed-radix number, lowest digit first; how many answers
the next question may have depends on the answers before it, so no code is wasted.
"""

from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.bots.hanabi.hat.compiled.public_knowledge import is_single, share
from handsight.bots.hanabi.hat.compiled.settings import ASK_CHANCE, ASK_RANGE
from handsight.compiled.jit import Ints, inlined
from handsight.hanabi.compiled import state_layout as st

FROM_HAND = -1
"""In place of a number: the hand itself answers."""
KEY_SCALE = 1_000_000


@inlined
def _sort_keys(workspace: Ints, begin: int, end: int) -> None:
    """Sort the keys of some entries (insertion sort)."""
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
    preferred, and come first.
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
def _ask_playable_or_trash(workspace: Ints, slots: int, playable: int, trash: int, room: int) -> int:
    """Ask which card is playable and, unless trash is known, which is trash; as many entries as fit.

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
    nearest, likely = ASK_RANGE, -1
    for slot in range(slots):
        mask = workspace[mem.HAND_MASKS + slot]
        if mask & playable and not is_single(mask):
            far = abs(share(mask, playable, workspace) - ASK_CHANCE)
            if far < nearest:
                nearest, likely = far, slot
    return likely


@inlined
def _least_trashy_slot(workspace: Ints, slots: int, trash: int) -> int:
    """Return the slot of the unknown card that is least likely trash, or -1."""
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
    """Ask for the class of a card: needed identities are dealt over the classes, trash is one class."""
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
    """Narrow the masks by an answer, except where nothing would be left."""
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
