"""The slowest and plainest way to know a hidden deal: write down every filling."""

from collections.abc import Iterable
from itertools import product
from math import perm, prod
from random import Random

World = tuple[int, ...]


def bits(mask: int) -> list[int]:
    return [value for value in range(mask.bit_length()) if mask >> value & 1]


class Listing:
    """Every world of some boxes, with the number of ways it can come about."""

    def __init__(self, boxes: Iterable[tuple[int, ...]], limits: tuple[int, ...]) -> None:
        seen = {world for box in boxes for world in product(*map(bits, box))}
        weighed = {world: prod(perm(n, world.count(v)) for v, n in enumerate(limits)) for world in seen}
        self.weights = {world: ways for world, ways in sorted(weighed.items()) if ways}
        self.limits = limits

    @property
    def ways(self) -> int:
        return sum(self.weights.values())

    @property
    def marginals(self) -> tuple[tuple[int, ...], ...]:
        (length,) = {len(world) for world in self.weights}
        rows = [[0] * len(self.limits) for _ in range(length)]
        for world, ways in self.weights.items():
            for thing, value in enumerate(world):
                rows[thing][value] += ways
        return tuple(map(tuple, rows))

    @property
    def possible(self) -> tuple[int, ...]:
        return tuple(sum(1 << v for v, ways in enumerate(row) if ways) for row in self.marginals)


def tight(rng: Random) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Make a small deal in which things compete: few values, few copies, masks that repeat."""
    things, values = rng.randint(1, 5), rng.randint(1, 6)
    limits = tuple(rng.choice([0, 1, 1, 1, 2, 3]) for _ in range(values))
    masks = [rng.getrandbits(values) | rng.getrandbits(values) for _ in range(things)]
    if rng.random() < 0.4:
        masks = [rng.choice(masks) for _ in masks]
    return tuple(masks), limits
