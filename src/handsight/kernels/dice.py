"""Compiled random numbers: the same as `handsight.table.Dice` gives for the same seed, game and stream.

A die is an array of one word. Every constant is a `uint64`, because Numba turns an unsigned number mixed with
a plain literal into a signed one.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.kernels.jit import JIT_DISABLED, compiled, inlined
from handsight.table import dice

Die = NDArray[np.uint64]

GOLDEN = np.uint64(dice.GOLDEN)
HALF_WORD = np.uint64(32)

if JIT_DISABLED:

    def mix(x: np.uint64) -> np.uint64:
        """Mix the bits of a word (the splitmix64 finaliser)."""
        return np.uint64(dice.mix(int(x)))

    def golden_steps(x: np.uint64, steps: np.uint64) -> np.uint64:
        """Add so many multiples of the golden-ratio constant."""
        return np.uint64((int(x) + int(steps) * dice.GOLDEN) & dice.WORD)

else:

    @compiled("uint64(uint64)", inline=True)
    def mix(x: np.uint64) -> np.uint64:
        """Mix the bits of a word (the splitmix64 finaliser)."""
        x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
        x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        return x ^ (x >> np.uint64(31))

    @compiled("uint64(uint64, uint64)")
    def golden_steps(x: np.uint64, steps: np.uint64) -> np.uint64:
        """Add so many multiples of the golden-ratio constant."""
        return x + steps * GOLDEN


@compiled("void(uint64[::1], uint64, uint64, uint64)", inline=True)
def start_stream(die: Die, seed: np.uint64, game: np.uint64, stream: np.uint64) -> None:
    """Seed a die with a stream of random numbers for one game."""
    die[0] = mix(golden_steps(mix(golden_steps(seed, game + np.uint64(1))), stream))
    if die[0] == np.uint64(0):
        die[0] = GOLDEN


@inlined
def xorshift(x: np.uint64) -> np.uint64:
    """Return the next state (xorshift64)."""
    x ^= x << np.uint64(13)
    x ^= x >> np.uint64(7)
    return x ^ (x << np.uint64(17))


@compiled("uint64(uint64[::1])", inline=True)
def draw(die: Die) -> np.uint64:
    """Advance the die, and return the upper half of its new state."""
    die[0] = xorshift(die[0])
    return die[0] >> HALF_WORD


@compiled("int64(uint64[::1], int64)", inline=True)
def below(die: Die, n: int) -> int:
    """Return a random number from 0 to n - 1, for n up to a few thousand."""
    return int((draw(die) * np.uint64(n)) >> HALF_WORD)


@compiled("int64(uint64[::1], int64)")
def fair(die: Die, n: int) -> int:
    """Return a random number from 0 to n - 1 without any bias."""
    bits = 0
    while bits < 63 and n - 1 >> bits:
        bits += 1
    while True:
        x = np.uint64(0)
        for _ in range((bits + 31) // 32):
            x = x << HALF_WORD | draw(die)
        x >>= np.uint64((bits + 31) // 32 * 32 - bits)
        number = np.int64(x)
        if number < n:
            return int(number)
