"""Seeds, and the random numbers that follow from one: dice for the deal, and dice for every bot and purpose.

Everything random depends only on an experiment's seed and a game's number. The generator is small enough to
be compiled too: a splitmix64 finaliser makes the first state, and xorshift64 goes on from there. A 64-bit
state reaches far fewer decks than there are, but more than any experiment can play. Both steps can be
inverted, so nobody is shown the dice that shuffled the cards.

A bot holds its own dice, so nothing about the cards may follow from them. The first state of every stream
except the deal is therefore a word of BLAKE2b, keyed with the seed, of (purpose, game, seat): a one-way hash,
from which neither the seed nor any other stream can be computed. Deals of seeds below 2**64 are those of
`Dice`; deals of wider seeds and of texts come from BLAKE2b too, word by word.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from hashlib import blake2b
from itertools import count
from secrets import randbits
from struct import unpack
from typing import Final, TypeVar

from handsight.errors import InputError

T = TypeVar("T")
WORD = (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15

Seed = int | str
"""A number below 2**64; any other seed is a text, a wider number being written as ``0x…``."""
SECRET: Final = "secret"  # noqa: S105  a word that asks for one
SECRET_BITS: Final = 128
NARROW_SEEDS: Final = 1 << 64
WORD_BYTES: Final = 8
SEATS_HASHED: Final = 8
"""For how many seats one hash gives the first states."""
MOST_LETTERS: Final = 200

BOT: Final = "bot"
DEAL: Final = "deal"
TRAINING: Final = "training"
LEARNER: Final = "learner"
SEARCH: Final = "search"
HOW = (
    f"a seed is a whole number, 0 or more (also as 0x…), a text that begins with a letter, or {SECRET!r} for"
    f" {SECRET_BITS} random bits"
)
_NUMBER = re.compile(r"\d{1,200}|0[xX][0-9a-fA-F]{1,200}")


def as_seed(seed: Seed) -> Seed:
    """Return a seed in its standard form; for `SECRET`, a new one drawn from the system.

    Raises:
        InputError: it is not a seed.

    Examples:
        >>> as_seed("0x10"), as_seed(1 << 64), as_seed("spring cup")
        (16, '0x10000000000000000', 'spring cup')
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, str)):
        raise InputError(f"{HOW}, not {seed!r}")
    if isinstance(seed, str):
        text = seed.strip()
        if text == SECRET:
            return secret_seed()
        if not _NUMBER.fullmatch(text):
            if not text[:1].isalpha() or not text.isprintable() or len(text) > MOST_LETTERS:
                raise InputError(f"{HOW}, not {seed[:MOST_LETTERS]!r}")
            return text
        seed = int(text, 16 if text[:2] in ("0x", "0X") else 10)
    if seed < 0:
        raise InputError(f"{HOW}, not {seed}")
    return seed if seed < NARROW_SEEDS else hex(seed)


def secret_seed() -> str:
    """Return a seed of 128 random bits from the system, which nobody can guess or find by trying."""
    return f"0x{randbits(SECRET_BITS) | 1 << SECRET_BITS:x}"


def mix(x: int) -> int:
    """Mix the bits of a 64-bit number (the splitmix64 finaliser)."""
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & WORD
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & WORD
    return x ^ (x >> 31)


class Dice:
    """A stream of random numbers for one game; stream 0 shuffles the deck.

    Bots get their dice from `stream` instead: from any `Dice` made here the deck can be computed.

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


def seat_words(seed: Seed, game: int, purpose: str, seats_from: int = 0) -> bytes:
    """Return the first states of the streams of eight seats, *seats_from* among them, eight bytes each."""
    message = b"%s\0%d %d" % (purpose.encode(), game, seats_from // SEATS_HASHED)
    return blake2b(message, key=_key(seed)).digest()


def words_of_games(seed: Seed, games: range, purpose: str) -> Iterator[bytes]:
    """Yield `seat_words` of the first eight seats for each game, quickly: what all share is hashed once."""
    begun = blake2b(b"%s\0" % purpose.encode(), key=_key(seed))
    for game in games:
        hashed = begun.copy()
        hashed.update(b"%d 0" % game)
        yield hashed.digest()


def stream_start(seed: Seed, game: int, seat: int, purpose: str) -> int:
    """Return the first state of a seat's stream for a purpose; no other stream can be computed from it."""
    words, at = seat_words(seed, game, purpose, seat), seat % SEATS_HASHED * WORD_BYTES
    return int.from_bytes(words[at : at + WORD_BYTES], "little") or GOLDEN


def stream(seed: Seed, game: int, seat: int, purpose: str = BOT) -> Dice:
    """Return a seat's dice in a game of an experiment; each purpose has a stream of its own."""
    return Dice.from_state(stream_start(seed, game, seat, purpose))


def deal_dice(seed: Seed, game: int = 0) -> Dice:
    """Return the dice that shuffle the cards of a game; they are never handed to a bot."""
    return Dice(seed, game) if isinstance(seed, int) else HashedDice(seed, game, DEAL)


class HashedDice(Dice):
    """Dice whose every number is taken from BLAKE2b: whoever sees some of them cannot compute the others."""

    def __init__(self, seed: Seed, game: int, purpose: str) -> None:
        self._numbers = hashed_numbers(seed, game, purpose)
        self.state = 0
        """How many numbers have been drawn."""

    def _draw(self) -> int:
        self.state += 1
        return next(self._numbers)


def hashed_numbers(seed: Seed, game: int, purpose: str) -> Iterator[int]:
    """Yield numbers below 2**32 without end, sixteen from each hash."""
    for block in count():
        message = b"%s numbers\0%d %d" % (purpose.encode(), game, block)
        yield from unpack("<16I", blake2b(message, key=_key(seed)).digest())


@lru_cache(maxsize=64)
def _key(seed: Seed) -> bytes:
    """Return a seed of any length as a key of BLAKE2b."""
    return blake2b(str(seed).encode(), person=b"handsight seed").digest()
