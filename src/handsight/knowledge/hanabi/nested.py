"""What one seat knows of what another seat knows of its own hand.

Bob sees Alice's hand and Alice does not, so what Bob knows differs between the worlds that she thinks
possible. Alice can say: Bob may think this card to be x exactly when in some world of hers he would. In such
a world her hand takes copies that neither of them sees elsewhere, but none that she sees in Bob's hand; what
Bob imagines takes whatever her hand has left. So each identity has open copies, for both, and Bob's own, for
him alone, and one exact deal of both hands answers for all worlds at once. What else a seat cannot see (a
hand that it does not see, a face-down card) is treated like a card of its own hand.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any, overload

from handsight.deals import Deal, Disjunction, Masks, cover
from handsight.errors import ContradictionError
from handsight.hanabi import CardSet, ClueGiven, View, card_value
from handsight.knowledge.hanabi.evidence import (
    Evidence,
    caveat,
    clue_cases,
    clue_masks,
    evidence,
    hidden_orders,
)
from handsight.text.counting_from_one import slot_number, turn_number

MAX_PAIRS = 1_000


@dataclass(frozen=True)
class NestedCardKnowledge:
    """What a viewer knows of what a holder knows of one card in the holder's hand."""

    order: int
    """The card's index in the deck."""
    slot: int
    """Its index in the hand, 0 = newest."""
    clued: CardSet
    """The cards that clues alone leave its holder."""
    possible: CardSet
    """The cards that its holder may think possible, as far as the viewer can tell."""
    surely_playable: bool
    """Whether the viewer knows that the holder knows the card to be playable."""
    surely_trash: bool
    """Whether the viewer knows that the holder knows the card to be trash."""
    caveat: str = ""
    """Why this may be too wide; empty when it is exact."""

    def to_json(self) -> dict[str, Any]:
        """Return this knowledge of one card as JSON data."""
        text = self.possible.variant.text
        row: dict[str, Any] = {
            "order": self.order,
            "slot": self.slot,
            "clues": [text(face) for face in self.clued],
            "possible": [text(face) for face in self.possible],
            "surely_playable": self.surely_playable,
            "surely_trash": self.surely_trash,
        }
        return row | {"caveat": self.caveat} if self.caveat else row


@dataclass(frozen=True)
class NestedKnowledge(Sequence[NestedCardKnowledge]):
    """What the viewer *seat* knows of what seat *of* knows of its own hand, newest card first."""

    turn: int
    """How many actions had been taken."""
    seat: int
    of: int
    cards: tuple[NestedCardKnowledge, ...]

    @overload
    def __getitem__(self, at: int) -> NestedCardKnowledge: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[NestedCardKnowledge]: ...
    def __getitem__(self, at: int | slice) -> NestedCardKnowledge | Sequence[NestedCardKnowledge]:
        return self.cards[at]

    def __len__(self) -> int:
        return len(self.cards)

    def to_json(self, _names: Sequence[str] = ()) -> dict[str, Any]:
        """Return as JSON data what a seat knows of what another seat knows of its own hand."""
        return {
            "turn": self.turn,
            "seat": self.seat,
            "of": self.of,
            "hand": [card.to_json() for card in self],
        }

    def sentences(self, names: Sequence[str]) -> Iterator[str]:
        """Yield what a seat knows of another's knowledge, a line for each card."""
        seat, of, turn = names[self.seat], names[self.of], turn_number(self.turn)
        yield f"what {seat} can say of what {of} may think, turn {turn}:"
        for card in self:
            sure = " (surely known playable)" if card.surely_playable else ""
            sure = " (surely known trash)" if card.surely_trash else sure
            yield f"  slot {slot_number(card.slot)} (card {card.order}): {card.possible}{sure}"
            if card.caveat:
                yield f"    {card.caveat}"


def nested_knowledge(view: View, of: int) -> NestedKnowledge:
    """Return what the viewer knows of what another seat (*of*) knows of that seat's own hand."""
    variant = view.terms.variant
    hand, orders, mine = view.hands[of], hidden_orders(view, of), evidence(view)
    known, hidden_clues = clue_masks(view, of)
    clued = tuple(known.get(order, variant.everything) for order in orders)
    cases, doubt = _holder_cases(view, orders, clued, hidden_clues)
    possible = cover(_imagined(mine, orders, cases))
    why_wide = caveat(mine.caveat, doubt, _left_out(mine, orders, of, len(cases)))
    playable = trash = 0
    if view.stacks is not None:
        playable, trash, _ = card_value.value_masks(variant, view.stacks, view.discarded_copies)
    cards = tuple(
        NestedCardKnowledge(
            order,
            slot,
            CardSet(variant, clued[slot]),
            CardSet(variant, possible[slot]),
            surely_playable=not possible[slot] & ~playable,
            surely_trash=not possible[slot] & ~trash,
            caveat=why_wide,
        )
        for slot, order in enumerate(hand)
    )
    return NestedKnowledge(view.turn, view.viewer, of, cards)


def _holder_cases(
    view: View, orders: tuple[int, ...], clued: Masks, hidden_clues: list[ClueGiven]
) -> tuple[list[Masks], str]:
    """Return what clues leave the holder's hand, a case for each reading of hidden clues; and any doubt."""
    cases = [clued]
    for clue in hidden_clues:
        if any(order in orders for order in clue.touched + clue.missed):
            met = {
                tuple(a & b for a, b in zip(case, said, strict=True))
                for case, said in product(cases, clue_cases(clue, orders, view))
            }
            cases = [case for case in met if all(case)]
            if len(cases) > MAX_PAIRS:
                return [clued], f"hidden clues can be read in over {MAX_PAIRS:,} ways"
    return cases, ""


def _imagined(mine: Evidence, orders: tuple[int, ...], cases: list[Masks]) -> Iterator[Masks]:
    """Yield what the holder may think possible, for every part of the viewer's evidence and every case.

    What neither of them sees is imagined by each on its own, so the viewer's evidence narrows only the rest.
    """
    view, variant = mine.view, mine.view.terms.variant
    kinds = len(variant.copies)
    own = [0] * kinds
    for order in orders:
        card = view.cards[order]
        if card is not None:
            own[variant.identity(card)] += 1
    apart = [at for at, order in enumerate(mine.orders) if order not in orders]
    parts = mine.clue_deal.parts if isinstance(mine.clue_deal, Disjunction) else (mine.clue_deal,)
    whole = len(apart) == len(mine.orders)
    own_cases = {
        tuple(masks[at] for at in apart)
        for part in parts
        for masks in [part.masks if whole else part.possible]
    }
    if len(own_cases) * len(cases) > MAX_PAIRS:
        own_cases = {tuple(mine.clue_deal.possible[at] for at in apart)}
    for shown, case in product(own_cases, cases):
        both = Deal((*shown, *(mask | mask << kinds for mask in case)), (*mine.limits, *own))
        try:
            joint = both.possible[len(shown) :]
        except ContradictionError:
            continue
        yield tuple((mask | mask >> kinds) & variant.everything for mask in joint)


def _left_out(mine: Evidence, orders: tuple[int, ...], holder: int, cases: int) -> str:
    """Return which knowledge of the holder is not used; empty if all is used."""
    view = mine.view
    if isinstance(mine.clue_deal, Disjunction) and len(mine.clue_deal.parts) * cases > MAX_PAIRS:
        return f"hidden clues can be read in over {MAX_PAIRS:,} ways by both"
    if view.stacks is None and any(order in mine.orders + orders for order in view.played):
        return "what follows from strikes that are not shown is left out"
    shared = set(mine.orders).intersection(orders)
    if 0 < len(shared) < len(mine.orders):
        return "some cards are hidden from both, and what that excludes is left out"
    clues = [event for event in view.events if isinstance(event, ClueGiven) and event.clue is None]
    for event in clues:
        cards = {*event.touched, *event.missed}
        if cards.intersection(orders) and (event.seat == holder or cards.intersection(mine.orders)):
            return "what the holder alone can tell of a hidden clue is left out"
    return ""
