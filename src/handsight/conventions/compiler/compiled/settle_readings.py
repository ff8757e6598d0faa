"""How open readings are opened and settled; `conventions.interpreter.settle_readings` is the reference."""

from handsight.compiled.jit import Ints, compiled, highest_bit, inlined, lowest_bit
from handsight.conventions.compiler.compiled import convention_layout as cv
from handsight.conventions.compiler.compiled.convention_layout import card_of, first_open, value_of
from handsight.conventions.compiler.compiled.convention_runtime import played, promise
from handsight.conventions.interpreter.open_readings import ANY, MOST_ALTERNATIVES, MOST_QUESTIONS
from handsight.hanabi.compiled import card_value
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm

# ---- how a question is opened


@compiled("void(int64[::1], int64[::1], int64)")
def begin_reading(state: Ints, workspace: Ints, questions: int) -> None:
    """Empty the list of new alternatives, and renew the played values after a play or discard."""
    workspace[cv.NEW_ALTERNATIVES] = 0
    workspace[cv.MOST_PAIRS] = cv.LONGEST
    if state[st.EVENT] < st.EVENT_COLOR_CLUE:
        state[questions + cv.VALUES] = played(state)


@compiled("void(int64[::1], int64)")
def _shorten(workspace: Ints, most: int) -> None:
    """Leave out the new alternatives of more than *most* pairs."""
    workspace[cv.MOST_PAIRS] = most
    left = 0
    for at in range(workspace[cv.NEW_ALTERNATIVES]):
        word = workspace[cv.NEW_ALTERNATIVES + 1 + at]
        if word >> cv.PAIRS <= most:
            workspace[cv.NEW_ALTERNATIVES + 1 + left] = word
            left += 1
    workspace[cv.NEW_ALTERNATIVES] = left


@compiled("void(int64[::1], int64)")
def _add(workspace: Ints, word: int) -> None:
    """Add an alternative unless it is there already; if there is no room, leave out those with most pairs."""
    if word >> cv.PAIRS > workspace[cv.MOST_PAIRS]:
        return
    count = workspace[cv.NEW_ALTERNATIVES]
    for at in range(count):
        if workspace[cv.NEW_ALTERNATIVES + 1 + at] == word:
            return
    if count == cv.ROOM:
        longest = word >> cv.PAIRS
        for at in range(count):
            longest = max(longest, workspace[cv.NEW_ALTERNATIVES + 1 + at] >> cv.PAIRS)
        _shorten(workspace, longest - 1)
        count = workspace[cv.NEW_ALTERNATIVES]
        if word >> cv.PAIRS > workspace[cv.MOST_PAIRS] or count == cv.ROOM:
            return
    workspace[cv.NEW_ALTERNATIVES + 1 + count] = word
    workspace[cv.NEW_ALTERNATIVES] = count + 1


@inlined
def _fit_in_a_question(workspace: Ints) -> bool:
    """Leave out the new alternatives with most pairs if there are too many; return whether there were."""
    for most in (2, 1, 0):
        if workspace[cv.NEW_ALTERNATIVES] > MOST_ALTERNATIVES:
            _shorten(workspace, most)
    return workspace[cv.MOST_PAIRS] != cv.LONGEST


@compiled("void(int64[::1], int64, int64, int64, int64, int64, int64)")
def add_alternative(
    workspace: Ints, focus: int, value: int, card: int, missing: int, second: int, other: int
) -> None:
    """Add an alternative of one to three (card, value) pairs, focus first; NO_CARD: no pair."""
    word, pairs = focus | value << 6, 1
    if card != cv.NO_CARD:
        word, pairs = word | card << 12 | missing << 18, 2
    if second != cv.NO_CARD:
        word, pairs = word | second << 24 | other << 30, 3
    _add(workspace, word | pairs << cv.PAIRS)


@compiled("void(int64[::1], int64[::1], int64, int64)")
def add_values(state: Ints, workspace: Ints, card: int, values: int) -> None:
    """Add an alternative for each of these values that the card could be."""
    left = values & cv.could(state, card)
    while left:
        _add(workspace, card | lowest_bit(left) << 6 | 1 << cv.PAIRS)
        left &= left - 1


@compiled("int64(int64[::1], int64, int64)")
def missing_before(terms: Ints, needed: int, value: int) -> int:
    """Return the mask of those of the values *needed* that are below a value in its suit.

    Identities are sorted by suit, then by rank.
    """
    suit, found = terms[tm.SUIT_OF + value], 0
    left = needed & (1 << value) - 1
    while left:
        other = highest_bit(left)
        if terms[tm.SUIT_OF + other] != suit:
            break
        left ^= 1 << other
        found |= 1 << other
    return found


@inlined
def _one_focus(state: Ints, at: int, count: int) -> int:
    """Return the focus that *count* alternatives from *at* on share; NO_CARD if they differ."""
    focus = card_of(state[at], 0)
    for index in range(1, count):
        if card_of(state[at + index], 0) != focus:
            focus = cv.NO_CARD
    return focus


@inlined
def _focus_values(state: Ints, at: int, count: int) -> int:
    values = 0
    for index in range(count):
        values |= 1 << value_of(state[at + index], 0)
    return values


@inlined
def _any_open(state: Ints, at: int, count: int, done: int) -> bool:
    found = False
    for index in range(count):
        if first_open(state[at + index], done) != 0:
            found = True
    return found


@inlined
def _close(state: Ints, ruled_out: int, at: int, count: int) -> None:
    """Close a question: promise that the focus, if there is one, is one of the values left."""
    focus = _one_focus(state, at, count)
    if focus != cv.NO_CARD:
        state[ruled_out + focus] |= ~_focus_values(state, at, count)


@compiled("void(int64[::1], int64[::1], int64, int64)")
def open_question(state: Ints, workspace: Ints, ruled_out: int, questions: int) -> None:
    """Make a question of the new alternatives, or a promise about their focus if no pair is open."""
    if _fit_in_a_question(workspace):
        state[questions + cv.FULL] += 1
    count = workspace[cv.NEW_ALTERNATIVES]
    if count == 0:
        return
    done, new = state[questions + cv.VALUES], cv.NEW_ALTERNATIVES + 1
    focus = _one_focus(workspace, new, count)
    if focus != cv.NO_CARD and not _any_open(workspace, new, count, done):
        promise(state, workspace, ruled_out, 1 << focus, _focus_values(workspace, new, count))
        return
    first = questions + cv.FIRST
    if state[questions + cv.COUNT] == MOST_QUESTIONS:
        _close(state, ruled_out, first + 1, state[first] & cv.COUNT_MASK)
        st.copy_words(
            state, first + cv.QUESTION_WORDS, state, first, (MOST_QUESTIONS - 1) * cv.QUESTION_WORDS
        )
        state[questions + cv.COUNT] -= 1
    at = first + state[questions + cv.COUNT] * cv.QUESTION_WORDS
    state[questions + cv.COUNT] += 1
    state[at] = count | state[st.ACTOR] << cv.GIVER_BITS | state[st.TURN] << cv.TURN_BITS
    place = at + 1
    for pairs in range(1, 4):
        for index in range(count):
            if workspace[new + index] >> cv.PAIRS == pairs:
                state[place] = workspace[new + index]
                place += 1


# ---- how questions are settled


@inlined
def _fitting_bluff(state: Ints, word: int, held: int, moved: int) -> int:
    """Return a bluff, without its second pair once that card was played and fitted; NO_CARD if ruled out."""
    card, left = card_of(word, 1), cv.NO_CARD
    if held >> card & 1:
        if cv.could(state, card) & state[st.PLAYABLE]:
            left = word
    elif card == moved and state[st.EVENT] == st.EVENT_PLAY:
        left = word & 4095 | 1 << cv.PAIRS
    return left


@inlined
def _fitting(  # noqa: C901  # it is in one piece, because calls in a loop over words cost more
    state: Ints, word: int, done: int, held: int, needed: int, moved: int, instead: int
) -> int:
    """Return an alternative, with *instead* for a card that proved another value; NO_CARD if ruled out."""
    focus, value = card_of(word, 0), value_of(word, 0)
    if held >> focus & 1:
        if not cv.could(state, focus) >> value & 1 or done >> value & 1 or not needed >> value & 1:
            return cv.NO_CARD
    elif focus == moved and state[st.DECK + focus] != value:
        return cv.NO_CARD
    if value_of(word, 1) == ANY:
        return _fitting_bluff(state, word, held, moved)
    made, pair = word, 1
    while pair < word >> cv.PAIRS:
        card, wanted = card_of(word, pair), value_of(word, pair)
        if not done >> wanted & 1:
            if not held >> card & 1:
                if card != moved or state[st.EVENT] == st.EVENT_DISCARD or instead == cv.NO_CARD:
                    return cv.NO_CARD
                for other in range(word >> cv.PAIRS):
                    if card_of(word, other) == instead:
                        return cv.NO_CARD
                made = made & ~(63 << 12 * pair) | instead << 12 * pair
                card = instead
            if not cv.could(state, card) >> wanted & 1:
                return cv.NO_CARD
        pair += 1
    return made


@inlined
def _is_declined(terms: Ints, state: Ints, word: int, done: int) -> bool:
    """Return whether the holder of the first awaited card, never touched, has just done something else."""
    pair = first_open(word, done)
    if pair == 0 or state[st.EVENT] <= st.EVENT_DEAL:
        return False
    card, value = card_of(word, pair), value_of(word, pair)
    if state[st.TOUCHED] >> card & 1 or not state[st.HAND_SETS + state[st.ACTOR]] >> card & 1:
        return False
    if value == ANY:
        return True
    if state[st.EVENT] == st.EVENT_PLAY:
        fell = terms[tm.SUIT_OF + state[st.DECK + state[st.ORDER]]]
        if fell == terms[tm.SUIT_OF + value]:
            return False
    return state[st.PLAYABLE] >> value & 1 != 0


@inlined
def _names(word: int, card: int) -> bool:
    """Return whether an alternative names a card besides its focus."""
    return (word >> cv.PAIRS > 1 and card_of(word, 1) == card) or (
        word >> cv.PAIRS > 2 and card_of(word, 2) == card
    )


@inlined
def _is_bluffed(state: Ints, at: int, count: int, moved: int) -> bool:
    """Return whether the card that was just played, and fits, is the bluff of some alternative."""
    found = False
    if state[st.EVENT] == st.EVENT_PLAY:
        for index in range(count):
            word = state[at + index]
            if word >> cv.PAIRS == 2 and value_of(word, 1) == ANY and card_of(word, 1) == moved:
                found = True
    return found


@compiled("void(int64[::1], int64[::1], int64, int64, int64, int64)")
def settle(  # noqa: C901, PLR0912  # the five rules in their order
    terms: Ints, state: Ints, ruled_out: int, questions: int, excused: int, instead: int
) -> None:
    """Settle the questions that were open, by the five rules of `conventions.core`."""
    count = state[questions + cv.COUNT]
    if count == 0:
        return
    done, needed, held = (
        state[questions + cv.VALUES],
        card_value.needed(terms, state),
        cv.held_cards(terms, state),
    )
    moved = cv.NO_CARD
    if st.EVENT_DEAL < state[st.EVENT] <= st.EVENT_DISCARD:
        moved = state[st.ORDER]
    left, first = 0, questions + cv.FIRST
    for question in range(count):
        at, to = first + question * cv.QUESTION_WORDS, first + left * cv.QUESTION_WORDS
        header = state[at]
        excuse, declined, kept = excused and not header & cv.EXCUSED, False, 0
        bluffed = _is_bluffed(state, at + 1, header & cv.COUNT_MASK, moved)
        for index in range(header & cv.COUNT_MASK):
            word = state[at + 1 + index]
            if bluffed and not _names(word, moved):
                continue
            made = _fitting(state, word, done, held, needed, moved, instead)
            if made == cv.NO_CARD:
                continue
            if made == word and _is_declined(terms, state, word, done):
                declined = True
                if not excuse:
                    continue
            known = False
            for other in range(kept):
                if state[to + 1 + other] == made:
                    known = True
            if not known:
                state[to + 1 + kept] = made
                kept += 1
        if kept == 0:
            continue
        if _one_focus(state, to + 1, kept) != cv.NO_CARD and not _any_open(state, to + 1, kept, done):
            _close(state, ruled_out, to + 1, kept)
            continue
        state[to] = header & ~cv.COUNT_MASK | kept
        if excuse and declined:
            state[to] |= cv.EXCUSED
        left += 1
    state[questions + cv.COUNT] = left


@compiled("void(int64[::1], int64[::1], int64, int64, int64)")
def drop_readings(state: Ints, workspace: Ints, ruled_out: int, questions: int, cards: int) -> None:
    """Remove the questions whose focus is one of *cards*, and what those cards were promised."""
    workspace[cv.NEW_PROMISES] &= ~cards
    rest = cards
    while rest:
        state[ruled_out + lowest_bit(rest)] = 0
        rest &= rest - 1
    if questions == 0:
        return
    left, first = 0, questions + cv.FIRST
    for question in range(state[questions + cv.COUNT]):
        at, to = first + question * cv.QUESTION_WORDS, first + left * cv.QUESTION_WORDS
        hit = False
        for index in range(state[at] & cv.COUNT_MASK):
            if cards >> card_of(state[at + 1 + index], 0) & 1:
                hit = True
        if not hit:
            st.copy_words(state, at, state, to, cv.QUESTION_WORDS)
            left += 1
    state[questions + cv.COUNT] = left


@compiled("void(int64[::1], int64)")
def drop_all(state: Ints, questions: int) -> None:
    """Remove every question."""
    state[questions + cv.COUNT] = 0
