"""What variants change in the rules: each has at most one rule change."""

import operator
from collections.abc import Callable
from types import MappingProxyType
from typing import Literal, NamedTuple

from handsight.hanabi.variants.stacks import Shape

BySpecialColor = Literal["own", "all", "none"]
BySpecialNumber = Literal["own", "all", "none", "by_suit"]
Hides = Literal["", "value", "clue"]


class SpecialRank(NamedTuple):
    """A rank that clues touch by a special rule; ``by_suit``: it counts as another number in each suit."""

    rank: int
    color: BySpecialColor = "own"
    number: BySpecialNumber = "own"


class RuleChange(NamedTuple):
    """One change of the rules, as data."""

    title: str = ""
    code: str = ""
    copies: tuple[int, ...] = (3, 2, 2, 2, 1)
    """The copies of each rank; a sixth is START."""
    stack: Shape = "up"
    special: SpecialRank | None = None
    mute_colors: bool = False
    numbers: tuple[int, ...] | None = None
    """The numbers that may be clued, when not every rank."""
    covers: Callable[[int, int], bool] = operator.eq
    """Whether a number clue touches a rank."""
    tinted: bool = False
    """Whether a card is also touched by the colour whose place among the colours is the card's rank."""
    blind_colors: bool = False
    blind_numbers: bool = False
    starved: bool = False
    alternating: bool = False
    face_down: bool = False
    hides: Hides = ""

    @property
    def rule(self) -> str:
        """The rule change as one word; empty for special ranks, which change no rule."""
        return "" if self.special else self.title.lower().replace(" ", "_").replace("&", "and")


def _same_parity(number: int, rank: int) -> bool:
    return number % 2 == rank % 2


PLAIN = RuleChange()

_RULES = (
    RuleChange(title="Critical Fours", code="C4", copies=(3, 2, 2, 1, 1)),
    RuleChange(title="Scarce Ones", code="S1", copies=(2, 2, 2, 2, 1)),
    RuleChange(title="Clue Starved", code="CS", starved=True),
    RuleChange(title="Color Blind", code="CB", blind_colors=True),
    RuleChange(title="Number Blind", code="NB", blind_numbers=True),
    RuleChange(title="Totally Blind", code="TB", blind_colors=True, blind_numbers=True),
    RuleChange(title="Color Mute", code="CM", mute_colors=True),
    RuleChange(title="Number Mute", code="NM", numbers=()),
    RuleChange(title="Alternating Clues", code="AC", alternating=True),
    RuleChange(title="Odds and Evens", code="OE", numbers=(1, 2), covers=_same_parity),
    RuleChange(title="Synesthesia", code="NM,Sy", numbers=(), tinted=True),
    RuleChange(title="Funnels", code="Fu", covers=operator.ge),
    RuleChange(title="Chimneys", code="Ch", covers=operator.le),
    RuleChange(title="Up or Down", code="UD", copies=(1, 2, 2, 2, 1, 1), stack="up_or_down"),
    RuleChange(title="Sudoku", code="Su", copies=(2, 2, 2, 2, 2), stack="sudoku"),
    RuleChange(title="Throw It in a Hole", code="TH", face_down=True),
    RuleChange(title="Cow & Pig", code="CP", hides="value"),
    RuleChange(title="Duck", code="Du", hides="clue"),
)

RULES = MappingProxyType({rule_change.rule: rule_change for rule_change in _RULES})
"""Every rule change by its word."""

# How a special rank looks to colour and number clues, by the suit it is like.
_LIKE: tuple[tuple[str, str, BySpecialColor, BySpecialNumber], ...] = (
    ("Rainbow", "R", "all", "own"),
    ("Pink", "P", "own", "all"),
    ("White", "W", "none", "own"),
    ("Brown", "B", "own", "none"),
    ("Omni", "O", "all", "all"),
    ("Null", "N", "none", "none"),
    ("Muddy-Rainbow", "M", "all", "none"),
    ("Light-Pink", "L", "none", "all"),
    ("Deceptive", "D", "own", "by_suit"),
)

SPECIAL_RANKS = tuple(
    RuleChange(title=f"{like}-{plural}", code=f"{letter}{rank}", special=SpecialRank(rank, color, number))
    for rank, plural in ((1, "Ones"), (5, "Fives"))
    for like, letter, color, number in _LIKE
)
