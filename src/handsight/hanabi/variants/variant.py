"""A variant of Hanabi as a value: its suits and rule change, compiled once into tables."""

from functools import lru_cache
from typing import Literal, NamedTuple

from msgspec import Struct

from handsight.errors import InputError
from handsight.hanabi.cards import START, Card
from handsight.hanabi.variants import stacks
from handsight.hanabi.variants.rule_changes import PLAIN, Hides, RuleChange, SpecialRank
from handsight.hanabi.variants.stacks import StackRule
from handsight.hanabi.variants.suits import Suit, named_by_letter

Kind = Literal["color", "number"]
RESERVED_LETTERS = "fx"
"""Letters with a meaning of their own in players' notes, so no suit falls back on them."""


class Clue(NamedTuple):
    """A clue: a colour, as an index into the variant's colours, or a number, as itself."""

    kind: Kind
    value: int


class Variant(Struct, frozen=True, eq=False):
    """A variant, compiled into tables.

    An *identity* is a kind of card as a number: ``suit * len(ranks) + position of the rank``. A set of
    identities is a bitmask. Two variants are equal when their names and codes are.
    """

    name: str
    id: int | None
    """Its number on hanab.live; None for variants that hanab.live does not have."""
    family: str
    code: str
    suits: tuple[Suit, ...]
    letters: str
    """A letter for each suit."""
    down: tuple[int, ...]
    """The suits that are played from the top rank down."""
    rule: str
    """The one rule that differs, in one word; empty if none does."""
    special: SpecialRank | None
    """The rank that clues touch in a way of its own, if any."""
    ranks: tuple[int, ...]
    colors: tuple[str, ...]
    """The colours that may be clued."""
    numbers: tuple[int, ...]
    """The numbers that may be clued."""
    cards: tuple[Card, ...]
    """The card of each identity."""
    copies: tuple[int, ...]
    """How many copies of each identity are in the deck."""
    color_touch: tuple[int, ...]
    """For each colour, the mask of identities that it touches."""
    number_touch: tuple[int, ...]
    """For each number that may be clued, the mask of identities that it touches."""
    stacks: tuple[StackRule, ...]
    """How each suit's stack grows."""
    distinct_starts: bool
    """Whether no two stacks may begin with the same rank."""
    stack_size: int
    max_score: int
    deck_size: int
    starved: bool
    """Whether a discard returns only half a clue token."""
    alternating: bool
    """Whether colour and number clues must alternate around the table."""
    face_down: bool
    """Whether played cards lie face down (Throw It in a Hole)."""
    hides: Hides
    """What of a clue only its giver sees: nothing, its value, or all but the cards it touches."""
    blind_colors: bool
    """Whether colour clues touch nothing, and are always legal."""
    blind_numbers: bool
    """Whether number clues touch nothing, and are always legal."""
    inverted: bool
    """Whether some suit swaps playing and discarding."""
    every_clue: tuple[Clue, ...]
    identities: dict[Card, int]
    """The identity of each card."""

    def __repr__(self) -> str:
        return self.name if self.id is None else f"variant({self.name!r})"

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return self is other or (self.name, self.code) == (other.name, other.code)

    def __hash__(self) -> int:
        return hash(self.name)

    def identity(self, card: Card) -> int:
        """Return the identity of a card."""
        return self.identities[card]

    def card(self, identity: int) -> Card:
        """Return the card of an identity."""
        return self.cards[identity]

    def text(self, card: Card) -> str:
        """Return a card as people write it: ``r1``, or ``rs`` for START."""
        return f"{self.letters[card.suit]}{'s' if card.rank == START else card.rank}"

    def read(self, text: str) -> Card:
        """Return the card that a text such as ``r1`` names (START: ``rs`` or ``r0``), or raise InputError."""
        word = text.strip().lower()
        suit, rank = self.letters.find(word[:1]), _RANKS.get(word[1:], 0)
        if not word or suit < 0 or rank not in self.ranks:
            raise InputError(f"{text!r} is not a card of {self.name}; {self._advice(word)}")
        return Card(suit, rank)

    def _advice(self, word: str) -> str:
        letters = [word[0]] if word[:1] and word[0] in self.letters else list(self.letters)
        ranks = [rank for rank in self.ranks if rank == _RANKS.get(word[1:])] or list(self.ranks)
        near = [self.text(Card(self.letters.index(letter), rank)) for letter in letters for rank in ranks]
        if len(near) < len(self.cards):
            return f"try {', '.join(near)}"
        return f"write a suit ({', '.join(self.letters)}) and a rank, such as {near[0]} or {near[-1]}"

    def touch(self, clue: Clue) -> int:
        """Return the mask of identities that a clue touches."""
        if clue.kind == "color":
            return self.color_touch[clue.value]
        return self.number_touch[self.numbers.index(clue.value)]

    def clues(self) -> tuple[Clue, ...]:
        """Return every clue that may be given, colours first."""
        return self.every_clue

    def deck(self) -> tuple[Card, ...]:
        """Return every card of the deck, sorted by suit, then rank, START last."""
        return tuple(
            card for card, copies in zip(self.cards, self.copies, strict=True) for _ in range(copies)
        )

    @property
    def everything(self) -> int:
        """The mask of all identities."""
        return (1 << len(self.cards)) - 1


_RANKS = {str(rank): rank for rank in range(1, 6)} | {"s": START, "0": START}


class VariantSpec(NamedTuple):
    """What a variant is compiled from; *number* is its id, *down* the indices of suits played downwards."""

    name: str
    suits: tuple[Suit, ...]
    rule_change: RuleChange = PLAIN
    down: tuple[int, ...] = ()
    family: str = ""
    number: int | None = None


def letters_of(suits: tuple[Suit, ...]) -> str:
    """Return a letter for each suit: its own, or on a clash the first free letter of its name."""
    letters = ""
    for suit in suits:
        name = suit.name.removeprefix("Dark ").lower()
        choices = (
            suit.letter,
            *(letter for letter in name if letter.isalpha() and letter not in RESERVED_LETTERS),
        )
        letters += next(letter for letter in choices if letter not in letters)
    return letters


def colors_of(suits: tuple[Suit, ...]) -> tuple[str, ...]:
    """Return the colours that may be clued: those of the suits, in suit order, without repeats."""
    return tuple(dict.fromkeys(color for suit in suits for color in suit.colors))


def numbers_of(rule_change: RuleChange, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """Return the numbers that may be clued: not START, nor a rank that hides or changes its number."""
    if rule_change.numbers is not None:
        return rule_change.numbers
    lost = rule_change.special.rank if rule_change.special and rule_change.special.number != "own" else START
    return tuple(rank for rank in ranks if rank not in (lost, START))


def copies_of(suit: Suit, rule_change: RuleChange, size: int, *, down: bool) -> tuple[int, ...]:
    """Return how many copies of each of a suit's *size* ranks there are; mirrored if it is played down."""
    copies = rule_change.copies[:size]
    return (1,) * size if suit.one_of_each else copies[::-1] if down else copies


def code_of(suits: tuple[Suit, ...], rule_change: RuleChange, down: tuple[int, ...]) -> str:
    """Return the variant as one code: suits, ``:R`` after one played down, then the rule change."""
    codes = (suit.code + (":R" if at in down else "") for at, suit in enumerate(suits))
    return "+".join(codes) + ("," + rule_change.code if rule_change.code else "")


class Touch(NamedTuple):
    """Which *cards* each clue touches; a special suit's rule overrules that of a special rank."""

    suits: tuple[Suit, ...]
    cards: tuple[Card, ...]
    rule_change: RuleChange
    colors: tuple[str, ...]
    numbers: tuple[int, ...]

    def by_color(self, color: int) -> int:
        """Return the mask of identities that the colour with this index touches."""
        blind = self.rule_change.blind_colors
        return sum(1 << at for at, card in enumerate(self.cards) if not blind and self._colored(card, color))

    def by_number(self, number: int) -> int:
        """Return the mask of identities that this number touches."""
        blind = self.rule_change.blind_numbers
        return sum(
            1 << at for at, card in enumerate(self.cards) if not blind and self._numbered(card, number)
        )

    def _colored(self, card: Card, color: int) -> bool:
        suit, special = self.suits[card.suit], self.rule_change.special
        last = len(self.colors) - 1
        of_rank = last if card.rank == START else (card.rank - 1) % len(self.colors)
        if suit.color in ("all", "none"):
            return suit.color == "all"
        if self.rule_change.tinted and suit.number != "none" and color == of_rank:
            return True
        if special and special.rank == card.rank and special.color != "own":
            return special.color == "all"
        if suit.color == "by_rank":
            return color == of_rank
        return self.colors[color] in suit.colors

    def _numbered(self, card: Card, number: int) -> bool:
        suit, special = self.suits[card.suit], self.rule_change.special
        if suit.number != "own":
            return suit.number == "all"
        if special and special.rank == card.rank and special.number != "own":
            shown = self.numbers[card.suit % len(self.numbers)]
            return special.number == "all" or (special.number == "by_suit" and number == shown)
        return self.rule_change.covers(number, card.rank)


def build(spec: VariantSpec) -> Variant:
    """Return the variant that is compiled from a specification."""
    suits, rule_change, down = spec.suits, spec.rule_change, spec.down
    size = len(suits) if rule_change.stack == "sudoku" else len(rule_change.copies)
    ranks = (1, 2, 3, 4, 5, START) if rule_change.stack == "up_or_down" else tuple(range(1, size + 1))
    cards = tuple(Card(suit, rank) for suit in range(len(suits)) for rank in ranks)
    colors = () if rule_change.mute_colors else colors_of(suits)
    numbers = numbers_of(rule_change, ranks)
    touch = Touch(suits, cards, rule_change, colors, numbers)
    grow = stacks.rule(rule_change.stack, size)
    copies = tuple(
        copies
        for at, suit in enumerate(suits)
        for copies in copies_of(suit, rule_change, size, down=at in down)
    )
    return Variant(
        name=spec.name,
        id=spec.number,
        family=spec.family,
        code=code_of(suits, rule_change, down),
        suits=suits,
        letters=letters_of(suits),
        down=down,
        rule=rule_change.rule,
        special=rule_change.special,
        ranks=ranks,
        colors=colors,
        numbers=numbers,
        cards=cards,
        copies=copies,
        color_touch=tuple(touch.by_color(color) for color in range(len(colors))),
        number_touch=tuple(touch.by_number(shown) for shown in numbers),
        stacks=tuple(stacks.down(size) if at in down else grow for at in range(len(suits))),
        distinct_starts=rule_change.stack == "sudoku",
        stack_size=grow.full,
        max_score=grow.full * len(suits),
        deck_size=sum(copies),
        starved=rule_change.starved,
        alternating=rule_change.alternating,
        face_down=rule_change.face_down,
        hides=rule_change.hides,
        blind_colors=rule_change.blind_colors,
        blind_numbers=rule_change.blind_numbers,
        inverted=any(suit.inverted for suit in suits),
        every_clue=(
            *(Clue("color", color) for color in range(len(colors))),
            *(Clue("number", shown) for shown in numbers),
        ),
        identities={card: identity for identity, card in enumerate(cards)},
    )


@lru_cache
def tiny(colors: int, ranks: int, letters: str = "rygwb") -> Variant:
    """Return a small plain variant (three 1s, one card of the top rank, else two), or raise InputError."""
    letters = letters.lower()
    if not letters.isalpha() or len(set(letters)) < len(letters) or not 1 <= colors <= len(letters):
        raise InputError(f"{colors} suits need {colors} different letters, not {letters!r}")
    if not 2 <= ranks <= 5:
        raise InputError(f"suits of {ranks} ranks cannot be dealt; choose 2 to 5")
    name = f"tiny({colors}, {ranks}" + ("" if letters == "rygwb" else f", {letters!r}") + ")"
    suits = tuple(named_by_letter(letter) for letter in letters[:colors])
    return build(VariantSpec(name, suits, RuleChange(copies=(3, *(2,) * (ranks - 2), 1)), family="tiny"))
