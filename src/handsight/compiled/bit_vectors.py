"""Vectors of bits: put together in words of 64, then spread to a byte or a float32 for each bit.

Most places of an observation are 0 or 1. Whole sections are appended with a few operations on words, and a
table turns eight bits at a time into eight numbers; that is several times faster than writing place by place.
"""

import numpy as np
from numpy.typing import NDArray

from handsight.compiled.jit import Ints, inlined

Bytes = NDArray[np.uint8]
Floats32 = NDArray[np.float32]

BYTES_OF = np.unpackbits(np.arange(256, dtype=np.uint8)[:, None], axis=1, bitorder="little")
"""By byte: its eight bits, the lowest first."""
FLOATS_OF = BYTES_OF.astype(np.float32)


def words_for(bits: int) -> int:
    """Return how many words a vector needs, including a spare one at the end that `append` may touch."""
    return bits // 64 + 2


@inlined
def clear(words: Ints, bits: int) -> None:
    """Clear the words of a vector."""
    for word in range(bits // 64 + 2):
        words[word] = 0


@inlined
def append(words: Ints, at: int, value: int, count: int) -> int:
    """Set the bits of a value, which must not be negative, from place *at* on; return *at* + *count*."""
    word, shift = at >> 6, np.int64(at & 63)
    words[word] |= np.int64(value) << shift
    words[word + 1] |= np.int64(value) >> np.int64(1) >> np.int64(63) - shift
    return at + count


@inlined
def set_bit(words: Ints, at: int) -> None:
    """Set one bit."""
    words[at >> 6] |= np.int64(1) << np.int64(at & 63)


@inlined
def first_bits(count: int) -> int:
    """Return a word whose lowest *count* bits are set; *count* is at most 62."""
    return (1 << count) - 1


@inlined
def spread_to_bytes(words: Ints, out: Bytes) -> None:
    """Write a byte, 0 or 1, for each bit."""
    packed, whole = words.view(np.uint8), out.size >> 3
    for byte in range(whole):
        bits = packed[byte]
        for bit in range(8):
            out[8 * byte + bit] = BYTES_OF[bits, bit]
    for place in range(8 * whole, out.size):
        out[place] = packed[place >> 3] >> (place & 7) & 1


@inlined
def spread_to_floats(words: Ints, bits: int, out: Floats32) -> None:
    """Write a float32, 0 or 1, for each of the first *bits* bits."""
    packed, whole = words.view(np.uint8), bits >> 3
    for byte in range(whole):
        here = packed[byte]
        for bit in range(8):
            out[8 * byte + bit] = FLOATS_OF[here, bit]
    for place in range(8 * whole, bits):
        out[place] = packed[place >> 3] >> (place & 7) & 1


@inlined
def pack_to_bytes(words: Ints, out: Bytes) -> None:
    """Write the bits, eight to a byte."""
    packed = words.view(np.uint8)
    for byte in range(out.size):
        out[byte] = packed[byte]
