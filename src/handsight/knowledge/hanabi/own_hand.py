"""What a seat knows of its own hand: every possible card, how likely it is, and what it is worth."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import factorial, prod
from typing import Any, overload

from handsight import hanabi
from handsight.game.bitmask import members
from handsight.game.recorded_game import seat_in, turn_in
from handsight.hanabi import view
from handsight.knowledge.hanabi.evidence import Evidence, evidence
from handsight.knowledge.hanabi.face_down import FaceDownDeal
from handsight.text.counting_from_one import counted, percent, slot_number, turn_number

PROPERTIES = ("identity", "playable", "trash", "critical")
"""What a holder can know of a card."""

Counts = tuple[int, int, int]
"""A number each for playable, trash and critical: a mask of identities, or a count of ways."""


class CardProbabilities(Mapping[hanabi.Card, Fraction]):
    """The exact probability of every possible card, by `Card` or by text such as ``r1``.

    Iteration gives the possible cards; a card of the variant that is not possible has probability 0.
    """

    def __init__(self, variant: hanabi.Variant, ways: tuple[int, ...], mask: int) -> None:
        total = sum(ways)
        self._variant = variant
        self._chances = {variant.card(i): Fraction(ways[i], total) for i in members(mask)}

    def __getitem__(self, card: hanabi.Card | str) -> Fraction:
        face = self._variant.read(card) if isinstance(card, str) else card
        if face not in self._variant.identities:
            raise KeyError(card)
        return self._chances.get(face, Fraction(0))

    def __contains__(self, card: object) -> bool:
        return (self._variant.read(card) if isinstance(card, str) else card) in self._chances

    def __iter__(self) -> Iterator[hanabi.Card]:
        return iter(self._chances)

    def __len__(self) -> int:
        return len(self._chances)

    def __repr__(self) -> str:
        shown = (f"{self._variant.text(card)!r}: {chance}" for card, chance in self.items())
        return f"{{{', '.join(shown)}}}"


@dataclass(frozen=True)
class CardKnowledge:
    """What a seat knows of one card it holds."""

    variant: hanabi.Variant
    order: int
    """The card's index in the deck."""
    slot: int
    """Its index in the hand, 0 = newest."""
    clued_mask: int
    counted_mask: int
    mask: int
    ways: tuple[int, ...]
    """For each identity, in how many ways the hand can hold it here."""
    value_ways: Counts | None
    """In how many ways the card is playable, trash and critical; None where the stacks are not known."""

    @property
    def clued(self) -> hanabi.CardSet:
        """The cards that clues alone leave."""
        return hanabi.CardSet(self.variant, self.clued_mask)

    @property
    def counted(self) -> hanabi.CardSet:
        """The cards that clues and visible copies leave, whatever the rest of the hand is."""
        return hanabi.CardSet(self.variant, self.counted_mask)

    @property
    def possible(self) -> hanabi.CardSet:
        """The cards that it may be, by everything its holder sees, the whole hand considered."""
        return hanabi.CardSet(self.variant, self.mask)

    @property
    def known(self) -> hanabi.Card | None:
        """The card itself if only one is possible, else None."""
        return self.variant.card(self.mask.bit_length() - 1) if self.mask.bit_count() == 1 else None

    @cached_property
    def probability(self) -> CardProbabilities:
        """The exact probability of every possible card, by `Card` or by text: ``probability["r1"]``."""
        return CardProbabilities(self.variant, self.ways, self.mask)

    @property
    def playable(self) -> Fraction | None:
        """The probability that the card fits a stack now; None where the stacks are not known."""
        return self._share(0)

    @property
    def trash(self) -> Fraction | None:
        """The probability that the card can never score."""
        return self._share(1)

    @property
    def critical(self) -> Fraction | None:
        """The probability that the card is needed and the last of its kind."""
        return self._share(2)

    @property
    def needed_later(self) -> Fraction | None:
        """The probability that the card can still score, but does not fit a stack now."""
        if self.playable is None or self.trash is None:
            return None
        return 1 - self.playable - self.trash

    @property
    def certain(self) -> tuple[str, ...]:
        """What the holder is sure of: those of "identity", "playable", "trash", "critical" that are known."""
        sure = (self.known is not None, self.playable == 1, self.trash == 1, self.critical == 1)
        return tuple(name for name, known in zip(PROPERTIES, sure, strict=True) if known)

    def _share(self, which: int) -> Fraction | None:
        return None if self.value_ways is None else Fraction(self.value_ways[which], sum(self.ways))

    def __repr__(self) -> str:
        chances = ", ".join(
            f"{self.variant.text(card)} {float(p):.3g}" for card, p in self.probability.items()
        )
        return f"<slot index {self.slot}, card {self.order}: {chances}>"


class Knowledge(Sequence[CardKnowledge]):
    """What a seat knows of its hand, card by card; index 0 is the newest card.

    Its `repr` shows indices, as Python code uses them: slot 0 is the newest card, a turn is how many actions
    have been taken. The HTML and `handsight.knowledge.sentences` count both from 1.
    """

    def __init__(self, view: hanabi.View) -> None:
        self.evidence: Evidence = evidence(view)
        self.seat = view.viewer
        self.turn = view.turn
        self.variant = view.terms.variant

    @property
    def worlds(self) -> int:
        """In how many ways all hidden cards (in the hand and elsewhere) may be, copies counted apart."""
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
        """The hand, newest card first."""
        found = self.evidence
        masks, ways = found.deal.possible, found.deal.marginals
        value_ways = _value_ways(found)
        return tuple(
            CardKnowledge(
                self.variant,
                order=found.orders[at],
                slot=at,
                clued_mask=found.clued[at],
                counted_mask=found.counted[at],
                mask=masks[at],
                ways=ways[at],
                value_ways=None if value_ways is None else value_ways[at],
            )
            for at in range(found.hand_size)
        )

    @overload
    def __getitem__(self, at: int) -> CardKnowledge: ...
    @overload
    def __getitem__(self, at: slice) -> Sequence[CardKnowledge]: ...
    def __getitem__(self, at: int | slice) -> CardKnowledge | Sequence[CardKnowledge]:
        return self.cards[at]

    def __len__(self) -> int:
        return self.evidence.hand_size

    def __repr__(self) -> str:
        head = f"seat {self.seat} at turn index {self.turn}: {counted(self.worlds, 'world')}"
        return "\n".join([head, *(f"  {card!r}" for card in self.cards)])

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><td>{slot_number(card.slot)}</td><td>{card.order}</td><td>{_html(card)}</td></tr>"
            for card in self.cards
        )
        worlds = counted(self.worlds, "world")
        head = f"<caption>Seat {self.seat}, turn {turn_number(self.turn)}: {worlds}</caption>"
        return f"<table>{head}<tr><th>slot</th><th>card</th><th>possible</th></tr>{rows}</table>"

    def to_json(self, _names: Sequence[str] = ()) -> dict[str, Any]:
        """Return what the seat knows of its hand, as JSON data."""
        row: dict[str, Any] = {
            "seat": self.seat,
            "worlds": self.worlds,
            "hand": [_card_json(card) for card in self],
        }
        return row | {"caveat": self.caveat} if self.caveat else row

    def sentences(self, names: Sequence[str]) -> Iterator[str]:
        """Yield what a seat knows of its hand, as lines of text; equal grids of chances are shown once."""
        who, turn = f"{names[self.seat]} (seat {self.seat})", turn_number(self.turn)
        yield f"{who}, turn {turn}: {self.worlds:,} possible hands"
        printed: dict[tuple[str, ...], int] = {}  # a grid is printed once, for the first slot that has it
        for card in self:
            values = f"  [{_values(card)}]" if card.playable is not None else ""
            first, *grid = chance_lines(card.variant, card.probability)
            same = printed.setdefault(tuple(grid), card.slot) if grid else card.slot
            like = "" if same == card.slot else f", as in slot {slot_number(same)}"
            yield f"  slot {slot_number(card.slot)} (card {card.order}): {first}{like}{values}"
            yield from (f"    {line}" for line in grid if not like)
        if self.caveat:
            yield f"  {self.caveat}"


def _html(card: CardKnowledge) -> str:
    faces = sorted(card.probability.items(), key=lambda pair: -pair[1])
    return " ".join(f"<b>{card.variant.text(face)}</b>&nbsp;{float(p):.1%}" for face, p in faces)


def _card_json(card: CardKnowledge) -> dict[str, Any]:
    text = card.variant.text
    return {
        "order": card.order,
        "slot": card.slot,
        "possible": [text(face) for face in card.possible],
        "probability": {text(face): _rounded(chance) for face, chance in card.probability.items()},
        "playable": _rounded(card.playable),
        "trash": _rounded(card.trash),
        "critical": _rounded(card.critical),
        "needed_later": _rounded(card.needed_later),
        "clues": [text(face) for face in card.clued],
        "counted": [text(face) for face in card.counted],
    }


def _rounded(chance: Fraction | None) -> float | None:
    return None if chance is None else round(float(chance), 12)


def _values(card: CardKnowledge) -> str:
    shares = (
        ("playable", card.playable),
        ("needed later", card.needed_later),
        ("trash", card.trash),
        ("critical", card.critical),
    )
    return ", ".join(f"{name} {percent(share)}" for name, share in shares if share)


def chance_lines(variant: hanabi.Variant, chances: Mapping[hanabi.Card, Fraction]) -> list[str]:
    """Return every possible card as text: one line if one suit or one rank is left, else a grid with totals.

    The lines of the grid follow the first, which says how many cards are possible.
    """
    suits = sorted({card.suit for card in chances})
    ranks = sorted({card.rank for card in chances})
    if len(suits) == 1 or len(ranks) == 1:
        ordered = sorted(chances.items(), key=lambda pair: (-pair[1], pair[0]))
        return ["  ".join(f"{variant.text(card)} {percent(chance)}" for card, chance in ordered)]
    wide = max(len(variant.suits[suit].name) for suit in suits)
    names = {rank: "START" if rank == hanabi.START else str(rank) for rank in ranks}
    lines = [" " * wide + "".join(f"{names[rank]:>7}" for rank in ranks) + f"{'all':>8}"]
    for suit in suits:
        row = [chances.get(hanabi.Card(suit, rank), Fraction(0)) for rank in ranks]
        cells = "".join(f"{percent(chance) if chance else '.':>7}" for chance in row)
        lines.append(f"{variant.suits[suit].name:<{wide}}{cells}{percent(sum(row, Fraction(0))):>8}")
    columns = [
        sum((chances.get(hanabi.Card(suit, rank), Fraction(0)) for suit in suits), Fraction(0))
        for rank in ranks
    ]
    lines.append(f"{'all':<{wide}}" + "".join(f"{percent(total):>7}" for total in columns))
    return [f"{len(chances)} possible cards", *lines]


def _value_ways(found: Evidence) -> list[Counts] | None:
    """Return the ways in which each card of the hand is playable, trash, critical; None: stacks unknown."""
    view, deal, variant = found.view, found.deal, found.view.terms.variant
    if view.stacks is not None:
        masks = hanabi.card_value.value_masks(variant, view.stacks, view.discarded_copies)
        return [_counts(row, masks) for row in deal.marginals[: found.hand_size]]
    if not isinstance(deal, FaceDownDeal):
        return None
    totals = [(0, 0, 0)] * found.hand_size
    for part, weight, board in zip(deal.parts, deal.weights, deal.boards, strict=True):
        masks = hanabi.card_value.value_masks(variant, board.stacks, board.discarded)
        counts: dict[tuple[int, ...], Counts] = {}  # cards of which the same is known have equal rows
        for slot, ((a, b, c), row) in enumerate(zip(totals, part.marginals, strict=False)):
            if row not in counts:
                counts[row] = _counts(row, masks)
            playable, trash, critical = counts[row]
            totals[slot] = a + weight * playable, b + weight * trash, c + weight * critical
    return totals


def _counts(ways: tuple[int, ...], masks: Counts) -> Counts:
    """Return in how many ways a card is playable, trash and critical."""
    playable, trash, critical = (sum([ways[identity] for identity in _listed(mask)]) for mask in masks)
    return playable, trash, critical


@lru_cache(maxsize=1 << 12)
def _listed(mask: int) -> tuple[int, ...]:
    """Return the members of a mask; the same masks come again and again."""
    return tuple(members(mask))


def count_worlds(state: hanabi.State, depth: int) -> int:
    """Return how many deck orders the seat to move cannot rule out, over all lines of *depth* actions."""
    if state.over:
        return 0
    if depth == 0:
        return know(state, seat=state.seat).deck_orders
    return sum(count_worlds(hanabi.play(state, action), depth - 1) for action in hanabi.legal(state))


def know(game: hanabi.HanabiRecord | hanabi.State, *, seat: int | str, turn: int | None = None) -> Knowledge:
    """Return what a seat knows of its own hand."""
    return Knowledge(view_of(game, seat=seat, turn=turn))


def view_of(
    game: hanabi.HanabiRecord | hanabi.State, *, seat: int | str, turn: int | None = None
) -> hanabi.View:
    """Return what a seat sees at a turn of a game, or in one state."""
    if isinstance(game, hanabi.State):
        return view(game, seat_in(hanabi.SEAT_NAMES[: game.terms.players], seat))
    return view(game.states[turn_in(game, turn)], seat_in(game.seats, seat))
