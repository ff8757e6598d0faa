"""The compiled rules of Hanabi: legal, is_legal, step, score. `hanabi.rules` is the reference implementation.

Nothing is checked here: `step` expects a legal action of a game that is not over. Ask `is_legal` first about
an action from elsewhere.
"""

from handsight.compiled.jit import Ints, compiled, inlined
from handsight.hanabi.compiled import card_value
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.deal import update_hand_clues
from handsight.hanabi.compiled.state_layout import remove_copy
from handsight.hanabi.compiled.terms_layout import MAX_STACK_STATES


@inlined
def _clues_for(terms: Ints, state: Ints, seat: int) -> int:
    """Return the set of clues that may be given to a seat now."""
    return (state[st.HAND_CLUES + seat] | terms[tm.EMPTY_CLUES]) & ~state[st.BARRED_CLUES]


@inlined
def seat_after(terms: Ints, seat: int, away: int) -> int:
    """Return the seat *away* places after another."""
    other = seat + away
    return other if other < terms[tm.PLAYERS] else other - terms[tm.PLAYERS]


@inlined
def _deck_play_allowed(terms: Ints, state: Ints) -> bool:
    """Whether the last card of the deck may be played from the deck."""
    return terms[tm.DECK_PLAYS] and state[st.DRAWN] == terms[tm.DECK_SIZE] - 1


@inlined
def _discard_allowed(terms: Ints, state: Ints) -> bool:
    """Whether discarding is allowed now."""
    return state[st.CLUE_UNITS] < terms[tm.MAX_CLUE_UNITS] or terms[tm.DISCARD_AT_FULL]


@compiled("int64(int64[::1], int64[::1])", inline=True)
def legal(terms: Ints, state: Ints) -> int:
    """Return the set of legal actions of the seat to move; empty when the game is over."""
    if state[st.END]:
        return 0
    seat, slots = state[st.SEAT], terms[tm.SLOTS]
    hand = (1 << state[st.HAND_SIZES + seat]) - 1
    actions = hand
    if _discard_allowed(terms, state):
        actions |= hand << slots
    if _deck_play_allowed(terms, state):
        actions |= 1 << terms[tm.HAND_SIZE] | terms[tm.DECK_DISCARDS] << slots + terms[tm.HAND_SIZE]
    if state[st.CLUE_UNITS] >= terms[tm.CLUE_COST]:
        shift = 2 * slots
        for away in range(1, terms[tm.PLAYERS]):
            actions |= _clues_for(terms, state, seat_after(terms, seat, away)) << shift
            shift += terms[tm.CLUES]
    return actions


@compiled("boolean(int64[::1], int64[::1], int64)", inline=True)
def is_legal(terms: Ints, state: Ints, action: int) -> bool:
    """Return whether an action is legal."""
    if state[st.END] or not 0 <= action < terms[tm.ACTIONS]:
        return False
    seat, away, place = (
        state[st.SEAT],
        terms[tm.ACTION_DISTANCE + action],
        terms[tm.ACTION_ARGUMENT + action],
    )
    if away:
        hears = _clues_for(terms, state, seat_after(terms, seat, away))
        return state[st.CLUE_UNITS] >= terms[tm.CLUE_COST] and hears >> place & 1 != 0
    discarding = action >= terms[tm.SLOTS]
    if place < state[st.HAND_SIZES + seat]:
        return not discarding or _discard_allowed(terms, state)
    return (
        place == terms[tm.HAND_SIZE]
        and _deck_play_allowed(terms, state)
        and (not discarding or terms[tm.DECK_DISCARDS])
    )


@compiled("int64(int64[::1], int64[::1])")
def score(terms: Ints, state: Ints) -> int:
    """Return the score: 0 if the game was stopped or, by most rules, after a strikeout."""
    struck_out = state[st.STRIKES] >= terms[tm.MAX_STRIKES]
    if state[st.STOP_CODE] or (struck_out and terms[tm.STRIKEOUT_ZERO]):
        return 0
    return state[st.POINTS]


@inlined
def chop(state: Ints, seat: int) -> int:
    """Return the slot of the oldest untouched card; slot 0 if every card is touched."""
    slot = state[st.HAND_SIZES + seat] - 1
    while slot > 0 and state[st.TOUCHED] >> st.order_at(state, seat, slot) & 1:
        slot -= 1
    return slot


@inlined
def _begin_action(state: Ints, action: int) -> int:
    """Write an action and its actor in place of the last event; return the actor."""
    seat = state[st.SEAT]
    state[st.ACTION] = action
    state[st.ACTOR] = seat
    state[st.TARGET] = -1
    state[st.CLUE] = -1
    state[st.CLUE_TOUCHED] = 0
    state[st.SLOT] = -1
    state[st.ORDER] = -1
    state[st.DREW] = -1
    return seat


@inlined
def _pass_turn(terms: Ints, state: Ints, seat: int) -> None:
    """Pass the turn to the next seat."""
    state[st.SEAT] = seat_after(terms, seat, 1)
    state[st.TURN] += 1
    if state[st.TURNS_LEFT] > 0:
        state[st.TURNS_LEFT] -= 1


@inlined
def _put_on_discard_pile(terms: Ints, state: Ints, order: int, identity: int) -> None:
    """Put a card on the discard pile."""
    state[st.DISCARDED] |= 1 << order
    state[st.STALE_SUITS] |= 1 << terms[tm.SUIT_OF + identity]
    remove_copy(state, st.ALIVE, identity)


@inlined
def _put_on_stack(terms: Ints, state: Ints, order: int, identity: int) -> None:
    """Put a playable card on its stack."""
    suit = terms[tm.SUIT_OF + identity]
    at = state[st.STACKS + suit]
    after = terms[tm.STACK_STEPS + identity * MAX_STACK_STATES + at]
    state[st.STACKS + suit] = after
    state[st.PLAYED] |= 1 << order
    state[st.POINTS] += 1
    state[st.STALE_SUITS] |= 1 << suit
    fitting = terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + after]
    state[st.PLAYABLE] = (
        state[st.PLAYABLE] & ~terms[tm.STACK_PLAYABLE + suit * MAX_STACK_STATES + at] | fitting
    )
    if at == 0 and terms[tm.DISTINCT_STARTS]:
        state[st.STALE_SUITS] = (1 << terms[tm.SUITS]) - 1
        for other in range(terms[tm.SUITS]):
            if state[st.STACKS + other] == 0:
                state[st.PLAYABLE] &= ~(
                    terms[tm.STACK_PLAYABLE + other * MAX_STACK_STATES]
                    & terms[tm.TAKEN_STARTS + suit * MAX_STACK_STATES + after]
                )
    if fitting == 0 and terms[tm.STACK_REFUND]:
        if state[st.CLUE_UNITS] < terms[tm.MAX_CLUE_UNITS]:
            state[st.CLUE_UNITS] += 1
        else:
            state[st.WASTED_REFUNDS] += 1


@inlined
def _replace_card(terms: Ints, state: Ints, seat: int, slot: int, order: int) -> None:
    """Remove a card from a hand and draw another, if there is one."""
    hand, drawn = state[st.HANDS + seat], state[st.DRAWN]
    newer, older = hand & (1 << 8 * slot) - 1, hand >> 8 * slot + 8
    state[st.HAND_SETS + seat] ^= 1 << order
    if drawn < terms[tm.DECK_SIZE]:
        state[st.HANDS + seat] = older << 8 * slot + 8 | newer << 8 | drawn
        state[st.HAND_SETS + seat] |= 1 << drawn
        state[st.DREW] = drawn
        state[st.DRAWN] = drawn + 1
    else:
        state[st.HANDS + seat] = older << 8 * slot | newer
        state[st.HAND_SIZES + seat] -= 1
    update_hand_clues(terms, state, seat)


@inlined
def _play_or_discard(terms: Ints, state: Ints, seat: int, slot: int, discarding: bool) -> None:
    """Play or discard a card, and draw another."""
    drawn = state[st.DRAWN]
    bottom = slot == terms[tm.HAND_SIZE]
    order = drawn if bottom else st.order_at(state, seat, slot)
    identity = state[st.DECK + order]
    state[st.SLOT] = slot
    state[st.ORDER] = order
    if discarding:
        state[st.EVENT] = st.EVENT_DISCARD
        state[st.CLUE_UNITS] += state[st.CLUE_UNITS] < terms[tm.MAX_CLUE_UNITS]
        _put_on_discard_pile(terms, state, order, identity)
    elif state[st.PLAYABLE] >> identity & 1:
        state[st.EVENT] = st.EVENT_PLAY
        _put_on_stack(terms, state, order, identity)
    else:
        state[st.EVENT] = st.EVENT_MISPLAY
        state[st.STRIKES] += 1
        if not terms[tm.MISPLAY_VANISHES]:
            _put_on_discard_pile(terms, state, order, identity)
    if discarding or not terms[tm.FACE_DOWN]:
        remove_copy(state, st.UNSEEN, identity)
    if bottom:
        state[st.DRAWN] = drawn + 1
    else:
        _replace_card(terms, state, seat, slot, order)
    if state[st.DRAWN] == terms[tm.DECK_SIZE] and state[st.TURNS_LEFT] < 0 and not terms[tm.NO_FINAL_ROUND]:
        failed = drawn == terms[tm.DECK_SIZE]  # there was nothing to draw
        if failed == (terms[tm.END_ON_FAILED_DRAW] != 0):
            state[st.TURNS_LEFT] = terms[tm.PLAYERS] + 1


@inlined
def _move_chop_to_front(state: Ints, seat: int) -> None:
    """Move the chop of a hand to slot 0, the newest."""
    hand, slot = state[st.HANDS + seat], chop(state, seat)
    newer, older = hand & (1 << 8 * slot) - 1, hand >> 8 * slot + 8
    state[st.HANDS + seat] = older << 8 * slot + 8 | newer << 8 | hand >> 8 * slot & 63


@inlined
def _give_clue(terms: Ints, state: Ints, seat: int, away: int, clue: int) -> None:
    """Give the clue with number *clue* to the seat *away* places after *seat*."""
    target = seat_after(terms, seat, away)
    touch, hit = terms[tm.CLUE_TOUCH + clue], 0
    hand = state[st.HANDS + target]
    for _ in range(state[st.HAND_SIZES + target]):
        order = hand & 63
        hand >>= 8
        touched = touch >> state[st.DECK + order] & 1
        hit |= touched << order
        if terms[tm.CLUES_SHOWN]:
            state[st.CLUE_MASKS + order] &= touch if touched else ~touch
    state[st.EVENT] = terms[tm.CLUE_EVENT + clue]
    state[st.TARGET] = target
    state[st.CLUE] = clue
    state[st.CLUE_TOUCHED] = hit
    state[st.TOUCHED] |= hit
    state[st.CLUE_UNITS] -= terms[tm.CLUE_COST]
    state[st.BARRED_CLUES] = terms[tm.CLUES_BARRED_AFTER + clue]
    if terms[tm.CARD_CYCLE] and state[st.HAND_SIZES + seat]:
        _move_chop_to_front(state, seat)


@compiled("void(int64[::1], int64[::1], int64)")
def suppose_clue(terms: Ints, state: Ints, action: int) -> None:
    """Give a clue as `step` does, without checking for the end, to see how it would be read."""
    seat = _begin_action(state, action)
    _give_clue(terms, state, seat, terms[tm.ACTION_DISTANCE + action], terms[tm.ACTION_ARGUMENT + action])
    _pass_turn(terms, state, seat)


@inlined
def _check_failure(terms: Ints, state: Ints) -> None:
    """Stop an all-or-nothing game or a speedrun that can no longer be perfect."""
    stuck = state[st.HAND_SIZES + state[st.SEAT]] == 0 and state[st.CLUE_UNITS] < terms[tm.CLUE_COST]
    if card_value.max_score(terms, state) < terms[tm.MAX_SCORE]:
        state[st.STOP_CODE] = terms[tm.FAILURE_CODE]
    elif terms[tm.NO_FINAL_ROUND] and stuck and state[st.END] == 0:
        state[st.STOP_CODE] = tm.ALL_OR_NOTHING_STUCK
    if state[st.STOP_CODE]:
        state[st.END] = st.TERMINATED


@inlined
def _check_end(terms: Ints, state: Ints) -> None:
    """Check whether the game is over, and how it ended."""
    if state[st.STRIKES] >= terms[tm.MAX_STRIKES]:
        state[st.END] = st.STRIKEOUT
        return
    last = state[st.TURNS_LEFT] == 0
    if state[st.POINTS] == terms[tm.MAX_SCORE] and (last or terms[tm.STOP_PERFECT]):
        state[st.END] = st.PERFECT
    elif last:
        state[st.END] = st.FINAL_ROUND
    if terms[tm.FAILURE_CODE]:
        _check_failure(terms, state)


@compiled("void(int64[::1], int64[::1], int64)")
def step(terms: Ints, state: Ints, action: int) -> None:
    """Take an action, draw, and pass the turn."""
    seat = _begin_action(state, action)
    if action < 2 * terms[tm.SLOTS]:
        _play_or_discard(terms, state, seat, terms[tm.ACTION_ARGUMENT + action], action >= terms[tm.SLOTS])
    else:
        _give_clue(terms, state, seat, terms[tm.ACTION_DISTANCE + action], terms[tm.ACTION_ARGUMENT + action])
    _pass_turn(terms, state, seat)
    _check_end(terms, state)
