"""Between the plain game and rows: a table as a row, and actions as numbers."""

from collections.abc import Iterable

from handsight.boeren import SEATS, Action, Bid, Card, CardPlayed, Play, State, View, VoidShown, trick_winner
from handsight.boeren.scoring import MET, ZERO_BONUS, ZERO_FROM
from handsight.errors import InputError
from handsight.kernels.boeren import state_layout
from handsight.kernels.boeren.state_layout import DEEP, NONE, OF_SUIT, Ints


def to_row(table: State | View) -> Ints:
    """Return a table as a row; of a view, with no cards in the hands that the viewer does not see."""
    terms, row = table.terms, state_layout.blank()
    if not terms.bidding:
        raise InputError("a position without bids has no row; players need to know what was bid")
    turned = table.turned if isinstance(table, View) else table.setup.turned
    generous = terms.hand_size >= ZERO_FROM and terms.rules.zero_bonus == "from_six"
    row[state_layout.SEAT], row[state_layout.TURN], row[state_layout.SIZE] = (
        table.seat,
        table.turn,
        terms.hand_size,
    )
    row[state_layout.PACK], row[state_layout.TURNED] = cards(terms.pack), cards((turned,) if turned else ())
    row[state_layout.TRUMP], row[state_layout.DEALER], row[state_layout.LEADER] = (
        table.trump,
        table.dealer,
        table.leader,
    )
    row[state_layout.LED] = NONE if table.led is None else table.led
    row[state_layout.LAID], row[state_layout.TABLE] = len(table.trick), cards(table.trick)
    row[state_layout.TOP] = row[state_layout.AHEAD] = NONE
    if table.trick:
        top = trick_winner(table.trick, table.trump)
        row[state_layout.TOP], row[state_layout.AHEAD] = (
            table.trick[top].identity,
            (table.leader + top) % SEATS,
        )
    row[state_layout.HOOK] = state_layout.HOOKS.index(terms.rules.dealer_change)
    row[state_layout.BONUS] = ZERO_BONUS if generous else MET
    for seat in range(SEATS):
        bid = table.bids[seat]
        row[state_layout.BIDS + seat] = NONE if bid is None else bid
        row[state_layout.WON + seat] = table.won[seat]
    for event in table.events:
        match event:
            case CardPlayed(_, seat, card):
                row[state_layout.PLAYED + seat] |= 1 << card.identity
                row[state_layout.GONE] |= 1 << card.identity
            case VoidShown(_, seat, suit):
                row[state_layout.LACKS + seat] |= OF_SUIT[suit]
    if isinstance(table, View):
        row[state_layout.HELD + table.viewer] = cards(table.hand)
    else:
        for seat, hand in enumerate(table.hands):
            row[state_layout.HELD + seat] = cards(hand)
    return row


def cards(some: Iterable[Card]) -> int:
    """Return cards as a set of bits."""
    return sum(1 << card.identity for card in some)


def card_of(identity: int) -> Card:
    """Return the card with this place among the 52."""
    return Card(*divmod(identity, DEEP))


def to_action(table: State | View, number: int) -> Action:
    """Return the action that a number means at a table."""
    return Bid(number) if table.bidding else Play(card_of(number))


def to_number(action: Action) -> int:
    """Return an action as a number."""
    return action.tricks if isinstance(action, Bid) else action.card.identity
