"""The families of variants: base suits with special suits added, under a rule change."""

from collections.abc import Iterator
from itertools import chain, combinations
from typing import NamedTuple

from handsight.hanabi.variants.clue_tables import colors_of
from handsight.hanabi.variants.rule_changes import PLAIN, RULES, SPECIAL_RANKS, RuleChange
from handsight.hanabi.variants.suits import SUITS, Suit, suits_of
from handsight.hanabi.variants.variant import VariantSpec

_REGULAR = "R+Y+G+B+P+T R+Y+G+B+P R+Y+G+B R+G+B R+B R"
_MATRYOSHKA = (
    "R2+DRY3+DRYG+DRYGB+DRYGBP+DRYGBPT R2+DRY3+DRYG+DRYGB+DRYGBP R2+DRY3+DRYG+DRYGB R2+DRY3+DRYG R2+DRY3"
)
_DUAL_COLOR = "DRY+DRB+DRK+DYB+DYK+DBK DRY+DYG+DGB+DBP+DRP DRY+DRB+DYB"
_AMBIGUOUS = "AR1+AR2+AG1+AG2+AB1+AB2 AR1+AR2+AB1+AB2 AR1+AR2"
_VERY_AMBIGUOUS = "AR1+AR2+AR3+AB1+AB2+AB3 AB1+AB2+AB3"
_EXTREMELY_AMBIGUOUS = "EB1+EB2+EB3+EB4+EB5+EB6 EB1+EB2+EB3+EB4+EB5 EB1+EB2+EB3+EB4"

_ALL = "Bk Ra Pi Wh Br Om Nu BrRa WhPi Pr Or"
_MIXES = (
    "Dual-Color Mix = DRY+DRB+DYB+Bk+Ra+Wh",
    "Ambiguous Mix = AR1+AR2+AB3+AB2+Bk+Wh",
    "Special Mix (5 Suits) = Bk+Ra+Pi+Wh+Br",
    "Ambiguous & Dual-Color Mix = DRY2+DRY+DRB2+DRB+DYG+DYG2",
    "Special Mix (6 Suits) = Bk+Ra+Pi+Wh+Br+Nu",
    "Candy Corn Mix (5 Suits) = R+DRY+Y+Wh+Br",
    "Candy Corn Mix (6 Suits) = R+DRY+Y+Wh+Br+BrRa1",
    "Holiday Mix (5 Suits) = Pi1+G+Wh+AB3+AB2",
    "Holiday Mix (6 Suits) = WhPi+R+G+Wh+AB3+AB2",
    "Valentine Mix (5 Suits) = R+Pi+Wh+WhPi+BrRa1",
    "Valentine Mix (6 Suits) = R+Pi+Wh+WhPi+BrRa1+Nu",
    "RGB Mix (6 Suits) = R+DRG+G+DGB+B+DRB",
)
_REVERSED_PAIRS = (
    "White Reversed & Rainbow (6 Suits) = R+Y+G+B+Wh:R+Ra",
    "White Reversed & Rainbow (5 Suits) = R+G+B+Wh:R+Ra",
    "White Reversed & Rainbow (4 Suits) = R+B+Wh:R+Ra",
)


class Family(NamedTuple):
    """A family of variants: one for each allowed rule change, choice of special suits and number of suits."""

    name: str
    title: str = ""
    bases: str = _REGULAR
    """The suits that it begins with, for each number of suits."""
    rule_changes: tuple[RuleChange, ...] = (PLAIN,)
    special_suits: str = _ALL
    """The codes of the special suits that can be added, each with its dark version."""
    added: tuple[int, ...] = (0, 1)
    """How many special suits are added at once."""
    floors: tuple[int, ...] = (3, 5, 6)
    """The fewest suits of a variant in which no, one or two suits have one of each card."""
    most: int = 6
    """The most suits of a variant."""
    downward: bool = False
    """Whether the last suit is played down."""
    picked: tuple[str, ...] = ()
    """Further variants, listed one by one."""


FAMILIES = (
    Family("plain", added=(0,)),
    Family("one_special_suit", added=(1,)),
    Family("two_special_suits", added=(2,)),
    Family("special_rank", rule_changes=SPECIAL_RANKS),
    Family("matryoshka", "Matryoshka", _MATRYOSHKA),
    Family("dual_color", "Dual-Color", _DUAL_COLOR),
    Family("ambiguous", "Ambiguous", _AMBIGUOUS),
    Family("very_ambiguous", "Very Ambiguous", _VERY_AMBIGUOUS),
    Family("extremely_ambiguous", "Extremely Ambiguous", _EXTREMELY_AMBIGUOUS),
    Family("reversed", "Reversed", special_suits="Bk Ra Wh Pr Or", downward=True, picked=_REVERSED_PAIRS),
    Family("mix", added=(), picked=_MIXES),
    Family("critical_fours", floors=(5, 6)),
    Family("scarce_ones", floors=(5, 6)),
    Family("clue_starved", floors=(5,)),
    Family("color_blind", added=(0,)),
    Family("number_blind", added=(0,)),
    Family("totally_blind", added=(0,)),
    Family("color_mute", added=(0,)),
    Family("number_mute", added=(0,)),
    Family("alternating_clues"),
    Family("odds_and_evens"),
    Family("synesthesia", special_suits="Bk Ra Wh Br Nu Or"),
    Family("funnels"),
    Family("chimneys"),
    Family("up_or_down", floors=(5, 6)),
    Family("sudoku", floors=(4, 5), most=5),
    Family("throw_it_in_a_hole", floors=(4, 6)),
    Family("cow_and_pig", added=(0,)),
    Family("duck", added=(0,)),
)
"""All families; one named after a rule change has that rule change."""


def family_variants(family: Family) -> list[VariantSpec]:
    """Return every variant of a family; those with a suit that hanab.live added late come last."""
    return sorted([*_combined(family), *_picked(family)], key=_lateness)


def _lateness(spec: VariantSpec) -> int:
    codes = "".join([suit.code for suit in spec.suits])
    return 2 if "Or" in codes else 1 if "Pr" in codes else 0


def _combined(family: Family) -> Iterator[VariantSpec]:
    choices = list(_suit_choices(family))
    for rule_change in [RULES[family.name]] if family.name in RULES else family.rule_changes:
        for suits, added in choices:
            down = (len(suits) - 1,) if family.downward else ()
            yield VariantSpec(
                _name(family, rule_change, added, len(suits)), suits, rule_change, down, family.name
            )


def _suit_choices(family: Family) -> Iterator[tuple[tuple[Suit, ...], tuple[Suit, ...]]]:
    """Yield the suits of each variant, and the special ones among them."""
    bases = {codes.count("+") + 1: suits_of(codes) for codes in family.bases.split()}
    for added in _added_suits(family):
        for size in range(family.most, 2, -1):
            suits = bases.get(size - len(added), ()) + added
            if len(suits) == size and _allowed(family, suits):
                yield suits, added


def _added_suits(family: Family) -> Iterator[tuple[Suit, ...]]:
    special = [
        suit
        for suit in SUITS.values()
        if suit.special and suit.code.removesuffix("1") in family.special_suits.split()
    ]
    for added in chain.from_iterable(combinations(special, count) for count in family.added):
        # a suit is not combined with its dark version, nor Black with Orange
        stems = {suit.code.removesuffix("1") for suit in added}
        if len(stems) == len(added) and stems != {"Bk", "Or"}:
            yield added


def _allowed(family: Family, suits: tuple[Suit, ...]) -> bool:
    """Whether there are enough cards, and enough colours for a suit that is touched by several."""
    singles = sum([suit.one_of_each for suit in suits])
    if singles >= len(family.floors) or len(suits) < family.floors[singles]:
        return False
    # with one colour such a suit would be like any other; Dark Rainbow differs in its copies
    return not any(suit.code in ("Ra", "Pr", "Pr1") for suit in suits) or len(colors_of(suits)) > 1


def _name(family: Family, rule_change: RuleChange, added: tuple[Suit, ...], size: int) -> str:
    names = [suit.name for suit in added]
    title = rule_change.title or family.title
    words = " ".join([*names, title]) if family.downward else " & ".join([title, *names] if title else names)
    if words:
        return f"{words} ({size} Suits)"
    return "No Variant" if size == 5 else f"{size} Suits"


def _picked(family: Family) -> Iterator[VariantSpec]:
    for row in family.picked:
        name, codes = row.split(" = ")
        down = tuple(at for at, code in enumerate(codes.split("+")) if code.endswith(":R"))
        yield VariantSpec(name, suits_of(codes.replace(":R", "")), PLAIN, down, family.name)
