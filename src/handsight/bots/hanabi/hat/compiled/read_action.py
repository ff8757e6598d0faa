"""How hat bots read an action: every seat updates the public masks in the same way.

The number shown is the sum of all listeners' answers. A listener sees the other hands and subtracts their
answers; what is left is its own. So all answers become public, and the public masks stay the same for all
seats.
"""

from handsight.bots.hanabi.hat.compiled import action_signal, clue_code
from handsight.bots.hanabi.hat.compiled import memory_layout as mem
from handsight.bots.hanabi.hat.compiled.hat_sum import (
    BY_CLUE,
    BY_NO_CLUE,
    SEES_ALL,
    compute_sum,
    is_remembered,
)
from handsight.bots.hanabi.hat.compiled.public_knowledge import (
    load_listener,
    store_hand,
    update_public_masks,
)
from handsight.bots.hanabi.hat.compiled.questions import answer_questions
from handsight.compiled.jit import Ints, compiled, inlined, popcount
from handsight.hanabi.compiled import card_value
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import READ_SIGNATURE
from handsight.hanabi.compiled.state_layout import MAX_CARDS


@inlined
def _store_answers(terms: Ints, state: Ints, public: int, viewer: int) -> None:
    """Store the masks after the answers of all listeners but the viewer."""
    for seat in range(terms[tm.PLAYERS]):
        if seat not in (state[st.ACTOR], viewer):
            hand = state[st.HANDS + seat]
            for slot in range(state[st.HAND_SIZES + seat]):
                state[public + (hand & 63)] = state[mem.ANSWERED_MASKS + 8 * seat + slot]
                hand >>= 8


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64[::1])")
def _read_number(
    terms: Ints,
    state: Ints,
    public: int,
    viewer: int,
    choices: int,
    number: int,
    ruled_out: int,
    workspace: Ints,
) -> bool:
    """Read what the actor ruled out and the number it showed; False if that cannot be the sum of the answers.

    A viewer that SEES_ALL then leaves all masks as they were.
    """
    actor = state[st.ACTOR]
    if viewer in (SEES_ALL, actor) and is_remembered(terms, state, choices, ruled_out):
        size = state[mem.SUM_SIZE]
    else:
        size = compute_sum(
            terms, state, mem.STATE_BEFORE, public, actor, viewer, choices, ruled_out, workspace
        )
    if choices == BY_CLUE:
        number = clue_code.number_shown(terms, state)
        if number == clue_code.NO_NUMBER:
            return True
    number = (number - state[mem.SUM]) % size
    if viewer == SEES_ALL and number != 0:
        return False
    _store_answers(terms, state, public, viewer)
    if viewer in (SEES_ALL, actor):
        return True
    load_listener(state, public, viewer, ruled_out, workspace)
    away = (viewer - actor) % terms[tm.PLAYERS]
    answers = answer_questions(state, viewer, away, size, number, workspace)
    if answers == number:
        store_hand(state, public, viewer, workspace)
    return answers == number


@inlined
def _read_signal(terms: Ints, state: Ints, public: int, viewer: int, workspace: Ints) -> bool:
    """Read what the last play or discard shows: what it rules out, and which equivalent card it was."""
    actor, ruled_out = state[st.ACTOR], 0
    if state[st.EVENT] == st.EVENT_DISCARD:
        choices = action_signal.trash_slots(terms, state, mem.STATE_BEFORE, public, actor)
        ruled_out = action_signal.ruled_out_by_discard(terms, state, mem.STATE_BEFORE)
    else:
        choices = action_signal.playable_slots(terms, state, mem.STATE_BEFORE, public, actor)
    size, number = popcount(choices), popcount(choices & (1 << state[st.SLOT]) - 1)
    if size < 2 or not choices >> state[st.SLOT] & 1:
        return ruled_out == 0 or _read_number(
            terms, state, public, viewer, BY_NO_CLUE, 0, ruled_out, workspace
        )
    return _read_number(terms, state, public, viewer, size, number, ruled_out, workspace)


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64[::1])")
def read_for_viewer(terms: Ints, state: Ints, public: int, viewer: int, workspace: Ints) -> bool:
    """Update public masks for a viewer; False if the action does not fit the convention."""
    if state[st.DREW] >= 0:
        state[public + state[st.DREW]] = terms[tm.ALL_IDENTITIES]
    if state[st.TARGET] >= 0:
        fair = _read_number(terms, state, public, viewer, BY_CLUE, 0, 0, workspace)
    else:
        fair = _read_signal(terms, state, public, viewer, workspace)
    if fair or viewer != SEES_ALL:
        update_public_masks(terms, state, public, workspace)
    return fair


@inlined
def _remember_state(terms: Ints, state: Ints) -> None:
    """Remember the state from which the next action is chosen."""
    card_value.update_card_values(terms, state)
    st.copy_words(state, 0, state, mem.STATE_BEFORE, st.CLUE_MASKS)


@inlined
def _reset_masks(terms: Ints, state: Ints, public: int) -> None:
    """Start with public masks that allow everything."""
    for order in range(MAX_CARDS):
        state[public + order] = terms[tm.ALL_IDENTITIES]


@compiled(READ_SIGNATURE)
def read(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Read the last action for all seats."""
    if state[st.TURN] == 0:
        _reset_masks(terms, state, mem.PUBLIC_MASKS)
    elif not state[mem.DIVERGED] and not read_for_viewer(terms, state, mem.PUBLIC_MASKS, SEES_ALL, workspace):
        state[mem.DIVERGED] = 1
        for seat in range(1, terms[tm.PLAYERS]):
            st.copy_words(state, mem.PUBLIC_MASKS, state, mem.PUBLIC_MASKS + seat * MAX_CARDS, MAX_CARDS)
    if state[mem.DIVERGED]:
        for seat in range(terms[tm.PLAYERS]):
            read_for_viewer(terms, state, mem.PUBLIC_MASKS + seat * MAX_CARDS, seat, workspace)
    _remember_state(terms, state)


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def read_for_seat(terms: Ints, state: Ints, seat: int, workspace: Ints) -> None:
    """Read the last action as one seat, whose own hand in the state is only assumed."""
    public = mem.PUBLIC_MASKS + seat * MAX_CARDS
    state[mem.DIVERGED] = 1
    if state[st.TURN] == 0:
        _reset_masks(terms, state, public)
    else:
        read_for_viewer(terms, state, public, seat, workspace)
    _remember_state(terms, state)


@compiled(READ_SIGNATURE)
def restart(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Begin anew where an action did not fit the convention: from clues alone, the same for all seats."""
    if state[mem.DIVERGED]:
        state[mem.DIVERGED] = 0
        state[mem.SUM_TURN] = 0
        _reset_masks(terms, state, mem.PUBLIC_MASKS)
        update_public_masks(terms, state, mem.PUBLIC_MASKS, workspace)
        _remember_state(terms, state)
