"""The public state of a game: everything that all players at the table can see.

It is a state in which the hidden cards are None, so the rules themselves carry it on: `advance` tells them
the card that was shown, or the cards that a clue touched.
"""

from collections.abc import Iterable, Iterator
from functools import cached_property

from msgspec.structs import asdict, replace

from handsight.errors import InputError
from handsight.game.bitmask import mask_of
from handsight.hanabi import Card, ClueGiven, Event, Setup, State, Terms, apply, deal
from handsight.hanabi.actions import MoveEvent, action_of
from handsight.hanabi.state import count_copies


class PublicState(State, frozen=True, dict=True):
    """The public facts after an action, or after the deal; it keeps no events but the last action."""

    clue_masks: tuple[int, ...] = ()
    """By order: the mask of identities that the clues leave a card."""
    last_action: MoveEvent | None = None
    """The action that was just taken; None after the deal."""

    @cached_property
    def revealed_copies(self) -> tuple[int, ...]:
        """By identity: copies that have left the hands face up, on the stacks or in the discard pile."""
        return count_copies(self.terms.variant, self.cards)

    @cached_property
    def played_values(self) -> int:
        """Mask of the identities on the stacks."""
        identity = self.terms.variant.identity
        return sum(1 << identity(self.cards[order]) for order in self.played)

    @property
    def revealed_card(self) -> Card | None:
        """The card that was just played or discarded; None after a clue or the deal."""
        last = self.last_action
        return None if last is None or isinstance(last, ClueGiven) else last.card

    @property
    def actor(self) -> int:
        """The seat that just acted; seat 0 after the deal."""
        return self.last_action.seat if self.last_action else 0


def check_supported(terms: Terms) -> None:
    """Raise InputError for terms with hidden stacks or clues, or with characters."""
    variant = terms.variant
    if variant.face_down or variant.hides:
        what = "the stacks" if variant.face_down else "the clues"
        raise InputError(f"conventions need what {variant.name} hides: {what}; choose another variant")
    if terms.characters:
        raise InputError("conventions are for tables without characters; leave the characters out")


def public_state_after_deal(terms: Terms) -> PublicState:
    """Return the public state after the deal."""
    check_supported(terms)
    return _public(deal(_setup(terms, (None,) * terms.variant.deck_size)))


def public_state(state: State) -> PublicState:
    """Return the public part of a state, with `last_action` None as after the deal."""
    held = {order for hand in state.hands for order in hand}
    orders = range(state.terms.variant.deck_size)
    shown = (state.cards[at] if at < state.drawn and at not in held else None for at in orders)
    return _public(replace(state, setup=_setup(state.terms, shown)))


def _setup(terms: Terms, cards: Iterable[Card | None]) -> Setup:
    """Return the setup with a deck of which some cards are hidden."""
    return Setup(terms, tuple(cards))  # type: ignore[arg-type]  # the rules never look at those


def _public(state: State) -> PublicState:
    known = [state.terms.variant.everything] * state.drawn
    for event in state.events:
        if isinstance(event, ClueGiven):
            _hear(known, event, state.terms)
    return PublicState(**{**asdict(state), "events": ()}, clue_masks=tuple(known))


def _hear(known: list[int], event: ClueGiven, terms: Terms) -> None:
    """Narrow what the clues leave the cards of a hand by one more clue."""
    touch = terms.variant.touch(event.clue) if event.clue else terms.variant.everything
    for order in event.touched:
        known[order] &= touch
    for order in event.missed:
        known[order] &= ~touch


def advance(now: PublicState, event: MoveEvent) -> PublicState:
    """Return the state after one more action, and after the draw that follows it."""
    known, marks = list(now.clue_masks), now.touched
    action = action_of(event)
    if action is None:
        raise AssertionError("a clue was hidden; `check_supported` should have refused these terms")
    if isinstance(event, ClueGiven):
        _hear(known, event, now.terms)
        marks |= mask_of(event.touched)
    else:
        deck = (*now.cards[: event.order], event.card, *now.cards[event.order + 1 :])
        now = replace(now, setup=_setup(now.terms, deck))
    then: PublicState = apply(now, action)  # type: ignore[assignment]  # the rules keep the type
    known += [now.terms.variant.everything] * (then.drawn - now.drawn)
    return replace(then, events=(), touched=marks, clue_masks=tuple(known), last_action=event)


def public_history(now: PublicState, events: Iterable[Event]) -> Iterator[PublicState]:
    """Yield the public state after each action among the events that follow."""
    for event in events:
        if isinstance(event, MoveEvent):
            now = advance(now, event)
            yield now
