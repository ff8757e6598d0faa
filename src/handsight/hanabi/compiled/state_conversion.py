"""Convert between the plain rules and kernels: states to arrays and back, actions to numbers and back."""

from collections.abc import Sequence

from handsight import hanabi
from handsight.compiled.jit import Ints
from handsight.errors import IllegalActionError, InputError
from handsight.hanabi.card_value import playable
from handsight.hanabi.compiled import deal
from handsight.hanabi.compiled import state_layout as st
from handsight.hanabi.compiled import terms_layout as tm
from handsight.hanabi.compiled.state_layout import COPY_PLANES
from handsight.hanabi.compiled.terms_layout import action_slots, terms_array


def to_array(state: hanabi.State, memory: int = 0) -> Ints:
    """Return a state as an array, with the last event, with empty memory and without dice."""
    terms, variant = state.terms, state.terms.variant
    if len(state.cards) < variant.deck_size:
        raise InputError(
            f"the deck lists {len(state.cards)} of {variant.deck_size} cards; compiled games need them all"
        )
    array = st.blank_state(memory)
    array[st.DECK : st.DECK + variant.deck_size] = [variant.identity(card) for card in state.cards]
    deal.start_game(terms_array(terms), array)
    _write_table(array, state)
    _write_hands(array, state)
    _write_copies(array, state)
    _write_events(array, state)
    return array


def _write_table(array: Ints, state: hanabi.State) -> None:
    array[st.SEAT], array[st.TURN], array[st.DRAWN] = (state.seat, state.turn, state.drawn)
    array[st.CLUE_UNITS], array[st.STRIKES], array[st.POINTS] = (
        state.clue_units,
        state.strikes,
        state.points,
    )
    array[st.TURNS_LEFT] = -1 if state.turns_left is None else state.turns_left
    array[st.STOP_CODE], array[st.WASTED_REFUNDS], array[st.TOUCHED] = (
        state.stop_code,
        state.wasted,
        state.touched,
    )
    array[st.END] = st.ENDS.index(state.end) if state.over else st.IN_PROGRESS
    array[st.PLAYABLE] = playable(state.terms.variant, state.stacks)
    array[st.STACKS : st.STACKS + len(state.stacks)] = state.stacks
    array[st.PLAYED], array[st.DISCARDED] = _set_of(state.played), _set_of(state.discarded)


def _write_hands(array: Ints, state: hanabi.State) -> None:
    packed_terms = terms_array(state.terms)
    for seat, hand in enumerate(state.hands):
        array[st.HANDS + seat] = sum(order << 8 * slot for slot, order in enumerate(hand))
        array[st.HAND_SIZES + seat] = len(hand)
        array[st.HAND_SETS + seat] = _set_of(hand)
        array[st.HAND_CLUES + seat] = 0
        for order in hand:
            array[st.HAND_CLUES + seat] |= packed_terms[tm.TOUCHING_CLUES + array[st.DECK + order]]


def _write_copies(array: Ints, state: hanabi.State) -> None:
    """Write how many copies are not visible, and how many are not discarded."""
    variant = state.terms.variant
    hidden = [order for hand in state.hands for order in hand] + [*range(state.drawn, variant.deck_size)]
    if variant.face_down:
        hidden += [event.order for event in state.events if isinstance(event, hanabi.CardPlayed)]
    left = [0] * len(variant.copies)
    for order in hidden:
        left[variant.identity(state.cards[order])] += 1
    alive = [copies - lost for copies, lost in zip(variant.copies, state.discarded_copies, strict=True)]
    for plane in range(COPY_PLANES):
        array[st.UNSEEN + plane] = sum(1 << identity for identity, count in enumerate(left) if count > plane)
        array[st.ALIVE + plane] = sum(1 << identity for identity, count in enumerate(alive) if count > plane)


def _write_events(array: Ints, state: hanabi.State) -> None:
    """Write what the clues allow for each card, and the last event."""
    terms, variant = state.terms, state.terms.variant
    for event in state.events:
        if isinstance(event, hanabi.ClueGiven) and event.clue and not variant.hides:
            for order in event.touched:
                array[st.CLUE_MASKS + order] &= variant.touch(event.clue)
            for order in event.missed:
                array[st.CLUE_MASKS + order] &= ~variant.touch(event.clue)
    if (clue := state.last_clue) and clue.clue:
        array[st.BARRED_CLUES] = terms_array(terms)[tm.CLUES_BARRED_AFTER + variant.clues().index(clue.clue)]
    actions_taken = [
        event
        for event in state.events
        if isinstance(event, hanabi.CardPlayed | hanabi.CardDiscarded | hanabi.ClueGiven)
    ]
    match actions_taken[-1:]:
        case [hanabi.ClueGiven(_, seat, target, hanabi.Clue() as given, kind, touched)]:
            array[st.EVENT] = st.EVENT_COLOR_CLUE if kind == "color" else st.EVENT_NUMBER_CLUE
            array[st.ACTOR], array[st.TARGET], array[st.CLUE_TOUCHED] = (seat, target, _set_of(touched))
            array[st.CLUE] = variant.clues().index(given)
            array[st.ACTION] = _clue_number(terms, seat, target, given)
        case [hanabi.CardPlayed(_, seat, order) | hanabi.CardDiscarded(_, seat, order) as event]:
            fits = isinstance(event, hanabi.CardPlayed) and event.fits
            array[st.EVENT] = st.EVENT_PLAY if fits else st.EVENT_MISPLAY
            array[st.EVENT] = st.EVENT_DISCARD if isinstance(event, hanabi.CardDiscarded) else array[st.EVENT]
            array[st.ACTOR], array[st.ORDER] = seat, order
            array[st.SLOT] = slot = _slot_left(state, event)
            array[st.ACTION] = slot + action_slots(terms) * isinstance(event, hanabi.CardDiscarded)
            if isinstance(drew := state.events[-1], hanabi.CardDrawn):
                array[st.DREW] = drew.order


def _set_of(orders: Sequence[int]) -> int:
    return sum(1 << order for order in orders)


def _slot_left(state: hanabi.State, last: hanabi.CardPlayed | hanabi.CardDiscarded) -> int:
    """Return the slot of the last card that left a hand, by replaying the events of its holder."""
    hand: list[int] = []
    touched, before = 0, None
    for event in state.events:
        match event:
            case hanabi.CardDrawn(_, last.seat, order):
                hand.insert(0, order)
            case hanabi.CardPlayed(_, last.seat, order) | hanabi.CardDiscarded(_, last.seat, order):
                if event is last:
                    break
                hand.remove(order)
            case hanabi.ClueGiven(_, seat, touched=hit):
                touched |= _set_of(hit)
                if seat == last.seat and state.terms.card_cycle and hand:
                    hand.insert(0, hand.pop(hanabi.chop(tuple(hand), touched)))
        before = event
    drawn_for_it = isinstance(before, hanabi.CardDrawn) and (before.turn, before.order) == (
        last.turn,
        last.order,
    )
    return state.terms.hand_size if drawn_for_it and last.turn else hand.index(last.order)


def to_state(terms: hanabi.Terms, array: Ints) -> hanabi.State:
    """Return the state in an array; an array keeps no history, so events are empty and piles are sorted."""
    variant = terms.variant
    deck = tuple(variant.card(identity) for identity in array[st.DECK : st.DECK + variant.deck_size].tolist())
    left = int(array[st.TURNS_LEFT])
    return hanabi.State(
        hanabi.Setup(terms, deck),
        hands=tuple(_hand(array, seat) for seat in range(terms.players)),
        drawn=int(array[st.DRAWN]),
        stacks=tuple(array[st.STACKS : st.STACKS + len(variant.suits)].tolist()),
        clue_units=int(array[st.CLUE_UNITS]),
        strikes=int(array[st.STRIKES]),
        seat=int(array[st.SEAT]),
        turn=int(array[st.TURN]),
        turns_left=None if left < 0 else left,
        played=_orders(array[st.PLAYED]),
        discarded=_orders(array[st.DISCARDED]),
        touched=int(array[st.TOUCHED]),
        wasted=int(array[st.WASTED_REFUNDS]),
        stop_code=int(array[st.STOP_CODE]),
    )


def _hand(array: Ints, seat: int) -> tuple[int, ...]:
    return tuple(int(array[st.HANDS + seat]) >> 8 * slot & 63 for slot in range(array[st.HAND_SIZES + seat]))


def _orders(cards: int) -> tuple[int, ...]:
    return tuple(order for order in range(st.MAX_CARDS) if int(cards) >> order & 1)


def to_action(terms: hanabi.Terms, array: Ints, number: int) -> hanabi.Action:
    """Return the action with this number, for the seat to move."""
    packed_terms, seat = terms_array(terms), int(array[st.SEAT])
    if not 0 <= number < packed_terms[tm.ACTIONS]:
        raise InputError(
            f"no action has the number {number}; they run from 0 to {packed_terms[tm.ACTIONS] - 1}"
        )
    place, away = (
        int(packed_terms[tm.ACTION_ARGUMENT + number]),
        int(packed_terms[tm.ACTION_DISTANCE + number]),
    )
    if away:
        return hanabi.GiveClue((seat + away) % terms.players, terms.variant.clues()[place])
    places = (*_hand(array, seat), *[int(array[st.DRAWN])] * (place == terms.hand_size))
    if place >= len(places):
        raise IllegalActionError("not-in-hand", f"there is no card in slot {place} of that hand")
    return hanabi.Discard(places[place]) if number >= action_slots(terms) else hanabi.Play(places[place])


def to_number(terms: hanabi.Terms, array: Ints, action: hanabi.Action) -> int:
    """Return the number of an action of the seat to move."""
    seat = int(array[st.SEAT])
    match action:
        case hanabi.GiveClue(target, clue):
            return _clue_number(terms, seat, target, clue)
        case hanabi.Play(order) | hanabi.Discard(order):
            hand = _hand(array, seat)
            if order not in hand and not (terms.deck_plays and order == array[st.DRAWN]):
                raise IllegalActionError("not-in-hand", f"card {order} is not in that hand")
            slot = hand.index(order) if order in hand else terms.hand_size
            return slot + action_slots(terms) * isinstance(action, hanabi.Discard)
        case hanabi.Stop():
            raise InputError("compiled games cannot be stopped by an action")


def _clue_number(terms: hanabi.Terms, seat: int, target: int, clue: hanabi.Clue) -> int:
    clues, away = terms.variant.clues(), (target - seat) % terms.players
    if clue not in clues or not away:
        raise IllegalActionError("no-such-clue", f"{terms.variant.name} has no such clue for that seat")
    return 2 * action_slots(terms) + (away - 1) * len(clues) + clues.index(clue)
