"""Convert between the plain rules and kernels: states and views to arrays, actions to numbers and back."""

from collections.abc import Iterable

from handsight import boeren
from handsight.boeren.compiled import state_layout as st
from handsight.boeren.compiled.state_layout import NONE, RANKS_PER_SUIT, SUIT_MASK
from handsight.boeren.rules import MET, ZERO_BONUS, ZERO_FROM
from handsight.compiled.jit import Ints
from handsight.errors import InputError


def to_array(table: boeren.State | boeren.View) -> Ints:
    """Return a state or view as an array; of a view, the hands that the viewer does not see are empty."""
    terms, array = table.terms, st.blank_state()
    if not terms.bidding:
        raise InputError("a position without bids cannot be compiled; bots need to know the bids")
    turned = table.turned if isinstance(table, boeren.View) else table.setup.turned
    generous = terms.hand_size >= ZERO_FROM and terms.rules.zero_bonus == "from_six"
    array[st.SEAT], array[st.HAND_SIZE] = table.seat, terms.hand_size
    array[st.PACK], array[st.TURNED_UP] = cards(terms.pack), cards((turned,) if turned else ())
    array[st.TRUMP], array[st.DEALER], array[st.LEADER] = (table.trump, table.dealer, table.leader)
    array[st.SUIT_LED] = NONE if table.led is None else table.led
    array[st.TRICK_SIZE], array[st.TRICK] = len(table.trick), cards(table.trick)
    array[st.BEST_CARD] = array[st.BEST_SEAT] = NONE
    if table.trick:
        top = boeren.trick_winner(table.trick, table.trump)
        array[st.BEST_CARD], array[st.BEST_SEAT] = (
            table.trick[top].identity,
            (table.leader + top) % boeren.SEATS,
        )
    array[st.DEALER_CHANGE] = st.DEALER_CHANGES.index(terms.rules.dealer_change)
    array[st.ZERO_BID_POINTS] = ZERO_BONUS if generous else MET
    array[st.DEALER_GUESS] = (table.bids[table.dealer] or 0) if table.must_change else NONE
    for seat in range(boeren.SEATS):
        bid = table.bids[seat]
        array[st.BIDS + seat] = NONE if bid is None else bid
        array[st.WON + seat] = table.won[seat]
        array[st.TURN] += bid is not None
    array[st.TURN] -= table.must_change
    for event in table.events:
        match event:
            case boeren.BidChanged(_, _, guess, _):
                array[st.DEALER_GUESS] = guess
            case boeren.CardPlayed(_, seat, card):
                array[st.TURN] += 1
                array[st.PLAYED + seat] |= 1 << card.identity
                array[st.ALL_PLAYED] |= 1 << card.identity
            case boeren.VoidShown(_, seat, suit):
                array[st.VOIDS + seat] |= SUIT_MASK[suit]
    if isinstance(table, boeren.View):
        array[st.HANDS + table.viewer] = cards(table.hand)
    else:
        for seat, hand in enumerate(table.hands):
            array[st.HANDS + seat] = cards(hand)
    return array


def cards(some: Iterable[boeren.Card]) -> int:
    """Return cards as a mask."""
    return sum(1 << card.identity for card in some)


def card_of(identity: int) -> boeren.Card:
    """Return the card of an identity."""
    return boeren.Card(*divmod(identity, RANKS_PER_SUIT))


def to_action(table: boeren.State | boeren.View, number: int) -> boeren.Action:
    """Return the action with a number: a bid, a change of a bid, or the play of a card, as is due."""
    if table.must_change:
        return boeren.ChangeBid(number)
    return boeren.Bid(number) if table.bidding else boeren.Play(card_of(number))


def to_number(action: boeren.Action) -> int:
    """Return the number of an action."""
    return action.card.identity if isinstance(action, boeren.Play) else action.tricks
