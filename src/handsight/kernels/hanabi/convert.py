"""Between rows and the plain rules: states to rows and back, actions to numbers and back."""

from collections.abc import Sequence

from handsight.errors import IllegalActionError, InputError
from handsight.hanabi import (
    Action,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    Clue,
    ClueGiven,
    Discard,
    GiveClue,
    Play,
    Setup,
    State,
    Stop,
    Terms,
    chop,
)
from handsight.hanabi.card_value import playable
from handsight.kernels.hanabi import deal, state_layout, terms_layout
from handsight.kernels.hanabi.state_layout import PLANES, Ints
from handsight.kernels.hanabi.terms_layout import book, slots_of


def to_row(state: State, notes: int = 0) -> Ints:
    """Return the row of a state, with the last event, without notes and dice."""
    terms, variant = state.terms, state.terms.variant
    if len(state.cards) < variant.deck_size:
        raise InputError(
            f"the deck lists {len(state.cards)} of {variant.deck_size} cards; compiled games need them all"
        )
    row = state_layout.blank(notes)
    row[state_layout.DECK : state_layout.DECK + variant.deck_size] = [
        variant.identity(card) for card in state.cards
    ]
    deal.begin(book(terms), row)
    _lay_table(row, state)
    _lay_hands(row, state)
    _lay_counts(row, state)
    _lay_events(row, state)
    return row


def _lay_table(row: Ints, state: State) -> None:
    row[state_layout.SEAT], row[state_layout.TURN], row[state_layout.DRAWN] = (
        state.seat,
        state.turn,
        state.drawn,
    )
    row[state_layout.COINS], row[state_layout.STRIKES], row[state_layout.POINTS] = (
        state.clue_units,
        state.strikes,
        state.points,
    )
    row[state_layout.TURNS_LEFT] = -1 if state.turns_left is None else state.turns_left
    row[state_layout.STOP], row[state_layout.WASTED], row[state_layout.TOUCHED] = (
        state.stop_code,
        state.wasted,
        state.touched,
    )
    row[state_layout.END] = state_layout.ENDS.index(state.end) if state.over else state_layout.IN_PROGRESS
    row[state_layout.FITS] = playable(state.terms.variant, state.stacks)
    row[state_layout.STACKS : state_layout.STACKS + len(state.stacks)] = state.stacks
    row[state_layout.PLAYED], row[state_layout.DISCARDED] = _set_of(state.played), _set_of(state.discarded)


def _lay_hands(row: Ints, state: State) -> None:
    words = book(state.terms)
    for seat, hand in enumerate(state.hands):
        row[state_layout.HANDS + seat] = sum(order << 8 * slot for slot, order in enumerate(hand))
        row[state_layout.SIZES + seat] = len(hand)
        row[state_layout.HOLDS + seat] = _set_of(hand)
        row[state_layout.HEARS + seat] = 0
        for order in hand:
            row[state_layout.HEARS + seat] |= words[terms_layout.HEARD + row[state_layout.DECK + order]]


def _lay_counts(row: Ints, state: State) -> None:
    """Count the copies that are not out in the open, and those not discarded."""
    variant = state.terms.variant
    hidden = [order for hand in state.hands for order in hand] + [*range(state.drawn, variant.deck_size)]
    if variant.face_down:
        hidden += [event.order for event in state.events if isinstance(event, CardPlayed)]
    left = [0] * len(variant.copies)
    for order in hidden:
        left[variant.identity(state.cards[order])] += 1
    alive = [copies - lost for copies, lost in zip(variant.copies, state.lost, strict=True)]
    for plane in range(PLANES):
        row[state_layout.UNSEEN + plane] = sum(1 << face for face, count in enumerate(left) if count > plane)
        row[state_layout.ALIVE + plane] = sum(1 << face for face, count in enumerate(alive) if count > plane)


def _lay_events(row: Ints, state: State) -> None:
    """Work out what clues left of each card, and write down the last event."""
    terms, variant = state.terms, state.terms.variant
    for event in state.events:
        if isinstance(event, ClueGiven) and event.clue and not variant.hides:
            for order in event.touched:
                row[state_layout.MASKS + order] &= variant.touch(event.clue)
            for order in event.missed:
                row[state_layout.MASKS + order] &= ~variant.touch(event.clue)
    if (clue := state.last_clue) and clue.clue:
        row[state_layout.BARRED] = book(terms)[terms_layout.KIN + variant.clues().index(clue.clue)]
    deeds = [event for event in state.events if isinstance(event, CardPlayed | CardDiscarded | ClueGiven)]
    match deeds[-1:]:
        case [ClueGiven(_, seat, target, Clue() as given, kind, touched)]:
            row[state_layout.KIND] = state_layout.COLOR if kind == "color" else state_layout.NUMBER
            row[state_layout.ACTOR], row[state_layout.TARGET], row[state_layout.HIT] = (
                seat,
                target,
                _set_of(touched),
            )
            row[state_layout.CLUE] = variant.clues().index(given)
            row[state_layout.ACTION] = _clue_number(terms, seat, target, given)
        case [CardPlayed(_, seat, order) | CardDiscarded(_, seat, order) as event]:
            fits = isinstance(event, CardPlayed) and event.fits
            row[state_layout.KIND] = state_layout.FITTED if fits else state_layout.MISPLAYED
            row[state_layout.KIND] = (
                state_layout.DROPPED if isinstance(event, CardDiscarded) else row[state_layout.KIND]
            )
            row[state_layout.ACTOR], row[state_layout.ORDER] = seat, order
            row[state_layout.SLOT] = slot = _slot_left(state, event)
            row[state_layout.ACTION] = slot + slots_of(terms) * isinstance(event, CardDiscarded)
            if isinstance(drew := state.events[-1], CardDrawn):
                row[state_layout.DREW] = drew.order


def _set_of(orders: Sequence[int]) -> int:
    return sum(1 << order for order in orders)


def _slot_left(state: State, last: CardPlayed | CardDiscarded) -> int:
    """Return where the last card lay that left a hand, by moving its holder's cards about once more."""
    hand: list[int] = []
    touched, before = 0, None
    for event in state.events:
        match event:
            case CardDrawn(_, last.seat, order):
                hand.insert(0, order)
            case CardPlayed(_, last.seat, order) | CardDiscarded(_, last.seat, order):
                if event is last:
                    break
                hand.remove(order)
            case ClueGiven(_, seat, touched=hit):
                touched |= _set_of(hit)
                if seat == last.seat and state.terms.card_cycle and hand:
                    hand.insert(0, hand.pop(chop(tuple(hand), touched)))
        before = event
    drawn_for_it = isinstance(before, CardDrawn) and (before.turn, before.order) == (last.turn, last.order)
    return state.terms.hand_size if drawn_for_it and last.turn else hand.index(last.order)


def to_state(terms: Terms, row: Ints) -> State:
    """Return the state of a row; the row keeps no history, so there are no events, and piles are sorted."""
    variant = terms.variant
    deck = tuple(
        variant.card(face) for face in row[state_layout.DECK : state_layout.DECK + variant.deck_size].tolist()
    )
    left = int(row[state_layout.TURNS_LEFT])
    return State(
        Setup(terms, deck),
        hands=tuple(_hand(row, seat) for seat in range(terms.players)),
        drawn=int(row[state_layout.DRAWN]),
        stacks=tuple(row[state_layout.STACKS : state_layout.STACKS + len(variant.suits)].tolist()),
        clue_units=int(row[state_layout.COINS]),
        strikes=int(row[state_layout.STRIKES]),
        seat=int(row[state_layout.SEAT]),
        turn=int(row[state_layout.TURN]),
        turns_left=None if left < 0 else left,
        played=_orders(row[state_layout.PLAYED]),
        discarded=_orders(row[state_layout.DISCARDED]),
        touched=int(row[state_layout.TOUCHED]),
        wasted=int(row[state_layout.WASTED]),
        stop_code=int(row[state_layout.STOP]),
    )


def _hand(row: Ints, seat: int) -> tuple[int, ...]:
    return tuple(
        int(row[state_layout.HANDS + seat]) >> 8 * slot & 63 for slot in range(row[state_layout.SIZES + seat])
    )


def _orders(cards: int) -> tuple[int, ...]:
    return tuple(order for order in range(state_layout.MOST_CARDS) if int(cards) >> order & 1)


def to_action(terms: Terms, row: Ints, number: int) -> Action:
    """Return the action with this number, for the seat to move."""
    words, seat = book(terms), int(row[state_layout.SEAT])
    if not 0 <= number < words[terms_layout.ACTIONS]:
        raise InputError(
            f"no action has the number {number}; they run from 0 to {words[terms_layout.ACTIONS] - 1}"
        )
    place, away = int(words[terms_layout.PLACE + number]), int(words[terms_layout.AWAY + number])
    if away:
        return GiveClue((seat + away) % terms.players, terms.variant.clues()[place])
    places = (*_hand(row, seat), *[int(row[state_layout.DRAWN])] * (place == terms.hand_size))
    if place >= len(places):
        raise IllegalActionError("not-in-hand", f"there is no card in slot {place} of that hand")
    return Discard(places[place]) if number >= slots_of(terms) else Play(places[place])


def to_number(terms: Terms, row: Ints, action: Action) -> int:
    """Return the number of an action of the seat to move."""
    seat = int(row[state_layout.SEAT])
    match action:
        case GiveClue(target, clue):
            return _clue_number(terms, seat, target, clue)
        case Play(order) | Discard(order):
            hand = _hand(row, seat)
            if order not in hand and not (terms.deck_plays and order == row[state_layout.DRAWN]):
                raise IllegalActionError("not-in-hand", f"card {order} is not in that hand")
            slot = hand.index(order) if order in hand else terms.hand_size
            return slot + slots_of(terms) * isinstance(action, Discard)
        case Stop():
            raise InputError("breaking a game off is no action of compiled games")


def _clue_number(terms: Terms, seat: int, target: int, clue: Clue) -> int:
    clues, away = terms.variant.clues(), (target - seat) % terms.players
    if clue not in clues or not away:
        raise IllegalActionError("no-such-clue", f"{terms.variant.name} has no such clue for that seat")
    return 2 * slots_of(terms) + (away - 1) * len(clues) + clues.index(clue)
