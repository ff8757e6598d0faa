"""The 62 suits of hanab.live, and which clues touch each of them."""

from types import MappingProxyType
from typing import Literal, NamedTuple

ByColor = Literal["own", "all", "none", "by_rank"]
ByNumber = Literal["own", "all", "none"]


class Suit(NamedTuple):
    """A suit: which colour and number clues touch it, and how many cards it has."""

    name: str
    code: str
    letter: str
    color: ByColor = "own"
    """Which colour clues touch it."""
    number: ByNumber = "own"
    """Which number clues touch it."""
    colors: tuple[str, ...] = ()
    """The colours that touch it when *color* is ``own``."""
    one_of_each: bool = False
    """Whether there is one copy of every rank (a dark suit)."""
    inverted: bool = False
    """Whether playing and discarding are swapped on hanab.live."""
    special: bool = False
    """Whether it can be added to the suits of any family of variants."""
    display: str = ""
    """The name shown to people."""
    placeholder: bool = False


# A light suit and its dark version (one of each card), whose code ends in 1:
# light | dark | code | letters | colour: own name, all, none or by_rank | number | inverted
_SPECIAL = """
Rainbow       | Dark Rainbow  | Ra   | m m | all     | own
Pink          | Dark Pink     | Pi   | i i | Pink    | all
White         | Gray          | Wh   | w a | none    | own
Brown         | Dark Brown    | Br   | n n | Brown   | none
Omni          | Dark Omni     | Om   | o o | all     | all
Null          | Dark Null     | Nu   | u u | none    | none
Muddy Rainbow | Cocoa Rainbow | BrRa | m m | all     | none
Light Pink    | Gray Pink     | WhPi | i i | none    | all
Prism         | Dark Prism    | Pr   | i i | by_rank | own
Orange        | Dark Orange   | Or   | o o | Orange  | own  | inverted
"""

# The colours that touch a suit | suits of those colours: name code letter.
_COLORED = """
Red                               | Tomato AR1 t, Mahogany AR2 m, Carrot AR3 c, Ruby R2 r
Green                             | Emerald AG1 e, Olive AG2 o
Blue                              | Berry AB1 b, Navy AB2 n, Sky AB3 s
Blue                              | Ice EA EB1 i, Aqua EA EB2 a, Sky EA EB3 s, Berry EA EB4 b, Navy EA EB5 n
Blue                              | Ocean EA EB6 o
Red Yellow                        | Tangerine DRY t, Peach DRY2 p, Yam DRY3 y
Red Yellow Green                  | Geas DRYG g
Red Yellow Green Blue             | Beatnik DRYGB b
Red Yellow Green Blue Purple      | Plum DRYGBP p
Red Yellow Green Blue Purple Teal | Taupe DRYGBPT t
Red Green                         | Gold DRG g
Red Blue                          | Violet DRB v, Magenta DRB2 m
Red Purple                        | Cardinal DRP c
Red Black                         | Maroon DRK m
Yellow Green                      | Lime DYG l, Jungle DYG2 j
Yellow Blue                       | Jade DYB j
Yellow Black                      | Tan DYK t
Green Blue                        | Cyan DGB c
Blue Purple                       | Indigo DBP i
Blue Black                        | Cobalt DBK c
"""


def plain(name: str, code: str, letter: str, colors: tuple[str, ...] = ()) -> Suit:
    """Return an ordinary suit, touched by *colors* (the colour of its own name when none are given)."""
    return Suit(name, code, letter, colors=colors or (name,), display=name.removesuffix(" EA"))


_BY_COLOR: dict[str, ByColor] = {"all": "all", "none": "none", "by_rank": "by_rank"}
_BY_NUMBER: dict[str, ByNumber] = {"own": "own", "all": "all", "none": "none"}


def _light_and_dark(row: str) -> tuple[Suit, Suit]:
    light, dark, code, letters, touch, number, *inverted = (cell.strip() for cell in row.split("|"))
    first, second = letters.split()
    suit = Suit(
        light,
        code,
        first,
        color=_BY_COLOR.get(touch, "own"),
        number=_BY_NUMBER[number],
        colors=() if touch in _BY_COLOR else (touch,),
        inverted=bool(inverted),
        special=True,
        display=light,
    )
    return suit, suit._replace(name=dark, code=code + "1", letter=second, one_of_each=True, display=dark)


def _all() -> list[Suit]:
    basic = [
        plain(name, name[0], name[0].lower()) for name in ("Red", "Yellow", "Green", "Blue", "Purple", "Teal")
    ]
    black = Suit("Black", "Bk", "k", colors=("Black",), one_of_each=True, special=True, display="Black")
    pairs = [_light_and_dark(row) for row in _SPECIAL.strip().splitlines()]
    colored = []
    for row in _COLORED.strip().splitlines():
        touch, members = row.split("|")
        for member in members.split(","):
            name, code, letter = member.rsplit(maxsplit=2)
            colored.append(plain(name.strip(), code, letter, tuple(touch.split())))
    unknown = Suit("Unknown", "Uk", "u", color="none", display="Unknown", placeholder=True)
    return [unknown, *basic, black, *(light for light, _ in pairs), *(dark for _, dark in pairs), *colored]


SUITS = MappingProxyType({suit.name: suit for suit in _all()})
"""Every suit by name, the special ones in the order in which families of variants list them."""

_BY_CODE = {suit.code: suit for suit in SUITS.values()}


def suits_of(codes: str) -> tuple[Suit, ...]:
    """Return the suits of a text such as ``R+Y+Ra``."""
    return tuple(_BY_CODE[code] for code in codes.split("+"))


_BY_LETTER = {
    name[0].lower(): name for name in ("Red", "Yellow", "Green", "Blue", "Purple", "Teal", "White")
} | {"k": "Black"}


def named_by_letter(letter: str) -> Suit:
    """Return an ordinary suit for a letter, whatever a suit of that name does in real variants."""
    return plain(_BY_LETTER.get(letter, letter.upper()), letter.upper(), letter)
