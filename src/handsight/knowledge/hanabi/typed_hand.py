"""A hand that somebody types, without a game: what each card may be, and how many of each are left.

This is the deduction of a hand by itself: masks and counts in, what is possible and how likely out. The words
are cards of a variant (``r1``, ``b*``, ``*5``), or letters of one's own whose numbers are given (``BG`` with
``B=1 G=2``), so that colours or ranks alone can be asked about.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from handsight.deals import Deal
from handsight.errors import ContradictionError, InputError
from handsight.game.bitmask import members
from handsight.game.seat_names import number_in
from handsight.hanabi import START, Variant
from handsight.knowledge.hanabi.own_hand import chance_lines
from handsight.text.counting_from_one import percent, slot_number
from handsight.text.suggestions import listed

ANY = "*"


@dataclass(frozen=True)
class TypedHand:
    """What may be in a hand, newest card first, and everything that follows from it."""

    names: tuple[str, ...]
    """What the values of the deal are called: cards, or letters."""
    deal: Deal
    variant: Variant | None
    """Whose cards these are; None for letters."""

    def check(self) -> None:
        """Refuse what fits no hand.

        Raises:
            ContradictionError: some slots need more copies of some values than are left; it says which.
        """
        try:
            _ = self.deal.possible
        except ContradictionError as error:
            slots = [str(slot_number(slot)) for slot in error.variables]
            values = [self.names[value] for value in error.values]
            left = sum(self.deal.limits[value] for value in error.values)
            which = f"slot {slots[0]}" if len(slots) == 1 else f"slots {listed(slots, 'and')}"
            cards = listed(values) if values else "nothing"
            raise ContradictionError(
                f"no hand fits: {which} can only be {cards}, of which {left} {'is' if left == 1 else 'are'}"
                " left; one of the facts given is wrong",
                error.variables,
                error.values,
            ) from None

    @property
    def chances(self) -> list[dict[str, Fraction]]:
        """For each slot, how likely everything is that it may be."""
        return [{self.names[value]: chance for value, chance in row.items()} for row in self.deal.chances]

    @property
    def alone(self) -> list[tuple[str, ...]]:
        """For each slot, what its own word and the counts leave, whatever the rest of the hand is."""
        left = sum(1 << value for value, limit in enumerate(self.deal.limits) if limit)
        return [self._names(mask & left) for mask in self.deal.masks]

    def to_json(self) -> dict[str, Any]:
        """Return the answer as `know --hand --json` prints it."""
        return {
            "worlds": self.deal.ways,
            "solutions": self.deal.size,
            "left": {name: limit for name, limit in zip(self.names, self.deal.limits, strict=True) if limit},
            "hand": [
                {
                    "slot": slot,
                    "possible": list(chances),
                    "alone": list(alone),
                    "probability": {name: round(float(chance), 12) for name, chance in chances.items()},
                }
                for slot, (chances, alone) in enumerate(zip(self.chances, self.alone, strict=True))
            ],
        }

    def sentences(self) -> list[str]:
        """Return the answer for people; a star marks a card that only the whole hand narrows so far."""
        apart = f", {self.deal.ways:,} with copies told apart"
        lines = [f"{self.deal.size:,} possible hand{'s' * (self.deal.size != 1)}{apart}"]
        marked = False
        for slot, (chances, alone) in enumerate(zip(self.chances, self.alone, strict=True)):
            more = len(chances) < len(alone)
            marked |= more
            first, *grid = self._lines(chances)
            lines.append(f"  slot {slot_number(slot)}{'*' if more else ''}: {first}")
            lines += [f"    {line}" for line in grid]
        if marked:
            lines.append("  * follows from the whole hand: this card alone could be more")
        return lines

    def _lines(self, chances: dict[str, Fraction]) -> list[str]:
        if self.variant is not None:
            return chance_lines(self.variant, {self.variant.read(name): p for name, p in chances.items()})
        ordered = sorted(chances.items(), key=lambda pair: -pair[1])
        return ["  ".join(f"{name} {percent(chance)}" for name, chance in ordered)]

    def _names(self, mask: int) -> tuple[str, ...]:
        return tuple(self.names[value] for value in members(mask))


def read_hand(
    words: Sequence[str], variant: Variant, left: Sequence[str] = (), seen: Sequence[str] = ()
) -> TypedHand:
    """Read a hand: a word for each card, newest first.

    Args:
        words: what each card may be.
        variant: whose cards they are, unless *left* counts single letters.
        left: how many are left of what, as ``B=1`` or ``r1=2``.
        seen: cards that are seen elsewhere.

    Raises:
        InputError: a word means nothing; says which, and what would.
        ContradictionError: no hand fits; says which cards have too few copies left.
    """
    counts = [_count(text) for text in left]
    if counts and all(len(name) == 1 for name, _ in counts):
        if seen:
            raise InputError(
                "cards seen (--seen) cannot be taken from counts of letters; lower --left instead"
            )
        names = tuple(name for name, _ in counts)
        if len({name.casefold() for name in names}) < len(names):
            raise InputError("--left counts a letter twice; give one number for each")
        masks = tuple(_letters(word, names) for word in words)
        hand = TypedHand(names, Deal(masks, tuple(count for _, count in counts)), None)
    else:
        limits = list(variant.copies)
        for name, count in counts:
            limits[variant.identity(variant.read(name))] = count
        for name in seen:
            card = variant.identity(variant.read(name))
            limits[card] -= 1
            if limits[card] < 0:
                raise InputError(f"{name} is seen more often than there are copies of it; count again")
        masks = tuple(_cards(word, variant) for word in words)
        hand = TypedHand(tuple(map(variant.text, variant.cards)), Deal(masks, tuple(limits)), variant)
    hand.check()
    return hand


def _count(text: str) -> tuple[str, int]:
    name, equals, number = text.partition("=")
    count = number_in(number.strip())
    if not name or not equals or count is None:
        raise InputError(f"{text!r} is not a count; write what and how many are left, such as B=1 or r1=2")
    return name.strip(), count


def _letters(word: str, names: Sequence[str]) -> int:
    """Return the mask of a word of letters; ``*`` is all of them."""
    if word == ANY:
        return (1 << len(names)) - 1
    folded = [name.casefold() for name in names]
    unknown = [letter for letter in word if letter.casefold() not in folded]
    if unknown or not word:
        raise InputError(
            f"{unknown[0] if unknown else word!r} in {word!r} is not counted by --left, which has"
            f" {listed(names, 'and')}; add it, such as {unknown[0] if unknown else 'B'}=1"
        )
    return sum(1 << value for value in {folded.index(letter.casefold()) for letter in word})


def _cards(word: str, variant: Variant) -> int:
    """Return the mask of a word of cards: parts with commas, each suits (or ``*``) and ranks (or none)."""
    mask, names = 0, [*map(variant.text, variant.cards)]
    for part in word.split(","):
        text = part.strip().lower()
        if text in names:
            mask |= 1 << names.index(text)
            continue
        cut = next((at for at, letter in enumerate(text) if letter.isdigit()), len(text))
        suits, ranks = text[:cut].replace(ANY, ""), text[cut:].replace(ANY, "")
        known = all(letter in variant.letters for letter in suits) and all(
            rank.isdigit() and (int(rank) or START) in variant.ranks for rank in ranks
        )
        if not text:
            raise InputError(
                f"{word!r} has a comma with nothing beside it; write a word for each card, with spaces"
                " between: r1,b2 is one card (red 1 or blue 2), r1 b2 are two"
            )
        if not known:
            start = "; *0 any START card" if START in variant.ranks else ""
            raise InputError(
                f"{part!r} is nothing that a card of {variant.name} can be; write r1, r (any red), rb12 (red"
                f" or blue, 1 or 2), *5 (any 5{start}), * (anything), with commas between"
            )
        mask |= sum(
            1 << at
            for at, card in enumerate(variant.cards)
            if (not suits or variant.letters[card.suit] in suits)
            and (not ranks or str(card.rank % START) in ranks)
        )
    return mask
