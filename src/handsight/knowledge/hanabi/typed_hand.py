"""A hand that somebody types, without a game: what each card may be, and how many of each are left.

This is the deduction of a hand by itself: masks and counts in, what is possible and how likely out. A word
has a letter for each value that its card may have, such as ``BG`` with ``B=1 G=2`` left.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from handsight.deals import Deal
from handsight.errors import ContradictionError, InputError
from handsight.game.bitmask import members
from handsight.game.seat_names import number_in
from handsight.text.counting_from_one import counted, percent, slot_number
from handsight.text.suggestions import listed

ANY = "*"


@dataclass(frozen=True)
class TypedHand:
    """What may be in a hand, newest card first, and everything that follows from it."""

    names: tuple[str, ...]
    """The letters of the deal's values."""
    deal: Deal

    def check(self) -> None:
        """Raise ContradictionError if no hand fits; it says which slots compete for what."""
        try:
            _ = self.deal.possible
        except ContradictionError as error:
            slots = [str(slot_number(slot)) for slot in error.variables]
            left = sum(self.deal.limits[value] for value in error.values)
            which = f"slot {slots[0]}" if len(slots) == 1 else f"slots {listed(slots, 'and')}"
            cards = listed(self.names[value] for value in error.values)
            raise ContradictionError(
                f"no hand fits: {which} can only be {cards}, of which {left} {'is' if left == 1 else 'are'}"
                " left; one of the facts given is wrong",
                error.variables,
                error.values,
            ) from None

    @property
    def chances(self) -> list[dict[str, Fraction]]:
        """For each slot, the probability of each value that it may have."""
        return [{self.names[value]: chance for value, chance in row.items()} for row in self.deal.chances]

    @property
    def alone(self) -> list[list[str]]:
        """For each slot, what its own word and the counts leave, whatever the rest of the hand is."""
        limits = self.deal.limits
        return [[self.names[value] for value in members(mask) if limits[value]] for mask in self.deal.masks]

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
                    "alone": alone,
                    "probability": {name: round(float(chance), 12) for name, chance in chances.items()},
                }
                for slot, (chances, alone) in enumerate(zip(self.chances, self.alone, strict=True))
            ],
        }

    def sentences(self) -> list[str]:
        """Return the answer for people; a star marks a card that only the whole hand narrows so far."""
        lines = [f"{counted(self.deal.size, 'possible hand')}, {self.deal.ways:,} with copies told apart"]
        starred = False
        for slot, (chances, alone) in enumerate(zip(self.chances, self.alone, strict=True)):
            star = "*" if len(chances) < len(alone) else ""
            starred = starred or bool(star)
            ordered = sorted(chances.items(), key=lambda pair: -pair[1])
            values = "  ".join(f"{name} {percent(chance)}" for name, chance in ordered)
            lines.append(f"  slot {slot_number(slot)}{star}: {values}")
        if starred:
            lines.append("  * follows from the whole hand: this card alone could be more")
        return lines


def read_hand(words: Sequence[str], left: Sequence[str]) -> TypedHand:
    """Return the hand of a word for each card, newest first, and of counts of what is left: ``B=1``."""
    counts = [_count(text) for text in left]
    names = tuple(name for name, _ in counts)
    if len({name.casefold() for name in names}) < len(names):
        raise InputError("--left counts a letter twice; give one number for each")
    masks = tuple(_letters(word, names) for word in words)
    hand = TypedHand(names, Deal(masks, tuple(count for _, count in counts)))
    hand.check()
    return hand


def _count(text: str) -> tuple[str, int]:
    name, _, number = text.partition("=")
    count = number_in(number)
    if len(name) != 1 or count is None:
        raise InputError(f"{text!r} is not a count; write a letter and how many are left, such as B=1")
    return name, count


def _letters(word: str, names: Sequence[str]) -> int:
    """Return the mask of a word of letters; ``*`` is all of them."""
    folded = [name.casefold() for name in names]
    letters = folded if word == ANY else [letter.casefold() for letter in word]
    unknown = [letter for letter in word if letter.casefold() not in folded and word != ANY]
    if unknown or not names:
        which = unknown[0] if unknown else "B"
        raise InputError(f"--left does not count all of {word!r}; say how many are left, such as {which}=1")
    return sum(1 << folded.index(letter) for letter in {*letters})
