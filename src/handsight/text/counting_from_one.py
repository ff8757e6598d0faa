"""How people count turns and slots: from 1. Python and JSON use indices from 0.

Turn T is the T-th move, as hanab.live counts: the table at turn 13 is the table before the thirteenth move,
when twelve actions have been taken. Slot 1 is the newest card of a hand.
"""

from fractions import Fraction


def turn_number(index: int) -> int:
    """Return the turn as people count it, given how many actions have been taken."""
    return index + 1


def turn_index(number: int) -> int:
    """Return how many actions were taken before a turn, given as people count it."""
    return number - 1


def slot_number(index: int) -> int:
    """Return the slot as people count it, 1 = newest, given its index in the hand, 0 = newest."""
    return index + 1


def slot_index(number: int) -> int:
    """Return the index in the hand, 0 = newest, of a slot as people count it."""
    return number - 1


def counted(number: object, noun: str) -> str:
    """Return a number with its noun, as in `1 card` and `3,000 cards`."""
    text = f"{number:,}" if isinstance(number, int) else str(number)
    return f"{text} {noun}" if number == 1 else f"{text} {noun}s"


def percent(chance: Fraction) -> str:
    """Return a chance in percent; what is possible is never 0%, and what is not certain never 100%."""
    text = f"{float(chance):.1%}"
    return "<0.1%" if chance and text == "0.0%" else ">99.9%" if chance != 1 and text == "100.0%" else text
