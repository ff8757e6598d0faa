"""Whole numbers as people write them on a command line: 20000, 20_000, 20,000, 20k, 1e6, 2.5m."""

import re
from argparse import ArgumentTypeError
from decimal import Decimal

from handsight.errors import InputError
from handsight.game import Seed, as_seed
from handsight.text.suggestions import quote

TIMES = {"": 1, "k": 1_000, "m": 1_000_000}
LONGEST, LARGEST_POWER = 40, 30
"""The longest text that is read as a number, and the largest power of ten: no option takes more."""

_DIGITS = r"\d+(?:[_,]\d{3})*|\d+(?:_\d+)*"
_NUMBER = re.compile(rf"([+-]?(?:{_DIGITS})(?:\.\d+)?)(?:e\+?(\d{{1,2}}))?([km]?)", re.IGNORECASE | re.ASCII)


def whole_number(text: str) -> int:
    """Return the whole number that a text stands for; argparse shows the message if it is none.

    >>> [whole_number(text) for text in ("20_000", "20k", "1e6", "-3")]
    [20000, 20000, 1000000, -3]
    """
    found = _NUMBER.fullmatch(text.strip()) if len(text) <= LONGEST else None
    power = int(found[2] or 0) if found else 0
    if found and power <= LARGEST_POWER:
        digits = found[1].replace("_", "").replace(",", "")
        value = Decimal(digits).scaleb(power) * TIMES[found[3].lower()]
        if value == value.to_integral_value():
            return int(value)
    raise ArgumentTypeError(f"{quote(text)} is no whole number, such as 3 or 20000 (also 20_000, 20k or 1e6)")


def seed(text: str) -> Seed:
    """Return the seed that a text stands for; argparse shows the message if it is none."""
    try:
        number = whole_number(text)
    except ArgumentTypeError:
        number = None
    try:
        return as_seed(text if number is None else number)
    except InputError as error:
        raise ArgumentTypeError(str(error)) from None
