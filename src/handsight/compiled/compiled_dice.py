"""Compiled random numbers: the same as `handsight.game.Dice` gives for the same seed, game and stream.

A die is an array of one word. The die of a deal may hold instead all words that the deal draws, after the
number of those drawn: so deals that come from a hash (see `handsight.game.seeded_dice`) are dealt, too. The
streams of games are computed here, outside the compiled loops, and handed to them as arrays. Every constant
is a `uint64`, because Numba turns an unsigned number mixed with a plain literal into a signed one.
"""

from itertools import islice

import numpy as np
from numpy.typing import NDArray

from handsight.compiled.jit import compiled, inlined
from handsight.game import Seed
from handsight.game import seeded_dice as dice
from handsight.game.seeded_dice import BOT, DEAL, SEATS_HASHED, hashed_numbers, words_of_games

Die = NDArray[np.uint64]
Streams = NDArray[np.uint64]
"""A row for each game: the die of its deal, or the first states of its seats' dice."""

GOLDEN = np.uint64(dice.GOLDEN)
HALF_WORD = np.uint64(32)


@compiled("uint64(uint64)", inline=True)
def mix(x: np.uint64) -> np.uint64:
    """Return a word with its bits mixed (the splitmix64 finaliser)."""
    x = (x ^ (x >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    x = (x ^ (x >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return x ^ (x >> np.uint64(31))


@compiled("uint64(uint64, uint64)")
def golden_steps(x: np.uint64, steps: np.uint64) -> np.uint64:
    """Return x plus *steps* times the golden-ratio constant."""
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


@compiled("uint64(uint64[::1])", inline=True)
def draw_for_deal(die: Die) -> np.uint64:
    """Draw from the die of a deal, whichever of the two kinds it is."""
    if die.size == 1:
        return draw(die)
    die[0] += np.uint64(1)
    return die[np.int64(die[0])]


@compiled("int64(uint64[::1], int64)", inline=True)
def below_for_deal(die: Die, n: int) -> int:
    """Return a random number from 0 to n - 1, drawn from the die of a deal."""
    return int((draw_for_deal(die) * np.uint64(n)) >> HALF_WORD)


@compiled("void(uint64[:, ::1], uint64, int64)")
def start_deals(dice_of_deals: Streams, seed: np.uint64, first: int) -> None:
    """Seed a die for each deal from number *first* on."""
    for at in range(dice_of_deals.shape[0]):
        start_stream(dice_of_deals[at], seed, np.uint64(first + at), np.uint64(0))


def deal_streams(seed: Seed, first: int, deals: int, draws: int) -> Streams:
    """Return the die of each deal from number *first* on, which draws at most *draws* numbers."""
    if isinstance(seed, int):
        streams = np.empty((deals, 1), np.uint64)
        start_deals(streams, np.uint64(seed), first)
        return streams
    streams = np.zeros((deals, 1 + draws), np.uint64)
    for at in range(deals):
        streams[at, 1:] = list(islice(hashed_numbers(seed, first + at, DEAL), draws))
    return streams


def seat_streams(seed: Seed, first: int, games: int, purpose: str = BOT) -> Streams:
    """Return, for each game from number *first* on, the first states of its seats' dice.

    They are those of `table.stream`, for up to eight seats.
    """
    words = b"".join(words_of_games(seed, range(first, first + games), purpose))
    streams = np.frombuffer(words, "<u8").reshape(games, SEATS_HASHED).astype(np.uint64)
    streams[streams == 0] = GOLDEN
    return streams
