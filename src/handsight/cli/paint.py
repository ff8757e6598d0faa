"""Paint a table for the terminal: stacks, discards, hands with their clue marks, and what is known."""

from collections.abc import Iterator

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from handsight.hanabi import Card, Clued, Discarded, Drew, Event, Played, State, Stopped, Variant, stats, view
from handsight.knowledge import CardKnowledge, Knowledge
from handsight.knowledge.tell import clue_word

INKS = {
    "Red": "white on #c0392b",
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
GOOD, BAD, FAINT = "bold #2ecc71", "bold #e74c3c", "dim"


def ink(variant: Variant, suit: int) -> str:
    """Choose the colours of a suit: its own, else that of the first colour that touches it, else plain."""
    found = variant.suits[suit]
    return INKS.get(found.name) or next((INKS[c] for c in found.colors if c in INKS), PLAIN)


def face(variant: Variant, card: Card | None) -> Text:
    """Paint one card, or the back of one."""
    if card is None:
        return Text(" ?? ", HIDDEN)
    return Text(f" {variant.text(card)} ", ink(variant, card.suit))


def table(state: State, seats: tuple[str, ...], seat: int | None = None) -> RenderableType:
    """Paint the table as a spectator sees it, or as one seat does."""
    hands = [_hand(state, at, seats[at], seat) for at in range(state.terms.players)]
    parts: list[RenderableType] = [_stacks(state, seat), _discards(state, seat), *hands]
    last = [
        line
        for event in state.events
        if event.turn == state.turn - 1
        for line in _event(state, event, seats, seat)
    ]
    if state.turn:
        parts.append(Text("  " + "; ".join(last), "italic"))
    to_move = f"{seats[state.seat]} to move" if not state.over else state.end.value.replace("_", " ")
    title = f"turn {state.turn} · {to_move} · {state.terms.variant.name}"
    return Panel(Group(*parts), title=title, title_align="left", border_style=FAINT)


def _stacks(state: State, seat: int | None) -> RenderableType:
    variant, line = state.terms.variant, Text()
    if variant.hole and seat is not None:
        line.append(f" {len(state.played) + state.strikes} cards thrown in the hole ", HIDDEN)
        figures = f"   deck {state.deck_left}   clues {state.tokens}"
        return line.append(figures)
    for suit, (rule, at) in enumerate(zip(variant.stacks, state.stacks, strict=True)):
        line.append(f" {variant.letters[suit]}{rule.top(at)} ", ink(variant, suit)).append(" ")
    pace = stats.pace(state)
    line.append(f"  score {state.points}/{state.max_score}   clues {state.tokens}   strikes ")
    line.append("●" * state.strikes, BAD).append("○" * (state.terms.strikes - state.strikes))
    return line.append(f"   deck {state.deck_left}" + ("" if pace is None else f"   pace {pace}"))


def _discards(state: State, seat: int | None) -> RenderableType:
    look = view(state, 0 if seat is None else seat)
    cards = sorted(card for order in look.discarded if (card := state.cards[order]))
    line = Text("discards ", FAINT)
    for card in cards:
        line.append_text(face(state.terms.variant, card)).append(" ")
    return line if cards else Text("no discards", FAINT)


def _hand(state: State, holder: int, name: str, seat: int | None) -> RenderableType:
    """Paint a hand: a column a card, its face, its order, its clue marks, what its holder may think it is."""
    variant = state.terms.variant
    grid = Table.grid(padding=(0, 2))
    grid.add_column(width=max(len(name) + 1, 9))
    known: tuple[CardKnowledge, ...] | None = None
    if seat is None or seat == holder:
        known = Knowledge(view(state, holder)).cards
    look = None if seat is None else view(state, seat)
    orders = state.hands[holder]
    faces = [face(variant, state.cards[order] if look is None else look.cards[order]) for order in orders]
    style = "bold reverse" if state.seat == holder and not state.over else "bold"
    grid.add_row(Text(name, style), *faces)
    grid.add_row(Text("card", FAINT), *(Text(str(order), FAINT) for order in orders))
    grid.add_row(Text("clues", FAINT), *(_marks(state, order, seat) for order in orders))
    if known is not None:
        grid.add_row(Text("may be", FAINT), *(_pips(card) for card in known))
        grid.add_row(Text("likely", FAINT), *(_likely(card) for card in known))
    return grid


def _marks(state: State, order: int, seat: int | None) -> Text:
    """Show the clues that touched a card, and behind a minus those that missed it."""
    variant = state.terms.variant
    events = state.events if seat is None else view(state, seat).events
    touched, missed = dict[str, None](), dict[str, None]()
    for event in events:
        if isinstance(event, Clued) and order in event.touched + event.missed:
            word = "?" if event.clue is None else clue_word(variant, event.clue)
            (touched if order in event.touched else missed)[word[:3]] = None
    text = Text(" ".join(touched), GOOD)
    if missed:
        text.append(" " if touched else "").append(" ".join(f"-{word}" for word in missed), FAINT)
    return text


def _pips(card: CardKnowledge) -> Text:
    """Show possible suits and ranks as pips, or the card itself once it is known."""
    variant = card.variant
    if card.known:
        return face(variant, card.known)
    suits = {c.suit for c in card.possible}
    ranks = {c.rank for c in card.possible}
    text = Text()
    for suit, letter in enumerate(variant.letters):
        text.append(letter if suit in suits else "·", "bold" if suit in suits else FAINT)
    text.append(" ")
    for rank in variant.ranks:
        word = "s" if rank == 7 else str(rank)
        text.append(word if rank in ranks else "·", "bold" if rank in ranks else FAINT)
    return text


def _likely(card: CardKnowledge) -> Text:
    """Say how likely the card is playable and trash."""
    if card.playable is None or card.trash is None:
        return Text("unknown", FAINT)
    play, trash = float(card.playable), float(card.trash)
    text = Text(f"play {play:.0%}", GOOD if play == 1 else "")
    return text.append(f" trash {trash:.0%}", BAD if trash == 1 else FAINT)


def _event(state: State, event: Event, seats: tuple[str, ...], seat: int | None) -> Iterator[str]:
    """Say in words what happened, as far as the onlooker may know."""
    variant = state.terms.variant
    match event:
        case Clued(_, giver, target, clue, _, touched, _):
            told = clue and (seat is None or not variant.hides or seat == giver)
            word = clue_word(variant, clue) if told and clue else "something"
            yield f"{seats[giver]} clued {seats[target]} {word}, touching {len(touched)}"
        case Played(_, who, order, card, fits):
            shown = card and not (variant.hole and seat == who)
            word = variant.text(card) if shown and card else f"card {order}"
            result = "" if variant.hole and seat is not None else "" if fits else ", a strike"
            yield f"{seats[who]} played {word}{result}"
        case Discarded(_, who, order, card):
            yield f"{seats[who]} discarded {variant.text(card) if card else f'card {order}'}"
        case Stopped(_, stop):
            yield f"the game was broken off ({stop.reason.word})"
        case Drew():
            return
