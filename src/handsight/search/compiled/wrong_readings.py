"""Drop what a compiled bot has read into the clues of people, where that cannot be what they meant.

People made the position, so the bot's readings may be wrong: a clue meant one thing to them and means another
to the bot. Before a deal is played on, readings that its cards contradict are dropped, and so are readings by
which a seat would play a card that does not fit, now or when its turn comes. What the bot reads into later
clues stays.
"""

from handsight.compiled.jit import Ints, Kernel, compiled, inlined
from handsight.conventions.compiler.compiled.convention_layout import NO_CARD
from handsight.conventions.compiler.compiled.open_readings import drop_wrong_questions
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE, READ_SIGNATURE

_BOT = f"FunctionType({DECIDE_SIGNATURE}), FunctionType({READ_SIGNATURE})"
FLAGS, ALLOWED, RULED_OUT, QUESTIONS, PLACES = range(5)
"""The words of packed readings: how many of each kind, the questions, the places (see `Readings`)."""


@inlined
def contradicted(readings: Ints, state: Ints, order: int) -> bool:
    """Whether a reading of a card excludes the card that it is."""
    card, at = state[st.DECK + order], PLACES + readings[FLAGS]
    for _ in range(readings[ALLOWED]):
        if state[readings[at] + order] and not state[readings[at] + order] >> card & 1:
            return True
        at += 1
    for _ in range(readings[RULED_OUT]):
        if state[readings[at] + order] >> card & 1:
            return True
        at += 1
    return False


@inlined
def forget(terms: Ints, readings: Ints, state: Ints, order: int) -> None:
    """Drop everything that was read into a card; what clues say of it by the rules stays."""
    at = PLACES
    for _ in range(readings[FLAGS]):
        state[readings[at]] &= ~(1 << order)
        at += 1
    for _ in range(readings[ALLOWED]):
        state[readings[at] + order] = terms[tm.ALL_IDENTITIES]
        at += 1
    for _ in range(readings[RULED_OUT]):
        state[readings[at] + order] = 0
        at += 1
    if readings[QUESTIONS]:
        drop_wrong_questions(state, readings[QUESTIONS], order)


@inlined
def drop_contradicted(terms: Ints, readings: Ints, state: Ints) -> int:
    """Forget all readings of a card whose face contradicts one; return the mask of these cards."""
    forgotten = 0
    if readings[QUESTIONS]:
        drop_wrong_questions(state, readings[QUESTIONS], NO_CARD)
    for seat in range(terms[tm.PLAYERS]):
        for slot in range(state[st.HAND_SIZES + seat]):
            order = st.order_at(state, seat, slot)
            if contradicted(readings, state, order):
                forget(terms, readings, state, order)
                forgotten |= 1 << order
    return forgotten


@inlined
def is_flagged(readings: Ints, state: Ints, order: int) -> bool:
    """Whether a card has any flag."""
    found = False
    for at in range(PLACES, PLACES + readings[FLAGS]):
        if state[readings[at]] >> order & 1:
            found = True
    return found


@compiled(
    f"int64({_BOT}, int64[::1], int64[::1], int64[::1], int64, int64[::1], int64[::1])",
)
def misplay(
    decide: Kernel,
    read: Kernel,
    terms: Ints,
    readings: Ints,
    state: Ints,
    seat: int,
    room: Ints,
    workspace: Ints,
) -> int:
    """Return the card that does not fit and that a seat would play if it were its turn; -1 if none.

    A convention may set flags anew after every event, and so read again what was dropped. So it is asked
    twice: as the state is, and after an event that tells nothing.
    """
    st.copy_words(state, 0, room, 0, state.size)
    for again in range(2):
        if again:
            if readings[FLAGS] == 0:
                break
            room[st.SEAT], room[st.EVENT] = state[st.SEAT], st.EVENT_NOTHING
            read(terms, room, workspace)
        room[st.SEAT] = seat
        action = decide(terms, room, workspace)
        if 0 <= action < state[st.HAND_SIZES + seat]:
            order = st.order_at(state, seat, action)
            if not state[st.PLAYABLE] >> state[st.DECK + order] & 1:
                return order
    return -1


@compiled(
    f"int64({_BOT}, int64[::1], int64[::1], int64[::1], int64, int64, int64, int64[:, ::1], int64[::1])",
)
def cause_of_misplay(
    decide: Kernel,
    read: Kernel,
    terms: Ints,
    readings: Ints,
    state: Ints,
    seat: int,
    misplayed: int,
    forgotten: int,
    rooms: Ints,
    workspace: Ints,
) -> int:
    """Return a card whose flags make a seat misplay another, such as one that a finesse waits for; or -1."""
    for holder in range(terms[tm.PLAYERS]):
        for slot in range(state[st.HAND_SIZES + holder]):
            order = st.order_at(state, holder, slot)
            if forgotten >> order & 1 or not is_flagged(readings, state, order):
                continue
            st.copy_words(state, 0, rooms[1], 0, state.size)
            forget(terms, readings, rooms[1], order)
            if misplay(decide, read, terms, readings, rooms[1], seat, rooms[0], workspace) != misplayed:
                return order
    return -1


@compiled(f"void({_BOT}, int64[::1], int64[::1], int64[::1], int64[:, ::1], int64[::1])")
def drop_wrong_readings(
    decide: Kernel, read: Kernel, terms: Ints, readings: Ints, state: Ints, rooms: Ints, workspace: Ints
) -> None:
    """Drop the readings that the cards of a state contradict, and those by which a seat would strike.

    Where a seat would strike still, though nothing is read into the card, a card is looked for whose flags
    make it do so. If there is none, the card is no longer taken for one that a clue touched. A seat that
    would strike even then gambles, and is left to do so.
    """
    forgotten = drop_contradicted(terms, readings, state)
    for seat in range(terms[tm.PLAYERS]):
        for _ in range(st.MAX_CARDS):
            order = misplay(decide, read, terms, readings, state, seat, rooms[0], workspace)
            if order < 0:
                break
            if not forgotten >> order & 1:
                forget(terms, readings, state, order)
                forgotten |= 1 << order
                continue
            cause = cause_of_misplay(
                decide, read, terms, readings, state, seat, order, forgotten, rooms, workspace
            )
            if cause >= 0:
                forget(terms, readings, state, cause)
                forgotten |= 1 << cause
            elif state[st.TOUCHED] >> order & 1:
                state[st.TOUCHED] &= ~(1 << order)
            else:
                break
