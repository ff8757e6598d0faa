"""Stacks during Robot 5's search, and which cards are playable, needed or finishing on them."""

from handsight.bots.hanabi.robot5.compiled import memory_layout as mem
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.hanabi.compiled import card_value
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.terms_layout import MAX_STACK_STATES


@inlined
def rank_position(terms: Ints, identity: int, workspace: Ints) -> int:
    """Return the index of the rank of an identity."""
    return identity - terms[tm.SUIT_OF + identity] * workspace[mem.RANKS]


@inlined
def put_on(terms: Ints, stacks: int, playable: int, identity: int, workspace: Ints) -> int:
    """Put a card that fits on the stacks that begin at a word; return what is playable then."""
    suit = terms[tm.SUIT_OF + identity]
    at = workspace[stacks + suit]
    after = terms[tm.STACK_STEPS + identity * MAX_STACK_STATES + at]
    workspace[stacks + suit] = after
    playable &= ~terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + at]
    playable |= terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + after]
    if at == 0 and terms[tm.DISTINCT_STARTS]:
        taken = terms[tm.TAKEN_STARTS + suit * MAX_STACK_STATES + after]
        for other in range(terms[tm.SUITS]):
            if workspace[stacks + other] == 0:
                playable &= ~(taken & terms[tm.SUIT_MASK + other])
    return playable


@compiled("int64(int64[::1], int64[::1], int64, int64[::1])")
def soon_playable(terms: Ints, state: Ints, waiting: int, workspace: Ints) -> int:
    """Return the mask of what will be playable when all *waiting* cards that can be played have been."""
    playable = state[st.PLAYABLE]
    if not waiting & playable:
        return playable
    for suit in range(terms[tm.SUITS]):
        workspace[mem.SOON_STACKS + suit] = state[st.STACKS + suit]
    while waiting & playable:
        ready = waiting & playable
        waiting &= ~ready
        while ready:
            identity = lowest_bit(ready)
            ready &= ready - 1
            if playable >> identity & 1:  # no other card of this round took its place
                playable = put_on(terms, mem.SOON_STACKS, playable, identity, workspace)
    return playable


@inlined
def _needed_from(terms: Ints, alive: int, suit: int, stack: int, taken: int) -> int:
    """Return the mask of the cards of a suit that can still be played from a stack state on."""
    ahead, useful = 1 << stack, 0
    while ahead:
        at = lowest_bit(ahead)
        ahead &= ahead - 1
        steps = terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + at] & alive
        if at == 0:
            steps &= ~taken
        useful |= steps
        while steps:
            ahead |= 1 << terms[tm.STACK_STEPS + lowest_bit(steps) * MAX_STACK_STATES + at]
            steps &= steps - 1
    return useful


@compiled("int64(int64[::1], int64[::1], int64[::1])")
def finishing(terms: Ints, state: Ints, workspace: Ints) -> int:
    """Return the mask of the cards that can finish a stack as it lies, whatever is discarded."""
    if workspace[mem.FINISHING] != mem.UNKNOWN:
        return workspace[mem.FINISHING]
    found = 0
    for suit in range(terms[tm.SUITS]):
        ahead = 1 << state[st.STACKS + suit]
        while ahead:
            at = lowest_bit(ahead)
            ahead &= ahead - 1
            steps = terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + at]
            while steps:
                identity = lowest_bit(steps)
                steps &= steps - 1
                after = terms[tm.STACK_STEPS + identity * MAX_STACK_STATES + at]
                if terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + after]:
                    ahead |= 1 << after
                else:
                    found |= 1 << identity
    workspace[mem.FINISHING] = found
    return found


@inlined
def forget_needed(terms: Ints, workspace: Ints) -> None:
    """Forget what was needed on stacks of another position."""
    for suit in range(terms[tm.SUITS]):
        workspace[mem.NEEDED_FOUND + suit] = 0


@inlined
def begin_outlook(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Begin with the stacks as they lie."""
    for suit in range(terms[tm.SUITS]):
        workspace[mem.THEN_STACKS + suit] = state[st.STACKS + suit]
    workspace[mem.THEN_PLAYABLE] = state[st.PLAYABLE]
    workspace[mem.THEN_NEEDED] = state[st.NEEDED]


@inlined
def _suit_needed(terms: Ints, state: Ints, suit: int, workspace: Ints) -> int:
    """Return the mask of the needed cards of a suit, computed once for each stack state."""
    at = workspace[mem.THEN_STACKS + suit]
    if not workspace[mem.NEEDED_FOUND + suit] >> at & 1:
        workspace[mem.NEEDED_FOUND + suit] |= 1 << at
        workspace[mem.NEEDED_AT + suit * MAX_STACK_STATES + at] = _needed_from(
            terms, state[st.ALIVE], suit, at, 0
        )
    return workspace[mem.NEEDED_AT + suit * MAX_STACK_STATES + at]


@inlined
def _narrow_starts(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Compute what the empty stacks need, when no two may start alike and one more has started."""
    taken = 0
    for suit in range(terms[tm.SUITS]):
        taken |= terms[tm.TAKEN_STARTS + suit * MAX_STACK_STATES + workspace[mem.THEN_STACKS + suit]]
    for suit in range(terms[tm.SUITS]):
        if workspace[mem.THEN_STACKS + suit] == 0:
            needed = _needed_from(terms, state[st.ALIVE], suit, 0, taken)
            workspace[mem.THEN_NEEDED] = workspace[mem.THEN_NEEDED] & ~terms[tm.SUIT_MASK + suit] | needed


@compiled("void(int64[::1], int64[::1], int64, int64[::1])")
def advance_outlook(terms: Ints, state: Ints, identity: int, workspace: Ints) -> None:
    """Go on to the stacks after a card that fits."""
    suit = terms[tm.SUIT_OF + identity]
    starts = workspace[mem.THEN_STACKS + suit] == 0
    workspace[mem.THEN_PLAYABLE] = put_on(
        terms, mem.THEN_STACKS, workspace[mem.THEN_PLAYABLE], identity, workspace
    )
    others = workspace[mem.THEN_NEEDED] & ~terms[tm.SUIT_MASK + suit]
    workspace[mem.THEN_NEEDED] = others | _suit_needed(terms, state, suit, workspace)
    if starts and terms[tm.DISTINCT_STARTS]:
        _narrow_starts(terms, state, workspace)


@inlined
def points_lost(terms: Ints, state: Ints, identity: int, workspace: Ints) -> int:
    """Return how many points become impossible if the last copy of a card is discarded.

    MOST_POINTS must be there. NEEDED and CRITICAL are the same afterwards, and up to date.
    """
    alive, suit = state[st.ALIVE], terms[tm.SUIT_OF + identity]
    needed, critical, height = state[st.NEEDED], state[st.CRITICAL], state[st.MAX_HEIGHTS + suit]
    state[st.ALIVE] = alive & ~(1 << identity)
    state[st.STALE_SUITS] |= 1 << suit
    after = card_value.max_score(terms, state)
    state[st.ALIVE], state[st.NEEDED], state[st.CRITICAL] = alive, needed, critical
    state[st.MAX_HEIGHTS + suit] = height
    return workspace[mem.MOST_POINTS] - after
