"""A third mind on what is possible: Z3, asked about every pair of a thing and a value."""

from random import Random

import pytest
from deals.enumerate_deals import bits, tight

from handsight.deals import Deal
from handsight.errors import ContradictionError

z3 = pytest.importorskip("z3", reason="z3-solver, of the test extra, is not installed")


def z3_possible(masks: tuple[int, ...], limits: tuple[int, ...]) -> tuple[int, ...]:
    takes = [[z3.Bool(f"{thing}={value}") for value in range(len(limits))] for thing in range(len(masks))]
    solver = z3.Solver()
    for thing, mask in enumerate(masks):
        solver.add(z3.PbEq([(takes[thing][value], 1) for value in range(len(limits))], 1))
        solver.add(*(z3.Not(takes[thing][value]) for value in range(len(limits)) if not mask >> value & 1))
    for value, limit in enumerate(limits):
        solver.add(z3.PbLe([(row[value], 1) for row in takes], limit))
    return tuple(
        sum(1 << value for value in bits(mask) if solver.check(takes[thing][value]) == z3.sat)
        for thing, mask in enumerate(masks)
    )


@pytest.mark.shows("S0-49")
@pytest.mark.parametrize("seed", range(5))
def test_z3_finds_the_same_possible(seed: int) -> None:
    rng = Random(seed + 100)
    for _ in range(50):
        masks, limits = tight(rng)
        try:
            ours = Deal(masks, limits).possible
        except ContradictionError:
            ours = (0,) * len(masks)
        assert ours == z3_possible(masks, limits), (masks, limits)
