"""When a seat came to know what it knows, and what each move taught whom."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import log2

from handsight.hanabi import State, view
from handsight.knowledge.hanabi.evidence import evidence
from handsight.knowledge.hanabi.own_hand import CardKnowledge, Knowledge

PROPERTIES = ("identity", "playable", "trash", "critical")

BOUNDS = {
    (False, False): "",
    (False, True): "at least",
    (True, False): "at most",
    (True, True): "about",
}
"""What a lesson's bits are, by whether the ways before and after the move may be too many."""


def known_of(card: CardKnowledge) -> frozenset[str]:
    """Name the properties that the holder is sure of."""
    sure = {
        "identity": card.known is not None,
        "playable": card.playable == 1,
        "trash": card.trash == 1,
        "critical": card.critical == 1,
    }
    return frozenset(name for name, holds in sure.items() if holds)


@dataclass(frozen=True, slots=True)
class Lesson:
    """What one move taught one seat about the cards it could not see before the move."""

    turn: int
    """The number of the move, from 1: how many actions had been taken after it."""
    seat: int
    before: int
    """In how many ways those cards might have been, copies counted apart."""
    after: int
    learned: tuple[tuple[int, str], ...]
    """Cards of the hand (by order) and the properties that became known."""
    exact: bool
    bound: str = ""
    """What the bits are where they are not exact: "at least", "at most" or "about"."""

    @property
    def bits(self) -> float:
        """How much the move taught, in bits."""
        return log2(self.before) - log2(self.after) if self.after else 0.0


def lessons(states: Sequence[State]) -> Iterator[Lesson]:
    """Yield, for every move and seat, what the move taught that seat."""
    seats = range(states[0].terms.players)
    known = [Knowledge(view(states[0], seat)) for seat in seats]
    for turn, state in enumerate(states[1:], 1):
        for seat in seats:
            before, look = known[seat], view(state, seat)
            now = Knowledge(look)
            again = evidence(look, before.evidence.orders)
            held = {card.order: known_of(card) for card in before}
            learned = tuple(
                (card.order, name)
                for card in now
                for name in PROPERTIES
                if name in known_of(card) - held.get(card.order, frozenset())
            )
            if again.orders != before.evidence.orders:  # a card was drawn and played face down at once
                before_it = evidence(before.evidence.view, again.orders)
            else:
                before_it = before.evidence
            bound = BOUNDS[bool(before_it.caveat), bool(again.caveat)]
            yield Lesson(turn, seat, before_it.deal.ways, again.deal.ways, learned, not bound, bound)
            known[seat] = now


def since(states: Sequence[State], seat: int, order: int) -> dict[str, int]:
    """Return, for each property of a held card that is known now, the turn since which it has been."""
    found: dict[str, int] = {}
    for state in states:
        hand = state.hands[seat]
        if order not in hand:
            found = {}
            continue
        card = Knowledge(view(state, seat))[hand.index(order)]
        names = known_of(card)
        found = {name: found.get(name, state.turn) for name in PROPERTIES if name in names}
    return found
