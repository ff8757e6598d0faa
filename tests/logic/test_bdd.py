"""Decision diagrams are sets of assignments, whichever backend holds them."""

import gc
import os
import subprocess
import sys
from collections import Counter
from functools import reduce
from operator import or_
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.bdd import BACKENDS, CHOICE, MOST_LEVELS, Diagram, Diagrams, diagrams
from handsight.logic.engines.bdd_count import Tally, each

LEVELS = range(5)
EVERY = range(1 << len(LEVELS))

sets = st.frozensets(st.sampled_from(EVERY))
backends = pytest.mark.parametrize("backend", BACKENDS)


def diagram_of(dd: Diagrams, assignments: frozenset[int]) -> Diagram:
    """Row k of a table has the first level as its highest digit; a bit of an assignment is a level."""
    rows = [dd.true if _mirrored(k) in assignments else dd.false for k in EVERY]
    return dd.table(LEVELS, rows)


def _mirrored(number: int) -> int:
    return int(f"{number:05b}"[::-1], 2)


def set_of(diagram: Diagram) -> frozenset[int]:
    return frozenset(each(diagram, LEVELS))


@backends
@settings(deadline=None)
@given(one=sets, other=sets)
def test_operators_are_those_of_sets(backend: str, one: frozenset[int], other: frozenset[int]) -> None:
    dd = diagrams(backend)
    u, v = diagram_of(dd, one), diagram_of(dd, other)
    assert set_of(u & v) == one & other
    assert set_of(u | v) == one | other
    assert set_of(u ^ v) == one ^ other
    assert set_of(~u) == frozenset(EVERY) - one
    assert (u == v) == (one == other)
    assert bool(u) == bool(one)


@backends
@settings(deadline=None)
@given(one=sets, other=sets, hidden=st.frozensets(st.sampled_from(LEVELS)))
def test_forgetting_is_for_some_answer(
    backend: str, one: frozenset[int], other: frozenset[int], hidden: frozenset[int]
) -> None:
    dd = diagrams(backend)
    mask = sum(1 << level for level in hidden)
    seen = {assignment & ~mask for assignment in one & other}
    left = dd.forget(hidden, diagram_of(dd, one), diagram_of(dd, other))
    assert set_of(left) == {assignment for assignment in EVERY if assignment & ~mask in seen}
    assert not dd.support(left) & hidden


@backends
@settings(deadline=None)
@given(members=sets)
def test_counting_listing_and_drawing_agree(backend: str, members: frozenset[int]) -> None:
    diagram = diagram_of(diagrams(backend), members)
    tally = Tally(diagram, LEVELS)
    assert tally.total == len(members) == len(list(each(diagram, LEVELS)))
    if members:
        assert tally.drawn(Random(1)) in members
    assert Tally(diagram, range(9)).total == len(members) << 4


@backends
def test_listing_puts_no_before_yes(backend: str) -> None:
    diagram = diagrams(backend).variable(2)
    assert list(each(diagram, range(3))) == [0b100, 0b110, 0b101, 0b111]


@backends
def test_every_assignment_is_drawn_equally_often(backend: str) -> None:
    dd = diagrams(backend)
    uneven = dd.branch(0, dd.variable(3), dd.true)
    tally = Tally(uneven, range(4))
    dice = Random(5)
    drawn = Counter(tally.drawn(dice) for _ in range(12_000))
    assert len(drawn) == tally.total == 12
    assert all(850 < times < 1150 for times in drawn.values())


@backends
def test_counts_are_exact_beyond_floating_point(backend: str) -> None:
    dd = diagrams(backend)
    some = dd.false
    for level in reversed(range(200)):
        some = some | dd.variable(level)
    assert Tally(some, range(200)).total == 2**200 - 1


@backends
def test_a_literal_is_recognised(backend: str) -> None:
    dd = diagrams(backend)
    assert dd.level(dd.variable(3)) == dd.level(~dd.variable(3)) == 3
    assert dd.level(dd.variable(3) & dd.variable(1)) is None
    assert dd.level(dd.true) is dd.level(dd.false) is None


@backends
def test_numbers_are_written_highest_digit_first(backend: str) -> None:
    dd = diagrams(backend)
    assert list(each(dd.number((0, 1, 2), 0b110), range(3))) == [0b011]
    with pytest.raises(ValueError, match="do not fit"):
        dd.table((0,), [dd.true] * 3)


@backends
def test_deep_diagrams_do_not_overflow(backend: str) -> None:
    dd = diagrams(backend)
    parity = dd.false
    for level in reversed(range(3000)):
        parity = dd.branch(level, parity, ~parity)
    assert dd.forget(range(0, 3000, 2), parity) == dd.true
    assert len(parity & dd.variable(2999)) > 3000


def test_too_many_variables_are_refused() -> None:
    with pytest.raises(TooLargeError, match="30,000 is the most"):
        diagrams().variable(MOST_LEVELS)


def test_the_manager_is_one_and_can_be_chosen(monkeypatch: pytest.MonkeyPatch) -> None:
    assert diagrams("cudd") is diagrams("cudd")
    assert diagrams("cudd") is not diagrams("autoref")
    monkeypatch.delenv(CHOICE, raising=False)
    assert diagrams().backend == "cudd"
    monkeypatch.setenv(CHOICE, "autoref")
    assert diagrams().backend == "autoref"
    assert diagrams("cudd").backend == "cudd"
    monkeypatch.setenv(CHOICE, "zdd")
    with pytest.raises(InputError, match="write cudd or autoref"):
        diagrams()


def test_without_cudd_python_does_it(monkeypatch: pytest.MonkeyPatch) -> None:
    from handsight.logic.engines import bdd

    monkeypatch.delenv(CHOICE, raising=False)
    monkeypatch.setitem(sys.modules, "dd.cudd", None)
    bdd._manager.cache_clear()  # noqa: SLF001 the process must look again
    try:
        assert diagrams().backend == "autoref"
        with pytest.raises(InputError, match="not installed"):
            diagrams("cudd")
    finally:
        bdd._manager.cache_clear()  # noqa: SLF001 as above


@backends
def test_nothing_is_said_at_exit(backend: str) -> None:
    """A reference cycle keeps nodes alive until the interpreter tears everything down."""
    program = """
from handsight.logic.engines.bdd import diagrams
class Cycle: pass
dd = diagrams()
kept = Cycle()
kept.itself, kept.node = kept, dd.variable(0) & ~dd.variable(3)
del kept
other = dd.variable(1) | dd.variable(2)
"""
    environment = {**os.environ, CHOICE: backend}
    done = subprocess.run(
        [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


@backends
def test_a_set_too_large_is_refused_and_the_manager_goes_on(
    backend: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from handsight.logic.engines import bdd

    monkeypatch.setattr(bdd, "MOST_BYTES", 24 << 20)
    monkeypatch.setattr(bdd, "MOST_NODES", 5_000)
    dd = Diagrams(backend)
    half = 18
    far = (dd.variable(level) & dd.variable(level + half) for level in range(half))
    with pytest.raises(TooLargeError, match="stand together"):
        reduce(or_, far)
    near = reduce(or_, (dd.variable(2 * level) & dd.variable(2 * level + 1) for level in range(half)))
    assert Tally(dd.forget(range(10), near), range(2 * half)).total == 1 << 2 * half
    assert Tally(near, range(2 * half)).total == 4**half - 3**half


def test_references_stay_right_when_garbage_is_collected_in_the_midst_of_work() -> None:
    """The lost diagram is the very one being made again, at every place where the collector may strike."""
    pytest.importorskip("dd.cudd")
    dd = Diagrams("cudd")
    one, other = dd.variable(0), dd.variable(1)
    ballast, before = [], gc.get_threshold()
    gc.set_threshold(50)
    try:
        for offset in range(10):
            gc.collect()
            lost: list[object] = [one & other]
            lost.append(lost)
            del lost
            for place in range(100):
                ballast.append(Diagram(None))
                if place % 10 == offset:
                    assert one & other
    finally:
        gc.set_threshold(*before)
    dd.true.node.bdd.assert_consistent()
