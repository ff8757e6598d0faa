"""What one seat can say of what another seat knows of its own hand.

Bob sees Alice's hand and Alice does not, so what Bob knows differs from one of Alice's worlds to the next.
Alice can say: Bob may think this card to be x exactly when in some world of hers he would. In such a world
her hand takes copies that neither of them sees elsewhere, but none that she sees in Bob's hand; what Bob
imagines takes whatever her hand has left. So each identity has open copies, for both, and Bob's own, for
him alone, and one exact deal of both hands answers for all worlds at once. What else a seat cannot see (a
hand it may not look at, a card face down) is to it like a card of its own hand.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product

from handsight.deals import Deal, Disjunction, Masks, cover
from handsight.errors import ContradictionError
from handsight.hanabi import CardSet, ClueGiven, View, card_value
from handsight.knowledge.hanabi.evidence import Evidence, alternatives, dark, evidence, lost, marks, wide

PAIRS_CAP = 1_000


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
    hand, orders, mine = view.hands[holder], dark(view, holder), evidence(view)
    known, riddles = marks(view, holder)
    clued = tuple(known.get(order, variant.everything) for order in orders)
    boxes, doubt = _boxes(view, orders, clued, riddles)
    possible = cover(_imagined(mine, orders, boxes))
    caveat = wide(mine.caveat, doubt, _doubt(mine, orders, holder, len(boxes)))
    playable = trash = 0
    if view.stacks is not None:
        playable, trash, _ = card_value.value_masks(variant, view.stacks, lost(view))
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


def _boxes(
    view: View, orders: tuple[int, ...], clued: Masks, riddles: list[ClueGiven]
) -> tuple[list[Masks], str]:
    """List what the holder's hand may be by clues alone: a box for every reading of the hidden ones."""
    boxes = [clued]
    for riddle in riddles:
        if any(order in orders for order in riddle.touched + riddle.missed):
            met = {
                tuple(a & b for a, b in zip(box, said, strict=True))
                for box, said in product(boxes, alternatives(riddle, orders, view))
            }
            boxes = [box for box in met if all(box)]
            if len(boxes) > PAIRS_CAP:
                return [clued], f"hidden clues can be read in over {PAIRS_CAP:,} ways"
    return boxes, ""


def _imagined(mine: Evidence, orders: tuple[int, ...], boxes: list[Masks]) -> Iterator[Masks]:
    """Yield what the holder may think possible, for every part of my own evidence and every box.

    What neither of us sees is imagined by each apart, so mine only narrows the rest of what I don't see.
    """
    view, variant = mine.view, mine.view.terms.variant
    kinds = len(variant.copies)
    own = [0] * kinds
    for order in orders:
        card = view.cards[order]
        if card is not None:
            own[variant.identity(card)] += 1
    apart = [at for at, order in enumerate(mine.orders) if order not in orders]
    parts = mine.told.parts if isinstance(mine.told, Disjunction) else (mine.told,)
    whole = len(apart) == len(mine.orders)
    mine_may_be = {
        tuple(masks[at] for at in apart)
        for part in parts
        for masks in [part.masks if whole else part.possible]
    }
    if len(mine_may_be) * len(boxes) > PAIRS_CAP:
        mine_may_be = {tuple(mine.told.possible[at] for at in apart)}
    for shown, box in product(mine_may_be, boxes):
        both = Deal((*shown, *(mask | mask << kinds for mask in box)), (*mine.limits, *own))
        try:
            joint = both.possible[len(shown) :]
        except ContradictionError:
            continue
        yield tuple((mask | mask >> kinds) & variant.everything for mask in joint)


def _doubt(mine: Evidence, orders: tuple[int, ...], holder: int, readings: int) -> str:
    """Say what of the holder's knowledge is left out; empty where that is nothing."""
    view = mine.view
    if isinstance(mine.told, Disjunction) and len(mine.told.parts) * readings > PAIRS_CAP:
        return f"hidden clues can be read in over {PAIRS_CAP:,} ways by both"
    if view.stacks is None and any(order in mine.orders + orders for order in view.played):
        return "what can be told from strikes that nobody shows is left out"
    shared = set(mine.orders).intersection(orders)
    if 0 < len(shared) < len(mine.orders):
        return "some cards are hidden from both, and what that excludes is left out"
    clues = [event for event in view.events if isinstance(event, ClueGiven) and event.clue is None]
    for event in clues:
        cards = {*event.touched, *event.missed}
        if cards.intersection(orders) and (event.seat == holder or cards.intersection(mine.orders)):
            return "what the holder alone can tell of a hidden clue is left out"
    return ""
