"""What the page must know of a variant to draw it."""

from msgspec import Struct

from handsight.hanabi import State


class Suit(Struct, frozen=True):
    """A suit as the page must draw it."""

    name: str
    letter: str
    colors: tuple[str, ...]
    """The clue colours that touch it, for suits that are drawn in several."""
    down: bool
    one_of_each: bool


class Rules(Struct, frozen=True):
    """What a variant is made of, for the page: sent once."""

    name: str
    suits: tuple[Suit, ...]
    ranks: tuple[int, ...]
    colors: tuple[str, ...]
    numbers: tuple[int, ...]
    copies: tuple[int, ...]
    full: int
    max_score: int
    tokens: int
    strikes: int
    hole: bool


def rules_of(state: State) -> Rules:
    """Describe the variant of a game."""
    terms, variant = state.terms, state.terms.variant
    suits = tuple(
        Suit(
            suit.display,
            variant.letters[at],
            variant.colors if suit.color in ("all", "by_rank") else suit.colors,
            at in variant.down,
            suit.one_of_each,
        )
        for at, suit in enumerate(variant.suits)
    )
    return Rules(
        variant.name,
        suits,
        variant.ranks,
        variant.colors,
        variant.numbers,
        variant.copies,
        variant.stack_size,
        variant.max_score,
        terms.max_clues,
        terms.max_strikes,
        variant.face_down,
    )
