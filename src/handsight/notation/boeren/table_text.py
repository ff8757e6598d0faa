"""Boeren Bridge in words: actions as people type them (bid 2, change to 3, play QH), and the table."""

import re
from collections.abc import Iterator, Sequence

from handsight.boeren import (
    SEATS,
    SUIT_NAMES,
    Action,
    Bid,
    BidChanged,
    BidMade,
    Card,
    CardPlayed,
    ChangeBid,
    Event,
    Play,
    SpectatorView,
    State,
    SuitLed,
    TrickTaken,
    TrumpAnnounced,
    View,
    VoidShown,
)
from handsight.errors import InputError
from handsight.text.counting_from_one import turn_number

_BID = re.compile(r"(bid|change to|change)\s+(\d{1,2})", re.IGNORECASE)
_PLAY = re.compile(r"play\s+(\S+)", re.IGNORECASE)
HIDDEN = "??"


def action_text(action: Action) -> str:
    """Return an action in the words that `read_action` reads."""
    match action:
        case Bid(tricks):
            return f"bid {tricks}"
        case ChangeBid(tricks):
            return f"change to {tricks}"
        case Play(card):
            return f"play {card}"


def read_action(text: str) -> Action:
    """Return the action that a text means, legal or not: bid 2, change to 3, play QH.

    Raises:
        InputError: it means none, or names no card; the message says what would be understood.
    """
    if found := _BID.fullmatch(text.strip()):
        tricks = int(found[2])
        return Bid(tricks) if found[1].lower() == "bid" else ChangeBid(tricks)
    if found := _PLAY.fullmatch(text.strip()):
        return Play(Card.read(found[1]))
    raise InputError(f"{text!r} is not an action; write bid 2, change to 3 or play QH")


def event_sentence(event: Event, names: Sequence[str]) -> str:
    """Say what happened, as every seat sees it."""
    match event:
        case TrumpAnnounced() | BidMade() | BidChanged():
            return _bidding_sentence(event, names)
        case CardPlayed(_, seat, card, _):
            return f"{names[seat]} plays {card.symbol}"
        case SuitLed(_, _, suit):
            return f"the suit of the trick is {SUIT_NAMES[suit].lower()}"
        case VoidShown(_, seat, suit):
            return f"{names[seat]} has no {SUIT_NAMES[suit].lower()}"
        case TrickTaken(_, seat, _, _):
            return f"{names[seat]} takes the trick"


def _bidding_sentence(event: TrumpAnnounced | BidMade | BidChanged, names: Sequence[str]) -> str:
    match event:
        case TrumpAnnounced(_, seat, suit, card):
            shown = f": {names[seat]} turns up {card.symbol}" if card else ""
            return f"trump is {SUIT_NAMES[suit].lower()}{shown}"
        case BidMade(_, seat, tricks):
            return f"{names[seat]} bids {tricks}"
        case BidChanged(_, seat, guess, tricks):
            return f"{names[seat]} had to change its guess from {guess} to {tricks}"


def table_text(table: State | View, names: Sequence[str]) -> str:
    """Draw the table with all cards, or as one seat sees it: a line for each seat."""
    return "\n".join(_lines(table, names))


def _lines(table: State | View, names: Sequence[str]) -> Iterator[str]:
    what = "change the bid" if table.must_change else "bid" if table.bidding else "play"
    who = "the round is over" if table.over else f"{names[table.seat]} to {what}"
    trump, dealer = SUIT_NAMES[table.trump].lower(), names[table.dealer]
    yield f"turn {turn_number(table.turn)}, {who} (trump {trump}, {dealer} deals)"
    margin = max(map(len, names)) + 2
    yield f"{'':{margin}}{'bid':>5}{'tricks':>8}{'table':>7}  hand"
    laid = {(table.leader + at) % SEATS: card for at, card in enumerate(table.trick)}
    for seat, name in enumerate(names):
        bid = "-" if table.bids[seat] is None else table.bids[seat]
        cards = " ".join(_hand(table, seat))
        yield f"{name:<{margin}}{bid:>5}{table.won[seat]:>8}{laid.get(seat, ''):>7}  {cards}".rstrip()


def _hand(table: State | View, seat: int) -> Iterator[str]:
    if isinstance(table, State | SpectatorView):
        return map(str, table.hands[seat])
    return map(str, table.hand) if seat == table.viewer else iter((HIDDEN,) * table.sizes[seat])
