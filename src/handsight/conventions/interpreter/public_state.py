"""The public state of a game: everything that all players at the table can see.

It can be taken from the view of any seat (`public_state`), or advanced from the state before by one action
(`advance`). Both ways give the same state; a test holds them together.
"""

from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from handsight.errors import InputError
from handsight.hanabi import (
    Card,
    CardDiscarded,
    CardDrawn,
    CardPlayed,
    ClueGiven,
    Event,
    GameStopped,
    Terms,
    View,
    chop,
)
from handsight.knowledge.hanabi.evidence import clue_masks

MoveEvent = ClueGiven | CardPlayed | CardDiscarded
"""What happened when a seat acted."""


class PublicState(Struct, frozen=True):
    """The public facts after an action, or after the deal."""

    terms: Terms
    hands: tuple[tuple[int, ...], ...]
    clue_masks: tuple[int, ...]
    """By order: the mask of identities that the clues leave a card."""
    stacks: tuple[int, ...]
    discarded_copies: tuple[int, ...]
    """By identity: copies in the discard pile."""
    revealed_copies: tuple[int, ...]
    """By identity: copies that have left the hands face up, on the stacks or in the discard pile."""
    played: int
    """Mask of the identities on the stacks."""
    score: int
    clue_units: int
    strikes: int
    turn: int
    turns_left: int | None
    touched: int
    """A mask over orders: the cards that some clue has touched."""
    last_action: MoveEvent | None = None
    """The action that was just taken; None after the deal."""
    revealed_card: Card | None = None
    """The card that was just played or discarded."""

    @property
    def drawn(self) -> int:
        """How many cards have left the deck."""
        return len(self.clue_masks)

    @property
    def deck_left(self) -> int:
        """How many cards are still in the deck."""
        return self.terms.variant.deck_size - len(self.clue_masks)

    @property
    def actor(self) -> int:
        """The seat that just acted; seat 0 after the deal."""
        return self.last_action.seat if self.last_action else 0


def check_supported(terms: Terms) -> None:
    """Raise InputError for terms under which stacks or clues are hidden from some players."""
    variant = terms.variant
    if variant.face_down or variant.hides:
        what = "the stacks" if variant.face_down else "the clues"
        raise InputError(f"conventions need what {variant.name} hides: {what}; choose another variant")
    if terms.characters:
        raise InputError("conventions are for tables without characters; leave the characters out")


def public_state_after_deal(terms: Terms) -> PublicState:
    """Return the public state after the deal."""
    check_supported(terms)
    variant, size = terms.variant, terms.hand_size
    dealt = terms.players * size
    none = (0,) * len(variant.cards)
    last = dealt == variant.deck_size and terms.rules.end == "last_draw" and not terms.all_or_nothing
    return PublicState(
        terms,
        hands=tuple(tuple(range(at + size - 1, at - 1, -1)) for at in range(0, dealt, size)),
        clue_masks=(variant.everything,) * dealt,
        stacks=(0,) * len(variant.suits),
        discarded_copies=none,
        revealed_copies=none,
        played=0,
        score=0,
        clue_units=terms.max_clue_units,
        strikes=0,
        turn=0,
        turns_left=terms.final_round if last else None,
        touched=0,
    )


def public_state(view: View) -> PublicState:
    """Return the public part of a view."""
    check_supported(view.terms)
    variant = view.terms.variant
    known, _ = clue_masks(view, view.viewer)
    discarded, revealed, played = [0] * len(variant.cards), [0] * len(variant.cards), 0
    held = {order for hand in view.hands for order in hand}
    for order, card in enumerate(view.cards):
        if card is not None and order not in held:
            revealed[variant.identity(card)] += 1
    for order in view.discarded:
        discarded[_identity(view, order)] += 1
    for order in view.played:
        played |= 1 << _identity(view, order)
    actions = [event for event in view.events if isinstance(event, MoveEvent)]
    event = actions[-1] if actions else None
    return PublicState(
        view.terms,
        hands=view.hands,
        clue_masks=tuple(known.get(order, variant.everything) for order in range(view.drawn)),
        stacks=view.stacks or (),
        discarded_copies=tuple(discarded),
        revealed_copies=tuple(revealed),
        played=played,
        score=len(view.played),
        clue_units=view.clue_units,
        strikes=view.strikes or 0,
        turn=view.turn,
        turns_left=view.turns_left,
        touched=view.touched,
        last_action=event,
        revealed_card=None if event is None or isinstance(event, ClueGiven) else event.card,
    )


def _identity(view: View, order: int) -> int:
    card = view.cards[order]
    return view.terms.variant.identity(card) if card else 0


def advance(now: PublicState, event: MoveEvent, *, drew: bool) -> PublicState:
    """Return the state after one more action, and after the draw that followed it if *drew*."""
    match event:
        case ClueGiven():
            return _clued(now, event)
        case CardPlayed():
            then = _played(now, event)
        case CardDiscarded():
            clue_units = min(now.clue_units + 1, now.terms.max_clue_units)
            then = _left(replace(now, clue_units=clue_units), event, discarded=True)
    then = replace(then, turn=now.turn + 1, last_action=event, revealed_card=event.card)
    return _passed(_drawn(then, event.seat) if drew else then, now)


def _clued(now: PublicState, event: ClueGiven) -> PublicState:
    """Apply a clue, after which nothing is drawn."""
    terms = now.terms
    known, touched = list(now.clue_masks), now.touched
    touch = terms.variant.touch(event.clue) if event.clue else terms.variant.everything
    for order in event.touched:
        known[order] &= touch
        touched |= 1 << order
    for order in event.missed:
        known[order] &= ~touch
    hands = now.hands
    if terms.card_cycle and hands[event.seat]:
        hand = hands[event.seat]
        at = chop(hand, touched)
        hands = _with(hands, event.seat, (hand[at], *hand[:at], *hand[at + 1 :]))
    return replace(
        now,
        hands=hands,
        clue_masks=tuple(known),
        clue_units=now.clue_units - terms.clue_cost,
        turn=now.turn + 1,
        turns_left=None if now.turns_left is None else now.turns_left - 1,
        touched=touched,
        last_action=event,
        revealed_card=None,
    )


def _played(now: PublicState, event: CardPlayed) -> PublicState:
    rules, variant = now.terms.rules, now.terms.variant
    if not event.fits or event.card is None:
        return _left(replace(now, strikes=now.strikes + 1), event, discarded=rules.misplay != "vanish")
    suit = event.card.suit
    rule = variant.stacks[suit]
    top = rule.steps[now.stacks[suit]][variant.ranks.index(event.card.rank)]
    finished = rule.height[top] == rule.full and rules.refund_five and not variant.face_down
    return replace(
        _left(now, event, discarded=False),
        stacks=(*now.stacks[:suit], top, *now.stacks[suit + 1 :]),
        played=now.played | 1 << variant.identity(event.card),
        score=now.score + 1,
        clue_units=now.clue_units + (finished and now.clue_units < now.terms.max_clue_units),
    )


def _left(now: PublicState, event: CardPlayed | CardDiscarded, *, discarded: bool) -> PublicState:
    """Take a card out of its hand, face up."""
    if event.card is None:
        return now
    identity = now.terms.variant.identity(event.card)
    hand = tuple(order for order in now.hands[event.seat] if order != event.order)
    return replace(
        now,
        hands=_with(now.hands, event.seat, hand),
        revealed_copies=_counted(now.revealed_copies, identity),
        discarded_copies=_counted(now.discarded_copies, identity) if discarded else now.discarded_copies,
    )


def _drawn(now: PublicState, seat: int) -> PublicState:
    """Draw a card; a card that was played straight off the deck is counted as drawn only."""
    bottom = isinstance(now.last_action, CardPlayed | CardDiscarded) and now.last_action.order == now.drawn
    hands = now.hands if bottom else _with(now.hands, seat, (now.drawn, *now.hands[seat]))
    return replace(now, hands=hands, clue_masks=(*now.clue_masks, now.terms.variant.everything))


def _passed(then: PublicState, now: PublicState) -> PublicState:
    """Count the turns that are left after a play or a discard."""
    terms, left = then.terms, now.turns_left
    if not terms.all_or_nothing:
        late = terms.rules.end == "failed_draw"
        begins = (now.deck_left == 0 and left is None) if late else now.deck_left > 0 == then.deck_left
        if begins:
            left = terms.final_round + 1
    return replace(then, turns_left=None if left is None else left - 1)


def _with(
    hands: tuple[tuple[int, ...], ...], seat: int, hand: tuple[int, ...]
) -> tuple[tuple[int, ...], ...]:
    return (*hands[:seat], hand, *hands[seat + 1 :])


def _counted(counts: tuple[int, ...], identity: int) -> tuple[int, ...]:
    return (*counts[:identity], counts[identity] + 1, *counts[identity + 1 :])


def public_history(terms: Terms, events: Sequence[Event]) -> Iterator[PublicState]:
    """Yield the public state after the deal and after each action of a whole game."""
    now = public_state_after_deal(terms)
    yield now
    for event, drew in actions_with_draws(events[terms.players * terms.hand_size :]):
        now = advance(now, event, drew=drew)
        yield now


def actions_with_draws(events: Iterable[Event]) -> Iterator[tuple[MoveEvent, bool]]:
    """Yield each action among the events after the deal, and whether a card was drawn after it."""
    heard = [event for event in events if not isinstance(event, GameStopped)]
    drew = {event.turn for event in heard if isinstance(event, CardDrawn)}
    for event in heard:
        if not isinstance(event, CardDrawn):
            yield event, event.turn in drew
