"""Checks of what callers of environments choose."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import ArrayLike, NDArray

from handsight.errors import InputError

Ints = NDArray[np.int64]
NARROW_SEEDS = 1 << 64
RANDOM_SEEDS = 1 << 62
"""Seeds that nobody chose are drawn below this number."""


def check_choice(name: str, value: str, known: Sequence[str]) -> None:
    """Raise InputError unless a choice is one of those known."""
    if value not in known:
        raise InputError(f"{name} cannot be {value!r}; it is one of {', '.join(known)}")


def narrow_seed(seed: int) -> int:
    """Return a seed as a whole number, or raise InputError."""
    if isinstance(seed, bool) or not isinstance(seed, int | np.integer) or not 0 <= seed < NARROW_SEEDS:
        raise InputError(f"a seed here is a whole number from 0 to 2**64 - 1, not {seed!r}")
    return int(seed)


def seed_or_random(seed: int | None) -> int:
    """Return a seed that was given, or a random one."""
    return int(np.random.default_rng().integers(RANDOM_SEEDS)) if seed is None else seed


def chosen_games(which: ArrayLike | None, games: int) -> Ints:
    """Return the games that a caller names, by number or as flags; all of them for None."""
    if which is None:
        return np.arange(games)
    chosen = np.atleast_1d(np.asarray(which))
    chosen = np.flatnonzero(chosen) if chosen.dtype == np.bool_ else chosen.astype(np.int64)
    if chosen.size and not 0 <= chosen.min() <= chosen.max() < games:
        raise InputError(f"games are numbered from 0 to {games - 1} here")
    return np.ascontiguousarray(chosen)
