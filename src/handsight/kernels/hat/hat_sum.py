"""A conversation: every listener's hand is asked, and the speaker shows the sum of the answers.

The speaker holds it to choose its action. Whoever sees all the hands asked would hear the same once the
action is done, so it is noted, with the identities that answered, and recalled then.
"""

from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hanabi import terms_layout as tm
from handsight.kernels.hanabi.rules import seat_after
from handsight.kernels.hat import clue_code
from handsight.kernels.hat import memory_layout as mem
from handsight.kernels.hat.public_knowledge import fill_open_copies, load_listener
from handsight.kernels.hat.questions import FROM_HAND, answer_questions
from handsight.kernels.jit import Ints, compiled, inlined, non_negative

SEES_ALL = -1
"""In place of a viewer: one who sees every hand that is asked."""
BY_CLUE, BY_NO_CLUE = 0, 1
"""In place of how many cards are alike, of which one is chosen to show a number."""


@inlined
def _packed_identities(state: Ints, seat: int) -> int:
    """Return the identities of a hand, eight bits a slot."""
    identities, hand = 0, state[st.HANDS + seat]
    for slot in range(state[st.HAND_SIZES + seat]):
        identities |= state[st.DECK + (hand & 63)] << 8 * slot
        hand >>= 8
    return identities


@inlined
def _sum_answers(
    terms: Ints, state: Ints, public: int, speaker: int, viewer: int, size: int, silence: int, workspace: Ints
) -> int:
    """Ask every listener but the viewer, and note what is told; return the sum of the answers."""
    total = 0
    for away in range(1, terms[tm.PLAYERS]):
        seat = non_negative(seat_after(terms, speaker, away))
        if seat == viewer:
            continue
        load_listener(state, public, seat, silence, workspace)
        total += answer_questions(state, seat, away, size, FROM_HAND, workspace)
        st.copy_words(
            workspace, mem.HAND_MASKS, state, mem.ANSWERED_MASKS + 8 * seat, state[st.HAND_SIZES + seat]
        )
        state[mem.ANSWERED_HANDS + seat] = _packed_identities(state, seat)
    return total


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64, int64[::1])")
def compute_sum(
    terms: Ints,
    state: Ints,
    head: int,
    public: int,
    speaker: int,
    viewer: int,
    alike: int,
    silence: int,
    workspace: Ints,
) -> int:
    """Hold a conversation, and note what is told and the SUM; return how many numbers can be shown.

    The number is shown by a clue, or by the choice of one of several cards alike, after what silence tells.
    The board is that of a head of the state: as it is, NOW, or as it was before the last action.
    """
    size, head, public, speaker = alike, non_negative(head), non_negative(public), non_negative(speaker)
    if alike != BY_NO_CLUE:
        fill_open_copies(terms, state, head, public, workspace)
        fits, dead = state[head + st.PLAYABLE], ~state[head + st.NEEDED]
        clue_code.predict_boards(terms, state, public, speaker, fits, dead, workspace)
    if alike == BY_CLUE:
        size = clue_code.assign_classes(terms, state, public, speaker, workspace)
    state[mem.SUM] = _sum_answers(terms, state, public, speaker, viewer, size, silence, workspace)
    state[mem.SUM_TURN] = 0
    return size


@inlined
def number_to_show(terms: Ints, state: Ints, public: int, alike: int, silence: int, workspace: Ints) -> int:
    """Hold the conversation of the seat to move, to be recalled; return the number to show, or NONE."""
    size = compute_sum(terms, state, mem.NOW, public, state[st.SEAT], SEES_ALL, alike, silence, workspace)
    state[mem.SUM_TURN] = state[st.TURN] + 1
    state[mem.SUM_CHOICES] = alike
    state[mem.SUM_RULED_OUT] = silence
    state[mem.SUM_SIZE] = size
    return state[mem.SUM] % size if size else clue_code.NO_NUMBER


@inlined
def is_remembered(terms: Ints, state: Ints, alike: int, silence: int) -> bool:
    """Whether the last actor held this very conversation, with these hands."""
    same = (
        state[mem.SUM_TURN] == state[st.TURN]
        and state[mem.SUM_CHOICES] == alike
        and state[mem.SUM_RULED_OUT] == silence
    )
    if same:
        for seat in range(terms[tm.PLAYERS]):
            if seat != state[st.ACTOR] and state[mem.ANSWERED_HANDS + seat] != _packed_identities(
                state, seat
            ):
                return False
    return same
