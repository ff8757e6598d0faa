"""Sets of small numbers as the bits of an int: bit k is 1 when k is in the set."""

from collections.abc import Iterable, Iterator
from itertools import compress, count
from typing import Final

LARGE: Final = 512
"""From this many bits on, reading all bits at once is faster than finding the lowest one again and again."""
_TO_FLAGS: Final = bytes.maketrans(b"01", b"\0\1")
_TO_DIGITS: Final = bytes.maketrans(b"\0\1", b"01")


def members(mask: int) -> Iterator[int]:
    """Yield the numbers in a set, lowest first."""
    if mask.bit_length() > LARGE:
        yield from compress(count(), flags(mask))
        return
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def mask_of(numbers: Iterable[int]) -> int:
    """Return the set of these numbers, in time linear in the largest."""
    listed = list(numbers)
    if not listed:
        return 0
    bits = bytearray((max(listed) >> 3) + 1)
    for number in listed:
        bits[number >> 3] |= 1 << (number & 7)
    return int.from_bytes(bits, "little")


def flags(mask: int, width: int = 0) -> bytes:
    """Return one byte for each number from 0, 1 if it is in the set; at least *width* bytes."""
    return bin(mask)[:1:-1].encode().translate(_TO_FLAGS).ljust(width, b"\0") if mask else bytes(width)


def mask_of_flags(marks: bytes) -> int:
    """Return the set of the numbers whose byte is 1."""
    return int(marks[::-1].translate(_TO_DIGITS), 2) if marks else 0
