"""Sets as the bits of a number."""

from collections.abc import Iterator


def members(mask: int) -> Iterator[int]:
    """Yield the bits of a mask, lowest first."""
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low
