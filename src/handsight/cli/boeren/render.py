"""Draw a table of Boeren Bridge for the terminal: hands, trick, bids, and who may hold what."""

from fractions import Fraction
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from handsight.boeren import SEATS, SUIT_NAMES, SUIT_SYMBOLS, Card, State, view
from handsight.knowledge.boeren.owners import PLACES, owners
from handsight.notation.boeren.table_text import event_sentence
from handsight.text.counting_from_one import counted, turn_number

COLORS = ("white on #1e8449", "white on #2e6fd0", "white on #d70000", "white on #2c3e50")
"""Clubs green, diamonds blue, hearts red, spades black: four colours are told apart at a glance."""
HIDDEN, FAINT = "black on #95a5a6", "dim"


def face(card: Card | None) -> Text:
    """Draw one card, or the back of one."""
    return Text(" ?? ", HIDDEN) if card is None else Text(f" {card.symbol} ", COLORS[card.suit])


def table(
    state: State, names: tuple[str, ...], seat: int | None = None, rows: int | None = None
) -> RenderableType:
    """Draw the table as a spectator or as one seat sees it; with few *rows*, without what it knows."""
    parts: list[RenderableType] = [_hands(state, names, seat)]
    last = [event_sentence(event, names) for event in state.events if event.turn == state.turn - 1]
    parts.append(Text("  " + "; ".join(last), "italic"))
    if seat is not None and not state.over and (rows is None or rows >= 20):
        parts.append(_knowledge(state, names, seat))
    what = "change its bid" if state.must_change else "bid" if state.bidding else "play"
    to_move = "over" if state.over else f"{names[state.seat]} to {what}"
    trump = f"trump {SUIT_SYMBOLS[state.trump]}"
    title = f"turn {turn_number(state.turn)} · {to_move} · {trump} · {names[state.dealer]} deals"
    return Panel(Group(*parts), title=title, title_align="left", border_style=FAINT)


def table_json(state: State, names: tuple[str, ...], seat: int | None = None) -> dict[str, Any]:
    """Return the table as a spectator (None) or as one seat sees it, as JSON data; hidden cards are null."""
    last = [event_sentence(event, names) for event in state.events if event.turn == state.turn - 1]
    return {
        "trump": SUIT_NAMES[state.trump].lower(),
        "dealer": state.dealer,
        "leader": state.leader,
        "mover": None if state.over else state.seat,
        "bids": list(state.bids),
        "won": list(state.won),
        "trick": [str(card) for card in state.trick],
        "last": "; ".join(last),
        "hands": [
            [str(card) if seat in (None, at) else None for card in hand]
            for at, hand in enumerate(state.hands)
        ],
    }


def _hands(state: State, names: tuple[str, ...], seat: int | None) -> RenderableType:
    """Draw a line for each seat: its bid, its tricks, its hand, and its card on the table."""
    grid = Table.grid(padding=(0, 2))
    grid.add_row(*(Text(head, FAINT) for head in ("", "bid", "tricks", "table", "hand")))
    laid = {(state.leader + at) % SEATS: card for at, card in enumerate(state.trick)}
    for at, name in enumerate(names):
        bid = state.bids[at]
        hand = Text(" ").join(face(card if seat in (None, at) else None) for card in state.hands[at])
        style = "bold reverse" if at == state.seat and not state.over else "bold"
        card = face(laid[at]) if at in laid else Text("")
        grid.add_row(Text(name, style), "–" if bid is None else str(bid), str(state.won[at]), card, hand)
    return grid


def _knowledge(state: State, names: tuple[str, ...], seat: int) -> RenderableType:
    """Draw who may hold each hidden card, how likely, and whom only counting rules out."""
    found = owners(view(state, seat))
    grid = Table.grid(padding=(0, 2))
    for suit, name in enumerate(SUIT_NAMES):
        cards = [card for card in found.cards if card.suit == suit]
        if cards:
            lines = (_owners(card, found.chances[card], found.excluded.get(card, ())) for card in cards)
            grid.add_row(Text(name.lower(), FAINT), *lines)
    return Group(Text(f"{names[seat]} knows, of {counted(found.deal.size, 'deal')}", FAINT), grid)


def _owners(card: Card, chances: dict[int, Fraction], excluded: tuple[int, ...]) -> Text:
    text = face(card)
    for place, chance in chances.items():
        text.append(f"\n{PLACES[place]} ", "bold").append(f"{float(chance):.0%}", FAINT)
    for place in excluded:
        text.append(f"\nnot {PLACES[place]}", FAINT)
    return text
