"""What everybody at the table knows, moment by moment: the facts that a convention's readers share.

A moment can be taken from any seat's view, or made from the moment before and what happened since; both
are the same (and a test says so).
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
from handsight.knowledge.hanabi.evidence import marks

MoveEvent = ClueGiven | CardPlayed | CardDiscarded


class Public(Struct, frozen=True):
    """The public facts after some action, or after the deal."""

    terms: Terms
    hands: tuple[tuple[int, ...], ...]
    marks: tuple[int, ...]
    """By order: the mask of identities that the clues leave a card."""
    stacks: tuple[int, ...]
    lost: tuple[int, ...]
    """By identity: copies in the discard pile."""
    gone: tuple[int, ...]
    """By identity: copies that have left the hands, for good, in the open."""
    played: int
    """Mask of the identities on the stacks."""
    score: int
    clue_units: int
    strikes: int
    turn: int
    turns_left: int | None
    touched: int
    """A mask over orders: the cards that some clue has pointed at."""
    deed: MoveEvent | None = None
    """What was just done; None after the deal."""
    fell: Card | None = None
    """The face of the card that was just played or discarded."""

    @property
    def drawn(self) -> int:
        """How many cards have left the deck."""
        return len(self.marks)

    @property
    def deck_left(self) -> int:
        """How many cards are still in the deck."""
        return self.terms.variant.deck_size - len(self.marks)

    @property
    def actor(self) -> int:
        """Who just acted; seat 0 after the deal."""
        return self.deed.seat if self.deed else 0


def readable(terms: Terms) -> None:
    """Refuse a table at which not everybody sees the stacks and hears the clues."""
    variant = terms.variant
    if variant.face_down or variant.hides:
        what = "the stacks" if variant.face_down else "the clues"
        raise InputError(f"conventions need what {variant.name} hides: {what}; choose another variant")
    if terms.characters:
        raise InputError("conventions are for tables without characters; leave the characters out")


def opening(terms: Terms) -> Public:
    """The facts after the deal."""
    readable(terms)
    variant, size = terms.variant, terms.hand_size
    dealt = terms.players * size
    none = (0,) * len(variant.cards)
    last = dealt == variant.deck_size and terms.rules.end == "last_draw" and not terms.all_or_nothing
    return Public(
        terms,
        hands=tuple(tuple(range(at + size - 1, at - 1, -1)) for at in range(0, dealt, size)),
        marks=(variant.everything,) * dealt,
        stacks=(0,) * len(variant.suits),
        lost=none,
        gone=none,
        played=0,
        score=0,
        clue_units=terms.max_clue_units,
        strikes=0,
        turn=0,
        turns_left=terms.final_round if last else None,
        touched=0,
    )


def public(view: View) -> Public:
    """The facts that a view holds and that are no secret of its seat."""
    readable(view.terms)
    variant = view.terms.variant
    known, _ = marks(view, view.viewer)
    lost, gone, played = [0] * len(variant.cards), [0] * len(variant.cards), 0
    held = {order for hand in view.hands for order in hand}
    for order, card in enumerate(view.cards):
        if card is not None and order not in held:
            gone[variant.identity(card)] += 1
    for order in view.discarded:
        lost[_identity(view, order)] += 1
    for order in view.played:
        played |= 1 << _identity(view, order)
    deeds = [event for event in view.events if isinstance(event, MoveEvent)]
    deed = deeds[-1] if deeds else None
    return Public(
        view.terms,
        hands=view.hands,
        marks=tuple(known.get(order, variant.everything) for order in range(view.drawn)),
        stacks=view.stacks or (),
        lost=tuple(lost),
        gone=tuple(gone),
        played=played,
        score=len(view.played),
        clue_units=view.clue_units,
        strikes=view.strikes or 0,
        turn=view.turn,
        turns_left=view.turns_left,
        touched=view.touched,
        deed=deed,
        fell=None if deed is None or isinstance(deed, ClueGiven) else deed.card,
    )


def _identity(view: View, order: int) -> int:
    card = view.cards[order]
    return view.terms.variant.identity(card) if card else 0


def after(now: Public, deed: MoveEvent, *, drew: bool) -> Public:
    """The facts after one more action, and the draw that followed if there was one."""
    match deed:
        case ClueGiven():
            return _clued(now, deed)
        case CardPlayed():
            then = _played(now, deed)
        case CardDiscarded():
            clue_units = min(now.clue_units + 1, now.terms.max_clue_units)
            then = _left(replace(now, clue_units=clue_units), deed, lost=True)
    then = replace(then, turn=now.turn + 1, deed=deed, fell=deed.card)
    return _passed(_drawn(then, deed.seat) if drew else then, now)


def _clued(now: Public, deed: ClueGiven) -> Public:
    """Write down a clue, after which nothing is drawn."""
    terms = now.terms
    known, touched = list(now.marks), now.touched
    touch = terms.variant.touch(deed.clue) if deed.clue else terms.variant.everything
    for order in deed.touched:
        known[order] &= touch
        touched |= 1 << order
    for order in deed.missed:
        known[order] &= ~touch
    hands = now.hands
    if terms.card_cycle and hands[deed.seat]:
        hand = hands[deed.seat]
        at = chop(hand, touched)
        hands = _with(hands, deed.seat, (hand[at], *hand[:at], *hand[at + 1 :]))
    return replace(
        now,
        hands=hands,
        marks=tuple(known),
        clue_units=now.clue_units - terms.clue_cost,
        turn=now.turn + 1,
        turns_left=None if now.turns_left is None else now.turns_left - 1,
        touched=touched,
        deed=deed,
        fell=None,
    )


def _played(now: Public, deed: CardPlayed) -> Public:
    rules, variant = now.terms.rules, now.terms.variant
    if not deed.fits or deed.card is None:
        return _left(replace(now, strikes=now.strikes + 1), deed, lost=rules.misplay != "vanish")
    suit = deed.card.suit
    rule = variant.stacks[suit]
    top = rule.steps[now.stacks[suit]][variant.ranks.index(deed.card.rank)]
    finished = rule.height[top] == rule.full and rules.refund_five and not variant.face_down
    return replace(
        _left(now, deed, lost=False),
        stacks=(*now.stacks[:suit], top, *now.stacks[suit + 1 :]),
        played=now.played | 1 << variant.identity(deed.card),
        score=now.score + 1,
        clue_units=now.clue_units + (finished and now.clue_units < now.terms.max_clue_units),
    )


def _left(now: Public, deed: CardPlayed | CardDiscarded, *, lost: bool) -> Public:
    """Take a card out of its hand, face up."""
    if deed.card is None:
        return now
    identity = now.terms.variant.identity(deed.card)
    hand = tuple(order for order in now.hands[deed.seat] if order != deed.order)
    return replace(
        now,
        hands=_with(now.hands, deed.seat, hand),
        gone=_counted(now.gone, identity),
        lost=_counted(now.lost, identity) if lost else now.lost,
    )


def _drawn(now: Public, seat: int) -> Public:
    """Draw a card; one that was played off the deck has come and gone."""
    bottom = isinstance(now.deed, CardPlayed | CardDiscarded) and now.deed.order == now.drawn
    hands = now.hands if bottom else _with(now.hands, seat, (now.drawn, *now.hands[seat]))
    return replace(now, hands=hands, marks=(*now.marks, now.terms.variant.everything))


def _passed(then: Public, now: Public) -> Public:
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


def history(terms: Terms, events: Sequence[Event]) -> Iterator[Public]:
    """Yield the facts after the deal and after each action of a whole game."""
    now = opening(terms)
    yield now
    for deed, drew in turns(events[terms.players * terms.hand_size :]):
        now = after(now, deed, drew=drew)
        yield now


def turns(events: Iterable[Event]) -> Iterator[tuple[MoveEvent, bool]]:
    """Yield each action since the deal, with whether a draw came with it."""
    told = [event for event in events if not isinstance(event, GameStopped)]
    drew = {event.turn for event in told if isinstance(event, CardDrawn)}
    for event in told:
        if not isinstance(event, CardDrawn):
            yield event, event.turn in drew
