"""What a seat has to go on: its hidden cards, what clues say of each, and which copies it has not seen.

Everything is taken from a `View`, so nothing that the seat cannot see ever enters.
"""

from dataclasses import dataclass
from functools import cached_property

from handsight.deals import Deal, Disjunction, Masks, cover
from handsight.errors import TooLargeError
from handsight.hanabi import ClueGiven, View
from handsight.hanabi.view import hidden, hidden_clue_part, without_clue
from handsight.knowledge.hanabi import face_down
from handsight.knowledge.hanabi.face_down import Buried

WIDE = "this may be too wide (never too narrow): "

Marks = dict[int, int]
"""For each card order, the mask of identities that clues leave it."""


@dataclass(frozen=True)
class Evidence:
    """The cards a seat cannot see (its hand first, newest card first), and every way they may be."""

    view: View
    orders: tuple[int, ...]
    hand: int
    """How many of the orders are in the hand; the others lie face down, or in hands it may not look at."""
    clued: tuple[int, ...]
    """For each of them, the mask of identities that clues alone leave."""
    limits: tuple[int, ...]
    """For each identity, how many copies the seat does not see."""
    told: Deal | Disjunction
    """Every way they may be, by clues and the copies in sight."""
    deal: Deal | Disjunction | Buried
    """The same where, if played cards lie face down, only what kept the game going is left."""
    caveat: str = ""
    """Why the deal may be too wide, where it is an over-approximation; empty when it is exact."""

    @cached_property
    def counted(self) -> tuple[int, ...]:
        """What clues and visible copies leave each card on its own, the hand not considered."""
        unseen = sum(1 << identity for identity, left in enumerate(self.limits) if left)
        return tuple(mask & unseen for mask in self.clued)


def dark(view: View, seat: int) -> tuple[int, ...]:
    """List the cards that a seat cannot see, as everybody knows: its hand, newest first, then the others."""
    hand = view.hands[seat]
    return hand + tuple(sorted(hidden(view, seat).difference(hand)))


def evidence(view: View, orders: tuple[int, ...] | None = None) -> Evidence:
    """Gather what the viewer has to go on about its hidden cards, or about the *orders* asked for.

    Cards that lie face down are always among them, since what they may be hangs together with the rest.
    """
    variant, cards = view.terms.variant, view.cards
    now = dark(view, view.viewer)
    if orders is None:
        orders = now
    orders += tuple(order for order in now if order in view.played and order not in orders)
    known, riddles = marks(view, view.viewer)
    clued = [known.get(order, variant.everything) for order in orders]
    limits = list(unseen(view))
    for thing, order in enumerate(orders):
        card = cards[order] if order < len(cards) else None  # not drawn yet
        if card is not None:  # seen by now: its own copy is set aside for it
            clued[thing] = 1 << variant.identity(card)
            limits[variant.identity(card)] += 1
    plain = Deal(tuple(clued), tuple(limits))
    about = [riddle for riddle in riddles if any(order in orders for order in riddle.touched + riddle.missed)]
    told, doubts = solved(plain, [alternatives(riddle, orders, view) for riddle in about])
    deal: Deal | Disjunction | Buried = told
    if variant.face_down:
        try:
            deal = face_down.bury(view, orders, told, lost(view))
            doubts.append(face_down.doubt(view))
        except TooLargeError as error:
            doubts.append(str(error))
    hand = len(view.hands[view.viewer])
    return Evidence(view, orders, hand, plain.masks, plain.limits, told, deal, wide(*doubts))


def wide(*doubts: str) -> str:
    """Say in one sentence why an answer may be too wide, or nothing if there is no doubt."""
    said = dict.fromkeys(doubt.removeprefix(WIDE) for doubt in doubts if doubt)
    return f"{WIDE}{'; '.join(said)}" if said else ""


def unseen(view: View) -> tuple[int, ...]:
    """Count the copies of each identity that the viewer does not see anywhere."""
    left = list(view.terms.variant.copies)
    identities = view.terms.variant.identities
    for card in view.cards:
        if card is not None:
            left[identities[card]] -= 1
    return tuple(left)


def lost(view: View) -> tuple[int, ...]:
    """Count the copies of each identity in the discard pile."""
    counts = [0] * len(view.terms.variant.copies)
    for order in view.discarded:
        card = view.cards[order]
        if card is not None:
            counts[view.terms.variant.identity(card)] += 1
    return tuple(counts)


def marks(view: View, seat: int) -> tuple[Marks, list[ClueGiven]]:
    """Apply every clue whose value a seat knows; return also those whose value is hidden from it."""
    variant, found, riddles = view.terms.variant, Marks(), list[ClueGiven]()
    everything = variant.everything
    for event in view.events:
        if not isinstance(event, ClueGiven):
            continue
        hides = hidden_clue_part(view.terms, event.seat)
        if hides and event.seat != seat:
            riddles.append(without_clue(event, hides))
            continue
        if event.clue is None:
            continue
        touch = variant.touch(event.clue)
        for order in event.touched:
            found[order] = found.get(order, everything) & touch
        for order in event.missed:
            found[order] = found.get(order, everything) & ~touch
    return found, riddles


def alternatives(riddle: ClueGiven, orders: tuple[int, ...], view: View) -> list[Masks]:
    """Say what a clue of hidden value tells of hidden cards: one of these boxes holds.

    Some clue touched exactly these cards; a card that has been seen since rules out the clues it belies.
    """
    variant, everything = view.terms.variant, view.terms.variant.everything
    at = {order: thing for thing, order in enumerate(orders)}
    boxes = []
    for clue in variant.clues():
        if riddle.kind not in (None, clue.kind):
            continue
        touch, box, fits = variant.touch(clue), [everything] * len(orders), True
        said = [(order, touch) for order in riddle.touched] + [(order, ~touch) for order in riddle.missed]
        for order, mask in said:
            card = view.cards[order]
            if order in at:
                box[at[order]] &= mask
            elif card is not None:
                fits = fits and bool(mask >> variant.identity(card) & 1)
        if fits:
            boxes.append(tuple(box))
    return boxes


def solved(deal: Deal, riddles: list[list[Masks]]) -> tuple[Deal | Disjunction, list[str]]:
    """Narrow a deal by clues of hidden value, those with the fewest readings first.

    Where the readings overlap in too many ways only what they have in common is used, and said so.
    """
    narrow: Deal | Disjunction = deal
    doubts = []
    for boxes in sorted(riddles, key=len):
        known = Disjunction((narrow,)) if isinstance(narrow, Deal) else narrow
        try:
            narrow = known.given(*boxes)
        except TooLargeError as error:
            narrow = known.given(cover(boxes))
            doubts.append(str(error))
    return narrow, doubts
