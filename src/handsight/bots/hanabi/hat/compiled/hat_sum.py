"""The hat sum: the answers of all listeners' hands, added up modulo how many numbers a clue can show.

The speaker computes the sum to choose its action. Reading the action, everyone who sees all these hands would
compute the same, so the sum is remembered with the hands that answered, and used again.
"""

from handsight.bots.hanabi.hat.compiled import clue_code
from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.bots.hanabi.hat.compiled.public_knowledge import fill_open_copies, load_listener
from handsight.bots.hanabi.hat.compiled.questions import FROM_HAND, answer_questions
from handsight.compiled.jit import Ints, compiled, inlined, non_negative
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.rules import seat_after

SEES_ALL = -1
"""In place of a viewer: one who sees the hands of all listeners."""
BY_CLUE, BY_NO_CLUE = 0, 1
"""In place of the number of equivalent cards to choose from: a clue shows the sum; nothing shows it."""


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
    terms: Ints,
    state: Ints,
    public: int,
    speaker: int,
    viewer: int,
    size: int,
    ruled_out: int,
    workspace: Ints,
) -> int:
    """Encode the answers of every listener but the viewer, store the narrowed masks, and return the sum."""
    total = 0
    for away in range(1, terms[tm.PLAYERS]):
        seat = non_negative(seat_after(terms, speaker, away))
        if seat == viewer:
            continue
        load_listener(state, public, seat, ruled_out, workspace)
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
    choices: int,
    ruled_out: int,
    workspace: Ints,
) -> int:
    """Compute SUM and the answered masks; return how many numbers can be shown.

    The sum is shown by a clue (*choices* is BY_CLUE) or by the choice of one of *choices* cards, and
    *ruled_out* is removed from the masks first. *head* says which state counts: NOW, or STATE_BEFORE the last
    action.
    """
    size, head, public, speaker = choices, non_negative(head), non_negative(public), non_negative(speaker)
    if choices != BY_NO_CLUE:
        fill_open_copies(terms, state, head, public, workspace)
        playable, trash = state[head + st.PLAYABLE], ~state[head + st.NEEDED]
        clue_code.predict_boards(terms, state, public, speaker, playable, trash, workspace)
    if choices == BY_CLUE:
        size = clue_code.assign_classes(terms, state, public, speaker, workspace)
    state[mem.SUM] = _sum_answers(terms, state, public, speaker, viewer, size, ruled_out, workspace)
    state[mem.SUM_TURN] = 0
    return size


@inlined
def number_to_show(
    terms: Ints, state: Ints, public: int, choices: int, ruled_out: int, workspace: Ints
) -> int:
    """Compute and remember the sum for the seat to move; return the number to show, or NO_NUMBER."""
    size = compute_sum(terms, state, mem.NOW, public, state[st.SEAT], SEES_ALL, choices, ruled_out, workspace)
    state[mem.SUM_TURN] = state[st.TURN] + 1
    state[mem.SUM_CHOICES] = choices
    state[mem.SUM_RULED_OUT] = ruled_out
    state[mem.SUM_SIZE] = size
    return state[mem.SUM] % size if size else clue_code.NO_NUMBER


@inlined
def is_remembered(terms: Ints, state: Ints, choices: int, ruled_out: int) -> bool:
    """Whether the sum in memory was computed for the last action, with these hands."""
    same = (
        state[mem.SUM_TURN] == state[st.TURN]
        and state[mem.SUM_CHOICES] == choices
        and state[mem.SUM_RULED_OUT] == ruled_out
    )
    if same:
        for seat in range(terms[tm.PLAYERS]):
            if seat != state[st.ACTOR] and state[mem.ANSWERED_HANDS + seat] != _packed_identities(
                state, seat
            ):
                return False
    return same
