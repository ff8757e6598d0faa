"""Binary decision diagrams (BDDs): sets of assignments of Boolean variables.

A BDD variable is a *level*, a number from 0; low levels are tested first. Models do not own variables: each
numbers its own from 0, and BDDs of different models are never combined. So there are never more variables
than the largest model uses, and similar models share nodes. A level is declared when it is first used.

The work is done by the package `dd`: with CUDD, in C, or in pure Python (`autoref`) where CUDD is missing.
Both give the same answers; the argument *backend* or the environment variable HANDSIGHT_BDD chooses.
"""

import os
import sys
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache
from gc import disable, enable, isenabled
from importlib import import_module
from operator import and_, or_
from threading import Lock
from typing import Any, Final, Self

from handsight.errors import InputError, TooLargeError
from handsight.extras import need_extra

BACKENDS: Final = ("cudd", "autoref")
ENVIRONMENT_VARIABLE: Final = "HANDSIGHT_BDD"
MAX_LEVELS: Final = 30_000
"""The most levels (BDD variables): CUDD recurses once per level, on a stack of 8 MB."""
MAX_BYTES: Final = 1 << 27
MAX_NODES: Final = 500_000
"""Limits on CUDD's memory, and on the number of nodes in pure Python, which are larger and slower."""
_FEW_LEVELS: Final = 256
"""Computing the support of a BDD costs as much as quantifying over this many variables in vain."""
_COLLECT_NODES: Final = 100_000
_LOCK: Final = Lock()
_OUT_OF_MEMORY: Final = (ValueError, RuntimeError, MemoryError)
"""What `dd` raises when CUDD has no memory left or Python's stack is full."""


class Bdd:
    """A BDD, the set of assignments that satisfy it; `&`, `|`, `^`, `~` and `==` are set operations."""

    __slots__ = ("node",)

    def __init__(self, node: Any) -> None:
        self.node = node

    def __and__(self, other: Self) -> "Bdd":
        return Bdd(_run(and_, self.node, other.node))

    def __or__(self, other: Self) -> "Bdd":
        return Bdd(_run(or_, self.node, other.node))

    def __xor__(self, other: Self) -> "Bdd":
        return Bdd(~_run(self.node.equiv, other.node))

    def __invert__(self) -> "Bdd":
        return Bdd(~self.node)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Bdd) and bool(self.node == other.node)

    def __hash__(self) -> int:
        return hash(self.node)

    def __len__(self) -> int:
        """Return the number of nodes."""
        return len(self.node)

    def __bool__(self) -> bool:
        """Return whether some assignment is in the set."""
        return bool(self.node != self.node.bdd.false)

    def __repr__(self) -> str:
        return f"<{len(self):,} nodes>"


def _run(work: Callable[..., Any], node: Any, *operands: Any) -> Any:
    """Run an operation of `dd` with Python's garbage collector switched off.

    `dd` counts its reference to a new node only after it has made a Python object for it; if the collector
    freed that node in between, CUDD's reference counts would be wrong from then on.
    """
    with _LOCK:
        collecting = isenabled()
        disable()
        try:
            return work(node, *operands)
        except _OUT_OF_MEMORY as error:
            raise too_large(node.bdd) from error
        finally:
            if collecting:
                enable()


def too_large(manager: Any) -> TooLargeError:
    """Return the error for a BDD that grew too large, and make the package usable again."""
    if (full := getattr(manager, "_bdd", None)) is not None:
        if full._min_free in full._succ:  # noqa: SLF001 `dd.bdd` stops half-way through making a node
            full._pred.pop(full._succ.pop(full._min_free))  # noqa: SLF001 as above
            full._ref.pop(full._min_free)  # noqa: SLF001 as above
        full.collect_garbage()
    return TooLargeError(
        "the decision diagrams outgrew their memory; use fewer atoms, or declare atoms that depend on each "
        "other next to each other: their order in the file is the order of the diagrams' variables"
    )


class BddBackend:
    """One BDD package with its variables: makes BDDs, combines them and quantifies over variables."""

    def __init__(self, backend: str) -> None:
        self.backend = backend
        module = import_module(f"dd.{backend}")
        self._dd = module.BDD()
        self._dd.configure(reordering=False)  # models choose the order; CUDD would spend minutes on it
        _limit(self._dd)
        _keep_alive(self._dd)
        self._collect: Callable[[], None] | None = getattr(self._dd, "collect_garbage", None)
        self._and_exists: Callable[[Any, Any, Iterable[str]], Any] = getattr(
            module, "and_exists", lambda one, other, names: self._dd.exist(names, one & other)
        )
        self._full = _COLLECT_NODES
        self._names: list[str] = []
        self._variables: list[Bdd] = []
        self.true = Bdd(self._dd.true)
        self.false = Bdd(self._dd.false)

    def variable(self, level: int) -> Bdd:
        """Return the assignments in which the variable of this level is true."""
        if level >= len(self._variables):
            self._declare(level + 1)
        return self._variables[level]

    def _declare(self, levels: int) -> None:
        if levels > MAX_LEVELS:
            raise TooLargeError(f"the model needs {levels:,} variables; {MAX_LEVELS:,} is the most")
        new = [f"v{level}" for level in range(len(self._names), levels)]
        self._dd.declare(*new)
        self._names.extend(new)
        self._variables.extend(Bdd(self._dd.var(name)) for name in new)
        if self._collect:  # the pure Python package recurses once per level
            sys.setrecursionlimit(max(sys.getrecursionlimit(), 2 * levels + 500))

    def level_of(self, bdd: Bdd) -> int | None:
        """Return the level whose variable, or its negation, this BDD is; None if it is neither."""
        if bdd in (self.true, self.false):
            return None
        level: int = bdd.node.level
        return level if self._variables[level] in (bdd, ~bdd) else None

    def if_then_else(self, level: int, low: Bdd, high: Bdd) -> Bdd:
        """Return *high* where the variable of the level is true, *low* where it is false."""
        variable = self._variables[level] if level < len(self._variables) else self.variable(level)
        return Bdd(_run(self._dd.ite, variable.node, high.node, low.node))

    def cube(self, literals: Mapping[int, bool]) -> Bdd:
        """Return the assignments with these values of the levels (a conjunction of literals)."""
        result = self.true
        for level in sorted(literals, reverse=True):
            result = self.if_then_else(
                level, *((self.false, result) if literals[level] else (result, self.false))
            )
        return result

    def binary(self, levels: Sequence[int], number: int) -> Bdd:
        """Return the assignments in which the levels, most significant first, are the number in binary."""
        digits = reversed(range(len(levels)))
        return self.cube(
            {level: bool(number >> digit & 1) for level, digit in zip(levels, digits, strict=True)}
        )

    def support(self, bdd: Bdd) -> frozenset[int]:
        """Return the levels that the BDD depends on."""
        return frozenset(int(name[1:]) for name in _run(self._dd.support, bdd.node))

    def exists(self, levels: Collection[int], one: Bdd, other: Bdd | None = None) -> Bdd:
        """Return a BDD, or the conjunction of two, with these levels existentially quantified."""
        other = self.true if other is None else other
        if len(levels) > _FEW_LEVELS:
            levels = (self.support(one) | self.support(other)).intersection(levels)
        names = [self._names[level] for level in levels if level < len(self._names)]
        if self._collect and len(self._dd) > self._full:
            self._collect()
            self._full = max(_COLLECT_NODES, 2 * len(self._dd))
        return Bdd(_run(self._and_exists, one.node, other.node, names))

    def intersect(self, one: Bdd, other: Bdd) -> bool:
        """Return whether two sets have an assignment in common, without computing all they have in common."""
        if self._collect:
            return bool(one & other)
        return bool(_run(self._and_exists, one.node, other.node, self._names) == self.true.node)


def _limit(manager: Any) -> None:
    """Limit a BDD manager's memory, so that too large a result fails within seconds."""
    if hasattr(manager, "_bdd"):
        manager._bdd.max_nodes = MAX_NODES  # noqa: SLF001 `dd.autoref` hides the only way to bound it
    else:
        manager.configure(max_memory=MAX_BYTES)


def _keep_alive(manager: Any) -> None:
    """Keep the package's manager until the process ends: it complains if it is freed before its nodes."""
    import ctypes  # noqa: PLC0415 needed only with BDDs

    ctypes.pythonapi.Py_IncRef(ctypes.py_object(manager))


_loaded = cache(BddBackend)


def bdd_backend(backend: str | None = None) -> BddBackend:
    """Return the BDD package with this name, the one the environment chooses, or the fastest installed."""
    wanted = backend or os.environ.get(ENVIRONMENT_VARIABLE)
    if wanted and wanted not in BACKENDS:
        raise InputError(f"unknown BDD package {wanted!r}; write {' or '.join(BACKENDS)}")
    need_extra("logic")
    for name in (wanted,) if wanted else BACKENDS:
        try:
            return _loaded(name)
        except ImportError:
            continue
    raise InputError(f"the BDD package {wanted!r} is not installed; leave the choice open to use another")


@lru_cache(maxsize=8)
def assignment_count(bdd: Bdd, levels: tuple[int, ...]) -> int:
    """Return exactly how many assignments of the levels, which must ascend, satisfy a BDD.

    CUDD counts in floating point, which is wrong from 2^53 on; here each node is visited once, children
    first, with whole numbers. For each node its position and count are kept; a complement shares the entry.
    """
    root, succ, end = bdd.node, bdd.node.bdd.succ, len(levels)
    positions = {level: position for position, level in enumerate(levels)}
    below: dict[Any, tuple[int, int]] = {root.bdd.true: (end, 1)}
    pending: dict[Any, tuple[int, Any, bool, Any]] = {}
    todo = [_regular(root)]
    while todo:
        node = todo[-1]
        if node in below:
            todo.pop()
        elif node in pending:
            todo.pop()
            position, low, negated, high = pending.pop(node)
            (low_position, no), (high_position, yes) = below[low], below[high]
            if negated:
                no = (1 << (end - low_position)) - no
            count = (no << (low_position - position - 1)) + (yes << (high_position - position - 1))
            below[node] = position, count
        else:
            level, low, high = succ(node)  # of the two, only low is ever a complement
            pending[node] = positions[level], _regular(low), low.negated, high
            todo += (_regular(low), high)
    position, count = below[_regular(root)]
    return ((1 << (end - position)) - count if root.negated else count) << position


def satisfying_assignments(bdd: Bdd, levels: Sequence[int]) -> Iterator[int]:
    """Yield every satisfying assignment as bits; the first level varies slowest, false before true."""
    false = bdd.node.bdd.false
    todo = [(0, bdd.node, 0)] if bdd else []
    while todo:
        position, node, bits = todo.pop()
        while position < len(levels):
            low, high = _children(node, levels[position])
            with_level = bits | 1 << levels[position]
            position += 1
            if low == false:
                node, bits = high, with_level
                continue
            if high != false:
                todo.append((position, high, with_level))
            node = low
        yield bits


def _children(node: Any, level: int) -> tuple[Any, Any]:
    """Return the node where the level is false, and where it is true."""
    if node.level != level or node.var is None:
        return node, node
    return (~node.low, ~node.high) if node.negated else (node.low, node.high)


def _regular(node: Any) -> Any:
    """Return the node without a complement mark."""
    return ~node if node.negated else node
