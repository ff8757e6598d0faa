"""Which cards are needed or critical, and the best score still possible. Compiled `hanabi.card_value`.

The results are cached in the state. A play or a discard marks its suit as stale, and a stale suit is computed
again when the next question is asked.
"""

from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.terms_layout import MAX_STACK_STATES


@inlined
def _taken_starts(terms: Ints, state: Ints) -> int:
    """Return the mask of identities with which no empty stack may start, because another did."""
    mask = 0
    if terms[tm.DISTINCT_STARTS]:
        for suit in range(terms[tm.SUITS]):
            mask |= terms[tm.TAKEN_STARTS + suit * MAX_STACK_STATES + state[st.STACKS + suit]]
    return mask


@inlined
def _steps(terms: Ints, state: Ints, suit: int, stack: int) -> int:
    """Return the mask of identities that are still alive and playable on a stack in this state."""
    fitting = terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + stack] & state[st.ALIVE]
    return fitting if stack else fitting & ~_taken_starts(terms, state)


@inlined
def _reachable_states(terms: Ints, state: Ints, suit: int, stack: int) -> int:
    """Return the set of stack states that are still reachable from this one."""
    ahead = reached = 1 << stack
    while ahead:
        at = lowest_bit(ahead)
        ahead &= ahead - 1
        steps = _steps(terms, state, suit, at)
        while steps:
            after = 1 << terms[tm.STACK_STEPS + lowest_bit(steps) * MAX_STACK_STATES + at]
            ahead |= after
            reached |= after
            steps &= steps - 1
    return reached


@inlined
def _max_height(terms: Ints, suit: int, stacks: int) -> int:
    """Return the greatest height of these stack states."""
    height = 0
    while stacks:
        here = terms[tm.STACK_HEIGHT + suit * MAX_STACK_STATES + lowest_bit(stacks)]
        height = here if here > height else height  # noqa: FURB136  Numba compiles this faster than max
        stacks &= stacks - 1
    return height


@inlined
def _update_suit(terms: Ints, state: Ints, suit: int) -> None:
    """Update NEEDED, CRITICAL and MAX_HEIGHTS for one suit."""
    at, useful = state[st.STACKS + suit], 0
    reached = _reachable_states(terms, state, suit, at)
    state[st.MAX_HEIGHTS + suit] = _max_height(terms, suit, reached)
    while reached:
        useful |= _steps(terms, state, suit, lowest_bit(reached))
        reached &= reached - 1
    lone = useful & ~state[st.ALIVE + 1]
    spare = terms[tm.STACK_SPARE + suit * MAX_STACK_STATES + at]
    if spare & ~state[st.ALIVE] == 0:  # while all of them are alive, none is critical
        lone &= ~spare
    others = ~terms[tm.SUIT_MASK + suit]
    state[st.NEEDED] = state[st.NEEDED] & others | useful
    state[st.CRITICAL] = state[st.CRITICAL] & others | lone


@compiled("void(int64[::1], int64[::1])")
def update_card_values(terms: Ints, state: Ints) -> None:
    """Bring NEEDED, CRITICAL and MAX_HEIGHTS up to date."""
    while state[st.STALE_SUITS]:
        _update_suit(terms, state, lowest_bit(state[st.STALE_SUITS]))
        state[st.STALE_SUITS] &= state[st.STALE_SUITS] - 1


@compiled("int64(int64[::1], int64[::1])")
def needed(terms: Ints, state: Ints) -> int:
    """Return the mask of identities that can still score; all others are trash."""
    update_card_values(terms, state)
    return state[st.NEEDED]


@compiled("int64(int64[::1], int64[::1])")
def critical(terms: Ints, state: Ints) -> int:
    """Return the mask of needed identities with one copy left."""
    update_card_values(terms, state)
    return state[st.CRITICAL]


@compiled("int64(int64[::1], int64[::1], int64, int64)")
def _best_starts(terms: Ints, state: Ints, suit: int, taken: int) -> int:
    """Return the greatest total height of the empty stacks from this suit on, with distinct starts."""
    if suit == terms[tm.SUITS]:
        return 0
    if state[st.STACKS + suit]:
        return _best_starts(terms, state, suit + 1, taken)
    most, starts = 0, terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES] & ~taken
    while starts:
        identity = lowest_bit(starts)
        starts &= starts - 1
        begun = terms[tm.STACK_STEPS + identity * MAX_STACK_STATES]
        alike = terms[tm.TAKEN_STARTS + suit * MAX_STACK_STATES + begun]
        height = 0
        if state[st.ALIVE] >> identity & 1:
            height = _max_height(terms, suit, _reachable_states(terms, state, suit, begun))
        height += _best_starts(terms, state, suit + 1, taken | alike)
        most = height if height > most else most  # noqa: FURB136  Numba compiles this faster than max
    return most


@compiled("int64(int64[::1], int64[::1])")
def max_score(terms: Ints, state: Ints) -> int:
    """Return the best score that is still possible."""
    update_card_values(terms, state)
    total = _best_starts(terms, state, 0, _taken_starts(terms, state)) if terms[tm.DISTINCT_STARTS] else 0
    for suit in range(terms[tm.SUITS]):
        if state[st.STACKS + suit] or not terms[tm.DISTINCT_STARTS]:
            total += state[st.MAX_HEIGHTS + suit]
    return total
