"""What a seat knows of its own hand: every possible card, exactly how likely, and what it is good for."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import factorial, prod
from typing import overload

from handsight.errors import InputError
from handsight.hanabi import Card, CardSet, State, Variant, View, card_value, legal, play, view
from handsight.knowledge.hanabi.evidence import Evidence, evidence, lost
from handsight.knowledge.hanabi.face_down import Buried
from handsight.notation.hanabi.record import NAMES, Game
from handsight.table import seat_named
from handsight.table.bitmask import members

Uses = tuple[int, int, int]
"""One number each for playable, trash and critical: a mask of identities, or a count of ways."""


@dataclass(frozen=True)
class CardKnowledge:
    """What a seat knows of one card it holds."""

    variant: Variant
    order: int
    slot: int
    clued_mask: int
    counted_mask: int
    mask: int
    ways: tuple[int, ...]
    """For each identity, in how many ways the hand can hold it here."""
    good: Uses | None
    """In how many ways the card is playable, trash and critical; None where the board is not known."""

    @property
    def clued(self) -> CardSet:
        """What clues alone leave."""
        return CardSet(self.variant, self.clued_mask)

    @property
    def counted(self) -> CardSet:
        """What clues and the copies in sight leave this card on its own."""
        return CardSet(self.variant, self.counted_mask)

    @property
    def possible(self) -> CardSet:
        """What everything that its holder sees leaves, the rest of the hand considered."""
        return CardSet(self.variant, self.mask)

    @property
    def known(self) -> Card | None:
        """The card itself, once only one is possible."""
        return self.variant.card(self.mask.bit_length() - 1) if self.mask.bit_count() == 1 else None

    @cached_property
    def probability(self) -> dict[Card, Fraction]:
        """The exact probability of every possible card."""
        total = sum(self.ways)
        return {self.variant.card(i): Fraction(self.ways[i], total) for i in members(self.mask)}

    @property
    def playable(self) -> Fraction | None:
        """How likely the card fits a stack now."""
        return self._share(0)

    @property
    def trash(self) -> Fraction | None:
        """How likely the card can never score any more."""
        return self._share(1)

    @property
    def critical(self) -> Fraction | None:
        """How likely the card is needed and the last of its kind."""
        return self._share(2)

    def _share(self, which: int) -> Fraction | None:
        return None if self.good is None else Fraction(self.good[which], sum(self.ways))

    def __repr__(self) -> str:
        chances = ", ".join(
            f"{self.variant.text(card)} {float(p):.3g}" for card, p in self.probability.items()
        )
        return f"<slot {self.slot}, card {self.order}: {chances}>"


class Knowledge(Sequence[CardKnowledge]):
    """What a seat knows of its hand, card by card, slot 0 first."""

    def __init__(self, view: View) -> None:
        self.evidence: Evidence = evidence(view)
        self.seat = view.viewer
        self.turn = view.turn
        self.variant = view.terms.variant

    @property
    def worlds(self) -> int:
        """In how many ways the hidden cards (in the hand and wherever else) may be, copies counted apart."""
        return self.evidence.deal.ways

    @property
    def deck_orders(self) -> int:
        """How many distinct orders of the whole deck are still possible."""
        limits = self.evidence.limits
        rest = sum(limits) - len(self.evidence.orders)
        return self.worlds * factorial(rest) // prod(map(factorial, limits))

    @property
    def caveat(self) -> str:
        """Why the answer may be too wide; empty when it is exact."""
        return self.evidence.caveat

    @cached_property
    def cards(self) -> tuple[CardKnowledge, ...]:
        """The hand, slot 0 first."""
        found = self.evidence
        masks, ways = found.deal.possible, found.deal.marginals
        good = _good(found)
        return tuple(
            CardKnowledge(
                self.variant,
                order=found.orders[at],
                slot=at,
                clued_mask=found.clued[at],
                counted_mask=found.counted[at],
                mask=masks[at],
                ways=ways[at],
                good=None if good is None else good[at],
            )
            for at in range(found.hand)
        )

    @overload
    def __getitem__(self, at: int) -> CardKnowledge: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[CardKnowledge]: ...
    def __getitem__(self, at: int | slice) -> CardKnowledge | Sequence[CardKnowledge]:
        return self.cards[at]

    def __len__(self) -> int:
        return self.evidence.hand

    def __repr__(self) -> str:
        head = f"seat {self.seat} at turn {self.turn}: {self.worlds:,} worlds"
        return "\n".join([head, *(f"  {card!r}" for card in self.cards)])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{card.slot}</td><td>{card.order}</td><td>{_html(card)}</td></tr>" for card in self.cards
        )
        head = f"<caption>Seat {self.seat}, turn {self.turn}: {self.worlds:,} worlds</caption>"
        return f"<table>{head}<tr><th>slot</th><th>card</th><th>possible</th></tr>{rows}</table>"


def _html(card: CardKnowledge) -> str:
    faces = sorted(card.probability.items(), key=lambda pair: -pair[1])
    return " ".join(f"<b>{card.variant.text(face)}</b>&nbsp;{float(p):.1%}" for face, p in faces)


def _good(found: Evidence) -> list[Uses] | None:
    """Count, for each card of the hand, the ways in which it is playable, trash and critical."""
    look, deal, variant = found.view, found.deal, found.view.terms.variant
    if look.stacks is not None:
        masks = card_value.value_masks(variant, look.stacks, lost(look))
        return [_counts(row, masks) for row in deal.marginals[: found.hand]]
    if not isinstance(deal, Buried):
        return None
    totals = [(0, 0, 0)] * found.hand
    for part, weight, board in zip(deal.parts, deal.weights, deal.boards, strict=True):
        masks = card_value.value_masks(variant, board.stacks, board.lost)
        for slot, ((a, b, c), row) in enumerate(zip(totals, part.marginals, strict=False)):
            playable, trash, critical = _counts(row, masks)
            totals[slot] = a + weight * playable, b + weight * trash, c + weight * critical
    return totals


def _counts(row: tuple[int, ...], masks: Uses) -> Uses:
    """Count the ways in which a card is playable, trash and critical."""
    playable, trash, critical = (sum(row[identity] for identity in members(mask)) for mask in masks)
    return playable, trash, critical


def worlds(state: State, depth: int) -> int:
    """Sum the deck orders that the seat to move can't rule out, over all lines of *depth* actions in play."""
    if state.over:
        return 0
    if depth == 0:
        return know(state, seat=state.seat).deck_orders
    return sum(worlds(play(state, action), depth - 1) for action in legal(state))


def know(game: Game | State, *, seat: int | str, turn: int | None = None) -> Knowledge:
    """Say what a seat knows of its hand, at a turn of a game (default: its last) or in one state."""
    return Knowledge(seen(game, seat=seat, turn=turn))


def seen(game: Game | State, *, seat: int | str, turn: int | None = None) -> View:
    """Return what a seat sees; it goes by its number from 0, or by the name of its player."""
    states = [game] if isinstance(game, State) else game.states
    at = len(states) - 1 if turn is None or isinstance(game, State) else turn
    if not 0 <= at < len(states):
        raise InputError(f"there is no turn {turn}; this game has turns 0 to {len(states) - 1}")
    players = states[at].terms.players
    if isinstance(seat, str):
        seat = seat_named(seat, NAMES[:players] if isinstance(game, State) else game.seats)
    if not 0 <= seat < players:
        raise InputError(f"there is no seat {seat}; the seats are 0 to {players - 1}")
    return view(states[at], seat)
