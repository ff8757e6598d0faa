"""BDDs are sets of assignments, whichever backend holds them."""

import gc
import os
import subprocess
import sys
from functools import reduce
from operator import or_

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from logic.symbolic_translation import selected

from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.bdd import (
    BACKENDS,
    ENVIRONMENT_VARIABLE,
    MAX_LEVELS,
    Bdd,
    BddBackend,
    assignment_count,
    bdd_backend,
    satisfying_assignments,
)

LEVELS = range(5)
EVERY = range(1 << len(LEVELS))

sets = st.frozensets(st.sampled_from(EVERY))
backends = pytest.mark.parametrize("backend", BACKENDS)


def bdd_of(bdds: BddBackend, assignments: frozenset[int]) -> Bdd:
    """Choice k has the first level as its most significant digit; a bit of an assignment is a level."""
    choices = [bdds.true if _mirrored(k) in assignments else bdds.false for k in EVERY]
    return selected(bdds, LEVELS, choices)


def _mirrored(number: int) -> int:
    return int(f"{number:05b}"[::-1], 2)


def set_of(bdd: Bdd) -> frozenset[int]:
    return frozenset(satisfying_assignments(bdd, LEVELS))


@backends
@settings(deadline=None)
@given(one=sets, other=sets)
def test_operators_are_those_of_sets(backend: str, one: frozenset[int], other: frozenset[int]) -> None:
    bdds = bdd_backend(backend)
    u, v = bdd_of(bdds, one), bdd_of(bdds, other)
    assert set_of(u & v) == one & other
    assert set_of(u | v) == one | other
    assert set_of(u ^ v) == one ^ other
    assert set_of(~u) == frozenset(EVERY) - one
    assert (u == v) == (one == other)
    assert bool(u) == bool(one)


@backends
@settings(deadline=None)
@given(one=sets, other=sets, hidden=st.frozensets(st.sampled_from(LEVELS)))
def test_exists_is_existential_quantification(
    backend: str, one: frozenset[int], other: frozenset[int], hidden: frozenset[int]
) -> None:
    bdds = bdd_backend(backend)
    mask = sum(1 << level for level in hidden)
    seen = {assignment & ~mask for assignment in one & other}
    left = bdds.exists(hidden, bdd_of(bdds, one), bdd_of(bdds, other))
    assert set_of(left) == {assignment for assignment in EVERY if assignment & ~mask in seen}
    assert not bdds.support(left) & hidden


@backends
@settings(deadline=None)
@given(members=sets)
def test_counting_and_listing_agree(backend: str, members: frozenset[int]) -> None:
    bdd = bdd_of(bdd_backend(backend), members)
    count = assignment_count(bdd, tuple(LEVELS))
    assert count == len(members) == len(list(satisfying_assignments(bdd, LEVELS)))
    assert assignment_count(bdd, tuple(range(9))) == len(members) << 4


@backends
def test_assignments_are_listed_false_before_true(backend: str) -> None:
    bdd = bdd_backend(backend).variable(2)
    assert list(satisfying_assignments(bdd, range(3))) == [0b100, 0b110, 0b101, 0b111]


@backends
def test_counts_are_exact_beyond_floating_point(backend: str) -> None:
    bdds = bdd_backend(backend)
    some = bdds.false
    for level in reversed(range(200)):
        some = some | bdds.variable(level)
    assert assignment_count(some, tuple(range(200))) == 2**200 - 1


@backends
def test_a_literal_is_recognised(backend: str) -> None:
    bdds = bdd_backend(backend)
    assert bdds.level_of(bdds.variable(3)) == bdds.level_of(~bdds.variable(3)) == 3
    assert bdds.level_of(bdds.variable(3) & bdds.variable(1)) is None
    assert bdds.level_of(bdds.true) is bdds.level_of(bdds.false) is None


@backends
def test_binary_numbers_have_the_most_significant_digit_first(backend: str) -> None:
    bdds = bdd_backend(backend)
    assert list(satisfying_assignments(bdds.binary((0, 1, 2), 0b110), range(3))) == [0b011]


@backends
def test_deep_bdds_do_not_overflow(backend: str) -> None:
    bdds = bdd_backend(backend)
    parity = bdds.false
    for level in reversed(range(3000)):
        parity = bdds.if_then_else(level, parity, ~parity)
    assert bdds.exists(range(0, 3000, 2), parity) == bdds.true
    assert len(parity & bdds.variable(2999)) > 3000


def test_too_many_variables_are_refused() -> None:
    with pytest.raises(TooLargeError, match="30,000 is the most"):
        bdd_backend().variable(MAX_LEVELS)


def test_each_backend_exists_once_and_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert bdd_backend("cudd") is bdd_backend("cudd")
    assert bdd_backend("cudd") is not bdd_backend("autoref")
    monkeypatch.delenv(ENVIRONMENT_VARIABLE, raising=False)
    assert bdd_backend().backend == "cudd"
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, "autoref")
    assert bdd_backend().backend == "autoref"
    assert bdd_backend("cudd").backend == "cudd"
    monkeypatch.setenv(ENVIRONMENT_VARIABLE, "zdd")
    with pytest.raises(InputError, match="write cudd or autoref"):
        bdd_backend()


def test_without_cudd_the_python_package_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    from handsight.logic.engines import bdd

    monkeypatch.delenv(ENVIRONMENT_VARIABLE, raising=False)
    monkeypatch.setitem(sys.modules, "dd.cudd", None)
    bdd._loaded.cache_clear()  # noqa: SLF001 the process must look again
    try:
        assert bdd_backend().backend == "autoref"
        with pytest.raises(InputError, match="not installed"):
            bdd_backend("cudd")
    finally:
        bdd._loaded.cache_clear()  # noqa: SLF001 as above


@backends
def test_nothing_is_said_at_exit(backend: str) -> None:
    """A reference cycle keeps nodes alive until the interpreter tears everything down."""
    program = """
from handsight.logic.engines.bdd import bdd_backend
class Cycle: pass
bdds = bdd_backend()
kept = Cycle()
kept.itself, kept.node = kept, bdds.variable(0) & ~bdds.variable(3)
del kept
other = bdds.variable(1) | bdds.variable(2)
"""
    environment = {**os.environ, ENVIRONMENT_VARIABLE: backend}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@backends
def test_a_set_too_large_is_refused_and_the_backend_stays_usable(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from handsight.logic.engines import bdd

    monkeypatch.setattr(bdd, "MAX_BYTES", 24 << 20)
    monkeypatch.setattr(bdd, "MAX_NODES", 5_000)
    bdds = BddBackend(backend)
    half = 18
    far = (bdds.variable(level) & bdds.variable(level + half) for level in range(half))
    with pytest.raises(TooLargeError, match="next to each other"):
        reduce(or_, far)
    near = reduce(or_, (bdds.variable(2 * level) & bdds.variable(2 * level + 1) for level in range(half)))
    assert assignment_count(bdds.exists(range(10), near), tuple(range(2 * half))) == 1 << 2 * half
    assert assignment_count(near, tuple(range(2 * half))) == 4**half - 3**half


@pytest.mark.slow
def test_references_stay_right_when_garbage_is_collected_in_the_midst_of_work() -> None:
    """The BDD that is lost is the one being made again, at every place where the collector may run."""
    pytest.importorskip("dd.cudd")
    bdds = BddBackend("cudd")
    one, other = bdds.variable(0), bdds.variable(1)
    ballast, before = [], gc.get_threshold()
    gc.set_threshold(50)
    try:
        for offset in range(10):
            gc.collect()
            lost: list[object] = [one & other]
            lost.append(lost)
            del lost
            for place in range(100):
                ballast.append(Bdd(None))
                if place % 10 == offset:
                    assert one & other
    finally:
        gc.set_threshold(*before)
    bdds.true.node.bdd.assert_consistent()
