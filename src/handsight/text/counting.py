"""How people count turns and slots: from 1. Python and JSON use indices from 0.

Turn T is the T-th move, as hanab.live counts: the table at turn 13 is the table before the thirteenth move,
when twelve actions have been taken. Slot 1 is the newest card of a hand.
"""


def turn_number(index: int) -> int:
    """Return the turn as people count it, given how many actions have been taken."""
    return index + 1


def turn_index(number: int) -> int:
    """Return how many actions have been taken at a turn that a person named."""
    return number - 1


def slot_number(index: int) -> int:
    """Return the slot as people count it, 1 = newest, given its index in the hand."""
    return index + 1


def slot_index(number: int) -> int:
    """Return the index in the hand of a slot that a person named."""
    return number - 1


def counted(number: object, noun: str) -> str:
    """Return a number with its noun, as in `1 card` and `3 cards`."""
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
