"""What a clue tells a listener: the answers to questions about its hand, as one number below a size.

A question is a list of entries, each a slot and a set of identities. Its answer is the first entry that
holds, counted from 1, or 0 if none does. Answers are written little-endian in mixed radix; how many answers
the next question may have follows from the answers before it, so that no code is wasted.
"""

from handsight.kernels.hanabi import state_layout
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.hat import memory_layout
from handsight.kernels.hat.public_tables import share, single
from handsight.kernels.hat.settings import LIKELY, NEAR
from handsight.kernels.jit import inlined

TRUTH = -1
"""In place of a number: look at the hand itself."""
FINE = 1_000_000


@inlined
def _sort(scratch: Ints, begin: int, end: int) -> None:
    """Sort some keys."""
    for at in range(begin + 1, end):
        key = scratch[memory_layout.KEY + at]
        while at > begin and scratch[memory_layout.KEY + at - 1] > key:
            scratch[memory_layout.KEY + at] = scratch[memory_layout.KEY + at - 1]
            at -= 1  # noqa: PLW2901  # the place that the key falls to
        scratch[memory_layout.KEY + at] = key


@inlined
def _list(scratch: Ints, slots: int, begin: int, part: int, most: int) -> int:
    """Add entries for the cards that are likeliest in a part, unlikely ones first; return where they end.

    A key is the chance and the slot; of cards alike likely, new ones are kept, and go first.
    """
    end = begin
    for slot in range(slots):
        mask = scratch[memory_layout.HAND + slot]
        if mask & part and not single(mask):
            scratch[memory_layout.KEY + end] = int(FINE * share(mask, part, scratch)) << 3 | 7 - slot
            end += 1
    _sort(scratch, begin, end)
    cut = max(0, end - begin - most)
    for at in range(begin, end - cut):
        scratch[memory_layout.KEY + at] = scratch[memory_layout.KEY + at + cut] ^ 7
    _sort(scratch, begin, end - cut)
    for at in range(begin, end - cut):
        scratch[memory_layout.AT + at] = scratch[memory_layout.KEY + at] & 7
        scratch[memory_layout.SET + at] = part
    return end - cut


@inlined
def _which(scratch: Ints, slots: int, fits: int, dead: int, room: int) -> int:
    """Ask which card fits and, unless some are known, which is trash; as many entries as there is room.

    Unlikely ones go first in the list: if a late one holds, the others are known not to.
    """
    drops = False
    for slot in range(slots):
        drops |= scratch[memory_layout.HAND + slot] & ~dead == 0
    plays = _list(scratch, slots, 0, fits, room - 1)
    return plays if drops else _list(scratch, slots, plays, dead, room - 1 - plays)


@inlined
def _likely(scratch: Ints, slots: int, fits: int) -> int:
    """Return the slot of the card whose chance to fit is nearest to what is worth a question, or -1."""
    nearest, likely = NEAR, -1
    for slot in range(slots):
        mask = scratch[memory_layout.HAND + slot]
        if mask & fits and not single(mask):
            far = abs(share(mask, fits, scratch) - LIKELY)
            if far < nearest:
                nearest, likely = far, slot
    return likely


@inlined
def _useful(scratch: Ints, slots: int, dead: int) -> int:
    """Return the slot of the open card that is least likely trash, or -1."""
    least, useful = 1.0, -1
    for slot in range(slots):
        mask = scratch[memory_layout.HAND + slot]
        if not single(mask):
            trash = share(mask, dead, scratch)
            if trash < least:
                least, useful = trash, slot
    return useful


@inlined
def _split(scratch: Ints, slot: int, dead: int, room: int) -> int:
    """Ask which class a card is in: what can score is dealt in turn over the classes, trash is one class."""
    mask = scratch[memory_layout.HAND + slot]
    trash, useful = mask & dead, mask & ~dead
    classes = room - 1 if trash else room
    at, used = 0, 0
    while useful:
        if at == used:
            used += 1
            scratch[memory_layout.AT + at] = slot
            scratch[memory_layout.SET + at] = 0
        scratch[memory_layout.SET + at] |= useful & -useful
        useful &= useful - 1
        at = at + 1 if at + 1 < classes else 0
    return used if trash else used - 1


@inlined
def _pose(scratch: Ints, slots: int, fits: int, dead: int, room: int) -> int:
    """Choose the next question about a hand, with at most *room* answers; return its number of entries."""
    plays = False
    for slot in range(slots):
        plays |= scratch[memory_layout.HAND + slot] & ~fits == 0
    if not plays:
        entries = _which(scratch, slots, fits, dead, room)
        if entries:
            return entries
    likely = _likely(scratch, slots, fits)
    if likely >= 0:
        scratch[memory_layout.AT] = likely
        scratch[memory_layout.SET] = fits
        return 1
    useful = _useful(scratch, slots, dead)
    return _split(scratch, useful, dead, room) if useful >= 0 else 0


@inlined
def _hear(scratch: Ints, entries: int, answer: int) -> None:
    """Narrow the masks by an answer; what would leave nothing is not believed."""
    for entry in range(entries):
        place = memory_layout.HAND + scratch[memory_layout.AT + entry]
        holds = entry + 1 == answer
        mask = scratch[place] & (
            scratch[memory_layout.SET + entry] if holds else ~scratch[memory_layout.SET + entry]
        )
        if mask:
            scratch[place] = mask
        if holds:
            break


@inlined
def converse(row: Ints, seat: int, away: int, size: int, number: int, scratch: Ints) -> int:
    """Ask the hand laid out until all codes below *size* are used, and narrow its masks by the answers.

    The questions are about the board that the seat, so many places after the speaker, will face. The answers
    are read off a number, or come from the hand itself. Returns the number.
    """
    fits, dead = scratch[memory_layout.FACED + away], scratch[memory_layout.TRASH + away]
    slots = row[state_layout.SIZES + seat]
    total, product = 0, 1
    while True:
        room = (size - total - 1) // product + 1
        if room <= 1:
            return total
        entries = _pose(scratch, slots, fits, dead, room)
        if entries <= 0:
            return total
        answer = 0
        if number != TRUTH:
            answer = (number - total) // product % (entries + 1)
        else:
            for entry in range(entries - 1, -1, -1):
                face = state_layout.face_at(row, seat, scratch[memory_layout.AT + entry])
                if scratch[memory_layout.SET + entry] >> face & 1:
                    answer = entry + 1
        _hear(scratch, entries, answer)
        total += product * answer
        product *= entries + 1
