"""How Robot 5 decides, compiled, and the compiled robots 5 and 6; `robot5.action_choice` explains it.

The value of an action is a fraction of integers, ``value / parts``, because it is a mean over the copies that
a card of the seat's hand may be. Two values are compared by multiplying across; nothing is rounded.
"""

import numpy as np

from handsight.bots.hanabi.robot5.compiled import memory_layout as mem
from handsight.bots.hanabi.robot5.compiled.clue_beliefs import (
    advance_outlook,
    begin_outlook,
    believed,
    fill_beliefs,
    forget_needed,
    hear,
    likely,
    narrow_hand,
    points_lost,
    rank_position,
    read_action,
    slots_in,
    soon_playable,
)
from handsight.bots.hanabi.robot5.compiled.memory_layout import HEARD, ROW
from handsight.bots.hanabi.robot5.weights import (
    MIDDLE,
    PERCENT,
    POINT,
    ROBOT6_WEIGHTS,
    THOUSAND,
    WEIGHTS,
    weights_row,
)
from handsight.compiled.jit import Ints, compiled, inlined, lowest_bit, non_negative, popcount
from handsight.hanabi.compiled import card_value, rules, seat_knowledge
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.game_loop import (
    DECIDE_SIGNATURE,
    NO_ACTION,
    READ_SIGNATURE,
    CompiledBot,
    Readings,
)

NONE = -1
"""Stands for no slot, or no place."""


@inlined
def _copies(mask: int, workspace: Ints) -> int:
    """Count the copies of the identities in a mask that the viewer does not see."""
    one, two, three = st.load_planes(workspace, seat_knowledge.HIDDEN_COPIES)
    return popcount(mask & one) + popcount(mask & two) + popcount(mask & three)


# What the viewer sees.


@inlined
def _narrow_own_row(own: int, workspace: Ints) -> None:
    """Narrow the viewer's hand by the copies that the viewer sees."""
    unseen = workspace[seat_knowledge.HIDDEN_COPIES]
    for slot in range(workspace[mem.SIZES + own]):
        possible = workspace[mem.POSSIBLE + ROW * own + slot] & unseen
        workspace[mem.POSSIBLE + ROW * own + slot] = possible
        meant = workspace[mem.ROW_MEANT + ROW * own + slot]
        workspace[mem.LIKELY + ROW * own + slot] = likely(possible, meant)


@inlined
def _prepare(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Fill the workspace with what the seat to move believes and sees; NEEDED and CRITICAL are up to date."""
    seat, own = state[st.SEAT], terms[tm.PLAYERS] - 1
    fill_beliefs(terms, state, seat, st.CLUE_MASKS, state[st.TOUCHED], workspace)
    seat_knowledge.fill_hidden_copies(terms, state, ~(1 << seat), workspace)
    for place in range(own):
        for slot in range(workspace[mem.SIZES + place]):
            order = workspace[mem.CARDS + ROW * place + slot]
            workspace[mem.FACES + ROW * place + slot] = state[st.DECK + order]
    _narrow_own_row(own, workspace)
    if state[mem.ELIMINATE]:
        narrow_hand(terms, own, own, state[st.NEEDED], workspace)
    workspace[mem.NEXT_PLAYABLE] = soon_playable(terms, state, state[st.PLAYABLE], workspace)
    forget_needed(terms, workspace)
    workspace[mem.COSTS_FOUND] = 0
    workspace[mem.MOST_POINTS] = card_value.max_score(terms, state)
    workspace[mem.RANKS] = terms[tm.IDENTITIES] // terms[tm.SUITS]
    workspace[mem.MOST_CLUES] = terms[tm.MAX_CLUE_UNITS] // terms[tm.CLUE_COST]
    workspace[mem.TOKENS] = state[st.CLUE_UNITS] // terms[tm.CLUE_COST]


# Hands.


@inlined
def _believed_at(row: int, slot: int, needed: int, workspace: Ints) -> int:
    """Return the mask of what the card in a slot of a row is believed to be."""
    row, slot = non_negative(row), non_negative(slot)
    card = workspace[mem.LIKELY + ROW * row + slot]
    return believed(card, workspace[mem.TOUCHED_SLOTS + row] >> slot, needed)


@inlined
def _next_play(terms: Ints, row: int, left: int, playable: int, needed: int, workspace: Ints) -> int:
    """Return the slot of the lowest-ranked card that its holder believes playable; NONE without one."""
    found, lowest = NONE, terms[tm.IDENTITIES]
    while left:
        slot = lowest_bit(left)
        left &= left - 1
        mask = _believed_at(row, slot, needed, workspace)
        if mask and not mask & ~playable:
            rank = rank_position(terms, lowest_bit(mask), workspace)
            if rank < lowest:
                found, lowest = slot, rank
    return found


@inlined
def _chop(place: int, row: int, workspace: Ints) -> int:
    """Return the oldest untouched slot; NONE if all are touched."""
    slot = workspace[mem.SIZES + place] - 1
    while slot >= 0 and workspace[mem.TOUCHED_SLOTS + row] >> slot & 1:
        slot -= 1
    return slot


@inlined
def _oldest_trash(place: int, row: int, needed: int, workspace: Ints) -> int:
    """Return the oldest slot that is known to be trash; NONE without one."""
    slot = workspace[mem.SIZES + place] - 1
    while slot >= 0 and workspace[mem.POSSIBLE + ROW * row + slot] & needed:
        slot -= 1
    return slot


@inlined
def _usual_discard(place: int, row: int, needed: int, workspace: Ints) -> int:
    """Return the slot to discard: the oldest known trash, else the chop, else the oldest; NONE if empty."""
    slot = _oldest_trash(place, row, needed, workspace)
    if slot == NONE:
        slot = _chop(place, row, workspace)
    return workspace[mem.SIZES + place] - 1 if slot == NONE else slot


# The cost of losing cards.


@compiled("int64(int64[::1], int64[::1], int64, int64[::1])")
def _cost(terms: Ints, state: Ints, identity: int, workspace: Ints) -> int:
    """Return the cost of losing a card, computed once for each identity."""
    if workspace[mem.COSTS_FOUND] >> identity & 1:  # points_lost counts the best score again, which is slow
        return workspace[mem.COSTS + identity]
    if not state[st.NEEDED] >> identity & 1:
        cost = 0
    elif state[st.CRITICAL] >> identity & 1:
        cost = POINT * points_lost(terms, state, identity, workspace)
    else:
        cost = state[mem.SPARE_WEIGHT]
        for place in range(terms[tm.PLAYERS] - 1):
            for slot in range(workspace[mem.SIZES + place]):
                if workspace[mem.FACES + ROW * place + slot] == identity:
                    cost = state[mem.DOUBLE_WEIGHT]
    workspace[mem.COSTS_FOUND] |= 1 << identity
    workspace[mem.COSTS + identity] = cost
    return cost


@compiled("int64(int64[::1], int64[::1], int64, int64[::1])")
def _price(terms: Ints, state: Ints, mask: int, workspace: Ints) -> int:
    """Return the sum of the costs of losing each copy that a card of the viewer may be."""
    price = 0
    mask &= state[st.NEEDED]
    while mask:
        identity = lowest_bit(mask)
        mask &= mask - 1
        price += _copies(1 << identity, workspace) * _cost(terms, state, identity, workspace)
    return price


@inlined
def _strikes(terms: Ints, state: Ints, number: int) -> int:
    """Return the cost of a number of strikes; in the last round only one that ends the game costs much."""
    left = terms[tm.MAX_STRIKES] - state[st.STRIKES]
    left = min(mem.STRIKE_PRICES, left)
    price = 0
    for strike in range(min(left, number)):
        if state[st.TURNS_LEFT] >= 0 and strike < left - 1:
            price += state[mem.LATE_WEIGHT]
        else:
            price += state[mem.STRIKE_WEIGHTS + mem.STRIKE_PRICES - left + strike]
    return price


# The value of a position.


@inlined
def _chain(terms: Ints, state: Ints, heard: int, gone: int, workspace: Ints) -> tuple[int, int, bool]:
    """Let all seats in turn play what they believe playable; plays of the viewer's cards always succeed.

    Return how many plays succeed, how many are strikes, and whether the next seat has a play. The hand at
    the place *heard* is the row HEARD; the viewer's slot *gone* has left the hand.
    """
    seats = terms[tm.PLAYERS]
    for place in range(seats):
        workspace[mem.LEFT + place] = (1 << workspace[mem.SIZES + place]) - 1
    if gone != NONE:
        workspace[mem.LEFT + seats - 1] &= ~(1 << gone)
    turn, idle, busy, plays, strikes, place = 0, 0, False, 0, 0, 0
    last = state[st.TURNS_LEFT] - 1 if state[st.TURNS_LEFT] >= 0 else NONE
    while idle < seats and turn != last:
        row = HEARD if place == heard else place
        playable, needed = workspace[mem.THEN_PLAYABLE], workspace[mem.THEN_NEEDED]
        slot = _next_play(terms, row, workspace[mem.LEFT + place], playable, needed, workspace)
        turn += 1
        idle += 1
        if slot != NONE:
            idle, busy = 0, busy or turn == 1
            workspace[mem.LEFT + place] ^= 1 << slot
            mask = _believed_at(row, slot, needed, workspace)
            if place < seats - 1:
                face = workspace[mem.FACES + ROW * place + slot]
            else:
                face = NONE if mask & mask - 1 else lowest_bit(mask)
            if face != NONE and not playable >> face & 1:
                strikes += 1
            else:
                plays += 1
                if face != NONE:
                    advance_outlook(terms, state, face, workspace)
        place = place + 1 if place + 1 < seats else 0
    return plays, strikes, busy


@inlined
def _sloped(terms: Ints, state: Ints, weight: int, slope: int) -> int:
    """Return a weight that grows with the deck, by *slope* thousandths for each card."""
    return weight * (THOUSAND + slope * (terms[tm.DECK_SIZE] - state[st.DRAWN] - MIDDLE)) // THOUSAND


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64[::1])")
def _position_value(terms: Ints, state: Ints, heard: int, gone: int, tokens: int, workspace: Ints) -> int:
    """Return the value of a position with the next seat to move: plays to come, clue tokens, dangers.

    The stacks are those of the outlook in the workspace, which this changes.
    """
    max_clues = workspace[mem.MOST_CLUES]
    plays, strikes, busy = _chain(terms, state, heard, gone, workspace)
    missing = workspace[mem.MOST_POINTS] - state[st.POINTS] - plays
    held = min(tokens, max(0, missing) + 1, max_clues, mem.MOST_TOKENS)
    value = _sloped(terms, state, state[mem.TOKEN_WEIGHTS + held], state[mem.TOKEN_SLOPE])
    value += _sloped(terms, state, state[mem.KNOWN_WEIGHT], state[mem.KNOWN_SLOPE]) * plays
    if strikes:
        value -= _strikes(terms, state, strikes)
    if not busy and tokens < max_clues and state[st.DRAWN] < terms[tm.DECK_SIZE]:
        slot = _usual_discard(0, HEARD if heard == 0 else 0, state[st.NEEDED], workspace)
        if slot != NONE:
            cost = _cost(terms, state, workspace[mem.FACES + slot], workspace)
            value -= cost * state[mem.RISK_WEIGHT] // PERCENT if tokens else cost
    return value


# The value of actions.


@inlined
def _touched_faces(terms: Ints, workspace: Ints) -> int:
    """Return the mask of the identities of the touched cards in other hands."""
    mask = 0
    for place in range(terms[tm.PLAYERS] - 1):
        touched = workspace[mem.TOUCHED_SLOTS + place]
        for slot in range(workspace[mem.SIZES + place]):
            mask |= (touched >> slot & 1) << workspace[mem.FACES + ROW * place + slot]
    return mask


@compiled("int64(int64[::1], int64[::1], int64, int64, int64, int64[::1])")
def _clue_worth(terms: Ints, state: Ints, place: int, clue: int, seen: int, workspace: Ints) -> int:
    """Return the value of a clue to the hand at a place; *seen* are identities touched in other hands."""
    hit = slots_in(mem.FACES, place, terms[tm.CLUE_TOUCH + clue], workspace)
    hear(terms, state, place, clue, hit, workspace)
    needed, critical, value = state[st.NEEDED], state[st.CRITICAL], 0
    before, after = workspace[mem.TOUCHED_SLOTS + place], workspace[mem.TOUCHED_SLOTS + HEARD]
    for slot in range(workspace[mem.SIZES + place]):
        if not workspace[mem.POSSIBLE + ROW * HEARD + slot] & needed:
            value += state[mem.TIDY_WEIGHT] if workspace[mem.POSSIBLE + ROW * place + slot] & needed else 0
        if after >> slot & 1:
            face = workspace[mem.FACES + ROW * place + slot]
            if not before >> slot & 1:
                if needed >> face & 1 and not seen >> face & 1:
                    later = 2 - (workspace[mem.NEXT_PLAYABLE] >> face & 1)
                    value += state[mem.TOUCHED_WEIGHT + (0 if state[st.PLAYABLE] >> face & 1 else later)]
                    value += state[mem.CRITICAL_WEIGHT] if critical >> face & 1 else 0
                else:
                    value -= state[mem.CLOG_WEIGHT]
                seen |= 1 << face
            if needed >> face & 1:
                mask = _believed_at(HEARD, slot, needed, workspace)
                if not mask >> face & 1:
                    value -= state[mem.WRONG_WEIGHT]
                elif not mask & mask - 1 and _believed_at(place, slot, needed, workspace) != mask:
                    value += state[mem.IDENTIFIED_WEIGHT]
    begin_outlook(terms, state, workspace)
    tokens = workspace[mem.TOKENS] - 1
    return value + _position_value(terms, state, place, NONE, tokens, workspace)


@inlined
def _play_worth(terms: Ints, state: Ints, slot: int, workspace: Ints) -> tuple[int, int]:
    """Return the value of a play as a fraction: its numerator and its denominator."""
    needed, playable = state[st.NEEDED], state[st.PLAYABLE]
    mask = _believed_at(terms[tm.PLAYERS] - 1, slot, needed, workspace)
    tokens, value = workspace[mem.TOKENS], 0
    fitting = mask & playable
    while fitting:
        identity = lowest_bit(fitting)
        fitting &= fitting - 1
        begin_outlook(terms, state, workspace)
        advance_outlook(terms, state, identity, workspace)
        suit = terms[tm.SUIT_OF + identity]
        stack = suit * tm.MAX_STACK_STATES + workspace[mem.THEN_STACKS + suit]
        full = terms[tm.STACK_PLAYABLE + stack] == 0
        then = _position_value(terms, state, NONE, slot, tokens + full, workspace)
        value += (POINT + then) * _copies(1 << identity, workspace)
    unplayable = mask & ~playable
    if unplayable:
        begin_outlook(terms, state, workspace)
        price = _strikes(terms, state, 1) - _position_value(terms, state, NONE, slot, tokens, workspace)
        value -= price * _copies(unplayable, workspace) + _price(terms, state, unplayable, workspace)
    return value, max(1, _copies(mask, workspace))


@inlined
def _discard_worth(terms: Ints, state: Ints, slot: int, workspace: Ints) -> tuple[int, int]:
    """Return the value of a discard as a fraction: its numerator and its denominator."""
    own, needed = terms[tm.PLAYERS] - 1, state[st.NEEDED]
    mask = _believed_at(own, slot, needed, workspace)
    begin_outlook(terms, state, workspace)
    tokens, deck_left = workspace[mem.TOKENS], terms[tm.DECK_SIZE] - state[st.DRAWN]
    value = _position_value(terms, state, NONE, slot, tokens + 1, workspace)
    if deck_left:
        pace = state[st.POINTS] + deck_left + terms[tm.PLAYERS] - workspace[mem.MOST_POINTS]
        value -= state[mem.PACE_WEIGHTS + max(0, min(pace, mem.MOST_PACE))]
    price, copies = _price(terms, state, mask, workspace), max(1, _copies(mask, workspace))
    if slot != _chop(own, own, workspace):
        return value * copies - price, copies
    trusted = mask & ~state[st.CRITICAL]
    trust, others = state[mem.TRUST_WEIGHT], max(1, _copies(trusted, workspace))
    loss = trust * price * others + (PERCENT - trust) * _price(terms, state, trusted, workspace) * copies
    parts = PERCENT * copies * others
    return value * parts - loss, parts


@inlined
def _own_discard(terms: Ints, state: Ints, workspace: Ints) -> int:
    """Return the viewer's slot to discard: trash, else the chop, else the card of least expected loss."""
    own, needed = terms[tm.PLAYERS] - 1, state[st.NEEDED]
    found = _oldest_trash(own, own, needed, workspace)
    if found == NONE:
        found = _chop(own, own, workspace)
    if found == NONE:
        least, parts = 0, 1
        for slot in range(workspace[mem.SIZES + own] - 1, -1, -1):
            mask = _believed_at(own, slot, needed, workspace)
            price, copies = _price(terms, state, mask, workspace), max(1, _copies(mask, workspace))
            if found == NONE or price * parts < least * copies:
                found, least, parts = slot, price, copies
    return found


@compiled(DECIDE_SIGNATURE)
def decide(terms: Ints, state: Ints, workspace: Ints) -> int:
    """Return the action of highest value, the first of equals.

    Of surely playable cards only the lowest is considered, to play or to discard. If there are none, only the
    usual discard is, and plays that may fail once the deck is empty. Clues always are.
    """
    actions = rules.legal(terms, state)
    if not actions:
        return NO_ACTION
    _prepare(terms, state, workspace)
    own, slots, needed = terms[tm.PLAYERS] - 1, terms[tm.SLOTS], state[st.NEEDED]
    hand, playable = (1 << workspace[mem.SIZES + own]) - 1, state[st.PLAYABLE]
    ready = _next_play(terms, own, hand, playable, needed, workspace)
    chosen, most, parts = NO_ACTION, 0, 1
    for slot in range(workspace[mem.SIZES + own]):
        mask = _believed_at(own, slot, needed, workspace) & playable
        gamble = ready == NONE and state[st.DRAWN] == terms[tm.DECK_SIZE] and _copies(mask, workspace) > 0
        if slot == ready or gamble:
            value, of = _play_worth(terms, state, slot, workspace)
            if chosen == NO_ACTION or value * parts > most * of:
                chosen, most, parts = slot, value, of
    discard = ready if ready != NONE else _own_discard(terms, state, workspace)
    if discard != NONE and actions >> slots + discard & 1:
        value, of = _discard_worth(terms, state, discard, workspace)
        if chosen == NO_ACTION or value * parts > most * of:
            chosen, most, parts = slots + discard, value, of
    clues, seen = actions >> 2 * slots << 2 * slots, _touched_faces(terms, workspace)
    while clues:
        action = lowest_bit(clues)
        clues &= clues - 1
        place, clue = terms[tm.ACTION_DISTANCE + action] - 1, terms[tm.ACTION_ARGUMENT + action]
        value = _clue_worth(terms, state, place, clue, seen, workspace)
        if chosen == NO_ACTION or value * parts > most:
            chosen, most, parts = action, value, 1
    return lowest_bit(actions) if chosen == NO_ACTION else chosen


# The robots: they differ only in the weights that they keep in their memory.

_ROBOT5_ROW = np.array(weights_row(WEIGHTS), np.int64)
_ROBOT6_ROWS = np.array(
    [weights_row(ROBOT6_WEIGHTS.get(players, WEIGHTS)) for players in range(st.MAX_SEATS + 1)], np.int64
)
"""The weights of Robot 6, by number of players."""


@inlined
def _remember_weights(state: Ints, row: Ints) -> None:
    """Write weights into the memory of a state."""
    for word in range(row.size):
        state[mem.WEIGHTS + word] = row[word]


@compiled(READ_SIGNATURE)
def read_as_robot5(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Write the weights of Robot 5 after the deal, and read every action."""
    if state[st.TURN] == 0:
        _remember_weights(state, _ROBOT5_ROW)
    read_action(terms, state, workspace)


@compiled(READ_SIGNATURE)
def read_as_robot6(terms: Ints, state: Ints, workspace: Ints) -> None:
    """Write the weights and rules of Robot 6 after the deal, and read every action."""
    if state[st.TURN] == 0:
        _remember_weights(state, _ROBOT6_ROWS[terms[tm.PLAYERS]])
    read_action(terms, state, workspace)


READINGS = Readings(allowed=(mem.MEANT,))
ROBOT5 = CompiledBot(decide, read_as_robot5, mem.MEMORY_WORDS, mem.WORKSPACE_WORDS, readings=READINGS)
ROBOT6 = CompiledBot(decide, read_as_robot6, mem.MEMORY_WORDS, mem.WORKSPACE_WORDS, readings=READINGS)
