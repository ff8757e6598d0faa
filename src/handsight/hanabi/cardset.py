"""Sets of cards of one variant, kept as a bitmask of identities."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import overload

from handsight.errors import InputError
from handsight.game.bitmask import members
from handsight.hanabi.cards import Card
from handsight.hanabi.variants.catalogue import variant as named
from handsight.hanabi.variants.variant import Variant


@dataclass(frozen=True, slots=True, init=False, repr=False)
class CardSet:
    """A set of cards of one variant, from a mask of identities or from text with blanks or commas between.

    >>> cards = CardSet("b4 p4")
    >>> len(cards), "b4" in cards, cards & CardSet("b4 r1")
    (2, True, CardSet('b4'))
    """

    variant: Variant
    mask: int

    @overload
    def __init__(self, source: Variant, of: int) -> None: ...
    @overload
    def __init__(self, source: str = "", of: Variant | None = None) -> None: ...
    def __init__(self, source: Variant | str = "", of: Variant | int | None = None) -> None:
        if isinstance(source, Variant):
            variant, mask = source, of if isinstance(of, int) else 0
        else:
            variant = of if isinstance(of, Variant) else named()
            mask = 0
            for word in source.replace(",", " ").split():
                mask |= 1 << variant.identity(variant.read(word))
        if mask & ~variant.everything:
            raise InputError(
                f"mask {mask:#x} holds more than the {len(variant.cards)} cards of {variant.name}"
            )
        object.__setattr__(self, "variant", variant)
        object.__setattr__(self, "mask", mask)

    def __str__(self) -> str:
        return " ".join(map(self.variant.text, self))

    def __repr__(self) -> str:
        where = "" if self.variant == named() else f", {self.variant!r}"
        return f"CardSet({str(self)!r}{where})"

    def __iter__(self) -> Iterator[Card]:
        return map(self.variant.card, members(self.mask))

    def __len__(self) -> int:
        return self.mask.bit_count()

    def __contains__(self, card: object) -> bool:
        face = self.variant.read(card) if isinstance(card, str) else card
        return face in self.variant.cards and bool(self.mask >> self.variant.cards.index(face) & 1)

    def __and__(self, other: "CardSet") -> "CardSet":
        return self._with(other, self.mask & other.mask)

    def __or__(self, other: "CardSet") -> "CardSet":
        return self._with(other, self.mask | other.mask)

    def __xor__(self, other: "CardSet") -> "CardSet":
        return self._with(other, self.mask ^ other.mask)

    def __sub__(self, other: "CardSet") -> "CardSet":
        return self._with(other, self.mask & ~other.mask)

    def __le__(self, other: "CardSet") -> bool:
        return not (self - other).mask

    def _with(self, other: "CardSet", mask: int) -> "CardSet":
        if self.variant != other.variant:
            raise InputError(f"cards of {self.variant.name} and of {other.variant.name} do not mix")
        return CardSet(self.variant, mask)
