"""Who may hold each card that a seat does not see, and exactly how likely.

Two views to compare: each card *alone*, with the seats that hold cards and have not shown to lack its suit;
and *exact*, all hidden cards together, with hand sizes and stock.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

from handsight.boeren import SEAT_NAMES, SEATS, BoerenRecord, Card, State, View, view
from handsight.deals import Deal, Masks
from handsight.game.bitmask import members
from handsight.game.recorded_game import seat_in, turn_in
from handsight.text.counting_from_one import counted, percent, turn_number
from handsight.text.suggestions import listed

SEAT_LETTERS = ("N", "E", "S", "W")
STOCK = SEATS
"""The place after the seats: cards that were not dealt."""
PLACES = (*SEAT_LETTERS, "stock")
SUIT_CODES = ("C", "D", "H", "SP")
"""The suits as LAMAS BoerenBridge abbreviates them, in the order of `SUITS` (S is South)."""


@dataclass(frozen=True)
class Owners:
    """Who may hold each card that a viewer does not see; a place is a seat from 0 to 3, or `STOCK`."""

    view: View
    cards: tuple[Card, ...]
    per_card: Masks
    """For each card, looked at alone, the mask of places it may be in."""
    deal: Deal
    """All cards together: the variables are cards, the values are places."""

    def __repr__(self) -> str:
        return (
            f"<Owners, turn index {self.view.turn}, seat {self.view.viewer}: {len(self.cards)} hidden cards>"
        )

    def __str__(self) -> str:
        """Return the places of every card, a line for each."""
        return "\n".join(self.sentences(SEAT_NAMES))

    @cached_property
    def chances(self) -> dict[Card, dict[int, Fraction]]:
        """The exact probability of every place that each card may be in."""
        return dict(zip(self.cards, self.deal.chances, strict=True))

    @property
    def too_weak(self) -> tuple[Card, ...]:
        """The cards for which looking at each card alone keeps a place that is impossible."""
        return tuple(self.excluded)

    @property
    def excluded(self) -> dict[Card, tuple[int, ...]]:
        """For each card of `too_weak`, the places that only counting all cards together rules out."""
        pairs = zip(self.cards, self.per_card, self.deal.possible, strict=True)
        return {card: tuple(members(alone & ~exact)) for card, alone, exact in pairs if alone != exact}

    @property
    def settled(self) -> tuple[Card, ...]:
        """The cards whose place is certain."""
        pairs = zip(self.cards, self.deal.possible, strict=True)
        return tuple(card for card, places in pairs if places.bit_count() == 1)

    def sentences(self, names: Sequence[str]) -> Iterator[str]:
        """Yield who may hold each hidden card, as a grid of chances with a line for each card and totals."""
        viewer, turn = self.view.viewer, turn_number(self.view.turn)
        yield f"{names[viewer]} (seat {viewer}), turn {turn}: {counted(self.deal.size, 'possible deal')}"
        places = [place for place, size in enumerate(self.deal.limits) if size]
        titles = [PLACES[STOCK] if place == STOCK else names[place] for place in places]
        if not titles:
            return
        wide = [max(len(title) + 2, 8) for title in titles]
        yield "    " + "".join(f"{title:>{width}}" for title, width in zip(titles, wide, strict=True))
        excluded = self.excluded
        for card, row in self.chances.items():
            cells = [percent(row[place]) if place in row else "." for place in places]
            also = [(*names, PLACES[STOCK])[place] for place in excluded.get(card, ())]
            note = f"   (card by card also {listed(also, 'and')}: ruled out by counting)" if also else ""
            yield f"  {card}" + "".join(f"{c:>{width}}" for c, width in zip(cells, wide, strict=True)) + note
        held = [str(self.deal.limits[place]) for place in places]
        yield (
            "hold" + "".join(f"{size:>{width}}" for size, width in zip(held, wide, strict=True)) + "   cards"
        )

    def to_json(self, _names: Sequence[str] = ()) -> dict[str, Any]:
        """Return who may hold each card that the seat does not see, as JSON data."""
        return {
            "seat": self.view.viewer,
            "deals": self.deal.size,
            "owners": {
                str(card): {place_json(place): f"{p.numerator}/{p.denominator}" for place, p in row.items()}
                for card, row in self.chances.items()
            },
            "per_card": {
                str(card): [place_json(place) for place in members(alone)]
                for card, alone in zip(self.cards, self.per_card, strict=True)
            },
            "per_card_too_weak": [str(card) for card in self.too_weak],
        }


def place_json(place: int) -> str:
    """Return a place as JSON data has it: a seat from "0" to "3", or "stock"."""
    return "stock" if place == STOCK else str(place)


def know(game: BoerenRecord | State, *, seat: int | str, turn: int | None = None) -> Owners:
    """Return who may hold each card that a seat does not see."""
    return owners(view_of(game, seat=seat, turn=turn))


def view_of(game: BoerenRecord | State, *, seat: int | str, turn: int | None = None) -> View:
    """Return what a seat sees at a turn of a round, or in one state."""
    if isinstance(game, State):
        return view(game, seat_in(SEAT_NAMES, seat))
    return view(game.states[turn_in(game, turn)], seat_in(game.seats, seat, SEAT_NAMES))


def owners(view: View) -> Owners:
    """Return who may hold each card that the viewer does not see."""
    return _owners(view, view.unseen, {view.viewer})


def public_owners(view: View) -> Owners:
    """Return who may hold each card for an observer who sees no hand."""
    return _owners(view, tuple(sorted((*view.unseen, *view.hand))), ())


def pooled_owners(state: State, seats: Collection[int]) -> Owners:
    """Return who may hold each card when some seats show each other their hands."""
    shown = {card for seat in seats for card in state.hands[seat]}
    first = view(state, 0)
    hidden = (*first.unseen, *first.hand)
    return _owners(first, tuple(sorted(card for card in hidden if card not in shown)), seats)


def _owners(view: View, cards: Sequence[Card], shown: Collection[int]) -> Owners:
    sizes = [0 if seat in shown else size for seat, size in enumerate(view.sizes)]
    stock = len(cards) - sum(sizes)
    everywhere = sum(1 << place for place, size in enumerate((*sizes, stock)) if size)
    void_seats = {
        suit: sum(1 << seat for seat in range(SEATS) if suit in view.voids[seat])
        for suit in {card.suit for card in cards}
    }
    masks = tuple(everywhere & ~void_seats[card.suit] for card in cards)
    return Owners(view, tuple(cards), masks, Deal(masks, (*sizes, stock)))
