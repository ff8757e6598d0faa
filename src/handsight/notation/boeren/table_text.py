"""Boeren Bridge in words: actions as people type them (bid 2, change to 3, play QH), and the table."""

import re
from collections.abc import Iterator, Sequence

from handsight import boeren
from handsight.errors import InputError
from handsight.text.counting_from_one import turn_number
from handsight.text.suggestions import listed

_BID = re.compile(r"(bid|change to|change)\s+(\d{1,2})", re.IGNORECASE)
_PLAY = re.compile(r"play\s+(\S+)", re.IGNORECASE)
HIDDEN = "??"


def action_text(_table: boeren.State | boeren.View, _names: Sequence[str], action: boeren.Action) -> str:
    """Return an action in the words that `read_action` reads."""
    match action:
        case boeren.Bid(tricks):
            return f"bid {tricks}"
        case boeren.ChangeBid(tricks):
            return f"change to {tricks}"
        case boeren.Play(card):
            return f"play {card}"


def read_action(_table: boeren.State | boeren.View, _names: Sequence[str], text: str) -> boeren.Action:
    """Return the action that a text means, legal or not: bid 2, change to 3, play QH."""
    if found := _BID.fullmatch(text.strip()):
        tricks = int(found[2])
        return boeren.Bid(tricks) if found[1].lower() == "bid" else boeren.ChangeBid(tricks)
    if found := _PLAY.fullmatch(text.strip()):
        return boeren.Play(boeren.Card.read(found[1]))
    raise InputError(f"{text!r} is not an action; write bid 2, change to 3 or play QH")


def choices(state: boeren.State) -> list[str]:
    """Return what the seat to move may do, as files have it: numbers of tricks, or cards."""
    actions = boeren.legal(state)
    return [str(one.card if isinstance(one, boeren.Play) else one.tricks) for one in actions]


def advice(
    state: boeren.State, _action: boeren.Action, code: str, sentence: str, _names: Sequence[str] = ()
) -> str:
    """Return a sentence that says what is wrong with an action, and what would be right."""
    if code == "game-over":
        return f"{sentence}; remove this and what follows"
    words, hand = choices(state), ", ".join(map(str, state.hand))
    if code == "not-in-hand" and len(words) < len(state.hand):
        return f"{sentence}; it holds {hand} and must follow suit: play {listed(words)}"
    verb = "change it to" if state.must_change else "bid" if state.bidding else "play"
    return f"{sentence}; {verb} {listed(words)}"


def event_sentence(event: boeren.Event, names: Sequence[str]) -> str:
    """Return what happened in words, as every seat sees it."""
    match event:
        case boeren.TrumpAnnounced() | boeren.BidMade() | boeren.BidChanged():
            return _bidding_sentence(event, names)
        case boeren.CardPlayed(_, seat, card, _):
            return f"{names[seat]} plays {card.symbol}"
        case boeren.SuitLed(_, _, suit):
            return f"the suit of the trick is {boeren.SUIT_NAMES[suit].lower()}"
        case boeren.VoidShown(_, seat, suit):
            return f"{names[seat]} has no {boeren.SUIT_NAMES[suit].lower()}"
        case boeren.TrickTaken(_, seat, _, _):
            return f"{names[seat]} takes the trick"


def _bidding_sentence(
    event: boeren.TrumpAnnounced | boeren.BidMade | boeren.BidChanged, names: Sequence[str]
) -> str:
    match event:
        case boeren.TrumpAnnounced(_, seat, suit, card):
            shown = f": {names[seat]} turns up {card.symbol}" if card else ""
            return f"trump is {boeren.SUIT_NAMES[suit].lower()}{shown}"
        case boeren.BidMade(_, seat, tricks):
            return f"{names[seat]} bids {tricks}"
        case boeren.BidChanged(_, seat, guess, tricks):
            return f"{names[seat]} had to change its guess from {guess} to {tricks}"


def table_text(table: boeren.State | boeren.View, names: Sequence[str]) -> str:
    """Return the table as text, with all cards or as one seat sees it: a line for each seat."""
    return "\n".join(_lines(table, names))


def _lines(table: boeren.State | boeren.View, names: Sequence[str]) -> Iterator[str]:
    what = "change the bid" if table.must_change else "bid" if table.bidding else "play"
    who = "the round is over" if table.over else f"{names[table.seat]} to {what}"
    trump, dealer = boeren.SUIT_NAMES[table.trump].lower(), names[table.dealer]
    yield f"turn {turn_number(table.turn)}, {who} (trump {trump}, {dealer} deals)"
    margin = max(map(len, names)) + 2
    yield f"{'':{margin}}{'bid':>5}{'tricks':>8}{'table':>7}  hand"
    laid = {(table.leader + at) % boeren.SEATS: card for at, card in enumerate(table.trick)}
    for seat, name in enumerate(names):
        bid = "-" if table.bids[seat] is None else table.bids[seat]
        cards = " ".join(_hand(table, seat))
        yield f"{name:<{margin}}{bid:>5}{table.won[seat]:>8}{laid.get(seat, ''):>7}  {cards}".rstrip()


def _hand(table: boeren.State | boeren.View, seat: int) -> Iterator[str]:
    if isinstance(table, boeren.State | boeren.SpectatorView):
        return map(str, table.hands[seat])
    return map(str, table.hand) if seat == table.viewer else iter((HIDDEN,) * table.sizes[seat])
