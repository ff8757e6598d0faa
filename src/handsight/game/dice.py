"""Seeded random numbers: everything random depends only on an experiment's seed and a game's number.

The generator is small enough to be compiled into the kernels too: a splitmix64 finaliser makes the first
state from (seed, game, stream), and xorshift64 goes on from there. A 64-bit state reaches far fewer decks
than there are, but more than any experiment can play. Both steps can be inverted, so dice that shuffled the
cards are shown to nobody, and the dice of bots begin at a state from a one-way hash (see `table.streams`).
"""

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15


def mix(x: int) -> int:
    """Mix the bits of a 64-bit number (the splitmix64 finaliser)."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & WORD
    return x ^ (x >> 31)


class Dice:
    """A stream of random numbers for one game; stream 0 shuffles the deck.

    The dice of a bot are those of `table.streams.stream`: from a stream of these the deck can be computed.

    >>> Dice(seed=1, game=0).below(6) == Dice(seed=1, game=0).below(6)
    True
    """

    def __init__(self, seed: int, game: int = 0, stream: int = 0) -> None:
        start = mix((mix((seed + (game + 1) * GOLDEN) & WORD) + stream * GOLDEN) & WORD)
        self.state = start or GOLDEN
        """Everything that the numbers to come depend on."""

    @classmethod
    def from_state(cls, state: int) -> "Dice":
        """Return dice that go on from a state, which is not 0."""
        dice = cls(0)
        dice.state = state
        return dice

    def below(self, n: int) -> int:
        """Return a random number from 0 to n - 1, for n up to a few thousand (the bias is n in 2**32)."""
        return (self._draw() * n) >> 32

    def fair(self, n: int) -> int:
        """Return a random number from 0 to n - 1 without any bias, however large n is."""
        bits = (n - 1).bit_length()
        words = -(-bits // 32)
        while True:
            x = 0
            for _ in range(words):
                x = x << 32 | self._draw()
            x >>= 32 * words - bits
            if x < n:
                return x

    def _draw(self) -> int:
        """Step on, and return the upper half of the new state."""
        x = self.state
        x ^= (x << 13) & WORD
        x ^= x >> 7
        x ^= (x << 17) & WORD
        self.state = x
        return x >> 32


def shuffled(cards: Sequence[T], dice: Dice) -> tuple[T, ...]:
    """Return the cards in a random order (Fisher-Yates from the back)."""
    deck = list(cards)
    for i in range(len(deck) - 1, 0, -1):
        j = dice.below(i + 1)
        deck[i], deck[j] = deck[j], deck[i]
    return tuple(deck)
