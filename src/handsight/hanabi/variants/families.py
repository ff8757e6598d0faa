"""The families of variants: base suits and a rule_change, joined by special suits."""

from collections.abc import Iterator
from itertools import chain, combinations
from typing import NamedTuple

from handsight.hanabi.variants.clue_tables import colors_of
from handsight.hanabi.variants.rule_changes import PLAIN, RULES, SPECIAL_RANKS, RuleChange
from handsight.hanabi.variants.suits import SUITS, Suit, suits_of
from handsight.hanabi.variants.variant import Recipe

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
    """A family of variants: one for each allowed rule change, set of special suits and number of suits.

    *bases* are the suits it begins with, by how many. *welcome* are the codes of the special suits that join
    it, each with its dark twin, in *parties* of so many. *floors* are the fewest suits of a variant in which
    no, one or two suits have one of each card; *most* is the most. With *downward* the last suit is played
    down. *picked* variants are listed one by one.
    """

    name: str
    title: str = ""
    bases: str = _REGULAR
    rule_changes: tuple[RuleChange, ...] = (PLAIN,)
    welcome: str = _ALL
    parties: tuple[int, ...] = (0, 1)
    floors: tuple[int, ...] = (3, 5, 6)
    most: int = 6
    downward: bool = False
    picked: tuple[str, ...] = ()


FAMILIES = (
    Family("plain", parties=(0,)),
    Family("one_special_suit", parties=(1,)),
    Family("two_special_suits", parties=(2,)),
    Family("special_rank", rule_changes=SPECIAL_RANKS),
    Family("matryoshka", "Matryoshka", _MATRYOSHKA),
    Family("dual_color", "Dual-Color", _DUAL_COLOR),
    Family("ambiguous", "Ambiguous", _AMBIGUOUS),
    Family("very_ambiguous", "Very Ambiguous", _VERY_AMBIGUOUS),
    Family("extremely_ambiguous", "Extremely Ambiguous", _EXTREMELY_AMBIGUOUS),
    Family("reversed", "Reversed", welcome="Bk Ra Wh Pr Or", downward=True, picked=_REVERSED_PAIRS),
    Family("mix", parties=(), picked=_MIXES),
    Family("critical_fours", floors=(5, 6)),
    Family("scarce_ones", floors=(5, 6)),
    Family("clue_starved", floors=(5,)),
    Family("color_blind", parties=(0,)),
    Family("number_blind", parties=(0,)),
    Family("totally_blind", parties=(0,)),
    Family("color_mute", parties=(0,)),
    Family("number_mute", parties=(0,)),
    Family("alternating_clues"),
    Family("odds_and_evens"),
    Family("synesthesia", welcome="Bk Ra Wh Br Nu Or"),
    Family("funnels"),
    Family("chimneys"),
    Family("up_or_down", floors=(5, 6)),
    Family("sudoku", floors=(4, 5), most=5),
    Family("throw_it_in_a_hole", floors=(4, 6)),
    Family("cow_and_pig", parties=(0,)),
    Family("duck", parties=(0,)),
)
"""All families; one named after a rule has that rule for its rule_change."""


def recipes(family: Family) -> list[Recipe]:
    """Every variant of a family, those with a suit that came late to the game after the others."""
    return sorted([*_combined(family), *_picked(family)], key=_lateness)


def _lateness(recipe: Recipe) -> int:
    codes = "".join([suit.code for suit in recipe.suits])
    return 2 if "Or" in codes else 1 if "Pr" in codes else 0


def _combined(family: Family) -> Iterator[Recipe]:
    casts = list(_casts(family))
    for rule_change in [RULES[family.name]] if family.name in RULES else family.rule_changes:
        for suits, guests in casts:
            down = (len(suits) - 1,) if family.downward else ()
            yield Recipe(
                _name(family, rule_change, guests, len(suits)), suits, rule_change, down, family.name
            )


def _casts(family: Family) -> Iterator[tuple[tuple[Suit, ...], tuple[Suit, ...]]]:
    """The suits of each variant, and the guests among them."""
    bases = {codes.count("+") + 1: suits_of(codes) for codes in family.bases.split()}
    for guests in _parties(family):
        for size in range(family.most, 2, -1):
            suits = bases.get(size - len(guests), ()) + guests
            if len(suits) == size and _allowed(family, suits):
                yield suits, guests


def _parties(family: Family) -> Iterator[tuple[Suit, ...]]:
    welcome = [
        suit
        for suit in SUITS.values()
        if suit.special and suit.code.removesuffix("1") in family.welcome.split()
    ]
    for guests in chain.from_iterable(combinations(welcome, count) for count in family.parties):
        # a suit and its dark twin do not meet, nor do Black and Orange
        stems = {suit.code.removesuffix("1") for suit in guests}
        if len(stems) == len(guests) and stems != {"Bk", "Or"}:
            yield guests


def _allowed(family: Family, suits: tuple[Suit, ...]) -> bool:
    """Whether there are cards enough, and colours enough for a suit that takes several."""
    singles = sum([suit.one_of_each for suit in suits])
    if singles >= len(family.floors) or len(suits) < family.floors[singles]:
        return False
    # with one colour such a suit would look like any other; Dark Rainbow, with its own copies, is let in
    return not any(suit.code in ("Ra", "Pr", "Pr1") for suit in suits) or len(colors_of(suits)) > 1


def _name(family: Family, rule_change: RuleChange, guests: tuple[Suit, ...], size: int) -> str:
    names = [suit.name for suit in guests]
    title = rule_change.title or family.title
    words = " ".join([*names, title]) if family.downward else " & ".join([title, *names] if title else names)
    if words:
        return f"{words} ({size} Suits)"
    return "No Variant" if size == 5 else f"{size} Suits"


def _picked(family: Family) -> Iterator[Recipe]:
    for row in family.picked:
        name, codes = row.split(" = ")
        down = tuple(at for at, code in enumerate(codes.split("+")) if code.endswith(":R"))
        yield Recipe(name, suits_of(codes.replace(":R", "")), PLAIN, down, family.name)
