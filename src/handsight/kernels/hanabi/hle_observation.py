"""The observation vector and the numbers of actions of the Hanabi Learning Environment, from a state.

`notation.hanabi.hle` is the plain version, which reads a view; its `sections` say what each place holds. The
rules do not keep all that the vector tells, so whoever uses it keeps NOTES words in the memory of the state,
written by `note_event` after the deal and after every action.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.hanabi import CardDiscarded, CardPlayed, ClueGiven, State
from handsight.kernels.hanabi import rules
from handsight.kernels.hanabi import state_layout as st
from handsight.kernels.hanabi import terms_layout as tm
from handsight.kernels.hanabi.game_loop import READ_SIGNATURE
from handsight.kernels.hanabi.terms_layout import MAX_STACK_STATES
from handsight.kernels.jit import Ints, compiled, inlined, lowest_bit

Bytes = NDArray[np.uint8]

COLOR_TOUCHED, NUMBER_TOUCHED, UNITS_NOTED, TOKEN_GAINED = range(st.MEMORY, st.MEMORY + 4)
"""Sets of cards that colour clues and number clues touched; clue units after the last event; and whether it
was a play that gained a clue token."""
NOTES = 4


@inlined
def note(state: Ints) -> None:
    """Take note of the last event."""
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
    """Take note of the last event, as a bot reads it."""
    note(state)


def write_notes(array: Ints, state: State) -> None:
    """Write the notes of a state that was converted, from its events."""
    array[st.MEMORY : st.MEMORY + NOTES] = 0
    terms, units, ranks = state.terms, state.terms.max_clues, len(state.terms.variant.ranks)
    for event in state.events:
        before, finished = units, False
        match event:
            case ClueGiven(kind=kind, touched=touched):
                units -= 1
                for order in touched:
                    array[COLOR_TOUCHED if kind == "color" else NUMBER_TOUCHED] |= 1 << order
            case CardPlayed(fits=True, order=order) if terms.rules.refund_five:
                finished = terms.variant.identity(state.cards[order]) % ranks == ranks - 1
                units += finished and units < terms.max_clues
            case CardDiscarded():
                units += units < terms.max_clues
            case CardPlayed():
                pass
            case _:
                continue
        array[TOKEN_GAINED] = finished and units > before
    array[UNITS_NOTED] = state.clue_units


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
def _set_first(out: Bytes, at: int, count: int) -> None:
    for place in range(at, at + count):
        out[place] = 1


@inlined
def _observe_hands(terms: Ints, state: Ints, seat: int, out: Bytes) -> int:
    players, hand, identities = terms[tm.PLAYERS], terms[tm.HAND_SIZE], terms[tm.IDENTITIES]
    at = 0
    for away in range(1, players):
        other = rules.seat_after(terms, seat, away)
        size = state[st.HAND_SIZES + other]
        for slot in range(size):
            out[at + slot * identities + st.identity_at(state, other, size - 1 - slot)] = 1
        at += hand * identities
    for away in range(players):
        out[at + away] = state[st.HAND_SIZES + rules.seat_after(terms, seat, away)] < hand
    return at + players


@inlined
def _observe_table(terms: Ints, state: Ints, begin: int, out: Bytes) -> int:
    suits, identities, cards = terms[tm.SUITS], terms[tm.IDENTITIES], terms[tm.DECK_SIZE]
    at = begin
    _set_first(out, at, cards - state[st.DRAWN])
    at += cards - terms[tm.PLAYERS] * terms[tm.HAND_SIZE]
    for suit in range(suits):
        height = terms[tm.STACK_HEIGHT + suit * MAX_STACK_STATES + state[st.STACKS + suit]]
        if height:
            out[at + height - 1] = 1
        at += identities // suits
    _set_first(out, at, state[st.CLUE_UNITS])
    at += terms[tm.MAX_CLUE_UNITS]
    _set_first(out, at, terms[tm.MAX_STRIKES] - state[st.STRIKES])
    at += terms[tm.MAX_STRIKES]
    for identity in range(identities):
        left = 0
        for plane in range(st.COPY_PLANES):
            left += state[st.ALIVE + plane] >> identity & 1
        copies = terms[tm.COPIES + identity]
        _set_first(out, at, copies - left)
        at += copies
    return at


@inlined
def _observe_last_action(terms: Ints, state: Ints, seat: int, begin: int, out: Bytes) -> int:
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
    out[begin + (actor - seat + players) % players] = 1
    if event >= st.EVENT_COLOR_CLUE:
        hearer = state[st.TARGET]
        out[kind + 2 + (event == st.EVENT_NUMBER_CLUE)] = 1
        out[target + (hearer - seat + players) % players] = 1
        out[clue + state[st.CLUE]] = 1  # colours come first in ours, too, and there are as many as suits
        size = state[st.HAND_SIZES + hearer]
        for place in range(size):
            out[touched + place] = state[st.CLUE_TOUCHED] >> st.order_at(state, hearer, size - 1 - place) & 1
    else:
        out[kind + (event == st.EVENT_DISCARD)] = 1
        held = state[st.HAND_SIZES + actor] + (state[st.DREW] < 0)
        out[slot + held - 1 - state[st.SLOT]] = 1
        out[card + state[st.DECK + state[st.ORDER]]] = 1
        if event == st.EVENT_PLAY:
            out[end - 2] = 1
            out[end - 1] = state[TOKEN_GAINED]
    return end


@inlined
def _observe_knowledge(terms: Ints, state: Ints, seat: int, begin: int, out: Bytes) -> None:
    players, hand, suits = terms[tm.PLAYERS], terms[tm.HAND_SIZE], terms[tm.SUITS]
    identities, width = terms[tm.IDENTITIES], terms[tm.IDENTITIES] + terms[tm.CLUES]
    ranks = identities // suits
    for away in range(players):
        other = rules.seat_after(terms, seat, away)
        size = state[st.HAND_SIZES + other]
        for slot in range(size):
            at = begin + (away * hand + slot) * width
            order = st.order_at(state, other, size - 1 - slot)
            possible = state[st.CLUE_MASKS + order]
            # a told colour or rank is that of every identity still possible, so the card itself is not read
            some = lowest_bit(possible)
            if state[COLOR_TOUCHED] >> order & 1:
                out[at + identities + some // ranks] = 1
            if state[NUMBER_TOUCHED] >> order & 1:
                out[at + identities + suits + some % ranks] = 1
            while possible:
                out[at + lowest_bit(possible)] = 1
                possible &= possible - 1


@compiled("void(int64[::1], int64[::1], int64, uint8[::1])")
def observe(terms: Ints, state: Ints, seat: int, out: Bytes) -> None:
    """Write the vector of a seat: a byte, 0 or 1, for each place."""
    for place in range(out.size):
        out[place] = 0
    at = _observe_hands(terms, state, seat, out)
    at = _observe_table(terms, state, at, out)
    at = _observe_last_action(terms, state, seat, at, out)
    _observe_knowledge(terms, state, seat, at, out)


@inlined
def from_hle(terms: Ints, state: Ints, number: int) -> int:
    """Return our number of the action that HLE gives a number, or -1 where the slot is empty."""
    hand, slots, suits = terms[tm.HAND_SIZE], terms[tm.SLOTS], terms[tm.SUITS]
    others, clues = terms[tm.PLAYERS] - 1, terms[tm.CLUES]
    ranks = clues - suits
    if number < 0 or number >= 2 * hand + others * clues:
        return -1
    if number < 2 * hand:
        slot = state[st.HAND_SIZES + state[st.SEAT]] - 1 - number % hand
        return -1 if slot < 0 else slot + (slots if number < hand else 0)
    clue = number - 2 * hand
    if clue < others * suits:
        return 2 * slots + clue // suits * clues + clue % suits
    clue -= others * suits
    return 2 * slots + clue // ranks * clues + suits + clue % ranks


@inlined
def legal_in_hle(terms: Ints, state: Ints) -> int:
    """Return the set of legal actions of the seat to move, in HLE's numbers."""
    hand, slots, suits, clues = terms[tm.HAND_SIZE], terms[tm.SLOTS], terms[tm.SUITS], terms[tm.CLUES]
    others, size = terms[tm.PLAYERS] - 1, state[st.HAND_SIZES + state[st.SEAT]]
    ours, found = rules.legal(terms, state), 0
    for slot in range(size):
        found |= (ours >> slots + size - 1 - slot & 1) << slot
        found |= (ours >> size - 1 - slot & 1) << hand + slot
    color_bits, number_bits = (1 << suits) - 1, (1 << clues - suits) - 1
    for away in range(others):
        given = ours >> 2 * slots + away * clues
        found |= (given & color_bits) << 2 * hand + away * suits
        found |= (given >> suits & number_bits) << 2 * hand + others * suits + away * (clues - suits)
    return found


@compiled("int64(int64[::1], int64[::1])")
def legal_numbers(terms: Ints, state: Ints) -> int:
    """Return the set of legal actions of the seat to move, in HLE's numbers."""
    return legal_in_hle(terms, state)


@compiled("int64(int64[::1], int64[::1], int64)")
def action_of_number(terms: Ints, state: Ints, number: int) -> int:
    """Return our number of the action that HLE gives a number, or -1 where there is no such card."""
    return from_hle(terms, state, number)
