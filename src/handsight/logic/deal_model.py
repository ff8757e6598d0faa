"""The model of all deals of a pack of cards, for trick-taking games.

A world is the initial deal: who was dealt which card before anything happened. Then nothing that happens in
the game changes a world; every event is an announcement. When a seat plays a card, it announces that it was
dealt that card. When it does not follow suit, it announces that it was dealt no card of that suit except
those it has played. There is one BDD variable for every card and seat, with the variables of a card together;
a seat observes its own. Cards that are in no hand are in the *stock*.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import reduce
from math import prod
from operator import and_
from typing import Final

from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.bdd import Bdd, BddBackend, bdd_backend
from handsight.logic.engines.bdd_encoding import Encoding, Literals
from handsight.logic.engines.kripke_structure import World
from handsight.logic.engines.symbolic_model import SymbolicModel
from handsight.logic.formulas.formula import Formula, all_of, atom

STOCK: Final = "stock"
MAX_FILLINGS: Final = 500_000
"""The most ways to fill hands and stock in part, which bound the BDD; four hands of 13 have 38,416."""


@dataclass(frozen=True, slots=True)
class CardDeal:
    """A deal: every card of the pack, and the place (a seat or the stock) it was dealt to.

    Attributes:
        cards: The cards of the pack.
        places: For each card its place.
    """

    cards: tuple[str, ...]
    places: tuple[str, ...]

    @classmethod
    def of(cls, cards: Iterable[str], hands: Mapping[str, Collection[str]]) -> "CardDeal":
        """Return the deal with these hands; cards that are in none of them are in the stock."""
        pack = tuple(cards)
        place = {card: seat for seat, hand in hands.items() for card in hand}
        return cls(pack, tuple(place.get(card, STOCK) for card in pack))

    def hand(self, place: str) -> tuple[str, ...]:
        """Return the cards that were dealt to the place."""
        return tuple(card for card, where in zip(self.cards, self.places, strict=True) if where == place)

    def __str__(self) -> str:
        return " · ".join(f"{place} {' '.join(self.hand(place))}" for place in dict.fromkeys(self.places))


def dealt_to(place: str, card: str) -> Formula:
    """Return the formula that the card was dealt to the place: `has(place,card)`."""
    return atom(f"has({place},{card})")


def void(seat: str, suit: Iterable[str], played: Collection[str] = ()) -> Formula:
    """Return the formula that the seat was dealt no card of a suit except those it has played.

    Args:
        seat: The seat that failed to follow suit.
        suit: All cards of the suit.
        played: The cards that the seat has played.
    """
    return all_of(~dealt_to(seat, card) for card in suit if card not in played)


def all_deals(cards: Iterable[str], hands: Mapping[str, int], *, backend: str | None = None) -> SymbolicModel:
    """Return the model of all deals of a pack.

    Its formulas use the atoms `has(N,QH)` and the variables `owner(QH)`, as in `owner(QH)=N`; each seat is an
    agent that sees its own hand. A world is a `CardDeal`.

    Args:
        cards: The cards of the pack, each with its own name.
        hands: For each seat the number of cards it is dealt; the rest of the pack is the stock.
        backend: The BDD package, "cudd" or "autoref"; by default the fastest that is installed.

    Raises:
        InputError: The hands cannot be dealt from the pack.
        TooLargeError: There are too many ways to fill the hands.

    Examples:
        >>> from handsight.logic import all_deals, dealt_to, parse
        >>> deals = all_deals(["1C", "2C", "1D", "2D"], {"N": 2, "S": 2})
        >>> deals.count(), deals.announce(dealt_to("N", "1C"), dealt_to("N", "2C")).count()
        (6, 1)
    """
    pack, seats = tuple(cards), tuple(hands)
    _check(pack, hands)
    bdds = bdd_backend(backend)
    code = DealCode(pack, seats)
    atoms: dict[str, int | Bdd] = {}
    values: dict[str, dict[str, Bdd]] = {}
    for number, card in enumerate(pack):
        owners = values[f"owner({card})"] = {}
        for seat, level in zip(seats, code.card_levels(number), strict=True):
            atoms[f"has({seat},{card})"] = level
            owners[seat] = bdds.variable(level)
        if len(pack) > sum(hands.values()):
            in_stock = reduce(and_, (~owner for owner in owners.values()))
            atoms[f"has({STOCK},{card})"] = owners[STOCK] = in_stock
    observed = {
        seat: frozenset(code.card_levels(number)[k] for number in range(len(pack)))
        for k, seat in enumerate(seats)
    }
    encoding = Encoding(bdds, code.levels, atoms, values, observed, code)
    return SymbolicModel(encoding, _all_deals_bdd(bdds, code, tuple(hands.values())))


def _check(pack: tuple[str, ...], hands: Mapping[str, int]) -> None:
    if len(set(pack)) < len(pack):
        raise InputError("a card is in the pack twice; give each card its own name")
    if not hands or STOCK in hands:
        raise InputError(f"name at least one seat; {STOCK!r} is the name of the cards that no seat was dealt")
    if min(hands.values()) < 0 or sum(hands.values()) > len(pack):
        sizes = ", ".join(map(str, hands.values()))
        raise InputError(f"hands of {sizes} cards cannot be dealt from a pack of {len(pack)}")
    stock = len(pack) - sum(hands.values())
    if (fillings := prod(size + 1 for size in hands.values()) * (stock + 1)) > MAX_FILLINGS:
        raise TooLargeError(
            f"the hands can be filled in {fillings:,} ways card by card; {MAX_FILLINGS:,} is the most for a"
            " model of all deals: leave out cards whose place is known, or ask seat by seat"
        )


@dataclass(frozen=True)
class DealCode:
    """Encodes deals as BDD assignments: each card has a level for each seat, then an unused level."""

    cards: tuple[str, ...]
    seats: tuple[str, ...]

    @property
    def levels(self) -> tuple[int, ...]:
        """All levels, card by card."""
        return tuple(level for number in range(len(self.cards)) for level in self.card_levels(number))

    def card_levels(self, number: int) -> range:
        """Return the levels of one card, seat by seat: whether it was dealt to that seat."""
        start = number * (len(self.seats) + 1)
        return range(start, start + len(self.seats))

    def decode(self, bits: int) -> World:
        """Return the deal of an assignment."""
        places = []
        for number in range(len(self.cards)):
            owner = bits >> self.card_levels(number).start & (1 << len(self.seats)) - 1
            places.append(self.seats[owner.bit_length() - 1] if owner else STOCK)
        return CardDeal(self.cards, tuple(places))

    def encode(self, world: World) -> Literals | None:
        """Return the values of the levels in a deal, or None if it is no deal of this pack to these seats."""
        if not isinstance(world, CardDeal) or world.cards != self.cards:
            return None
        if not {*world.places} <= {*self.seats, STOCK}:
            return None
        return {
            level: place == seat
            for number, place in enumerate(world.places)
            for level, seat in zip(self.card_levels(number), self.seats, strict=True)
        }


Room = int
"""How many more cards each hand can take, as one number with a digit for each seat.

Digits have room for one more than the hand's size, so that taking a card too many gives no valid number.
"""


def _all_deals_bdd(bdds: BddBackend, code: DealCode, sizes: Sequence[int]) -> Bdd:
    """Return the BDD of all deals, built from the last card to the first, with a node for each room."""
    cards, dealt = len(code.cards), sum(sizes)
    strides = [prod(size + 2 for size in sizes[:seat]) for seat in range(len(sizes))]
    rooms = _rooms(sizes, strides)
    layer: dict[Room, Bdd] = {0: bdds.true}
    for number in reversed(range(cards)):
        levels, left = code.card_levels(number), cards - number
        owned = {room: _no_later_seat(bdds, levels, later) for room, later in layer.items()}
        layer = {
            room: _one_owner(bdds, levels, [room - stride for stride in strides], room, owned)
            for taken in range(max(0, left - (cards - dealt)), min(left, dealt) + 1)
            for room in rooms[taken]
        }
    return layer[rooms[dealt][0]]


def _rooms(sizes: Sequence[int], strides: Sequence[int]) -> list[list[Room]]:
    """Return all rooms that the hands may have, indexed by the total number of cards that still fit."""
    rooms: list[list[Room]] = [[0]]
    for size, stride in zip(sizes, strides, strict=True):
        wider: list[list[Room]] = [[] for _ in range(len(rooms) + size)]
        for taken, some in enumerate(rooms):
            for more in range(size + 1):
                wider[taken + more] += [room + more * stride for room in some]
        rooms = wider
    return rooms


def _no_later_seat(bdds: BddBackend, levels: range, later: Bdd) -> list[Bdd]:
    """Return for each seat: no seat after it has the card, and the remaining cards are dealt."""
    result = [later]
    for level in levels[:0:-1]:
        result.append(bdds.if_then_else(level, result[-1], bdds.false))
    return result[::-1]


def _one_owner(
    bdds: BddBackend, levels: range, less: list[Room], room: Room, owned: Mapping[Room, list[Bdd]]
) -> Bdd:
    """Return the BDD in which one seat (which then has less room) or the stock gets the card."""
    result = owned[room][-1] if room in owned else bdds.false
    for seat in reversed(range(len(less))):
        later = owned.get(less[seat])
        if later is not None or result is not bdds.false:
            result = bdds.if_then_else(levels[seat], result, bdds.false if later is None else later[seat])
    return result
