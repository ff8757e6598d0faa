"""What one seat sees of a state, and nothing else."""

from operator import sub

from msgspec import Struct
from msgspec.structs import replace

from handsight.hanabi import character_effects as effects
from handsight.hanabi.actions import CardPlayed, ClueGiven, Event
from handsight.hanabi.board import Board
from handsight.hanabi.cards import Card
from handsight.hanabi.state import State, count_copies
from handsight.hanabi.terms import Terms
from handsight.hanabi.variants.rule_changes import Hides


class View(Struct, frozen=True):
    """The table as one seat sees it; it holds no reference to the state."""

    terms: Terms
    viewer: int
    """The seat that looks."""
    hands: tuple[tuple[int, ...], ...]
    """The cards that each seat holds, newest first, each as its order in the deck."""
    cards: tuple[Card | None, ...]
    """Every card that has left the deck, by order; None where this seat does not see it."""
    deck_left: int
    stacks: tuple[int, ...] | None
    """The state of each stack; None where played cards lie face down."""
    clue_units: int
    """Clue tokens, in the smallest unit of the variant."""
    strikes: int | None
    """How many strikes were made; None where played cards lie face down."""
    seat: int
    """The seat to move."""
    turn: int
    """How many actions have been taken."""
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
    def discarded_copies(self) -> tuple[int, ...]:
        """How many copies of each identity this seat sees in the discard pile."""
        return count_copies(self.terms.variant, [self.cards[order] for order in self.discarded])

    @property
    def unseen_copies(self) -> tuple[int, ...]:
        """How many copies of each identity this seat does not see anywhere."""
        variant = self.terms.variant
        return tuple(map(sub, variant.copies, count_copies(variant, self.cards)))

    @property
    def last_clue(self) -> ClueGiven | None:
        """The last clue that was given, by any seat."""
        return next((event for event in reversed(self.events) if isinstance(event, ClueGiven)), None)


def view(state: State, seat: int) -> View:
    """Return what a seat sees of a state."""
    terms, variant = state.terms, state.terms.variant
    unseen = hidden(state, seat)
    events, played, discarded = state.events, state.played, state.discarded
    if variant.hides or terms.characters:
        events = tuple(_as_seen(event, seat, terms) for event in events)
    if variant.face_down:
        plays = [event for event in events if isinstance(event, CardPlayed)]
        played = tuple(event.order for event in plays)
        discarded = tuple(order for order in discarded if order not in played)
        events = tuple(_without_result(event, unseen) for event in events)
    shown: list[Card | None] = [*state.cards[: state.drawn]]
    for order in unseen:
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
    """Return a seat's view, with all hands visible: for spectators, and for bots that cheat on purpose."""
    return replace(
        view(state, seat),
        cards=state.cards[: state.drawn],
        stacks=state.stacks,
        strikes=state.strikes,
        played=state.played,
        discarded=state.discarded,
        events=state.events,
    )


def hidden(board: Board, seat: int) -> frozenset[int]:
    """Return the orders of the drawn cards that a seat does not see; all players know which these are."""
    unseen = {*board.hands[seat]}
    if board.terms.characters:
        unseen |= effects.unseen(board, seat)
    if board.terms.variant.face_down:
        plays = (event for event in board.events if isinstance(event, CardPlayed))
        unseen.update(event.order for event in plays if _unknown(board, seat, event))
    return frozenset(unseen)


def hidden_clue_part(terms: Terms, giver: int) -> Hides:
    """Return what a seat's clues hide from the others: nothing, the value, or all but the cards touched."""
    if terms.characters and effects.quacks(terms, giver):
        return "value" if terms.variant.alternating else "clue"  # the next giver must know which kind is due
    return terms.variant.hides


def without_clue(event: ClueGiven, hides: Hides) -> ClueGiven:
    """Return a clue as all but its giver see it: without its value, or without value and kind."""
    return replace(event, clue=None, kind=event.kind if hides == "value" else None)


def _as_seen(event: Event, seat: int, terms: Terms) -> Event:
    """Return an event as a seat sees it, a clue without what stays hidden."""
    if not isinstance(event, ClueGiven) or event.seat == seat:
        return event
    hides = hidden_clue_part(terms, event.seat)
    return without_clue(event, hides) if hides else event


def _unknown(board: Board, seat: int, played: CardPlayed) -> bool:
    """Whether a seat does not know a card that was played face down: its own, or one it never saw."""
    return played.seat == seat or (bool(board.terms.characters) and effects.never_saw(board, seat, played))


def _without_result(event: Event, unseen: frozenset[int]) -> Event:
    """Return an event without whether a play fitted, and without the card if the seat does not know it."""
    if not isinstance(event, CardPlayed):
        return event
    return replace(event, fits=None, card=None if event.order in unseen else event.card)
