"""What the players agree on before the deal (rule set, variant, options), and the setup of a game."""

from typing import Any, Literal, get_args, get_type_hints

from msgspec import Struct, field
from msgspec.structs import force_setattr, replace

from handsight.errors import InputError
from handsight.hanabi.cards import Card
from handsight.hanabi.characters import Character
from handsight.hanabi.variants.catalogue import variant as named_variant
from handsight.hanabi.variants.variant import Variant
from handsight.text.counting_from_one import counted
from handsight.text.suggestions import find_named

HAND_SIZES = {2: 5, 3: 5, 4: 4, 5: 4, 6: 3}


class Rules(Struct, frozen=True):
    """The switches in which rule sets differ."""

    name: str = "official"
    refund_five: bool = True
    """Completing a stack returns a clue token, unless the team has all of them."""
    end: Literal["last_draw", "failed_draw"] = "last_draw"
    """When the final round begins: after the last draw, or after the first draw that fails."""
    strikeout: Literal["zero", "stacks"] = "zero"
    """What a struck-out game scores: zero, or the cards on its stacks."""
    misplay: Literal["discard", "vanish"] = "discard"
    """Where a misplayed card goes: on the discard pile, or out of the game."""
    stop_perfect: bool = True
    """A perfect score ends the game."""
    discard_at_full: bool = False
    """Discarding with all clue tokens is allowed, and returns none."""

    def switched(self, name: str, value: str) -> "Rules":
        """Return rules with one switch set (``refund_five=no``), or raise UnknownNameError or InputError."""
        choices = find_named("rule switch", name, SWITCHES)
        if value.lower() not in choices:
            raise InputError(f"{name} cannot be {value!r}; it is one of {', '.join(choices)}")
        change: dict[str, Any] = {name: choices[value.lower()]}
        return self if getattr(self, name) == change[name] else replace(self, name="custom", **change)


_YES_NO: dict[str, bool | str] = {"yes": True, "no": False, "true": True, "false": False}
SWITCHES: dict[str, dict[str, bool | str]] = {
    name: _YES_NO if kind is bool else {word: word for word in get_args(kind)}
    for name, kind in get_type_hints(Rules).items()
    if name != "name"
}
"""By switch, what each word for its value means."""

RULE_SETS = {
    rules.name: rules
    for rules in (
        Rules(),
        Rules("stacks", strikeout="stacks"),
        Rules(
            "explorer",
            refund_five=False,
            end="failed_draw",
            strikeout="stacks",
            misplay="vanish",
            stop_perfect=False,
        ),
        Rules("hanabidata", strikeout="stacks", stop_perfect=False, discard_at_full=True),
    )
}
OFFICIAL = RULE_SETS["official"]


def rule_set(name: str) -> Rules:
    """Return the rule set of this name, or raise UnknownNameError."""
    return find_named("rule set", name, RULE_SETS)


class Terms(Struct, frozen=True):
    """Everything that the players agree on, and so all know; InputError if it is impossible."""

    players: int
    variant: Variant = field(default_factory=lambda: named_variant("No Variant"))
    rules: Rules = OFFICIAL
    hand_size: int = 0
    """Cards in a hand; 0 means: the usual number for this many players."""
    first_seat: int = 0
    """The seat that moves first."""
    max_clues: int = 8
    """The clue tokens at the start, which are also the most there can be."""
    max_strikes: int = 3
    """How many strikes end the game."""
    deck_plays: bool = False
    """The last card of the deck may be played from the deck."""
    empty_clues: bool = False
    """A clue may touch no card."""
    card_cycle: bool = False
    """The giver's chop card moves to the newest slot after a clue."""
    all_or_nothing: bool = False
    """The game goes on until the score is perfect or cannot become so."""
    speedrun: bool = False
    """The game ends once the score cannot become perfect."""
    characters: tuple[Character | None, ...] = ()
    """The character of each seat; empty where there are none."""

    def __post_init__(self) -> None:
        if not 2 <= self.players <= 6:
            raise InputError(f"Hanabi is for 2 to 6 players, not {self.players}")
        if not 0 <= self.first_seat < self.players:
            raise InputError(f"seat {self.first_seat} cannot start: seats are 0 to {self.players - 1}")
        if not self.hand_size:
            force_setattr(self, "hand_size", HAND_SIZES[self.players])
        if not 1 <= self.hand_size * self.players <= self.variant.deck_size:
            raise InputError(f"{self.players} hands of {self.hand_size} cards cannot be dealt from this deck")
        if not any(self.characters):
            force_setattr(self, "characters", ())
        elif len(self.characters) != self.players:
            raise InputError(
                f"there are {self.players} players, but {counted(len(self.characters), 'character')}"
            )
        for character in filter(None, self.characters):
            character.check(self.variant)

    @property
    def clue_cost(self) -> int:
        """What a clue costs, in clue units."""
        return 2 if self.variant.starved else 1

    @property
    def max_clue_units(self) -> int:
        """The most clue units that the team can have."""
        return self.max_clues * self.clue_cost

    @property
    def final_round(self) -> int:
        """How many turns the final round has."""
        contrary = any(character and character.name == "Contrarian" for character in self.characters)
        return 2 if contrary else self.players


class Setup(Struct, frozen=True):
    """The terms and the deck, dealt from its front: seat 0's whole hand, then seat 1's, … then the draws.

    A deck may list fewer cards than the variant has; the rest is unknown.
    """

    terms: Terms
    deck: tuple[Card, ...]
