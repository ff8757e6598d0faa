"""The deck of a seed such as ``p2v0s1``, as hanab.live deals it.

The text is hashed, the hash seeds an additive lagged Fibonacci generator (each output is the sum of the ones
607 and 273 steps before it, modulo 2^64), and the generator shuffles the sorted deck. The generator's state
starts from a table of constants, which is another state of the same generator, 7.8 trillion outputs later. A
linear recurrence jumps ahead by a power of x modulo its polynomial, so the table is computed when it is first
needed; polynomials are packed into big integers, which multiply fast.
"""

import re
from functools import lru_cache
from typing import NamedTuple

from handsight.errors import InputError
from handsight.hanabi import SEAT_NAMES, Card, Terms, Variant, variant
from handsight.notation.hanabi.validation import ParsedGame
from handsight.text.diagnostics import Position

LENGTH, TAP = 607, 273
WORD = (1 << 64) - 1
MERSENNE = 2**31 - 1
JUMP = 7_800_000_000_000
"""How many outputs lie between the first state and the table of constants."""

_POLYNOMIAL = 0xC96C5795D7870F42
_SEED = re.compile(r"(?:legacy-.-)?p(\d{1,2})v(\d{1,6})s(.+)", re.DOTALL)


_LAST_NUMBER = re.compile(r"(.*s.*?)(\d*)", re.DOTALL)


class SeedDeal(NamedTuple):
    """The deal that a seed stands for."""

    players: int
    variant: Variant
    deck: tuple[Card, ...]


@lru_cache(maxsize=64)
def deal(seed: str) -> SeedDeal:
    """Return the players, the variant and the deck of a seed, or raise InputError if it is none."""
    found = _SEED.fullmatch(seed)
    if not found:
        raise InputError(f"{seed!r} is not a seed; seeds look like p2v0s1: players, variant, any text")
    players, chosen = int(found[1]), variant(int(found[2]))
    text = seed[len("legacy-1-") :] if seed.startswith("legacy-") else seed
    cards, generator = list(chosen.deck()), Generator(crc64(text.encode("utf-8", "surrogatepass")))
    for i in range(len(cards)):
        j = generator.below(i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return SeedDeal(players, chosen, tuple(cards))


def read(text: str) -> list[ParsedGame]:
    """Read a seed as a game that was dealt, and in which nobody has acted yet."""
    seed = text.strip()
    dealt = deal(seed)
    terms = Terms(dealt.players, dealt.variant)
    return [ParsedGame(terms, dealt.deck, names=SEAT_NAMES[: terms.players], seed=seed, position=Position(1))]


def following(seed: str, count: int) -> str:
    """Return the seed *count* places after another: p2v0s5 is 4 places after p2v0s1."""
    found = _LAST_NUMBER.fullmatch(seed)
    if count == 0 or found is None:
        return seed
    if not found[2]:
        raise InputError(f"{seed} has no number at its end, so no seed follows it; ask for 1 game or add one")
    return f"{found[1]}{int(found[2]) + count}"


def seed_mismatch(seed: str, terms: Terms, listed: tuple[Card, ...]) -> str | None:
    """Return a notice that a seed disagrees with the listed deck or is no seed; None if it agrees."""
    try:
        dealt = deal(seed)
    except InputError as error:
        return f"{error}; the listed deck is used"
    if dealt[:2] != (terms.players, terms.variant):
        text = f"is for {dealt.players} players and {dealt.variant.name}, unlike this game"
    elif listed != dealt.deck[: len(listed)]:
        text = "deals another deck than the one listed"
    else:
        return None
    return f"the seed {seed} {text}; the listed deck is used"


def crc64(data: bytes) -> int:
    """Return the CRC-64/XZ checksum of some bytes."""
    table, value = _crc_table(), WORD
    for byte in data:
        value = table[(value ^ byte) & 0xFF] ^ (value >> 8)
    return value ^ WORD


@lru_cache(maxsize=1)
def _crc_table() -> tuple[int, ...]:
    rows = []
    for value in range(256):
        row = value
        for _ in range(8):
            row = (row >> 1) ^ (_POLYNOMIAL if row & 1 else 0)
        rows.append(row)
    return tuple(rows)


class Generator:
    """The classic random generator of the Go language, seeded with a 64-bit word."""

    def __init__(self, word: int) -> None:
        signed = word - (1 << 64) if word >> 63 else word
        self._state = [a ^ b for a, b in zip(_first_state(signed, 20), _constants(), strict=True)]
        self._tap, self._feed = 0, LENGTH - TAP

    def below(self, n: int) -> int:
        """Return a random number from 0 to n - 1, each equally likely."""
        if n & (n - 1) == 0:
            return self._bits() & (n - 1)
        most = MERSENNE - 2**31 % n
        while (drawn := self._bits()) > most:
            pass
        return drawn % n

    def _bits(self) -> int:
        self._tap = (self._tap - 1) % LENGTH
        self._feed = (self._feed - 1) % LENGTH
        output = (self._state[self._feed] + self._state[self._tap]) & WORD
        self._state[self._feed] = output
        return output >> 32 & MERSENNE


def _first_state(seed: int, shift: int) -> list[int]:
    """Fill a state from a seed with a small generator, three numbers to a word."""
    x = seed % MERSENNE or 89482311
    for _ in range(20):
        x = x * 48271 % MERSENNE
    words = []
    for _ in range(LENGTH):
        high = x * 48271 % MERSENNE
        middle = high * 48271 % MERSENNE
        x = middle * 48271 % MERSENNE
        words.append((high << 2 * shift ^ middle << shift ^ x) & WORD)
    return words


SLOT = 18
"""Bytes for one packed coefficient: a sum of 607 products of 64-bit words fits."""
_BITS = 8 * SLOT


@lru_cache(maxsize=1)
def _constants() -> tuple[int, ...]:
    """Return the table with which every state begins."""
    start = _first_state(1, 10)
    # The outputs before the first one, oldest first, and as many after them.
    outputs = [start[(LENGTH - TAP - j) % LENGTH] for j in range(1 - LENGTH, 1)]
    for i in range(LENGTH):
        outputs.append((outputs[i] + outputs[i + LENGTH - TAP]) & WORD)
    # Output i of the state N steps on is the sum of power[k] * output[i + k]: one product does them all.
    power = _unpacked(_power(JUMP))[:LENGTH]
    later = _unpacked(_packed(power[::-1]) * _packed(outputs))[LENGTH - 1 : 2 * LENGTH - 1]
    table = [0] * LENGTH
    for j, word in zip(range(JUMP + 1 - LENGTH, JUMP + 1), later, strict=True):
        table[(LENGTH - TAP - j) % LENGTH] = word
    return tuple(table)


def _power(exponent: int) -> int:
    """Return the power of x with this exponent, packed, modulo the polynomial of the generator."""
    words, power = _packed([WORD] * (2 * LENGTH)), 1
    for bit in f"{exponent:b}":
        power = power * power << (_BITS if bit == "1" else 0) & words
        while high := power >> _BITS * LENGTH:  # x^607 is x^334 + 1
            low = power ^ high << _BITS * LENGTH
            power = low + high + (high << _BITS * (LENGTH - TAP)) & words
    return power


def _packed(words: list[int]) -> int:
    return int.from_bytes(b"".join(word.to_bytes(SLOT, "little") for word in words), "little")


def _unpacked(packed: int) -> list[int]:
    data = packed.to_bytes(3 * LENGTH * SLOT, "little")
    return [int.from_bytes(data[at : at + 8], "little") for at in range(0, len(data), SLOT)]
