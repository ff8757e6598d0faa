"""Seeds, and the streams of random numbers that follow from one: a deal, and one for every bot and purpose.

A bot holds its own dice, so nothing about the cards may follow from them. The first state of every stream
except the deal is therefore a word of BLAKE2b, keyed with the seed, of (purpose, game, seat): a one-way hash,
from which neither the seed nor any other stream can be computed. Deals of seeds below 2**64 are those of
`Dice`, as they have always been; deals of wider seeds and of texts come from BLAKE2b too, word by word.
"""

import re
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from itertools import count
from secrets import randbits
from struct import unpack
from typing import Final

from handsight.errors import InputError
from handsight.game.dice import GOLDEN, Dice

Seed = int | str
"""A number below 2**64; any other seed is a text, a wider number being written as ``0x…``."""
SECRET: Final = "secret"  # noqa: S105  a word that asks for one
SECRET_BITS: Final = 128
NARROW_SEEDS: Final = 1 << 64
WORD_BYTES: Final = 8
SEATS_HASHED: Final = 8
"""How many seats' words one hash gives."""
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
    """Return a seed in its one form; `SECRET` draws a new one from the system.

    Raises:
        InputError: It is no seed.

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
    """Draw a seed from the system that nobody can guess or find by trying."""
    return f"0x{randbits(SECRET_BITS) | 1 << SECRET_BITS:x}"


def seat_words(seed: Seed, game: int, purpose: str, seats_from: int = 0) -> bytes:
    """Return the first states of the streams of eight seats, eight bytes each, from a seat on."""
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
    """Return the first state of a seat's stream for a purpose; nothing else follows from it."""
    words, at = seat_words(seed, game, purpose, seat), seat % SEATS_HASHED * WORD_BYTES
    return int.from_bytes(words[at : at + WORD_BYTES], "little") or GOLDEN


def stream(seed: Seed, game: int, seat: int, purpose: str = BOT) -> Dice:
    """Return a seat's dice for a purpose in a game of an experiment.

    Args:
        seed: Of the experiment.
        game: The game's number.
        seat: The seat's index.
        purpose: A word for what the numbers are for, so that no two uses share a stream.
    """
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
