"""How a log names the cards and clues of a variant."""

from collections.abc import Iterable
from functools import lru_cache

from msgspec import Struct

from handsight.hanabi import START, Card, Clue, Variant
from handsight.hanabi.variants.suits import SUITS, Suit
from handsight.notation.hanabi.remedies import clue_word


class Vocabulary(Struct, frozen=True):
    """A variant's suits, ranks and clues: as they are written, and by their words in lower case."""

    variant: str
    suit_names: tuple[str, ...]
    suits: dict[str, int]
    ranks: dict[str, int]
    clue_names: tuple[str, ...]
    clues: dict[str, Clue]

    def named_clues(self) -> Iterable[tuple[str, Clue]]:
        """Pair each clue with its word."""
        return zip(self.clue_names, self.clues.values(), strict=True)

    def card(self, card: Card) -> str:
        """Write a card."""
        return f"{self.suit_names[card.suit]} {'START' if card.rank == START else card.rank}"


@lru_cache(maxsize=256)
def vocabulary(variant: Variant | None) -> Vocabulary:
    """Return the words of a variant, or those of all together while it is unknown which is played."""
    if variant is None:
        suits = tuple(suit for suit in SUITS.values() if not suit.placeholder)
        colors = tuple(dict.fromkeys(color for suit in suits for color in suit.colors))
        numbers = (1, 2, 3, 4, 5)
        clues = [(color, Clue("color", at)) for at, color in enumerate(colors)]
        clues += [(str(number), Clue("number", number)) for number in numbers]
        return _vocabulary("any variant", suits, (*numbers, START), clues)
    named = [(clue_word(variant, clue), clue) for clue in variant.clues()]
    return _vocabulary(variant.name, variant.suits, variant.ranks, named)


def _vocabulary(
    variant: str, suits: tuple[Suit, ...], ranks: Iterable[int], clues: list[tuple[str, Clue]]
) -> Vocabulary:
    names = tuple(suit.name for suit in suits)
    shown = tuple(suit.display for suit in suits)
    return Vocabulary(
        variant,
        shown,
        {word.casefold(): at for words in (names, shown) for at, word in enumerate(words)},
        {"start" if rank == START else str(rank): rank for rank in ranks},
        tuple(name for name, _ in clues),
        {name.casefold(): clue for name, clue in clues},
    )
