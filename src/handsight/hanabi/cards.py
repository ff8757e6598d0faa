"""A card: its suit and rank. A variant has the letters for its text (`Variant.text`, `Variant.read`)."""

from typing import NamedTuple

START = 7
"""The rank of a START card, which begins a stack in either direction."""


class Card(NamedTuple):
    """A suit, as an index into the variant's suits, and a rank from 1 (or START)."""

    suit: int
    rank: int
