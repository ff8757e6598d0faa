"""What one seat can say of what another seat knows of its own hand.

Bob sees Alice's hand and Alice does not, so what Bob knows differs from one of Alice's worlds to the next.
Alice can say: Bob may think this card to be x exactly when in some world of hers he would. In such a world
her hand takes copies that neither of them sees elsewhere, but none that she sees in Bob's hand; what Bob
imagines takes whatever her hand has left. So each identity has open copies, for both, and Bob's own, for
him alone, and one exact deal of both hands answers for all worlds at once.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from handsight.deals import AnyOf, Box, Deal, hull
from handsight.errors import ContradictionError
from handsight.hanabi import CardSet, Clued, Played, View, worth
from handsight.knowledge.evidence import Evidence, alternatives, evidence, lost, marks

PAIRS_CAP = 2_000


@dataclass(frozen=True)
class Regard:
    """What a viewer can say of one card in another hand."""

    order: int
    slot: int
    clued: CardSet
    """What clues alone leave its holder."""
    possible: CardSet
    """What its holder may think possible, as far as the viewer can tell."""
    surely_playable: bool
    """Whether the viewer knows that the holder knows the card to be playable."""
    surely_trash: bool
    """Whether the viewer knows that the holder knows the card to be trash."""
    caveat: str = ""
    """Why this may be too wide; empty when it is exact."""


def regard(view: View, holder: int) -> tuple[Regard, ...]:
    """Say what the viewer knows of the holder's knowledge of the holder's own hand, slot 0 first."""
    variant = view.terms.variant
    hand = view.hands[holder]
    buried = (
        ()
        if view.stacks is not None
        else tuple(event.order for event in view.events if isinstance(event, Played) and event.seat == holder)
    )
    orders = hand + buried
    known, riddles = marks(view, holder)
    clued = tuple(known.get(order, variant.everything) for order in orders)
    boxes, caveat = _boxes(view, orders, clued, riddles)
    possible = hull(_imagined(evidence(view), view, orders, boxes))
    if buried:
        caveat = "this may be too wide: what the holder can tell from strikes that nobody shows is left out"
    playable = trash = 0
    if view.stacks is not None:
        playable = worth.playable(variant, view.stacks)
        trash = variant.everything & ~worth.needed(variant, view.stacks, lost(view))
    return tuple(
        Regard(
            order,
            slot,
            CardSet(variant, clued[slot]),
            CardSet(variant, possible[slot]),
            surely_playable=not possible[slot] & ~playable,
            surely_trash=not possible[slot] & ~trash,
            caveat=caveat,
        )
        for slot, order in enumerate(hand)
    )


def _boxes(view: View, orders: tuple[int, ...], clued: Box, riddles: list[Clued]) -> tuple[list[Box], str]:
    """List what the holder's hand may be by clues alone: a box for every reading of the hidden ones."""
    boxes = [clued]
    for riddle in riddles:
        if riddle.target != view.viewer and any(order in orders for order in riddle.touched + riddle.missed):
            met = {
                tuple(a & b for a, b in zip(box, said, strict=True))
                for box, said in product(boxes, alternatives(riddle, orders, view))
            }
            boxes = [box for box in met if all(box)]
            if len(boxes) > PAIRS_CAP:
                return [clued], f"this may be too wide: hidden clues can be read in over {PAIRS_CAP:,} ways"
    return boxes, ""


def _imagined(mine: Evidence, view: View, orders: tuple[int, ...], boxes: list[Box]) -> Iterator[Box]:
    """Yield what the holder may think possible, for every part of my own evidence and every box."""
    variant = view.terms.variant
    kinds = len(variant.copies)
    own = [0] * kinds
    for order in orders:
        card = view.cards[order]
        if card is not None:
            own[variant.identity(card)] += 1
    parts = mine.deal.parts if isinstance(mine.deal, AnyOf) else (mine.deal,)
    for part, box in product(parts, boxes):
        both = Deal((*part.masks, *(mask | mask << kinds for mask in box)), (*part.limits, *own))
        try:
            joint = both.possible[len(part.masks) :]
        except ContradictionError:
            continue
        yield tuple((mask | mask >> kinds) & variant.everything for mask in joint)
