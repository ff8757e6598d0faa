"""Worlds are initial deals: who was dealt which card before anything happened.

Then nothing that happens in a trick-taking game changes a world; every event is an announcement. A seat plays
a card: it was dealt that card. It fails to follow suit: it was dealt none of that suit but those it had
played. One variable for every card and seat, the variables of a card together; a seat observes its own. Cards
that no hand has room for lie in the *stock*, the place of every card that no seat has.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import prod
from operator import and_
from typing import Final

from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.bdd import Diagram, Diagrams, diagrams
from handsight.logic.engines.engine import World
from handsight.logic.engines.symbolic import SymbolicModel
from handsight.logic.engines.symbolic_variables import Layout, Literals
from handsight.logic.formulas.formula import Formula, all_of, atom

STOCK: Final = "stock"
MOST_ROOMS: Final = 500_000
"""What makes a diagram of all deals large; 38,416 for four hands of thirteen."""


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
    _check(pack, hands)
    dd = diagrams(backend)
    naming = ByPlace(pack, seats)
    facts: dict[str, int | Diagram] = {}
    values: dict[str, dict[str, Diagram]] = {}
    for number, card in enumerate(pack):
        owners = values[f"owner({card})"] = {}
        for seat, level in zip(seats, naming.of(number), strict=True):
            facts[f"has({seat},{card})"] = level
            owners[seat] = dd.variable(level)
        if len(pack) > sum(hands.values()):
            nobody = reduce(and_, (~owner for owner in owners.values()))
            facts[f"has({STOCK},{card})"] = owners[STOCK] = nobody
    sees = {seat: frozenset(naming.of(n)[k] for n in range(len(pack))) for k, seat in enumerate(seats)}
    layout = Layout(dd, naming.levels, facts, values, sees, naming)
    return SymbolicModel(layout, _law(dd, naming, tuple(hands.values())))


def _check(pack: tuple[str, ...], hands: Mapping[str, int]) -> None:
    if len(set(pack)) < len(pack):
        raise InputError("a card is in the pack twice; give each its own name")
    if not hands or STOCK in hands:
        raise InputError(f"name the seats, at least one; {STOCK!r} is what none of them was dealt")
    if min(hands.values()) < 0 or sum(hands.values()) > len(pack):
        sizes = ", ".join(map(str, hands.values()))
        raise InputError(f"hands of {sizes} cards cannot be dealt from a pack of {len(pack)}")
    stock = len(pack) - sum(hands.values())
    if (rooms := prod(size + 1 for size in hands.values()) * (stock + 1)) > MOST_ROOMS:
        raise TooLargeError(
            f"dealt one by one, hands have room in {rooms:,} ways; {MOST_ROOMS:,} is the most that a deal"
            " space holds: leave out cards whose place is known, or ask seat by seat"
        )


@dataclass(frozen=True)
class ByPlace:
    """A world is a deal; each card has a level for each seat, and one left free."""

    cards: tuple[str, ...]
    seats: tuple[str, ...]

    @property
    def levels(self) -> tuple[int, ...]:
        """Every level, card by card."""
        return tuple(level for number in range(len(self.cards)) for level in self.of(number))

    def of(self, number: int) -> range:
        """The levels of that card, seat by seat: whether it was dealt to the seat."""
        start = number * (len(self.seats) + 1)
        return range(start, start + len(self.seats))

    def world(self, bits: int) -> World:
        """The deal in which every card lies where its level says yes."""
        places = []
        for number in range(len(self.cards)):
            owner = bits >> self.of(number).start & (1 << len(self.seats)) - 1
            places.append(self.seats[owner.bit_length() - 1] if owner else STOCK)
        return Deal(self.cards, tuple(places))

    def literals(self, world: World) -> Literals | None:
        """Yes for every card and the seat that was dealt it."""
        if not isinstance(world, Deal) or world.cards != self.cards:
            return None
        if not {*world.places} <= {*self.seats, STOCK}:
            return None
        return {
            level: place == seat
            for number, place in enumerate(world.places)
            for level, seat in zip(self.of(number), self.seats, strict=True)
        }


Room = int
"""How many cards each hand can still take, a digit for each seat; digits go one further, for too few."""


def _law(dd: Diagrams, naming: ByPlace, sizes: Sequence[int]) -> Diagram:
    """All deals, from the last card to the first: one diagram for each room the hands may still have."""
    cards, full = len(naming.cards), sum(sizes)
    strides = [prod(size + 2 for size in sizes[:seat]) for seat in range(len(sizes))]
    rooms = _rooms(sizes, strides)
    layer: dict[Room, Diagram] = {0: dd.true}
    for number in reversed(range(cards)):
        levels, left = naming.of(number), cards - number
        owned = {room: _nobody_else(dd, levels, later) for room, later in layer.items()}
        layer = {
            room: _somebody(dd, levels, [room - stride for stride in strides], room, owned)
            for taken in range(max(0, left - (cards - full)), min(left, full) + 1)
            for room in rooms[taken]
        }
    return layer[rooms[full][0]]


def _rooms(sizes: Sequence[int], strides: Sequence[int]) -> list[list[Room]]:
    """All rooms that hands may have, by the number of cards that they take."""
    rooms: list[list[Room]] = [[0]]
    for size, stride in zip(sizes, strides, strict=True):
        wider: list[list[Room]] = [[] for _ in range(len(rooms) + size)]
        for taken, some in enumerate(rooms):
            for more in range(size + 1):
                wider[taken + more] += [room + more * stride for room in some]
        rooms = wider
    return rooms


def _nobody_else(dd: Diagrams, levels: range, later: Diagram) -> list[Diagram]:
    """For each seat: nobody after it has the card, and the rest is dealt."""
    result = [later]
    for level in levels[:0:-1]:
        result.append(dd.branch(level, result[-1], dd.false))
    return result[::-1]


def _somebody(
    dd: Diagrams, levels: range, less: list[Room], room: Room, owned: Mapping[Room, list[Diagram]]
) -> Diagram:
    """The card goes to a seat, which then has less room, or to the stock, and the rest is dealt."""
    result = owned[room][-1] if room in owned else dd.false
    for seat in reversed(range(len(less))):
        later = owned.get(less[seat])
        if later is not None or result is not dd.false:
            result = dd.branch(levels[seat], result, dd.false if later is None else later[seat])
    return result
