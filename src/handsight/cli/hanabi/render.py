"""Paint a table for the terminal: stacks, discards, hands with their clue marks, and what is known."""

from typing import NamedTuple

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from handsight.hanabi import START, Card, CardSet, ClueGiven, State, Variant, View, pace_and_efficiency, view
from handsight.knowledge import CardKnowledge, Knowledge, regard
from handsight.knowledge.hanabi.sentences import clue_word, happened

INKS = {
    "Red": "white on #d70000",
    "Yellow": "black on #f1c40f",
    "Green": "white on #1e8449",
    "Blue": "white on #2e6fd0",
    "Purple": "white on #8e44ad",
    "Teal": "black on #1abc9c",
    "Black": "white on #2c3e50",
    "Pink": "black on #ff9ecb",
    "Brown": "white on #8d5524",
    "Orange": "black on #f39c12",
}
HIDDEN, PLAIN = "black on #95a5a6", "black on #ecf0f1"
FEW = 4
"""So many cards that may be fit where the pips do."""
GOOD, BAD, FAINT = "bold #2ecc71", "bold #e74c3c", "dim"


class Style(NamedTuple):
    """How a hand is painted: without its finer lines, its cards named by their places."""

    brief: bool
    by_place: bool


def ink(variant: Variant, suit: int) -> str:
    """Choose the colours of a suit: its own, else that of the first colour that touches it, else plain."""
    found = variant.suits[suit]
    return INKS.get(found.name) or next((INKS[c] for c in found.colors if c in INKS), PLAIN)


def face(variant: Variant, card: Card | None) -> Text:
    """Paint one card, or the back of one."""
    if card is None:
        return Text(" ?? ", HIDDEN)
    return Text(f" {variant.text(card)} ", ink(variant, card.suit))


def table(
    state: State,
    seats: tuple[str, ...],
    seat: int | None = None,
    rows: int | None = None,
    *,
    by_place: bool = False,
) -> RenderableType:
    """Paint the table as a spectator or as one seat sees it; with few *rows*, without the finer lines.

    Cards are named by their order or, for somebody at the table, *by place*: from 1, newest first.
    """
    look: State | View = state if seat is None else view(state, seat)
    variant = look.terms.variant
    style = Style(brief=rows is not None and rows < 7 * look.terms.players + 8, by_place=by_place)
    hands = [_hand(state, look, at, seats[at], style) for at in range(look.terms.players)]
    parts: list[RenderableType] = [_stacks(state, look), _discards(look), *hands]
    last = [happened(event, variant, seats) for event in look.events if event.turn == look.turn - 1]
    if look.turn:
        parts.append(Text("  " + "; ".join(filter(None, last)), "italic"))
    to_move = f"{seats[look.seat]} to move" if not look.over else state.end.value.replace("_", " ")
    title = f"turn {look.turn} · {to_move} · {variant.name}"
    return Panel(Group(*parts), title=title, title_align="left", border_style=FAINT)


def _stacks(state: State, look: State | View) -> RenderableType:
    """Paint the stacks and the figures; where played cards lie face down, only how many there are."""
    variant, line = look.terms.variant, Text()
    if look.stacks is None:
        line.append(f" {len(look.played)} cards thrown in the hole ", HIDDEN)
        return line.append(f"   clues {state.tokens}   deck {look.deck_left}")
    for suit, (rule, at) in enumerate(zip(variant.stacks, look.stacks, strict=True)):
        line.append(f" {variant.letters[suit]}{rule.top(at)} ", ink(variant, suit)).append(" ")
    pace = pace_and_efficiency.pace(state)
    line.append(f"  score {state.points}/{state.max_score}   clues {state.tokens}   strikes ")
    line.append("●" * state.strikes, BAD).append("○" * (state.terms.max_strikes - state.strikes))
    return line.append(f"   deck {look.deck_left}" + ("" if pace is None else f"   pace {pace}"))


def _discards(look: State | View) -> RenderableType:
    cards = sorted(card for order in look.discarded if (card := look.cards[order]))
    line = Text("discards ", FAINT)
    for card in cards:
        line.append_text(face(look.terms.variant, card)).append(" ")
    return line if cards else Text("no discards", FAINT)


def _hand(state: State, look: State | View, holder: int, name: str, style: Style) -> RenderableType:
    """Paint a hand: a column a card, its face, its order, its clue marks, what its holder may think it is."""
    variant, orders = look.terms.variant, look.hands[holder]
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=max(len(name) + 1, 9))
    head = "bold reverse" if look.seat == holder and not look.over else "bold"
    grid.add_row(Text(name, head), *(face(variant, look.cards[order]) for order in orders))
    if not style.brief:
        named = range(1, len(orders) + 1) if style.by_place else orders
        grid.add_row(Text("card", FAINT), *(Text(str(card), FAINT) for card in named))
    grid.add_row(Text("clues", FAINT), *(_marks(look, order) for order in orders))
    if style.brief and holder != (look.viewer if isinstance(look, View) else look.seat):
        return grid
    if isinstance(look, View) and look.viewer != holder:
        said = [_pips(variant, one.possible, style) for one in regard(look, holder)]
        grid.add_row(Text("may think", FAINT), *said)
        return grid
    known = Knowledge(view(state, holder)).cards
    grid.add_row(Text("may be", FAINT), *(_pips(variant, card.possible, style) for card in known))
    if not style.brief:
        grid.add_row(Text("likely", FAINT), *(_likely(card) for card in known))
    return grid


def _marks(look: State | View, order: int) -> Text:
    """Show the clues that touched a card, and behind a minus those that missed it."""
    variant = look.terms.variant
    touched, missed = dict[str, None](), dict[str, None]()
    for event in look.events:
        if isinstance(event, ClueGiven) and order in event.touched + event.missed:
            word = "?" if event.clue is None else clue_word(variant, event.clue)
            (touched if order in event.touched else missed)[word[:3]] = None
    text = Text(" ".join(touched), GOOD)
    if missed:
        text.append(" " if touched else "").append(" ".join(f"-{word}" for word in missed), FAINT)
    return text


def _pips(variant: Variant, possible: CardSet, style: Style) -> Text:
    """Show few possible cards one by one, many as pips; then say if not every suit goes with every rank."""
    cards = list(possible)
    if len(cards) == 1:
        return face(variant, cards[0])
    if len(cards) <= FEW:
        return Text(" ".join(map(variant.text, cards)), "bold")
    suits, ranks = {card.suit for card in cards}, {card.rank for card in cards}
    text = Text()
    for suit, letter in enumerate(variant.letters):
        text.append(letter if suit in suits else "·", "bold" if suit in suits else FAINT)
    text.append(" ")
    for rank in variant.ranks:
        word = "s" if rank == START else str(rank)
        text.append(word if rank in ranks else "·", "bold" if rank in ranks else FAINT)
    if not style.brief and len(cards) < len(suits) * len(ranks):
        text.append(f"\n{len(cards)} of {len(suits) * len(ranks)}", FAINT)
    return text


def _likely(card: CardKnowledge) -> Text:
    """Say how likely the card is playable and trash."""
    if card.playable is None or card.trash is None:
        return Text("unknown", FAINT)
    play, trash = float(card.playable), float(card.trash)
    text = Text(f"play {play:.0%}", GOOD if play == 1 else "")
    return text.append(f"\ntrash {trash:.0%}", BAD if trash == 1 else FAINT)
