"""The weights of Robot 5's evaluation. They are integers, so that the plain and the compiled robot agree."""

from typing import NamedTuple

POINT = 1000
"""A point: the values of positions are counted in thousandths."""
PERCENT = 100
THOUSAND = 1000
MIDDLE = 20
"""The cards that the deck holds in the middle of a game, where the slopes change nothing."""


class Weights(NamedTuple):
    """The weights in thousandths of a point; tuned on the same deals, one weight changed at a time."""

    tokens: tuple[int, ...] = (0, 1000, 1700, 2200, 2600, 2900, 3100, 3200, 3250)
    """The value of 0, 1, 2, … clue tokens."""
    known: int = 550
    """The value of a play that its holder knows of, and has still to make."""
    touched: tuple[int, ...] = (120, 120, 120)
    """The value of touching another useful card: one playable now, one playable next, or any other."""
    critical: int = 0
    """What is added to `touched` for a last copy."""
    identified: int = 100
    """The value of another useful card that its holder knows exactly."""
    tidy: int = 0
    """The value of a clue for each card that its holder then knows to be trash."""
    clog: int = 300
    """The cost of touching trash, or a duplicate of a touched card."""
    wrong: int = 500
    """The cost of a touched useful card that its holder believes to be another."""
    strikes: tuple[int, ...] = (3000, 4000, 30000)
    """The cost of each strike; the last one ends the game."""
    late: int = 100
    """The cost of a strike in the last round that does not end the game."""
    spare: int = 250
    """The cost of losing a useful card of which another copy is left somewhere."""
    double: int = 40
    """The cost of losing a useful card of which another hand holds a copy."""
    risk: int = 120
    """Per cent of the cost of what the next seat would discard, while it could give a clue instead."""
    trust: int = 15
    """How likely it is, in per cent, that nobody saved the seat's chop though it was critical."""
    pace: tuple[int, ...] = (1000, 700, 500, 350, 250, 200, 150, 100)
    """The cost of a discard at pace 0, 1, 2, …; the last for any higher pace."""
    token_slope: int = 0
    """By how many thousandths tokens are worth more for each card of the deck beyond MIDDLE."""
    known_slope: int = 0
    """By how many thousandths known plays are worth more for each card of the deck beyond MIDDLE."""
    eliminate: int = 0
    """1: no touched card is believed to be what another touched card is known to be; 0: it may be."""
    color_saves: int = 1
    """1: a colour clue on the chop may be a save, too; 0: only a number clue is."""


WEIGHTS = Weights()
"""The weights of `robot5`."""
ROBOT6_WEIGHTS = {
    2: WEIGHTS._replace(
        tokens=(0, 1000, 1700, 2200, 2600, 2900, 3100, 4000, 2600),
        known=650,
        touched=(180, 350, 90),
        critical=180,
        tidy=250,
        clog=225,
        spare=312,
        double=70,
        risk=136,
        pace=(700, 490, 350, 196, 175, 175, 84, 70),
        token_slope=3,
        known_slope=-9,
        eliminate=1,
        color_saves=0,
    )
}
"""By number of players: the weights and rules of `robot6`; those of `robot5` for any other number."""


def weights_row(weights: Weights) -> list[int]:
    """Return the weights one after the other, as the compiled robot keeps them."""
    return [number for weight in weights for number in (weight if isinstance(weight, tuple) else (weight,))]
