"""Open readings in compiled conventions; `conventions.interpreter.open_readings` is the reference.

A question is a header and room for 16 alternatives; the words of a state's memory from *questions* on are

| at | name    | words | what it holds |
| -- | ------- | ----- | ------------- |
|  0 | FULL    |     1 | how many events left more alternatives than there is room for |
|  1 | COUNT   |     1 | how many questions are open |
|  2 | VALUES  |     1 | mask of the identities on the stacks |
|  3 | NAMED   |     1 | set of cards of which the open readings rule something out |
|  4 | FIRST   |   102 | six questions, the oldest first: header, alternatives |
| 106 | READ   |    64 | by order: what the open readings rule out, as everybody can tell |

A header holds the number of alternatives (5 bits), the giver (3), whether it was excused (1) and the turn. An
alternative holds up to three pairs of a card (6 bits) and a value (6 bits), the focus first, and their number
at bit 36. Where a convention has no open readings, *questions* is 0 and nothing is kept.
"""

from handsight.conventions.interpreter.open_readings import MOST_ALTERNATIVES, MOST_QUESTIONS
from handsight.kernels.conventions.runtime import played, promise
from handsight.kernels.conventions.workspace_layout import NEW_ALTERNATIVES, NEW_PROMISES
from handsight.kernels.hanabi import card_value, seat_knowledge
from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hanabi import terms_layout as tm
from handsight.kernels.jit import Ints, compiled, highest_bit, inlined, lowest_bit

FULL, COUNT, VALUES, NAMED, FIRST = range(5)
QUESTION_WORDS = 1 + MOST_ALTERNATIVES
READ = FIRST + MOST_QUESTIONS * QUESTION_WORDS
READING_WORDS = READ + st.MAX_CARDS
COUNT_MASK, GIVER_BITS, EXCUSED, TURN_BITS = 31, 5, 1 << 8, 9
PAIRS = 36
NO_CARD = -1


@inlined
def _card(word: int, pair: int) -> int:
    return word >> 12 * pair & 63


@inlined
def _value(word: int, pair: int) -> int:
    return word >> 12 * pair + 6 & 63


@inlined
def _could(state: Ints, card: int) -> int:
    return state[st.CLUE_MASKS + card] & state[st.UNSEEN]


@inlined
def _first_open(word: int, done: int) -> int:
    """Return the number of the first open pair, 0 if there is none."""
    pair = 1
    while pair < word >> PAIRS:
        if not done >> _value(word, pair) & 1:
            return pair
        pair += 1
    return 0


# ---- how a question is opened


@compiled("void(int64[::1], int64[::1], int64)")
def begin_reading(state: Ints, workspace: Ints, questions: int) -> None:
    """Prepare for the alternatives of an event."""
    workspace[NEW_ALTERNATIVES] = 0
    state[questions + VALUES] = played(state)


@inlined
def _add(workspace: Ints, word: int) -> None:
    count = workspace[NEW_ALTERNATIVES]
    known = False
    for at in range(count):
        if workspace[NEW_ALTERNATIVES + 1 + at] == word:
            known = True
    if not known and count <= MOST_ALTERNATIVES:
        workspace[NEW_ALTERNATIVES + 1 + count] = word
        workspace[NEW_ALTERNATIVES] = count + 1


@compiled("void(int64[::1], int64, int64, int64, int64, int64, int64)")
def add_alternative(
    workspace: Ints, focus: int, value: int, card: int, missing: int, second: int, other: int
) -> None:
    """Add an alternative of the focus and up to two other pairs; a card NO_CARD stands for none."""
    word, pairs = focus | value << 6, 1
    if card != NO_CARD:
        word, pairs = word | card << 12 | missing << 18, 2
    if second != NO_CARD:
        word, pairs = word | second << 24 | other << 30, 3
    _add(workspace, word | pairs << PAIRS)


@compiled("void(int64[::1], int64[::1], int64, int64)")
def add_values(state: Ints, workspace: Ints, card: int, values: int) -> None:
    """Add an alternative for each value of a set that a card could be."""
    left = values & _could(state, card)
    while left:
        _add(workspace, card | lowest_bit(left) << 6 | 1 << PAIRS)
        left &= left - 1


@compiled("int64(int64[::1], int64, int64)")
def missing_before(terms: Ints, needed: int, value: int) -> int:
    """Return the mask of the needed values of a suit that must be played before a value.

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
    """Return the focus that so many alternatives share, or NO_CARD."""
    focus = _card(state[at], 0)
    for index in range(1, count):
        if _card(state[at + index], 0) != focus:
            focus = NO_CARD
    return focus


@inlined
def _focus_values(state: Ints, at: int, count: int) -> int:
    values = 0
    for index in range(count):
        values |= 1 << _value(state[at + index], 0)
    return values


@inlined
def _any_open(state: Ints, at: int, count: int, done: int) -> bool:
    found = False
    for index in range(count):
        if _first_open(state[at + index], done) != 0:
            found = True
    return found


@inlined
def _close(state: Ints, ruled_out: int, at: int, count: int) -> None:
    """Promise the focus what is left."""
    focus = _one_focus(state, at, count)
    if focus != NO_CARD:
        state[ruled_out + focus] |= ~_focus_values(state, at, count)


@compiled("void(int64[::1], int64[::1], int64, int64)")
def open_question(state: Ints, workspace: Ints, ruled_out: int, questions: int) -> None:
    """Make a question of the alternatives of an event, or promise what they say if nothing is open."""
    count = workspace[NEW_ALTERNATIVES]
    if count == 0:
        return
    if count > MOST_ALTERNATIVES:
        state[questions + FULL] += 1
        return
    done, new = state[questions + VALUES], NEW_ALTERNATIVES + 1
    focus = _one_focus(workspace, new, count)
    if focus != NO_CARD and not _any_open(workspace, new, count, done):
        promise(state, workspace, ruled_out, 1 << focus, _focus_values(workspace, new, count))
        return
    first = questions + FIRST
    if state[questions + COUNT] == MOST_QUESTIONS:
        _close(state, ruled_out, first + 1, state[first] & COUNT_MASK)
        st.copy_words(state, first + QUESTION_WORDS, state, first, (MOST_QUESTIONS - 1) * QUESTION_WORDS)
        state[questions + COUNT] -= 1
    at = first + state[questions + COUNT] * QUESTION_WORDS
    state[questions + COUNT] += 1
    state[at] = count | state[st.ACTOR] << GIVER_BITS | state[st.TURN] << TURN_BITS
    place = at + 1
    for pairs in range(1, 4):
        for index in range(count):
            if workspace[new + index] >> PAIRS == pairs:
                state[place] = workspace[new + index]
                place += 1


# ---- how questions are settled


@inlined
def _fitting(  # noqa: C901  # it is in one piece, because calls in a loop over words cost more
    state: Ints, word: int, done: int, held: int, needed: int, moved: int, instead: int
) -> int:
    """Return an alternative that still fits, perhaps with another card; NO_CARD if it does not."""
    focus, value = _card(word, 0), _value(word, 0)
    if held >> focus & 1:
        if not _could(state, focus) >> value & 1 or done >> value & 1 or not needed >> value & 1:
            return NO_CARD
    elif focus == moved and state[st.DECK + focus] != value:
        return NO_CARD
    made, pair = word, 1
    while pair < word >> PAIRS:
        card, wanted = _card(word, pair), _value(word, pair)
        if not done >> wanted & 1:
            if not held >> card & 1:
                if card != moved or state[st.EVENT] == st.EVENT_DISCARD or instead == NO_CARD:
                    return NO_CARD
                for other in range(word >> PAIRS):
                    if _card(word, other) == instead:
                        return NO_CARD
                made = made & ~(63 << 12 * pair) | instead << 12 * pair
                card = instead
            if not _could(state, card) >> wanted & 1:
                return NO_CARD
        pair += 1
    return made


@inlined
def _is_declined(terms: Ints, state: Ints, word: int, done: int) -> bool:
    """Return whether the holder of the first awaited card, never touched, has just done something else."""
    pair = _first_open(word, done)
    if pair == 0 or state[st.EVENT] <= st.EVENT_DEAL:
        return False
    card, value = _card(word, pair), _value(word, pair)
    if state[st.TOUCHED] >> card & 1 or not state[st.HAND_SETS + state[st.ACTOR]] >> card & 1:
        return False
    if state[st.EVENT] == st.EVENT_PLAY:
        fell = terms[tm.SUIT_OF + state[st.DECK + state[st.ORDER]]]
        if fell == terms[tm.SUIT_OF + value]:
            return False
    return state[st.PLAYABLE] >> value & 1 != 0


@compiled("void(int64[::1], int64[::1], int64, int64, int64, int64)")
def settle(  # noqa: C901, PLR0912  # the five rules in their order
    terms: Ints, state: Ints, ruled_out: int, questions: int, excused: int, instead: int
) -> None:
    """Move the questions that were open, by the five rules."""
    count = state[questions + COUNT]
    if count == 0:
        return
    done, needed, held = state[questions + VALUES], card_value.needed(terms, state), 0
    for seat in range(terms[tm.PLAYERS]):
        held |= state[st.HAND_SETS + seat]
    moved = NO_CARD
    if st.EVENT_DEAL < state[st.EVENT] <= st.EVENT_DISCARD:
        moved = state[st.ORDER]
    left, first = 0, questions + FIRST
    for question in range(count):
        at, to = first + question * QUESTION_WORDS, first + left * QUESTION_WORDS
        header = state[at]
        excuse, declined, kept = excused and not header & EXCUSED, False, 0
        for index in range(header & COUNT_MASK):
            word = state[at + 1 + index]
            made = _fitting(state, word, done, held, needed, moved, instead)
            if made == NO_CARD:
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
        if _one_focus(state, to + 1, kept) != NO_CARD and not _any_open(state, to + 1, kept, done):
            _close(state, ruled_out, to + 1, kept)
            continue
        state[to] = header & ~COUNT_MASK | kept
        if excuse and declined:
            state[to] |= EXCUSED
        left += 1
    state[questions + COUNT] = left


@compiled("void(int64[::1], int64[::1], int64, int64, int64)")
def drop_readings(state: Ints, workspace: Ints, ruled_out: int, questions: int, cards: int) -> None:
    """Remove the questions about cards, and what those were promised."""
    workspace[NEW_PROMISES] &= ~cards
    rest = cards
    while rest:
        state[ruled_out + lowest_bit(rest)] = 0
        rest &= rest - 1
    left, first = 0, questions + FIRST
    for question in range(state[questions + COUNT]):
        at, to = first + question * QUESTION_WORDS, first + left * QUESTION_WORDS
        hit = False
        for index in range(state[at] & COUNT_MASK):
            if cards >> _card(state[at + 1 + index], 0) & 1:
                hit = True
        if not hit:
            st.copy_words(state, at, state, to, QUESTION_WORDS)
            left += 1
    state[questions + COUNT] = left


@inlined
def _named(word: int, card: int, done: int) -> int:
    """Return the bit of the value that an alternative gives to a card, 0 if it does not name it."""
    if _card(word, 0) == card:
        return 1 << _value(word, 0)
    pair = 1
    while pair < word >> PAIRS:
        if _card(word, pair) == card and not done >> _value(word, pair) & 1:
            return 1 << _value(word, pair)
        pair += 1
    return 0


@compiled("void(int64[::1], int64)")
def renew_readings(state: Ints, questions: int) -> None:
    """Fill READ: for each card that all alternatives of a question name, what they rule out."""
    old = state[questions + NAMED]
    while old:
        state[questions + READ + lowest_bit(old)] = 0
        old &= old - 1
    found, done = 0, state[questions + VALUES]
    for question in range(state[questions + COUNT]):
        at = questions + FIRST + question * QUESTION_WORDS
        first = state[at + 1]
        for pair in range(first >> PAIRS):
            card, mask = _card(first, pair), 0
            for index in range(state[at] & COUNT_MASK):
                bit = _named(state[at + 1 + index], card, done)
                mask = mask | bit if bit else -1
                if mask == -1:
                    break
            if mask != -1:
                found |= 1 << card
                state[questions + READ + card] |= ~mask
    state[questions + NAMED] = found


@inlined
def _names(state: Ints, at: int, count: int, card: int) -> bool:
    """Return whether one of so many alternatives names a card."""
    found = False
    for index in range(count):
        for pair in range(state[at + index] >> PAIRS):
            if _card(state[at + index], pair) == card:
                found = True
    return found


@inlined
def _is_true(state: Ints, word: int, done: int) -> bool:
    """Return whether the focus and the open pairs of an alternative are what it says, by the cards."""
    found = state[st.DECK + _card(word, 0)] == _value(word, 0)
    for pair in range(1, word >> PAIRS):
        if not done >> _value(word, pair) & 1:
            found = found and state[st.DECK + _card(word, pair)] == _value(word, pair)
    return found


@compiled("void(int64[::1], int64, int64)")
def drop_wrong_questions(state: Ints, questions: int, card: int) -> None:
    """Remove the questions that name a card, or, if it is NO_CARD, those with no alternative that is true.

    Whoever calls this knows every card of the state.
    """
    left, first, done = 0, questions + FIRST, state[questions + VALUES]
    for question in range(state[questions + COUNT]):
        at, to = first + question * QUESTION_WORDS, first + left * QUESTION_WORDS
        count = state[at] & COUNT_MASK
        if card != NO_CARD:
            wrong = _names(state, at + 1, count, card)
        else:
            wrong = True
            for index in range(count):
                if _is_true(state, state[at + 1 + index], done):
                    wrong = False
        if not wrong:
            st.copy_words(state, at, state, to, QUESTION_WORDS)
            left += 1
    if left < state[questions + COUNT]:
        state[questions + COUNT] = left
        renew_readings(state, questions)


@compiled("void(int64[::1], int64)")
def drop_all(state: Ints, questions: int) -> None:
    """Remove every question."""
    state[questions + COUNT] = 0


# ---- what is made of them


@compiled("boolean(int64[::1], int64, int64)")
def is_awaited(state: Ints, card: int, questions: int) -> bool:
    """Return whether some open reading stands on a card being played."""
    if questions == 0:
        return False
    done = state[questions + VALUES]
    for question in range(state[questions + COUNT]):
        at = questions + FIRST + question * QUESTION_WORDS
        for index in range(state[at] & COUNT_MASK):
            pair = _first_open(state[at + 1 + index], done)
            if pair != 0 and _card(state[at + 1 + index], pair) == card:
                return True
    return False


@compiled("int64(int64[::1], int64, int64, int64)", inline=True)
def could_read(state: Ints, card: int, ruled_out: int, questions: int) -> int:
    """Return what clues, promises and open readings leave a card, each counted if it leaves anything."""
    left = state[st.CLUE_MASKS + card] & state[st.UNSEEN]
    within = left & ~state[ruled_out + card]
    promised = within or left
    read = promised & ~state[questions + READ + card]
    return read or promised


@inlined
def _left(state: Ints, card: int, ruled_out: int, questions: int) -> int:
    """Return the same, whether or not there are open readings."""
    if questions != 0:
        return could_read(state, card, ruled_out, questions)
    left = _could(state, card)
    within = left & ~state[ruled_out + card]
    return within or left


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64)")
def could_by_law(
    terms: Ints, state: Ints, card: int, ruled_out: int, questions: int, lawful: int, others: int
) -> int:
    """Return the same under a law between cards of two sets."""
    left = _left(state, card, ruled_out, questions)
    if not lawful >> card & 1:
        return left
    taken, held = 0, 0
    for seat in range(terms[tm.PLAYERS]):
        held |= state[st.HAND_SETS + seat]
    rest = held & others & ~(1 << card)
    while rest:
        mask = _left(state, lowest_bit(rest), ruled_out, questions)
        rest &= rest - 1
        if mask & mask - 1 == 0:
            taken |= mask
    return left & ~taken or left


@inlined
def _is_alive(state: Ints, word: int, blind: int, done: int) -> bool:
    """Return whether an alternative is true on all cards but those of a set."""
    pair = 0
    while pair < word >> PAIRS:
        card, value = _card(word, pair), _value(word, pair)
        is_open = pair == 0 or not done >> value & 1
        if is_open and not blind >> card & 1 and state[st.DECK + card] != value:
            return False
        pair += 1
    return True


@inlined
def _needs(word: int, hand: int, done: int) -> bool:
    """Return whether an alternative has an open pair with a card of a hand."""
    pair = 1
    while pair < word >> PAIRS:
        if hand >> _card(word, pair) & 1 and not done >> _value(word, pair) & 1:
            return True
        pair += 1
    return False


@inlined
def _some_plain(state: Ints, at: int, hand: int, blind: int, done: int) -> bool:
    found = False
    for index in range(state[at] & COUNT_MASK):
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
    found, sure, focus = False, True, NO_CARD
    for index in range(state[at] & COUNT_MASK):
        word = state[at + 1 + index]
        if not _counts(state, word, hand, hand | mine, done, plain):
            continue
        pair = _first_open(word, done)
        if not found:
            found = True
            focus = _card(word, 0)
            if pair != 0:
                card, value = _card(word, pair), _value(word, pair)
                return card if hand >> card & 1 and state[st.PLAYABLE] >> value & 1 else NO_CARD
        if pair != 0 or _card(word, 0) != focus or not state[st.PLAYABLE] >> _value(word, 0) & 1:
            sure = False
    return focus if found and sure and hand >> focus & 1 else NO_CARD


@compiled("int64(int64[::1], int64[::1], int64, int64)")
def asked_cards(terms: Ints, state: Ints, questions: int, me: int) -> int:
    """Return the set of cards that open readings ask their holders to play now, as a seat sees it."""
    found = 0
    if questions == 0:
        return 0
    done, mine = state[questions + VALUES], state[st.HAND_SETS + me]
    for question in range(state[questions + COUNT]):
        at = questions + FIRST + question * QUESTION_WORDS
        for seat in range(terms[tm.PLAYERS]):
            card = _asked_in(state, at, state[st.HAND_SETS + seat], mine, done)
            if card != NO_CARD:
                found |= 1 << card
    return found


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64, int64)")
def sure_cards(
    terms: Ints, state: Ints, ruled_out: int, questions: int, lawful: int, others: int, me: int
) -> int:
    """Return the set of cards in other hands that are surely playable by promise."""
    found = 0
    for seat in range(terms[tm.PLAYERS]):
        rest = state[st.HAND_SETS + seat] if seat != me else 0
        while rest:
            card = lowest_bit(rest)
            rest &= rest - 1
            if (
                not could_by_law(terms, state, card, ruled_out, questions, lawful, others)
                & ~state[st.PLAYABLE]
            ):
                found |= 1 << card
    return found


@inlined
def _misleads(state: Ints, at: int, hand: int, mine: int, done: int) -> bool:
    """Return whether a question would mislead the holder of a hand."""
    plain = _some_plain(state, at, hand, hand | mine, done)
    true, first, wrong = False, True, False
    for index in range(state[at] & COUNT_MASK):
        word = state[at + 1 + index]
        if not _counts(state, word, hand, hand | mine, done, plain):
            continue
        if _is_alive(state, word, mine, done):
            true = True
        if first:
            first = False
            pair = _first_open(word, done)
            if pair != 0:
                card = _card(word, pair)
                unseen = mine >> card & 1
                if hand >> card & 1 and not unseen and state[st.DECK + card] != _value(word, pair):
                    wrong = True
    return wrong or not true


@compiled("boolean(int64[::1], int64[::1], int64)")
def new_question_is_honest(terms: Ints, state: Ints, questions: int) -> bool:
    """Return whether the question that the last event opened misleads no other seat, as its giver sees it."""
    count = state[questions + COUNT]
    if count == 0:
        return True
    at = questions + FIRST + (count - 1) * QUESTION_WORDS
    if state[at] >> TURN_BITS != state[st.TURN]:
        return True
    me, done = state[st.ACTOR], state[questions + VALUES]
    for seat in range(terms[tm.PLAYERS]):
        if seat != me and _misleads(state, at, state[st.HAND_SETS + seat], state[st.HAND_SETS + me], done):
            return False
    return True


@inlined
def _read_own_hand(state: Ints, workspace: Ints, questions: int, size: int) -> None:
    """Narrow SLOT_MASKS by the alternatives that count for the seat to move."""
    hand, done = state[st.HAND_SETS + state[st.SEAT]], state[questions + VALUES]
    for slot in range(size):
        workspace[seat_knowledge.POSSIBLE + slot] = -1
    for question in range(state[questions + COUNT]):
        at = questions + FIRST + question * QUESTION_WORDS
        plain = _some_plain(state, at, hand, hand, done)
        for slot in range(size):
            card, mask = st.order_at(state, state[st.SEAT], slot), 0
            for index in range(state[at] & COUNT_MASK):
                word = state[at + 1 + index]
                if _counts(state, word, hand, hand, done, plain):
                    bit = _named(word, card, done)
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
    """Return the mask of the identities that the seat to move sees on cards of a set."""
    seen = 0
    for seat in range(terms[tm.PLAYERS]):
        rest = state[st.HAND_SETS + seat] & cards if seat != state[st.SEAT] else 0
        while rest:
            seen |= 1 << state[st.DECK + lowest_bit(rest)]
            rest &= rest - 1
    return seen


@compiled("void(int64[::1], int64[::1], int64[::1], int64, int64, int64, int64)")
def narrow_own_hand(
    terms: Ints, state: Ints, workspace: Ints, questions: int, lawful: int, others: int, size: int
) -> None:
    """Narrow the SLOT_MASKS of the seat to move by open readings and a law."""
    me = state[st.SEAT]
    if questions != 0 and state[questions + COUNT] != 0:
        _read_own_hand(state, workspace, questions, size)
    if not lawful & state[st.HAND_SETS + me]:
        return
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
