"""What one seat may see."""

from msgspec import Struct
from msgspec.structs import replace

from handsight.hanabi.board import Board
from handsight.hanabi.cards import Card
from handsight.hanabi.characters import effects
from handsight.hanabi.events import CardPlayed, ClueGiven, Event
from handsight.hanabi.state import State
from handsight.hanabi.terms import Terms
from handsight.hanabi.variants.rule_changes import Hides


class View(Struct, frozen=True):
    """The table as one seat sees it; it holds no reference to the truth."""

    terms: Terms
    viewer: int
    hands: tuple[tuple[int, ...], ...]
    cards: tuple[Card | None, ...]
    """The face of every card that has left the deck, by order; None where this seat may not look."""
    deck_left: int
    stacks: tuple[int, ...] | None
    """None where played cards lie face down."""
    clue_units: int
    strikes: int | None
    seat: int
    turn: int
    turns_left: int | None
    played: tuple[int, ...]
    """Cards on the stacks; where played cards lie face down, every card played, fitting or not."""
    discarded: tuple[int, ...]
    touched: int
    over: bool
    events: tuple[Event, ...]

    @property
    def drawn(self) -> int:
        """How many cards have left the deck."""
        return len(self.cards)

    @property
    def last_clue(self) -> ClueGiven | None:
        """The clue given last, by anyone."""
        return next((event for event in reversed(self.events) if isinstance(event, ClueGiven)), None)


def view(state: State, seat: int) -> View:
    """Show the table to a seat."""
    terms, variant = state.terms, state.terms.variant
    dark = hidden(state, seat)
    events, played, discarded = state.events, state.played, state.discarded
    if variant.hides or terms.characters:
        events = tuple(_as_seen(event, seat, terms) for event in events)
    if variant.face_down:
        plays = [event for event in events if isinstance(event, CardPlayed)]
        played = tuple(event.order for event in plays)
        discarded = tuple(order for order in discarded if order not in played)
        events = tuple(_without_result(event, dark) for event in events)
    shown: list[Card | None] = [*state.cards[: state.drawn]]
    for order in dark:
        shown[order] = None
    return View(
        terms=terms,
        viewer=seat,
        hands=state.hands,
        cards=tuple(shown),
        deck_left=state.deck_left,
        stacks=None if variant.face_down else state.stacks,
        clue_units=state.clue_units,
        strikes=None if variant.face_down else state.strikes,
        seat=state.seat,
        turn=state.turn,
        turns_left=state.turns_left,
        played=played,
        discarded=discarded,
        touched=state.touched,
        over=state.over,
        events=events,
    )


def spectator_view(state: State, seat: int) -> View:
    """Show everything but the deck: to those who do not play, or to measure how high honest play could go."""
    return View(
        terms=state.terms,
        viewer=seat,
        hands=state.hands,
        cards=state.cards[: state.drawn],
        deck_left=state.deck_left,
        stacks=state.stacks,
        clue_units=state.clue_units,
        strikes=state.strikes,
        seat=state.seat,
        turn=state.turn,
        turns_left=state.turns_left,
        played=state.played,
        discarded=state.discarded,
        touched=state.touched,
        over=state.over,
        events=state.events,
    )


def hidden(board: Board, seat: int) -> frozenset[int]:
    """Return the cards, of those that have left the deck, that a seat cannot see; everybody knows which."""
    dark = {*board.hands[seat]}
    if board.terms.characters:
        dark |= effects.unseen(board, seat)
    if board.terms.variant.face_down:
        plays = (event for event in board.events if isinstance(event, CardPlayed))
        dark.update(event.order for event in plays if _unknown(board, seat, event))
    return frozenset(dark)


def conceals(terms: Terms, giver: int) -> Hides:
    """Say what a seat's clues hide from the others: nothing, the value, or all but the cards touched."""
    if terms.characters and effects.quacks(terms, giver):
        return "value" if terms.variant.alternating else "clue"  # the next giver must know which kind is due
    return terms.variant.hides


def without_clue(event: ClueGiven, hides: Hides) -> ClueGiven:
    """Show a clue as all but its giver see it: without its value, or without any of it."""
    return replace(event, clue=None, kind=event.kind if hides == "value" else None)


def _as_seen(event: Event, seat: int, terms: Terms) -> Event:
    """Show an event to a seat, a clue without what its giver conceals."""
    if not isinstance(event, ClueGiven) or event.seat == seat:
        return event
    hides = conceals(terms, event.seat)
    return without_clue(event, hides) if hides else event


def _unknown(board: Board, seat: int, played: CardPlayed) -> bool:
    """Whether a seat does not know a card played face down: its own, or one it never saw."""
    return played.seat == seat or (bool(board.terms.characters) and effects.never_saw(board, seat, played))


def _without_result(event: Event, dark: frozenset[int]) -> Event:
    """Hide whether a play fitted, and which card it was from those who do not know it."""
    if not isinstance(event, CardPlayed):
        return event
    return replace(event, fits=None, card=None if event.order in dark else event.card)
