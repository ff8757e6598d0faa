"""What seats infer from open readings; `conventions.interpreter.open_readings` is the reference."""

from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit
from handsight.conventions.compiler.compiled import convention_layout as cv
from handsight.conventions.compiler.compiled.convention_layout import (
    COMPUTED,
    OWN_COUNTS,
    OWN_POSSIBLE,
    OWN_TOTALS,
    SLOTS,
    card_of,
    first_open,
    is_value,
    value_of,
)
from handsight.conventions.interpreter.open_readings import ANY
from handsight.deals.compiled import hand_count
from handsight.hanabi.compiled import seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.state_layout import COPY_PLANES
from handsight.hanabi.compiled.terms_layout import MAX_IDENTITIES


@compiled("boolean(int64[::1], int64, int64)")
def is_awaited(state: Ints, card: int, questions: int) -> bool:
    """Return whether a card is the next to be played in some alternative of an open reading."""
    if questions == 0:
        return False
    done = state[questions + cv.VALUES]
    for question in range(state[questions + cv.COUNT]):
        at = questions + cv.FIRST + question * cv.QUESTION_WORDS
        for index in range(state[at] & cv.COUNT_MASK):
            pair = first_open(state[at + 1 + index], done)
            if pair != 0 and card_of(state[at + 1 + index], pair) == card:
                return True
    return False


@inlined
def _named(word: int, card: int, done: int, playable: int) -> int:
    """Return the mask of the values that an alternative gives to a card, 0 if it does not name it."""
    if card_of(word, 0) == card:
        return 1 << value_of(word, 0)
    pair = 1
    while pair < word >> cv.PAIRS:
        if card_of(word, pair) == card and value_of(word, pair) == ANY:
            return playable
        if card_of(word, pair) == card and not done >> value_of(word, pair) & 1:
            return 1 << value_of(word, pair)
        pair += 1
    return 0


@compiled("void(int64[::1], int64)")
def renew_readings(state: Ints, questions: int) -> None:
    """Fill READ: for each card that all alternatives of a question name, what they rule out."""
    old = state[questions + cv.NAMED]
    while old:
        state[questions + cv.READ + lowest_bit(old)] = 0
        old &= old - 1
    found, done = 0, state[questions + cv.VALUES]
    for question in range(state[questions + cv.COUNT]):
        at = questions + cv.FIRST + question * cv.QUESTION_WORDS
        first = state[at + 1]
        for pair in range(first >> cv.PAIRS):
            card, mask = card_of(first, pair), 0
            for index in range(state[at] & cv.COUNT_MASK):
                bit = _named(state[at + 1 + index], card, done, state[st.PLAYABLE])
                mask = mask | bit if bit else -1
                if mask == -1:
                    break
            if mask != -1:
                found |= 1 << card
                state[questions + cv.READ + card] |= ~mask
    state[questions + cv.NAMED] = found


@inlined
def _name_card(state: Ints, at: int, count: int, card: int) -> bool:
    """Return whether one of *count* alternatives from *at* on names a card."""
    found = False
    for index in range(count):
        for pair in range(state[at + index] >> cv.PAIRS):
            if card_of(state[at + index], pair) == card:
                found = True
    return found


@inlined
def _is_true(state: Ints, word: int, done: int) -> bool:
    """Return whether the focus and the open pairs of an alternative are what it says, by the cards."""
    found = state[st.DECK + card_of(word, 0)] == value_of(word, 0)
    for pair in range(1, word >> cv.PAIRS):
        if not done >> value_of(word, pair) & 1:
            found = found and is_value(state, card_of(word, pair), value_of(word, pair))
    return found


@compiled("void(int64[::1], int64, int64)")
def drop_wrong_questions(state: Ints, questions: int, card: int) -> None:
    """Remove the questions that name a card, or, if it is NO_CARD, those with no alternative that is true.

    Whoever calls this knows every card of the state.
    """
    left, first, done = 0, questions + cv.FIRST, state[questions + cv.VALUES]
    for question in range(state[questions + cv.COUNT]):
        at, to = first + question * cv.QUESTION_WORDS, first + left * cv.QUESTION_WORDS
        count = state[at] & cv.COUNT_MASK
        if card != cv.NO_CARD:
            wrong = _name_card(state, at + 1, count, card)
        else:
            wrong = True
            for index in range(count):
                if _is_true(state, state[at + 1 + index], done):
                    wrong = False
        if not wrong:
            st.copy_words(state, at, state, to, cv.QUESTION_WORDS)
            left += 1
    if left < state[questions + cv.COUNT]:
        state[questions + cv.COUNT] = left
        renew_readings(state, questions)


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64, int64)")
def within_law(
    terms: Ints, state: Ints, card: int, left: int, ruled_out: int, questions: int, lawful: int, others: int
) -> int:
    """Return what a law leaves a card of the values *left*; all of them if it would leave none."""
    if not lawful >> card & 1:
        return left
    taken, rest = 0, cv.held_cards(terms, state) & others & ~(1 << card)
    while rest:
        mask = cv.could_promised(state, lowest_bit(rest), ruled_out, questions)
        rest &= rest - 1
        if mask & mask - 1 == 0:
            taken |= mask
    return left & ~taken or left


@compiled("int64(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64)")
def could_by_laws(
    terms: Ints, state: Ints, workspace: Ints, card: int, ruled_out: int, questions: int, laws: int
) -> int:
    """Return what clues, promises and open readings leave a card, and then each law that is stored at *laws*.

    There the workspace has the number of laws, and for each the two sets of cards; 0 stands for no laws.
    """
    left = cv.could_promised(state, card, ruled_out, questions)
    if laws != 0:
        for law in range(workspace[laws]):
            lawful, others = workspace[laws + 1 + 2 * law], workspace[laws + 2 + 2 * law]
            left = within_law(terms, state, card, left, ruled_out, questions, lawful, others)
    return left


@inlined
def _is_alive(state: Ints, word: int, blind: int, done: int) -> bool:
    """Return whether the focus and the open pairs of an alternative are true, except on *blind* cards."""
    pair = 0
    while pair < word >> cv.PAIRS:
        card, value = card_of(word, pair), value_of(word, pair)
        is_open = pair == 0 or not done >> value & 1
        if is_open and not blind >> card & 1 and not is_value(state, card, value):
            return False
        pair += 1
    return True


@inlined
def _needs(word: int, hand: int, done: int) -> bool:
    """Return whether an alternative has an open pair with a card of a hand."""
    pair = 1
    while pair < word >> cv.PAIRS:
        if hand >> card_of(word, pair) & 1 and not done >> value_of(word, pair) & 1:
            return True
        pair += 1
    return False


@inlined
def _some_plain(state: Ints, at: int, hand: int, blind: int, done: int) -> bool:
    found = False
    for index in range(state[at] & cv.COUNT_MASK):
        word = state[at + 1 + index]
        if not _needs(word, hand, done) and _is_alive(state, word, blind, done):
            found = True
            break
    return found


@inlined
def _counts(state: Ints, word: int, hand: int, blind: int, done: int, plain: bool) -> bool:
    return _is_alive(state, word, blind, done) and not (plain and _needs(word, hand, done))


@inlined
def _asked_in(state: Ints, at: int, hand: int, mine: int, done: int) -> int:
    """Return the card that a question asks the holder of a hand to play now, or NO_CARD."""
    plain = _some_plain(state, at, hand, hand | mine, done)
    found, sure, focus = False, True, cv.NO_CARD
    for index in range(state[at] & cv.COUNT_MASK):
        word = state[at + 1 + index]
        if not _counts(state, word, hand, hand | mine, done, plain):
            continue
        pair = first_open(word, done)
        if not found:
            found = True
            focus = card_of(word, 0)
            if pair != 0:
                card, value = card_of(word, pair), value_of(word, pair)
                fits = value == ANY or state[st.PLAYABLE] >> value & 1 != 0
                return card if hand >> card & 1 and fits else cv.NO_CARD
        if pair != 0 or card_of(word, 0) != focus or not state[st.PLAYABLE] >> value_of(word, 0) & 1:
            sure = False
    return focus if found and sure and hand >> focus & 1 else cv.NO_CARD


@compiled("int64(int64[::1], int64[::1], int64, int64)")
def asked_cards(terms: Ints, state: Ints, questions: int, me: int) -> int:
    """Return the set of cards that open readings ask their holders to play now, as a seat sees it."""
    found = 0
    if questions == 0:
        return 0
    done, mine = state[questions + cv.VALUES], state[st.HAND_SETS + me]
    for question in range(state[questions + cv.COUNT]):
        at = questions + cv.FIRST + question * cv.QUESTION_WORDS
        for seat in range(terms[tm.PLAYERS]):
            card = _asked_in(state, at, state[st.HAND_SETS + seat], mine, done)
            if card != cv.NO_CARD:
                found |= 1 << card
    return found


@compiled("int64(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64)")
def sure_cards(
    terms: Ints, state: Ints, workspace: Ints, ruled_out: int, questions: int, laws: int, me: int
) -> int:
    """Return the set of cards in other hands that are surely playable by promise."""
    found = 0
    for seat in range(terms[tm.PLAYERS]):
        rest = state[st.HAND_SETS + seat] if seat != me else 0
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            left = could_by_laws(terms, state, workspace, card, ruled_out, questions, laws)
            if not left & ~state[st.PLAYABLE]:
                found |= 1 << card
    return found


@inlined
def _misleads(state: Ints, at: int, hand: int, mine: int, done: int) -> bool:
    """Return whether a question would mislead the holder of *hand*, as the holder of *mine* can tell."""
    plain = _some_plain(state, at, hand, hand | mine, done)
    true, first, asked, right = False, True, cv.NO_CARD, False
    for index in range(state[at] & cv.COUNT_MASK):
        word = state[at + 1 + index]
        if not _counts(state, word, hand, hand | mine, done, plain):
            continue
        if _is_alive(state, word, mine, done):
            true = True
        pair = first_open(word, done)
        if first and pair != 0 and hand >> card_of(word, pair) & 1:
            asked = card_of(word, pair)
        first = False
        if (
            pair != 0
            and card_of(word, pair) == asked
            and (mine >> asked & 1 or is_value(state, asked, value_of(word, pair)))
        ):
            right = True
    return not true or (asked != cv.NO_CARD and not right)


@compiled("boolean(int64[::1], int64[::1], int64)")
def new_question_is_honest(terms: Ints, state: Ints, questions: int) -> bool:
    """Return whether the question that the last event opened misleads no other seat, as its giver sees it."""
    count = state[questions + cv.COUNT]
    if count == 0:
        return True
    at = questions + cv.FIRST + (count - 1) * cv.QUESTION_WORDS
    if state[at] >> cv.TURN_BITS != state[st.TURN]:
        return True
    me, done = state[st.ACTOR], state[questions + cv.VALUES]
    for seat in range(terms[tm.PLAYERS]):
        if seat != me and _misleads(state, at, state[st.HAND_SETS + seat], state[st.HAND_SETS + me], done):
            return False
    return True


@inlined
def _read_own_hand(state: Ints, workspace: Ints, questions: int, size: int) -> None:
    """Narrow SLOT_MASKS by the alternatives that count for the seat to move."""
    hand, done = state[st.HAND_SETS + state[st.SEAT]], state[questions + cv.VALUES]
    for slot in range(size):
        workspace[seat_knowledge.POSSIBLE + slot] = -1
    for question in range(state[questions + cv.COUNT]):
        at = questions + cv.FIRST + question * cv.QUESTION_WORDS
        plain = _some_plain(state, at, hand, hand, done)
        for slot in range(size):
            card, mask = st.order_at(state, state[st.SEAT], slot), 0
            for index in range(state[at] & cv.COUNT_MASK):
                word = state[at + 1 + index]
                if _counts(state, word, hand, hand, done, plain):
                    bit = _named(word, card, done, state[st.PLAYABLE])
                    mask = mask | bit if bit else -1
                    if mask == -1:
                        break
            if mask != 0:
                workspace[seat_knowledge.POSSIBLE + slot] &= mask
    for slot in range(size):
        here, read = seat_knowledge.SLOT_MASKS + slot, workspace[seat_knowledge.POSSIBLE + slot]
        if workspace[here] & read & state[st.UNSEEN]:
            workspace[here] &= read


@inlined
def _seen_in_other_hands(terms: Ints, state: Ints, cards: int) -> int:
    """Return the mask of the identities of those *cards* that are in other hands than the mover's."""
    seen = 0
    for seat in range(terms[tm.PLAYERS]):
        rest = state[st.HAND_SETS + seat] & cards if seat != state[st.SEAT] else 0
        while rest:
            seen |= 1 << state[st.DECK + lowest_bit(rest)]
            rest &= rest - 1
    return seen


@inlined
def _apply_law(terms: Ints, state: Ints, workspace: Ints, lawful: int, others: int, size: int) -> None:
    """Narrow the SLOT_MASKS of the seat to move by a law between cards of two sets."""
    me = state[st.SEAT]
    seen = _seen_in_other_hands(terms, state, others)
    before = workspace[seat_knowledge.POSSIBLE : seat_knowledge.POSSIBLE + size]
    for slot in range(size):
        before[slot] = workspace[seat_knowledge.SLOT_MASKS + slot] & state[st.UNSEEN]
    for slot in range(size):
        taken = seen
        for other in range(size):
            single = before[other] & -(others >> st.order_at(state, me, other) & 1)
            if other != slot and single & single - 1 == 0:
                taken |= single
        here = seat_knowledge.SLOT_MASKS + slot
        if lawful >> st.order_at(state, me, slot) & 1 and before[slot] & ~taken:
            workspace[here] &= ~taken


@compiled("void(int64[::1], int64[::1], int64[::1], int64, int64, int64)")
def narrow_own_hand(terms: Ints, state: Ints, workspace: Ints, questions: int, laws: int, size: int) -> None:
    """Narrow the SLOT_MASKS of the seat to move by open readings, and then by each law stored at *laws*."""
    if questions != 0 and state[questions + cv.COUNT] != 0:
        _read_own_hand(state, workspace, questions, size)
    if laws != 0:
        for law in range(workspace[laws]):
            lawful, others = workspace[laws + 1 + 2 * law], workspace[laws + 2 + 2 * law]
            if lawful & state[st.HAND_SETS + state[st.SEAT]]:
                _apply_law(terms, state, workspace, lawful, others, size)


# ---- the hand of the seat to move

COUNTS = SLOTS * MAX_IDENTITIES


@inlined
def _fill_own_hand(
    terms: Ints, state: Ints, workspace: Ints, ruled_out: int, questions: int, laws: int, promised: int
) -> int:
    """Fill SLOT_MASKS for the mover's hand from clues and, if *promised*, promises; return its size."""
    seat = state[st.SEAT]
    seat_knowledge.fill_hidden_copies(terms, state, ~(1 << seat), workspace)
    seat_knowledge.fill_slot_masks(state, seat, workspace)
    size = state[st.HAND_SIZES + seat]
    if promised:
        for slot in range(size):
            workspace[seat_knowledge.SLOT_MASKS + slot] &= ~state[ruled_out + st.order_at(state, seat, slot)]
        if questions != 0 or laws != 0:
            narrow_own_hand(terms, state, workspace, questions, laws, size)
    return size


@compiled("int64(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64)")
def own_possible(
    terms: Ints,
    state: Ints,
    workspace: Ints,
    ruled_out: int,
    questions: int,
    laws: int,
    promised: int,
    slot: int,
) -> int:
    """Return the mask of what a card of the mover can be, the whole hand considered; computed once a turn."""
    if not workspace[COMPUTED] >> promised & 1:
        workspace[COMPUTED] |= 1 << promised
        size = _fill_own_hand(terms, state, workspace, ruled_out, questions, laws, promised)
        if not seat_knowledge.narrow(size, workspace):  # no hand keeps every promise
            seat_knowledge.narrow(_fill_own_hand(terms, state, workspace, ruled_out, 0, 0, 0), workspace)
        st.copy_words(workspace, seat_knowledge.POSSIBLE, workspace, OWN_POSSIBLE + promised * SLOTS, size)
    return workspace[OWN_POSSIBLE + promised * SLOTS + slot]


@inlined
def _count(workspace: Ints, size: int, at: int) -> int:
    return hand_count.count(
        workspace[seat_knowledge.SLOT_MASKS : seat_knowledge.SLOT_MASKS + size],
        workspace[seat_knowledge.HIDDEN_COPIES : seat_knowledge.HIDDEN_COPIES + COPY_PLANES],
        workspace[at : at + COUNTS].reshape((SLOTS, MAX_IDENTITIES)),
        workspace[seat_knowledge.COUNT_WORKSPACE : seat_knowledge.OWN_WORKSPACE].reshape(
            hand_count.WORKSPACE_SHAPE
        ),
    )


@compiled("float64(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64, int64, int64)")
def own_chance(
    terms: Ints,
    state: Ints,
    workspace: Ints,
    ruled_out: int,
    questions: int,
    laws: int,
    promised: int,
    slot: int,
    values: int,
) -> float:
    """Return the exact chance that a card of the mover is one of *values*; counted once a turn."""
    at = OWN_COUNTS + promised * COUNTS
    if not workspace[COMPUTED] >> 2 + promised & 1:
        workspace[COMPUTED] |= 4 << promised
        size = _fill_own_hand(terms, state, workspace, ruled_out, questions, laws, promised)
        ways = _count(workspace, size, at)
        if ways == 0:  # no hand keeps every promise
            ways = _count(workspace, _fill_own_hand(terms, state, workspace, ruled_out, 0, 0, 0), at)
        workspace[OWN_TOTALS + promised] = ways
    found = 0
    while values:
        found += workspace[at + slot * MAX_IDENTITIES + lowest_bit(values)]
        values &= values - 1
    return found / workspace[OWN_TOTALS + promised]
