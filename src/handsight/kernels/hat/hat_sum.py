"""A conversation: every listener's hand is asked, and the speaker shows the sum of the answers.

The speaker holds it to choose its action. Whoever sees all the hands asked would hear the same once the
action is done, so it is noted, with the faces that answered, and recalled then.
"""

from handsight.kernels.hanabi import state_layout, terms_layout
from handsight.kernels.hanabi.rules import after
from handsight.kernels.hanabi.state_layout import Ints
from handsight.kernels.hat import clue_code, memory_layout
from handsight.kernels.hat.public_tables import lay_listener, spread
from handsight.kernels.hat.questions import TRUTH, converse
from handsight.kernels.jit import compiled, inlined, natural

NOBODY = -1
"""In place of a viewer: one who sees every hand that is asked."""
BY_CLUE, BY_SILENCE = 0, 1
"""In place of how many cards are alike, of which one is chosen to show a number."""


@inlined
def _faces(row: Ints, seat: int) -> int:
    """Return the faces of a hand, eight bits a slot."""
    faces, hand = 0, row[state_layout.HANDS + seat]
    for slot in range(row[state_layout.SIZES + seat]):
        faces |= row[state_layout.DECK + (hand & 63)] << 8 * slot
        hand >>= 8
    return faces


@inlined
def _converse(
    book: Ints, row: Ints, tables: int, speaker: int, viewer: int, size: int, silence: int, scratch: Ints
) -> int:
    """Ask every listener but the viewer, and note what is told; return the sum of the answers."""
    total = 0
    for away in range(1, book[terms_layout.PLAYERS]):
        seat = natural(after(book, speaker, away))
        if seat == viewer:
            continue
        lay_listener(row, tables, seat, silence, scratch)
        total += converse(row, seat, away, size, TRUTH, scratch)
        state_layout.copy(
            scratch, memory_layout.HAND, row, memory_layout.TOLD + 8 * seat, row[state_layout.SIZES + seat]
        )
        row[memory_layout.FACES + seat] = _faces(row, seat)
    return total


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64[::1])")
def confer(
    book: Ints,
    row: Ints,
    head: int,
    tables: int,
    speaker: int,
    viewer: int,
    alike: int,
    silence: int,
    scratch: Ints,
) -> int:
    """Hold a conversation, and note what is told and the SUM; return how many numbers can be shown.

    The number is shown by a clue, or by the choice of one of several cards alike, after what silence tells.
    The board is that of a head of the row: as it is, NOW, or as it was before the last action.
    """
    size, head, tables, speaker = alike, natural(head), natural(tables), natural(speaker)
    if alike != BY_SILENCE:
        spread(book, row, head, tables, scratch)
        fits, dead = row[head + state_layout.FITS], ~row[head + state_layout.NEEDED]
        clue_code.face(book, row, tables, speaker, fits, dead, scratch)
    if alike == BY_CLUE:
        size = clue_code.offer(book, row, tables, speaker, scratch)
    row[memory_layout.SUM] = _converse(book, row, tables, speaker, viewer, size, silence, scratch)
    row[memory_layout.HELD] = 0
    return size


@inlined
def speak(book: Ints, row: Ints, tables: int, alike: int, silence: int, scratch: Ints) -> int:
    """Hold the conversation of the seat to move, to be recalled; return the number to show, or NONE."""
    size = confer(
        book, row, memory_layout.NOW, tables, row[state_layout.SEAT], NOBODY, alike, silence, scratch
    )
    row[memory_layout.HELD] = row[state_layout.TURN] + 1
    row[memory_layout.ALIKE] = alike
    row[memory_layout.ABSENT] = silence
    row[memory_layout.NUMBERS] = size
    return row[memory_layout.SUM] % size if size else clue_code.NONE


@inlined
def recalled(book: Ints, row: Ints, alike: int, silence: int) -> bool:
    """Whether the last actor held this very conversation, with these hands."""
    same = (
        row[memory_layout.HELD] == row[state_layout.TURN]
        and row[memory_layout.ALIKE] == alike
        and row[memory_layout.ABSENT] == silence
    )
    if same:
        for seat in range(book[terms_layout.PLAYERS]):
            if seat != row[state_layout.ACTOR] and row[memory_layout.FACES + seat] != _faces(row, seat):
                return False
    return same
