"""The evidence of a seat: its hidden cards, what clues say of each, and which copies it has not seen.

Everything is taken from a `View`, so nothing enters that the seat cannot see.
"""

from dataclasses import dataclass
from functools import cached_property

from handsight.deals import Deal, Disjunction, Masks, cover
from handsight.errors import TooLargeError
from handsight.hanabi import ClueGiven, State, View
from handsight.hanabi.view import hidden, hidden_clue_part, without_clue
from handsight.knowledge.hanabi import face_down

TOO_WIDE = "this may be too wide (never too narrow): "

ClueMasks = dict[int, int]
"""For each card, by its order, the mask of identities that clues leave it."""


@dataclass(frozen=True)
class Evidence:
    """The cards a seat cannot see (its hand first, newest card first), and every way they may be dealt."""

    view: View
    orders: tuple[int, ...]
    """The hidden cards; those after the hand lie face down, or in hands that the seat does not see."""
    hand_size: int
    """How many of the hidden cards are in the seat's own hand."""
    clued: Masks
    """For each hidden card, the mask of identities that clues alone leave."""
    limits: tuple[int, ...]
    """For each identity, how many copies the seat does not see."""
    clue_deal: Deal | Disjunction
    """Every way the hidden cards may be, by clues and visible copies."""
    deal: Deal | Disjunction
    """As `clue_deal`; where played cards lie face down, only ways in which the game would have gone on."""
    caveat: str = ""
    """Why the deal may be too wide, where it is an over-approximation; empty when it is exact."""

    @cached_property
    def counted(self) -> Masks:
        """What clues and visible copies leave each card on its own, whatever the rest of the hand is."""
        unseen = sum(1 << identity for identity, left in enumerate(self.limits) if left)
        return tuple(mask & unseen for mask in self.clued)


def hidden_orders(view: View, seat: int) -> tuple[int, ...]:
    """Return the orders of the cards that a seat cannot see: its hand, newest first, then the others."""
    hand = view.hands[seat]
    return hand + tuple(sorted(hidden(view, seat).difference(hand)))


def evidence(view: View, orders: tuple[int, ...] | None = None) -> Evidence:
    """Return the evidence of the viewer about its hidden cards, or about *orders* instead.

    Face-down cards are always added, since what they may be depends on the rest.
    """
    variant, cards = view.terms.variant, view.cards
    now = hidden_orders(view, view.viewer)
    if orders is None:
        orders = now
    orders += tuple(order for order in now if order in view.played and order not in orders)
    known, hidden_clues = clue_masks(view, view.viewer)
    clued = [known.get(order, variant.everything) for order in orders]
    limits = list(view.unseen_copies)
    for at, order in enumerate(orders):
        card = cards[order] if order < len(cards) else None  # not drawn yet
        if card is not None:  # seen by now: its own copy is set aside for it
            clued[at] = 1 << variant.identity(card)
            limits[variant.identity(card)] += 1
    plain = Deal(tuple(clued), tuple(limits))
    about = [clue for clue in hidden_clues if any(order in orders for order in clue.touched + clue.missed)]
    clue_deal, doubts = narrow_by_hidden_clues(plain, [clue_cases(clue, orders, view) for clue in about])
    deal: Deal | Disjunction = clue_deal
    if variant.face_down:
        try:
            deal = face_down.replay(view, orders, clue_deal)
            doubts.append(face_down.left_out(view))
        except TooLargeError as error:
            doubts.append(str(error))
    hand_size = len(view.hands[view.viewer])
    return Evidence(view, orders, hand_size, plain.masks, plain.limits, clue_deal, deal, caveat(*doubts))


def caveat(*doubts: str) -> str:
    """Return one sentence that says why an answer may be too wide; empty if there is no doubt."""
    distinct = dict.fromkeys(doubt.removeprefix(TOO_WIDE) for doubt in doubts if doubt)
    return f"{TOO_WIDE}{'; '.join(distinct)}" if distinct else ""


def clue_masks(view: View | State, seat: int | None = None) -> tuple[ClueMasks, list[ClueGiven]]:
    """Return what the clues known to a seat (None: to everybody) leave each card, and the hidden clues."""
    variant, masks, hidden_clues = view.terms.variant, ClueMasks(), list[ClueGiven]()
    everything = variant.everything
    for event in view.events:
        if not isinstance(event, ClueGiven):
            continue
        hides = hidden_clue_part(view.terms, event.seat)
        if hides and event.seat != seat:
            hidden_clues.append(without_clue(event, hides))
            continue
        if event.clue is None:
            continue
        touch = variant.touch(event.clue)
        for order in event.touched:
            masks[order] = masks.get(order, everything) & touch
        for order in event.missed:
            masks[order] = masks.get(order, everything) & ~touch
    return masks, hidden_clues


def clue_cases(hidden_clue: ClueGiven, orders: tuple[int, ...], view: View) -> list[Masks]:
    """Return what a clue of hidden value says of hidden cards: at least one of these cases holds.

    Some clue touched exactly these cards; a card that has been seen since rules out the clues that it
    contradicts.
    """
    variant, everything = view.terms.variant, view.terms.variant.everything
    index = {order: at for at, order in enumerate(orders)}
    cases = []
    for clue in variant.clues():
        if hidden_clue.kind not in (None, clue.kind):
            continue
        touch, case, fits = variant.touch(clue), [everything] * len(orders), True
        masks = [(order, touch) for order in hidden_clue.touched]
        masks += [(order, ~touch) for order in hidden_clue.missed]
        for order, mask in masks:
            card = view.cards[order]
            if order in index:
                case[index[order]] &= mask
            elif card is not None:
                fits = fits and bool(mask >> variant.identity(card) & 1)
        if fits:
            cases.append(tuple(case))
    return cases


def narrow_by_hidden_clues(
    deal: Deal, hidden_clues: list[list[Masks]]
) -> tuple[Deal | Disjunction, list[str]]:
    """Return a deal narrowed by the cases of each clue of hidden value, the fewest cases first; and doubts.

    Where the cases overlap in too many ways, only their cover is used; the second result says so.
    """
    narrow: Deal | Disjunction = deal
    doubts = []
    for cases in sorted(hidden_clues, key=len):
        known = Disjunction((narrow,)) if isinstance(narrow, Deal) else narrow
        try:
            narrow = known.given(*cases)
        except TooLargeError as error:
            narrow = known.given(cover(cases))
            doubts.append(str(error))
    return narrow, doubts
