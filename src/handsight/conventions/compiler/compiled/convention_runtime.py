"""Functions that the code generated for a convention calls, compiled once for all conventions."""

import numpy as np
from numpy.typing import NDArray

from handsight.compiled.jit import Ints, compiled, lowest_bit
from handsight.conventions.compiler.compiled.convention_layout import MAX_FOUND, NEW_PROMISES, SLOTS
from handsight.hanabi.compiled import card_value, rules
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.terms_layout import MAX_STACK_STATES


@compiled("boolean(int64, int64)", inline=True)
def has_bit(mask: int, bit: int) -> bool:
    """Return whether a bit is set in a mask."""
    return mask >> bit & 1 != 0


@compiled("int64(int64[::1], int64, int64)", inline=True)
def card_at(state: Ints, seat: int, slot: int) -> int:
    """Return the order of the card that a seat holds in a slot."""
    return st.order_at(state, seat, slot)


@compiled("boolean(int64[::1], int64[::1], int64, int64, int64, int64)", inline=True)
def touches(terms: Ints, state: Ints, said: int, target: int, seat: int, card: int) -> bool:
    """Return whether a clue to *target* touches a card of *seat*."""
    return target == seat and terms[tm.CLUE_TOUCH + said] >> state[st.DECK + card] & 1 != 0


@compiled("int64(int64[::1], int64, int64)", inline=True)
def seat_after(terms: Ints, me: int, away: int) -> int:
    """Return the seat *away* places after *me*."""
    return (me + away) % terms[tm.PLAYERS]


@compiled("int64(int64[::1], int64[::1])", inline=True)
def tokens(terms: Ints, state: Ints) -> int:
    """Return the number of whole clue tokens."""
    return state[st.CLUE_UNITS] // terms[tm.CLUE_COST]


@compiled("int64(int64[::1], int64[::1])")
def turns(terms: Ints, state: Ints) -> int:
    """Return the turns left; before the final round, as if every turn drew a card."""
    if state[st.TURNS_LEFT] >= 0:
        return state[st.TURNS_LEFT]
    return terms[tm.DECK_SIZE] - state[st.DRAWN] + terms[tm.PLAYERS]


@compiled("int64(int64[::1], int64[::1])")
def pace(terms: Ints, state: Ints) -> int:
    """Return the pace: how many discards can still be afforded."""
    ahead = terms[tm.DECK_SIZE] - state[st.DRAWN] + terms[tm.PLAYERS]
    return state[st.POINTS] + ahead - card_value.max_score(terms, state)


@compiled("int64(int64[::1], int64)", inline=True)
def copies_left(state: Ints, value: int) -> int:
    """Return how many copies of a value are not in the discard pile."""
    alive = state[st.ALIVE] >> value & 1
    return alive + (state[st.ALIVE + 1] >> value & 1) + (state[st.ALIVE + 2] >> value & 1)


@compiled("int64(int64[::1], int64[::1], int64)", inline=True)
def height(terms: Ints, state: Ints, value: int) -> int:
    """Return the height of the stack of a value's suit."""
    suit = terms[tm.SUIT_OF + value]
    return terms[tm.STACK_HEIGHT + suit * MAX_STACK_STATES + state[st.STACKS + suit]]


@compiled("int64(int64[::1])")
def played(state: Ints) -> int:
    """Return the mask of the played identities."""
    mask, cards = 0, state[st.PLAYED]
    while cards:
        mask |= 1 << state[st.DECK + lowest_bit(cards)]
        cards &= cards - 1
    return mask


@compiled("int64(int64[::1], float64)")
def ranked(terms: Ints, rank: float) -> int:
    """Return the mask of the identities of a rank."""
    mask = 0
    for value in range(terms[tm.IDENTITIES]):
        mask |= (terms[tm.RANK_OF + value] == rank) << value
    return mask


@compiled("float64(float64, float64)", inline=True)
def quotient(one: float, two: float) -> float:
    """Return a quotient; 0 if the divisor is 0."""
    return one / two if two else 0.0


@compiled("int64(int64[::1], int64, int64, int64)", inline=True)
def clues_to(terms: Ints, legal: int, me: int, seat: int) -> int:
    """Return the set of legal clues (as actions) to a seat."""
    away = (seat - me) % terms[tm.PLAYERS]
    if away == 0:
        return 0
    begin = 2 * terms[tm.SLOTS] + (away - 1) * terms[tm.CLUES]
    return legal & (1 << terms[tm.CLUES]) - 1 << begin


@compiled("int64(int64[::1], int64[::1], int64, int64[::1], int64)")
def list_cards(terms: Ints, state: Ints, me: int, workspace: Ints, at: int) -> int:
    """List the cards of all hands, mine first, each from its newest card on; return how many there are."""
    count = 0
    for away in range(terms[tm.PLAYERS]):
        seat = (me + away) % terms[tm.PLAYERS]
        for slot in range(state[st.HAND_SIZES + seat]):
            workspace[at + count] = seat * SLOTS + slot
            count += 1
    return count


@compiled("boolean(float64[::1], int64, int64, int64)", inline=True)
def _before(numbers: NDArray[np.float64], keys: int, one: int, two: int) -> bool:
    """Return whether one result sorts before another."""
    for key in range(1, keys + 1):
        here, there = numbers[MAX_FOUND * key + one], numbers[MAX_FOUND * key + two]
        if here != there:
            return bool(here < there)
    return False


@compiled("void(int64[::1], int64, int64, int64)")
def sort(workspace: Ints, at: int, keys: int, count: int) -> None:
    """Sort results by their keys (stable insertion sort)."""
    numbers = workspace[at : at + MAX_FOUND * (1 + keys)].view(np.float64)
    for end in range(1, count):
        place = end
        while place > 0 and _before(numbers, keys, place, place - 1):
            for line in range(0, MAX_FOUND * (1 + keys), MAX_FOUND):
                here, there = at + line + place, at + line + place - 1
                workspace[here], workspace[there] = workspace[there], workspace[here]
            place -= 1


@compiled("void(int64[::1], int64[::1], int64, int64, int64)")
def promise(state: Ints, workspace: Ints, ruled_out: int, cards: int, values: int) -> None:
    """Promise that cards are in a set: store what that rules out, for good and for this reading."""
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        state[ruled_out + card] |= ~values
        known = workspace[NEW_PROMISES + 1 + card] if workspace[NEW_PROMISES] >> card & 1 else 0
        workspace[NEW_PROMISES + 1 + card] = known | ~values
        workspace[NEW_PROMISES] |= 1 << card


@compiled("void(int64[::1], int64[::1], int64[::1], int64)")
def imagine_clue(terms: Ints, state: Ints, other: Ints, clue: int) -> None:
    """Copy *state* to *other*, and give a clue there."""
    st.copy_words(state, 0, other, 0, other.size)
    rules.suppose_clue(terms, other, clue)


@compiled("void(int64[::1], int64[::1], int64, int64)")
def store_reading(other: Ints, workspace: Ints, at: int, flags: int) -> None:
    """Store the flags after a reading, and whether its promises about cards that the giver sees are true."""
    st.copy_words(other, st.MEMORY, workspace, at, flags)
    workspace[at + flags] = 1
    cards = workspace[NEW_PROMISES] & ~other[st.HAND_SETS + other[st.ACTOR]]
    while cards:
        card = lowest_bit(cards)
        cards &= cards - 1
        if workspace[NEW_PROMISES + 1 + card] >> other[st.DECK + card] & 1:
            workspace[at + flags] = 0
