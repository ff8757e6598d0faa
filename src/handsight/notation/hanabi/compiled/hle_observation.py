"""The observation vector and the numbers of actions of the Hanabi Learning Environment, from a state.

`notation.hanabi.hle_observation` is the plain version, which reads a view; its `sections` say what each place
holds. The vector exists for plain variants, the numbers of actions for every one. The rules do not keep all
that the vector tells, so whoever uses it keeps NOTES words in the memory of the state, written by
`note_event` after the deal and after every action.
"""

import numpy as np

from handsight.compiled.bit_vectors import (
    Bytes,
    Floats32,
    append,
    clear,
    first_bits,
    set_bit,
    spread_to_bytes,
    spread_to_floats,
)
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit, popcount
from handsight.hanabi.compiled import rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import READ_SIGNATURE
from handsight.hanabi.compiled.terms_layout import MAX_STACK_STATES

COLOR_TOUCHED, NUMBER_TOUCHED, UNITS_NOTED, TOKEN_GAINED = range(st.MEMORY, st.MEMORY + 4)
"""Sets of cards that colour clues and number clues touched; clue units after the last event; and whether it
was a play that gained a clue token."""
NOTES = 4


@inlined
def note(state: Ints) -> None:
    """Record in the state's memory what the vector needs of the last event."""
    event = state[st.EVENT]
    if event == st.EVENT_DEAL:
        state[COLOR_TOUCHED] = 0
        state[NUMBER_TOUCHED] = 0
        state[TOKEN_GAINED] = 0
    else:
        state[TOKEN_GAINED] = event == st.EVENT_PLAY and state[st.CLUE_UNITS] > state[UNITS_NOTED]
        if event == st.EVENT_COLOR_CLUE:
            state[COLOR_TOUCHED] |= state[st.CLUE_TOUCHED]
        elif event == st.EVENT_NUMBER_CLUE:
            state[NUMBER_TOUCHED] |= state[st.CLUE_TOUCHED]
    state[UNITS_NOTED] = state[st.CLUE_UNITS]


@compiled(READ_SIGNATURE)
def note_event(_terms: Ints, state: Ints, _workspace: Ints) -> None:
    """Do as `note`, with the parameters of a compiled bot's function that reads an event."""
    note(state)


@inlined
def observation_size(terms: Ints) -> int:
    """Return how many places the vector has."""
    players, hand, identities = terms[tm.PLAYERS], terms[tm.HAND_SIZE], terms[tm.IDENTITIES]
    board = (
        terms[tm.DECK_SIZE] - players * hand + identities + terms[tm.MAX_CLUE_UNITS] + terms[tm.MAX_STRIKES]
    )
    last = 2 * players + 4 + terms[tm.CLUES] + 2 * hand + identities + 2
    cards = (players - 1) * hand * identities + players * hand * (identities + terms[tm.CLUES])
    return cards + players + board + terms[tm.DECK_SIZE] + last


@inlined
def append_hands(terms: Ints, state: Ints, seat: int, at: int, words: Ints) -> int:
    """Append the others' cards and which hands are short; return the next free place."""
    players, hand, identities = terms[tm.PLAYERS], terms[tm.HAND_SIZE], terms[tm.IDENTITIES]
    short = 0
    for away in range(players):
        other = rules.seat_after(terms, seat, away)
        size = state[st.HAND_SIZES + other]
        short |= (size < hand) << away
        if away:
            cards = state[st.HANDS + other]
            for slot in range(size - 1, -1, -1):
                set_bit(words, at + slot * identities + state[st.DECK + (cards & 63)])
                cards >>= 8
            at += hand * identities
    return append(words, at, short, players)


@inlined
def append_discards(terms: Ints, state: Ints, planes: int, at: int, words: Ints) -> int:
    """Append for each identity as many 1s as copies the planes lack; return the next free place."""
    dealt = tm.DEALT_STATE + st.ALIVE
    one = terms[dealt] ^ state[planes]
    two = terms[dealt + 1] ^ state[planes + 1]
    three = terms[dealt + 2] ^ state[planes + 2]
    left = one | two | three
    while left:
        identity = lowest_bit(left)
        left &= left - 1
        lost = (one >> identity & 1) + (two >> identity & 1) + (three >> identity & 1)
        append(words, at + terms[tm.FIRST_COPY + identity], first_bits(lost), 0)
    return at + terms[tm.DECK_SIZE]


@inlined
def _append_table(terms: Ints, state: Ints, at: int, words: Ints) -> int:
    suits, identities, cards = terms[tm.SUITS], terms[tm.IDENTITIES], terms[tm.DECK_SIZE]
    at = append(
        words, at, first_bits(cards - state[st.DRAWN]), cards - terms[tm.PLAYERS] * terms[tm.HAND_SIZE]
    )
    for suit in range(suits):
        height = terms[tm.STACK_HEIGHT + suit * MAX_STACK_STATES + state[st.STACKS + suit]]
        if height:
            set_bit(words, at + height - 1)
        at += identities // suits
    at = append(words, at, first_bits(state[st.CLUE_UNITS]), terms[tm.MAX_CLUE_UNITS])
    at = append(words, at, first_bits(terms[tm.MAX_STRIKES] - state[st.STRIKES]), terms[tm.MAX_STRIKES])
    return append_discards(terms, state, st.ALIVE, at, words)


@inlined
def slots_touched(state: Ints, seat: int) -> int:
    """Return the mask of slots that the last clue touched in a hand; bit 0 is the oldest card."""
    hand, found = state[st.HANDS + seat], 0
    for _ in range(state[st.HAND_SIZES + seat]):
        found = found << 1 | state[st.CLUE_TOUCHED] >> (hand & 63) & 1
        hand >>= 8
    return found


@inlined
def _append_last_action(terms: Ints, state: Ints, seat: int, begin: int, words: Ints) -> int:
    players, hand = terms[tm.PLAYERS], terms[tm.HAND_SIZE]
    kind = begin + players
    target = kind + 4
    clue = target + players
    touched = clue + terms[tm.CLUES]
    slot = touched + hand
    card = slot + hand
    end = card + terms[tm.IDENTITIES] + 2
    event, actor = state[st.EVENT], state[st.ACTOR]
    if event == st.EVENT_DEAL:
        return end
    set_bit(words, begin + (actor - seat + players) % players)
    if event >= st.EVENT_COLOR_CLUE:
        hearer = state[st.TARGET]
        set_bit(words, kind + 2 + (event == st.EVENT_NUMBER_CLUE))
        set_bit(words, target + (hearer - seat + players) % players)
        set_bit(
            words, clue + state[st.CLUE]
        )  # colours come first in ours, too, and there are as many as suits
        append(words, touched, slots_touched(state, hearer), hand)
    else:
        set_bit(words, kind + (event == st.EVENT_DISCARD))
        held = state[st.HAND_SIZES + actor] + (state[st.DREW] < 0)
        set_bit(words, slot + held - 1 - state[st.SLOT])
        set_bit(words, card + state[st.DECK + state[st.ORDER]])
        if event == st.EVENT_PLAY:
            append(words, end - 2, 1 | state[TOKEN_GAINED] << 1, 2)
    return end


@inlined
def _append_knowledge(terms: Ints, state: Ints, seat: int, begin: int, words: Ints) -> None:
    players, hand, suits = terms[tm.PLAYERS], terms[tm.HAND_SIZE], terms[tm.SUITS]
    identities, width = terms[tm.IDENTITIES], terms[tm.IDENTITIES] + terms[tm.CLUES]
    ranks = identities // suits
    for away in range(players):
        other = rules.seat_after(terms, seat, away)
        size, cards = state[st.HAND_SIZES + other], state[st.HANDS + other]
        for slot in range(size - 1, -1, -1):
            order = cards & 63
            cards >>= 8
            told = state[st.CLUE_MASKS + order]
            # a told colour or rank is that of every identity still possible, so the card itself is not read
            some = lowest_bit(told)
            if state[COLOR_TOUCHED] >> order & 1:
                told |= 1 << identities + some // ranks
            if state[NUMBER_TOUCHED] >> order & 1:
                told |= 1 << identities + suits + some % ranks
            append(words, begin + (away * hand + slot) * width, told, width)


@compiled("int64(int64[::1], int64[::1], int64, int64[::1])")
def observe_bits(terms: Ints, state: Ints, seat: int, words: Ints) -> int:
    """Write the vector of a seat as bits; return where its last section, knowledge, begins."""
    clear(words, observation_size(terms))
    at = append_hands(terms, state, seat, 0, words)
    at = _append_table(terms, state, at, words)
    at = _append_last_action(terms, state, seat, at, words)
    _append_knowledge(terms, state, seat, at, words)
    return at


@compiled("void(int64[::1], int64[::1], int64, int64[::1], uint8[::1])")
def observe(terms: Ints, state: Ints, seat: int, words: Ints, out: Bytes) -> None:
    """Write the vector of a seat: a byte, 0 or 1, for each place; *words* is room for `words_for` bits."""
    observe_bits(terms, state, seat, words)
    spread_to_bytes(words, out)


@compiled("void(int64[::1], int64[::1], int64, int64[::1], float32[::1])")
def observe_beliefs(terms: Ints, state: Ints, seat: int, words: Ints, out: Floats32) -> None:
    """Write the vector with public beliefs in place of possible cards (the encoding called V0).

    The belief in an identity is its share of the copies that are possible by clues and neither discarded nor
    on the stacks.
    """
    begin = observe_bits(terms, state, seat, words)
    spread_to_floats(words, out.size, out)
    hand, identities, width = (
        terms[tm.HAND_SIZE],
        terms[tm.IDENTITIES],
        terms[tm.IDENTITIES] + terms[tm.CLUES],
    )
    one, two, three = st.load_planes(state, st.UNSEEN)
    for away in range(terms[tm.PLAYERS]):
        other = rules.seat_after(terms, seat, away)
        size, cards = state[st.HAND_SIZES + other], state[st.HANDS + other]
        for slot in range(size - 1, -1, -1):
            possible = state[st.CLUE_MASKS + (cards & 63)]
            cards >>= 8
            copies = popcount(possible & one) + popcount(possible & two) + popcount(possible & three)
            share = np.float32(1.0) / np.float32(copies)
            at = begin + (away * hand + slot) * width
            for identity in range(identities):
                left = (one >> identity & 1) + (two >> identity & 1) + (three >> identity & 1)
                out[at + identity] = np.float32(left * (possible >> identity & 1)) * share


@inlined
def from_hle(terms: Ints, state: Ints, number: int) -> int:
    """Return our number of the action with an HLE number, or -1 if it is out of range or the slot is empty.

    Discards come first, then plays, each by slot from the oldest card on; with deck plays, the bottom of the
    deck is one slot more. Then colour clues by seat, then number clues by seat.
    """
    slots, colors, clues = terms[tm.SLOTS], terms[tm.COLORS], terms[tm.CLUES]
    others, numbers = terms[tm.PLAYERS] - 1, clues - colors
    if number < 0 or number >= 2 * slots + others * clues:
        return -1
    if number < 2 * slots:
        place, discards = number % slots, slots if number < slots else 0
        if place == terms[tm.HAND_SIZE]:
            return place + discards
        slot = state[st.HAND_SIZES + state[st.SEAT]] - 1 - place
        return -1 if slot < 0 else slot + discards
    clue = number - 2 * slots
    if clue < others * colors:
        return 2 * slots + clue // colors * clues + clue % colors
    clue -= others * colors
    return 2 * slots + clue // numbers * clues + colors + clue % numbers


@inlined
def to_hle(terms: Ints, state: Ints, action: int) -> int:
    """Return HLE's number of an action of the seat to move."""
    slots, colors, clues = terms[tm.SLOTS], terms[tm.COLORS], terms[tm.CLUES]
    if action < 2 * slots:
        slot, plays = action % slots, slots if action < slots else 0
        held = state[st.HAND_SIZES + state[st.SEAT]]
        return plays + (slot if slot == terms[tm.HAND_SIZE] else held - 1 - slot)
    away, clue = (action - 2 * slots) // clues, (action - 2 * slots) % clues
    if clue < colors:
        return 2 * slots + away * colors + clue
    others = terms[tm.PLAYERS] - 1
    return 2 * slots + others * colors + away * (clues - colors) + clue - colors


@inlined
def legal_in_hle(terms: Ints, state: Ints) -> int:
    """Return the set of legal actions of the seat to move, in HLE's numbers."""
    slots, colors, clues = terms[tm.SLOTS], terms[tm.COLORS], terms[tm.CLUES]
    others, size = terms[tm.PLAYERS] - 1, state[st.HAND_SIZES + state[st.SEAT]]
    ours = rules.legal(terms, state)
    plays, discards = ours & first_bits(slots), ours >> slots & first_bits(slots)
    # whoever may play or discard one card of the hand may do so with each
    held = first_bits(size)
    bottom = first_bits(slots) & ~first_bits(terms[tm.HAND_SIZE])
    found = (held if discards & 1 and size else 0) | discards & bottom
    found |= ((held if plays & 1 and size else 0) | plays & bottom) << slots
    color_bits, numbers = first_bits(colors), clues - colors
    for away in range(others):
        given = ours >> 2 * slots + away * clues
        found |= (given & color_bits) << 2 * slots + away * colors
        found |= (given >> colors & first_bits(numbers)) << 2 * slots + others * colors + away * numbers
    return found
