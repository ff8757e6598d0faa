"""Worlds are initial deals: who was dealt which card before anything happened.

Then nothing that happens in a trick-taking game changes a world; every event is an announcement. A seat plays
a card: it was dealt that card. It fails to follow suit: it was dealt none of that suit but those it had
played. One variable for every card and seat, the variables of a card together; a seat observes its own. Cards
that no hand has room for lie in the *stock*, the place of every card that no seat has.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import reduce
from itertools import product
from operator import and_
from typing import Final

from handsight.errors import InputError
from handsight.logic.bdd import Diagram, Diagrams, diagrams
from handsight.logic.engine import World
from handsight.logic.formula import Formula, all_of, atom
from handsight.logic.layout import Layout, Literals
from handsight.logic.symbolic import SymbolicModel

STOCK: Final = "stock"


@dataclass(frozen=True, slots=True)
class Deal:
    """Every card of the pack, in order, and the place it was dealt to."""

    cards: tuple[str, ...]
    places: tuple[str, ...]

    @classmethod
    def of(cls, cards: Iterable[str], hands: Mapping[str, Collection[str]]) -> "Deal":
        """The deal with these hands; what is in none of them lies in the stock."""
        pack = tuple(cards)
        place = {card: seat for seat, hand in hands.items() for card in hand}
        return cls(pack, tuple(place.get(card, STOCK) for card in pack))

    def hand(self, place: str) -> tuple[str, ...]:
        """The cards that were dealt to the place."""
        return tuple(card for card, where in zip(self.cards, self.places, strict=True) if where == place)

    def __str__(self) -> str:
        return " · ".join(f"{place} {' '.join(self.hand(place))}" for place in dict.fromkeys(self.places))


def dealt(place: str, card: str) -> Formula:
    """The card was dealt to the place."""
    return atom(f"has({place},{card})")


def void(seat: str, suit: Iterable[str], played: Collection[str] = ()) -> Formula:
    """The seat was dealt no card of the suit except those it has played."""
    return all_of(~dealt(seat, card) for card in suit if card not in played)


def deal_space(
    cards: Iterable[str], hands: Mapping[str, int], *, backend: str | None = None
) -> SymbolicModel:
    """The model of all deals of the cards into hands of these sizes, the rest into the stock.

    Formulas speak of `has(N,QH)` and `owner(QH)=N`; a world is a `Deal`.
    """
    pack, seats = tuple(cards), tuple(hands)
    if len(set(pack)) < len(pack):
        raise InputError("a card is in the pack twice; give each its own name")
    if STOCK in hands:
        raise InputError(f"{STOCK!r} names what no seat was dealt; call the seat otherwise")
    rest = len(pack) - sum(hands.values())
    if rest < 0 or min(hands.values(), default=0) < 0:
        raise InputError(f"hands of {sum(hands.values())} cards cannot be dealt from a pack of {len(pack)}")
    dd = diagrams(backend)
    naming = ByPlace(pack, seats)
    facts: dict[str, int | Diagram] = {}
    values = {}
    for card in pack:
        levels = {seat: naming.level(card, seat) for seat in seats}
        facts |= {f"has({seat},{card})": level for seat, level in levels.items()}
        values[f"owner({card})"] = owners = {seat: dd.variable(level) for seat, level in levels.items()}
        if rest:
            nobody = reduce(and_, (~owner for owner in owners.values()), dd.true)
            facts[f"has({STOCK},{card})"] = owners[STOCK] = nobody
    sees = {seat: frozenset(naming.level(card, seat) for card in pack) for seat in seats}
    layout = Layout(dd, len(pack) * len(seats), facts, values, sees, naming)
    return SymbolicModel(layout, _law(dd, len(pack), tuple(hands.values())))


@dataclass(frozen=True)
class ByPlace:
    """A world is a deal; each card has a level for each seat."""

    cards: tuple[str, ...]
    seats: tuple[str, ...]

    def level(self, card: str, seat: str) -> int:
        """The level that says whether the card was dealt to the seat."""
        return self.cards.index(card) * len(self.seats) + self.seats.index(seat)

    def world(self, bits: int) -> World:
        """The deal in which every card lies where its level says yes."""
        wide, each = len(self.seats), (1 << len(self.seats)) - 1
        places = []
        for number in range(len(self.cards)):
            owner = bits >> number * wide & each
            places.append(self.seats[owner.bit_length() - 1] if owner else STOCK)
        return Deal(self.cards, tuple(places))

    def literals(self, world: World) -> Literals | None:
        """Yes for every card and the seat that was dealt it."""
        if not isinstance(world, Deal) or world.cards != self.cards:
            return None
        if not {*world.places} <= {*self.seats, STOCK}:
            return None
        pairs = ((place, seat) for place in world.places for seat in self.seats)
        return {level: place == seat for level, (place, seat) in enumerate(pairs)}


def _law(dd: Diagrams, cards: int, sizes: tuple[int, ...]) -> Diagram:
    """All deals, from the last card to the first: one diagram for each way the hands may still have room."""
    stock = cards - sum(sizes)
    layer = {(0,) * len(sizes): dd.true}
    for card in reversed(range(cards)):
        levels = range(card * len(sizes), (card + 1) * len(sizes))
        owned = {room: _unowned(dd, levels, later) for room, later in layer.items()}
        layer = {room: _anyones(dd, levels, room, owned) for room in _rooms(cards - card, sizes, stock)}
    return layer[sizes]


def _rooms(cards: int, sizes: tuple[int, ...], stock: int) -> Iterator[tuple[int, ...]]:
    """How much room the hands may have when so many cards are left to deal."""
    *others, last = sizes
    for room in product(*(range(size + 1) for size in others)):
        left = cards - sum(room)
        for most in range(max(0, left - stock), min(last, left) + 1):
            yield *room, most


def _unowned(dd: Diagrams, levels: range, later: Diagram) -> list[Diagram]:
    """For each seat, and past the last: nobody from it on has the card, and the rest goes on."""
    result = [later]
    for level in reversed(levels):
        result.append(dd.branch(level, result[-1], dd.false))
    return result[::-1]


def _anyones(
    dd: Diagrams, levels: range, room: tuple[int, ...], owned: Mapping[tuple[int, ...], list[Diagram]]
) -> Diagram:
    """The card goes to a seat with room, or to the stock, and the rest is dealt."""
    result = owned[room][-1] if room in owned else dd.false
    for seat in reversed(range(len(room))):
        taken = (*room[:seat], room[seat] - 1, *room[seat + 1 :])
        high = owned[taken][seat + 1] if taken in owned else dd.false
        result = dd.branch(levels[seat], result, high)
    return result
