"""What every seat knows in Boeren Bridge: who may hold each card, exactly how likely, and who knows that.

Three layers to compare. *Per card*: each card alone, with the seats that hold cards and have not shown they
lack its suit.
*Exact*: all hidden cards together, hand sizes and stock included. *Nested*: what one seat knows of another's
knowledge, through the model of all initial deals, in which every card played is an announcement.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations, permutations
from typing import Any

from handsight.boeren import SEAT_NAMES, Card, CardPlayed, State, View, VoidShown, view
from handsight.deals import Deal
from handsight.logic import K, Kv
from handsight.logic.deal_space import Deal as Dealt
from handsight.logic.deal_space import deal_space, dealt, void
from handsight.logic.engines.symbolic import SymbolicModel
from handsight.table import in_any_case
from handsight.table.bitmask import members

SEATS = ("N", "E", "S", "W")
STOCK = len(SEATS)
spelled = in_any_case(dict(zip((*SEATS, *SEAT_NAMES), SEATS * 2, strict=True)))
"""How a formula spells a seat that somebody calls `North`, or `n`."""


@dataclass(frozen=True)
class Owners:
    """Who may hold each card that somebody does not see."""

    cards: tuple[Card, ...]
    per_card: tuple[int, ...]
    """For each card alone, the mask of places (seats, then the stock) it may be in."""
    deal: Deal

    @cached_property
    def chances(self) -> dict[Card, dict[int, Fraction]]:
        """The exact probability of every place each card may be in."""
        return dict(zip(self.cards, self.deal.chances, strict=True))

    @property
    def too_weak(self) -> tuple[Card, ...]:
        """The cards for which the per-card model keeps a place that is impossible."""
        pairs = zip(self.cards, self.per_card, self.deal.possible, strict=True)
        return tuple(card for card, alone, exact in pairs if alone != exact)

    @property
    def excluded(self) -> dict[Card, tuple[int, ...]]:
        """For those cards, the places that only counting rules out."""
        pairs = zip(self.cards, self.per_card, self.deal.possible, strict=True)
        return {card: tuple(members(alone & ~exact)) for card, alone, exact in pairs if alone != exact}

    @property
    def settled(self) -> tuple[Card, ...]:
        """The cards whose place is certain."""
        pairs = zip(self.cards, self.deal.possible, strict=True)
        return tuple(card for card, places in pairs if places.bit_count() == 1)


def owners(look: View) -> Owners:
    """Say who may hold each card that the viewer does not see."""
    return _owners(look, look.unseen, {look.viewer})


def outsider(look: View) -> Owners:
    """Say who may hold each card for one who hears everything and sees no hand."""
    return _owners(look, tuple(sorted((*look.unseen, *look.hand))), ())


def pooled(state: State, seats: Collection[int]) -> Owners:
    """Say who may hold each card when some seats lay their hands together."""
    held = {card for seat in seats for card in state.hands[seat]}
    look = view(state, 0)
    hidden = (*look.unseen, *look.hand)
    return _owners(look, tuple(sorted(card for card in hidden if card not in held)), seats)


def _owners(look: View, cards: Sequence[Card], shown: Collection[int]) -> Owners:
    sizes = [0 if seat in shown else size for seat, size in enumerate(look.sizes)]
    stock = len(cards) - sum(sizes)
    everywhere = sum(1 << place for place, size in enumerate((*sizes, stock)) if size)
    barred = {
        suit: sum(1 << seat for seat in range(STOCK) if suit in look.voids[seat])
        for suit in {card.suit for card in cards}
    }
    masks = tuple(everywhere & ~barred[card.suit] for card in cards)
    return Owners(tuple(cards), masks, Deal(masks, (*sizes, stock)))


def public_model(look: View) -> SymbolicModel:
    """Return the model of all initial deals after everything that happened; any seat's view gives the same.

    Formulas speak of `has(N,QH)` and `owner(QH)=N`.
    """
    terms = look.terms
    pack = [str(card) for card in terms.pack if card != look.turned]
    model = deal_space(pack, dict.fromkeys(SEATS, terms.hand_size))
    played: dict[int, list[str]] = {seat: [] for seat in range(STOCK)}
    for event in look.events:
        match event:
            case CardPlayed(_, seat, card):
                played[seat].append(str(card))
                model = model.announce(dealt(SEATS[seat], str(card)))
            case VoidShown(_, seat, suit):
                of_suit = [str(card) for card in terms.pack if card.suit == suit and str(card) in pack]
                model = model.announce(void(SEATS[seat], of_suit, played[seat]))
    return model


def true_deal(state: State) -> Dealt:
    """Return the deal as it was, a world of the model of all deals."""
    hands = zip(SEATS, state.setup.hands, strict=True)
    pack = [str(card) for card in state.terms.pack if card != state.setup.turned]
    return Dealt.of(pack, {seat: [str(card) for card in hand] for seat, hand in hands})


def deal_model(state: State) -> SymbolicModel:
    """Return the model of all initial deals after everything that happened, pointed at the truth."""
    return public_model(view(state, 0)).pointed(true_deal(state))


def nested(state: State) -> dict[str, Any]:
    """Return who knows that who knows, what is common knowledge, and what pairs of seats know together."""
    model = deal_model(state)
    hidden = sorted(card for hand in state.hands for card in hand)
    everyone = pooled(state, ())
    component = model.generated()
    return {
        "public_deals": everyone.deal.size,
        "common_knowledge_component": component.count(),
        "knows_that_knows_owner": {
            f"{one}>{other}": [
                str(card) for card in hidden if model.holds(K(SEATS[one], Kv(SEATS[other], f"owner({card})")))
            ]
            for one, other in permutations(range(STOCK), 2)
        },
        "common_owners": {
            str(card): [seat for seat in range(STOCK) if component.count(dealt(SEATS[seat], str(card)))]
            for card in hidden
        },
        "pooled": {
            f"{one}+{other}": {"deals": both.deal.size, "known": [str(card) for card in both.settled]}
            for one, other in combinations(range(STOCK), 2)
            for both in [pooled(state, (one, other))]
        },
    }


def position_row(state: State, name: str, *, nest: bool = False) -> dict[str, Any]:
    """Return what `know --game boeren --json` prints of a position."""
    views = []
    for seat in range(STOCK):
        found = owners(view(state, seat))
        views.append(
            {
                "seat": seat,
                "deals": found.deal.size,
                "owners": {str(card): _written(row) for card, row in found.chances.items()},
                "per_card": {
                    str(card): [_place(place) for place in members(alone)]
                    for card, alone in zip(found.cards, found.per_card, strict=True)
                },
                "per_card_too_weak": [str(card) for card in found.too_weak],
            }
        )
    row: dict[str, Any] = {"id": name, "views": views}
    return row | {"nested": nested(state)} if nest else row


def _written(row: dict[int, Fraction]) -> dict[str, str]:
    return {_place(where): f"{chance.numerator}/{chance.denominator}" for where, chance in row.items()}


def _place(place: int) -> str:
    return "stock" if place == STOCK else str(place)
