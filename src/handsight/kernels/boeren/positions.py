"""Between the plain game and rows: a table as a row, and actions as numbers."""

from collections.abc import Iterable

from handsight.boeren import SEATS, Action, Bid, Card, Play, Played, ShowedOut, State, View, best
from handsight.boeren.worth import MET, ZERO_BONUS, ZERO_FROM
from handsight.errors import InputError
from handsight.kernels.boeren import rows
from handsight.kernels.boeren.rows import DEEP, NONE, OF_SUIT, Ints


def to_row(table: State | View) -> Ints:
    """Return a table as a row; of a view, with no cards in the hands that the viewer does not see."""
    terms, row = table.terms, rows.blank()
    if not terms.bidding:
        raise InputError("a position without bids has no row; players need to know what was bid")
    turned = table.turned if isinstance(table, View) else table.setup.turned
    generous = terms.hand >= ZERO_FROM and terms.rules.zero_bonus == "from_six"
    row[rows.SEAT], row[rows.TURN], row[rows.SIZE] = table.seat, table.turn, terms.hand
    row[rows.PACK], row[rows.TURNED] = cards(terms.pack), cards((turned,) if turned else ())
    row[rows.TRUMP], row[rows.DEALER], row[rows.LEADER] = table.trump, table.dealer, table.leader
    row[rows.LED] = NONE if table.led is None else table.led
    row[rows.LAID], row[rows.TABLE] = len(table.trick), cards(table.trick)
    row[rows.TOP] = row[rows.AHEAD] = NONE
    if table.trick:
        top = best(table.trick, table.trump)
        row[rows.TOP], row[rows.AHEAD] = table.trick[top].identity, (table.leader + top) % SEATS
    row[rows.HOOK] = rows.HOOKS.index(terms.rules.dealer_change)
    row[rows.BONUS] = ZERO_BONUS if generous else MET
    for seat in range(SEATS):
        bid = table.bids[seat]
        row[rows.BIDS + seat] = NONE if bid is None else bid
        row[rows.WON + seat] = table.won[seat]
    for event in table.events:
        match event:
            case Played(_, seat, card):
                row[rows.PLAYED + seat] |= 1 << card.identity
                row[rows.GONE] |= 1 << card.identity
            case ShowedOut(_, seat, suit):
                row[rows.LACKS + seat] |= OF_SUIT[suit]
    if isinstance(table, View):
        row[rows.HELD + table.viewer] = cards(table.hand)
    else:
        for seat, hand in enumerate(table.hands):
            row[rows.HELD + seat] = cards(hand)
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
