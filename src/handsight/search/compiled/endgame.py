"""The end of a game, worked out over every deal that a seat holds possible: its worlds.

The seat chooses its next moves freely; its partners play the blueprint in every world. After an
action, worlds in which the seat sees the same until its next move form a group: there it must take one action
for all of them, and may take another in another group. So nothing is counted on that the seat cannot know.

Weights and scores are whole numbers, and so are their sums: the order of adding changes nothing.
"""

from handsight.compiled.jit import Ints, Kernel, compiled, inlined, lowest_bit
from handsight.hanabi.compiled import card_value, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import DECIDE_SIGNATURE, NO_ACTION, READ_SIGNATURE
from handsight.search.compiled.rollouts import finish, next_action

KEY_WORDS = 3
"""The number of words for what a seat sees until it moves again: at most six actions, two a word."""
STEPS_LEFT, OPEN, COUNTERS = 0, 1, 2
"""Counters: actions that may still be taken, and whether more free moves might bring more."""
ACTION_BITS, IDENTITY_BITS, SLOT_BITS = 6, 6, 7
SEEN_BITS = ACTION_BITS + 2 * IDENTITY_BITS + SLOT_BITS


@inlined
def _seen(state: Ints, seat: int) -> int:
    """Return as one number what a seat saw of the last action: its card, a partner's draw, cards touched."""
    seen = state[st.ACTION]
    card = state[st.DECK + state[st.ORDER]] + 1 if state[st.ORDER] >= 0 else 0
    partner_drew = state[st.DREW] >= 0 and state[st.ACTOR] != seat
    drawn = state[st.DECK + state[st.DREW]] + 1 if partner_drew else 0
    touched = 0
    if state[st.TARGET] == seat:
        for slot in range(state[st.HAND_SIZES + seat]):
            touched |= (state[st.CLUE_TOUCHED] >> st.order_at(state, seat, slot) & 1) << slot
    seen = seen << IDENTITY_BITS | card
    seen = seen << IDENTITY_BITS | drawn
    return seen << SLOT_BITS | touched


@inlined
def _advance(
    decide: Kernel,
    read: Kernel,
    terms: Ints,
    state: Ints,
    action: int,
    seat: int,
    key: Ints,
    workspace: Ints,
) -> bool:
    """Take an action, and play on until the seat moves again; False if the game ends before."""
    key[:] = 0
    events = 0
    while True:
        rules.step(terms, state, action)
        if state[st.END] != st.IN_PROGRESS:
            return False
        if state.size > st.MEMORY:
            read(terms, state, workspace)
        key[events >> 1] = key[events >> 1] << SEEN_BITS + 1 | _seen(state, seat)
        events += 1
        if state[st.SEAT] == seat:
            return rules.legal(terms, state) != 0
        action = next_action(decide, terms, state, workspace)
        if action == NO_ACTION:
            return False


@inlined
def best_possible(terms: Ints, state: Ints) -> int:
    """Return an upper bound for the score, from the cards still alive and the turns still left."""
    most = card_value.max_score(terms, state)
    if terms[tm.NO_FINAL_ROUND]:
        return most
    plays = state[st.TURNS_LEFT]
    if plays < 0:
        plays = terms[tm.DECK_SIZE] - state[st.DRAWN] + terms[tm.PLAYERS] + terms[tm.END_ON_FAILED_DRAW]
    return min(most, state[st.POINTS] + plays)


@inlined
def _comes_before(keys: Ints, one: int, other: int) -> bool:
    """Whether a world is sorted before another: by what is seen, then by number."""
    for word in range(KEY_WORDS):
        if keys[one, word] != keys[other, word]:
            return keys[one, word] < keys[other, word]
    return one < other


@inlined
def _group_end(worlds: Ints, low: int, high: int, keys: Ints) -> int:
    """Return where the group of worlds ends in which the seat sees the same as in the one at *low*."""
    end = low + 1
    while end < high:
        for word in range(KEY_WORDS):
            if keys[worlds[low], word] != keys[worlds[end], word]:
                return end
        end += 1
    return end


@inlined
def _sort(worlds: Ints, keys: Ints) -> None:
    """Sort worlds by what the seat sees (Shell's sort)."""
    gap = worlds.size // 2
    while gap:
        for at in range(gap, worlds.size):
            world, place = worlds[at], at
            while place >= gap and _comes_before(keys, world, worlds[place - gap]):
                worlds[place] = worlds[place - gap]
                place -= gap
            worlds[place] = world
        gap //= 2


@inlined
def _most(terms: Ints, states: Ints, weights: Ints, worlds: Ints) -> int:
    """Return an upper bound for the sum of weight times score over some worlds."""
    total = 0
    for at in range(worlds.size):
        total += weights[worlds[at]] * best_possible(terms, states[worlds[at]])
    return total


@inlined
def _play_on(
    decide: Kernel,
    read: Kernel,
    terms: Ints,
    states: Ints,
    weights: Ints,
    worlds: Ints,
    counters: Ints,
    workspace: Ints,
) -> int:
    """Play on to the end with the bot in every seat; return the sum of weight times score."""
    total = 0
    for at in range(worlds.size):
        state = states[worlds[at]]
        possible = best_possible(terms, state)
        score = finish(decide, read, terms, state, workspace)
        total += weights[worlds[at]] * score
        counters[OPEN] |= score < possible
    return total


@compiled(
    f"int64(FunctionType({DECIDE_SIGNATURE}), FunctionType({READ_SIGNATURE}), int64[::1], int64[:, :, ::1],"
    " int64[:, ::1], int64[:, :, ::1], int64[::1], int64, int64, int64, int64, int64, int64[::1], int64[::1])"
)
def value_after(
    decide: Kernel,
    read: Kernel,
    terms: Ints,
    states: Ints,
    groups: Ints,
    keys: Ints,
    weights: Ints,
    level: int,
    low: int,
    high: int,
    action: int,
    enough: int,
    counters: Ints,
    workspace: Ints,
) -> int:
    """Return the sum of weight times score after an action in a group of worlds, the seat doing its best.

    A value of at most *enough* may be too high: the search stops once it has shown that the true value is not
    above *enough*. If the counter STEPS_LEFT falls below 0, the value means nothing. OPEN is set if the free
    moves ran out and another action might have brought more than the blueprint.

    The rows of *states*, *groups* and *keys* are levels: how many free moves came before. *groups* has the
    numbers of worlds, here from *low* up to *high*; *keys* is room for what the seat sees in each world.
    """
    counters[STEPS_LEFT] -= high - low
    if counters[STEPS_LEFT] < 0:
        return 0
    seat, end, total = states[level, groups[level, low], st.SEAT], low, 0
    for at in range(low, high):
        world = groups[level, at]
        state = states[level + 1, world]
        st.copy_words(states[level, world], 0, state, 0, state.size)
        if _advance(decide, read, terms, state, action, seat, keys[level + 1, world], workspace):
            groups[level + 1, end] = world
            end += 1
        else:
            total += weights[world] * rules.score(terms, state)
    going, after = groups[level + 1], states[level + 1]
    if level + 2 == states.shape[0]:
        return total + _play_on(decide, read, terms, after, weights, going[low:end], counters, workspace)
    hope = _most(terms, after, weights, going[low:end])
    _sort(going[low:end], keys[level + 1])
    here = low
    while here < end and total + hope > enough:
        there = _group_end(going, here, end, keys[level + 1])
        possible, state, best = _most(terms, after, weights, going[here:there]), after[going[here]], -1
        choice, untried = decide(terms, state, workspace), rules.legal(terms, state)
        if not rules.is_legal(terms, state, choice):
            choice = lowest_bit(untried)
        while True:
            untried &= ~(1 << choice)
            found = value_after(
                decide, read, terms, states, groups, keys, weights, level + 1, here, there, choice, best,
                counters, workspace,
            )  # fmt: skip
            best = max(best, found)
            if best >= possible or untried == 0 or counters[STEPS_LEFT] < 0:
                break
            choice = lowest_bit(untried)
        total += best
        hope -= possible
        here = there
    return total + hope
