"""How many threads share a search; the moves are the same for any number."""

import os

from handsight.errors import InputError

THREADS_VARIABLE = "HANDSIGHT_THREADS"
MOST_THREADS = 256


def threads() -> int:
    """Return how many threads share a search: HANDSIGHT_THREADS, or one.

    Raises:
        InputError: The variable holds no such number.
    """
    text = os.environ.get(THREADS_VARIABLE) or "1"
    if not text.isdecimal() or not 1 <= int(text) <= MOST_THREADS:
        raise InputError(f"{THREADS_VARIABLE} is {text!r}; it must be a number from 1 to {MOST_THREADS}")
    return int(text)
