"""Decision diagrams: sets of yes-or-no assignments, held by one manager a process.

A variable is its *level*, a number from 0: diagrams ask low levels first. Models do not own variables: each
counts its own from 0 and never meets another in a diagram. So the manager holds no more variables than the
largest model uses, and models alike share their nodes. A level is declared when first used.

The work is done by `dd`: with CUDD in C, or in Python where that is missing. Both answer alike; the argument
*backend* or the environment variable HANDSIGHT_BDD chooses.
"""

import os
import sys
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from functools import cache
from gc import disable, enable, isenabled
from importlib import import_module
from operator import and_, or_
from threading import Lock
from typing import Any, Final, Self

from handsight.errors import InputError, TooLargeError

BACKENDS: Final = ("cudd", "autoref")
CHOICE: Final = "HANDSIGHT_BDD"
MOST_LEVELS: Final = 30_000
"""CUDD goes one call deeper a level, on a stack of 8 MB."""
MOST_BYTES: Final = 1 << 27
MOST_NODES: Final = 500_000
"""What diagrams may take: CUDD's in memory, Python's, which are larger and slower, in number."""
_FEW: Final = 256
"""Asking a diagram what it depends on costs as much as forgetting this many variables in vain."""
_GARBAGE: Final = 100_000
_MAKING: Final = Lock()
_TROUBLE: Final = (ValueError, RuntimeError, MemoryError)
"""How `dd` says that CUDD found no memory, and Python that its stack is full."""


class Diagram:
    """A set of assignments; `&`, `|`, `^`, `~` and `==` are those of sets."""

    __slots__ = ("node",)

    def __init__(self, node: Any) -> None:
        self.node = node

    def __and__(self, other: Self) -> "Diagram":
        return Diagram(_made(and_, self.node, other.node))

    def __or__(self, other: Self) -> "Diagram":
        return Diagram(_made(or_, self.node, other.node))

    def __xor__(self, other: Self) -> "Diagram":
        return Diagram(~_made(self.node.equiv, other.node))

    def __invert__(self) -> "Diagram":
        return Diagram(~self.node)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Diagram) and bool(self.node == other.node)

    def __hash__(self) -> int:
        return hash(self.node)

    def __len__(self) -> int:
        """The number of nodes."""
        return len(self.node)

    def __bool__(self) -> bool:
        """Whether some assignment is in the set."""
        return bool(self.node != self.node.bdd.false)

    def __repr__(self) -> str:
        return f"<{len(self):,} nodes>"


def _made(work: Callable[..., Any], node: Any, *operands: Any) -> Any:
    """What `dd` makes of a node and more, while Python collects no garbage.

    `dd` takes its reference to a new node only after it has made a Python object for it; were the collector
    to free that very node in between, CUDD's counts of references would be wrong from then on.
    """
    with _MAKING:
        collecting = isenabled()
        disable()
        try:
            return work(node, *operands)
        except _TROUBLE as trouble:
            raise too_large(node.bdd) from trouble
        finally:
            if collecting:
                enable()


def too_large(manager: Any) -> TooLargeError:
    """The error of a set that no diagram of reasonable size describes; the manager can go on."""
    if (full := getattr(manager, "_bdd", None)) is not None:
        if full._min_free in full._succ:  # noqa: SLF001 `dd.bdd` stops half-way through making a node
            full._pred.pop(full._succ.pop(full._min_free))  # noqa: SLF001 as above
            full._ref.pop(full._min_free)  # noqa: SLF001 as above
        full.collect_garbage()
    return TooLargeError(
        "the decision diagrams outgrew their memory; ask about fewer variables, or order them so that those "
        "which depend on each other stand together"
    )


class Diagrams:
    """The manager: makes variables, joins diagrams, and forgets variables in them."""

    def __init__(self, backend: str) -> None:
        self.backend = backend
        module = import_module(f"dd.{backend}")
        self._dd = module.BDD()
        self._dd.configure(reordering=False)  # the order is chosen by hand; CUDD would spend minutes on it
        _limit(self._dd)
        _keep_for_ever(self._dd)
        self._collect: Callable[[], None] | None = getattr(self._dd, "collect_garbage", None)
        self._and_exists: Callable[[Any, Any, Iterable[str]], Any] = getattr(
            module, "and_exists", lambda one, other, names: self._dd.exist(names, one & other)
        )
        self._full = _GARBAGE
        self._names: list[str] = []
        self._variables: list[Diagram] = []
        self.true = Diagram(self._dd.true)
        self.false = Diagram(self._dd.false)

    @property
    def declared(self) -> int:
        """How many levels are in use."""
        return len(self._names)

    def variable(self, level: int) -> Diagram:
        """The assignments that say yes at the level."""
        if level >= len(self._variables):
            self._declare(level + 1)
        return self._variables[level]

    def _declare(self, levels: int) -> None:
        if levels > MOST_LEVELS:
            raise TooLargeError(f"the model needs {levels:,} variables; {MOST_LEVELS:,} is the most")
        new = [f"v{level}" for level in range(len(self._names), levels)]
        self._dd.declare(*new)
        self._names.extend(new)
        self._variables.extend(Diagram(self._dd.var(name)) for name in new)
        if self._collect:  # diagrams in Python go one call deeper a level
            sys.setrecursionlimit(max(sys.getrecursionlimit(), 2 * levels + 500))

    def level(self, diagram: Diagram) -> int | None:
        """The level whose variable this is or denies, if it is as simple as that."""
        if diagram in (self.true, self.false):
            return None
        level: int = diagram.node.level
        return level if self._variables[level] in (diagram, ~diagram) else None

    def branch(self, level: int, low: Diagram, high: Diagram) -> Diagram:
        """*high* where the level says yes, *low* where it says no."""
        variable = self._variables[level] if level < len(self._variables) else self.variable(level)
        return Diagram(_made(self._dd.ite, variable.node, high.node, low.node))

    def cube(self, literals: Mapping[int, bool]) -> Diagram:
        """The assignments that answer so at these levels."""
        result = self.true
        for level in sorted(literals, reverse=True):
            result = self.branch(level, *((self.false, result) if literals[level] else (result, self.false)))
        return result

    def number(self, levels: Sequence[int], value: int) -> Diagram:
        """The assignments whose answers at these levels, highest digit first, write the number in base 2."""
        digits = reversed(range(len(levels)))
        return self.cube(
            {level: bool(value >> digit & 1) for level, digit in zip(levels, digits, strict=True)}
        )

    def table(self, levels: Sequence[int], rows: Sequence[Diagram]) -> Diagram:
        """Row k where the levels, ascending, write k; false beyond the last row."""
        row = list(rows)
        for level in reversed(levels):
            if len(row) % 2:
                row.append(self.false)
            pairs = zip(row[::2], row[1::2], strict=True)
            row = [low if low == high else self.branch(level, low, high) for low, high in pairs]
        if len(row) != 1:
            raise ValueError(f"{len(rows)} rows do not fit {len(levels)} levels")
        return row[0]

    def support(self, diagram: Diagram) -> frozenset[int]:
        """The levels that the set depends on."""
        return frozenset(int(name[1:]) for name in _made(self._dd.support, diagram.node))

    def forget(self, levels: Collection[int], one: Diagram, other: Diagram | None = None) -> Diagram:
        """What is left of the set, or of what two sets share, when nobody looks at these levels."""
        other = self.true if other is None else other
        if len(levels) > _FEW:
            levels = (self.support(one) | self.support(other)).intersection(levels)
        names = [self._names[level] for level in levels if level < len(self._names)]
        if self._collect and len(self._dd) > self._full:
            self._collect()
            self._full = max(_GARBAGE, 2 * len(self._dd))
        return Diagram(_made(self._and_exists, one.node, other.node, names))

    def share(self, one: Diagram, other: Diagram) -> bool:
        """Whether two sets have an assignment in common; the first one found is enough."""
        if self._collect:
            return bool(one & other)
        return bool(_made(self._and_exists, one.node, other.node, self._names) == self.true.node)


def _limit(manager: Any) -> None:
    """Let a set that no small diagram describes fail within seconds, and not fill the machine."""
    if hasattr(manager, "_bdd"):
        manager._bdd.max_nodes = MOST_NODES  # noqa: SLF001 `dd.autoref` hides the only way to bound it
    else:
        manager.configure(max_memory=MOST_BYTES)


def _keep_for_ever(manager: Any) -> None:
    """Let the manager outlive every node: at exit no order is sure, and one that dies first complains."""
    import ctypes  # noqa: PLC0415 not for those who never draw a diagram

    ctypes.pythonapi.Py_IncRef(ctypes.py_object(manager))


@cache
def _manager(backend: str) -> Diagrams:
    return Diagrams(backend)


def diagrams(backend: str | None = None) -> Diagrams:
    """The process's manager with this backend, with the chosen one, or with the fastest there is."""
    wanted = backend or os.environ.get(CHOICE)
    if wanted and wanted not in BACKENDS:
        raise InputError(f"unknown decision diagrams {wanted!r}; write {' or '.join(BACKENDS)}")
    for name in (wanted,) if wanted else BACKENDS:
        try:
            return _manager(name)
        except ImportError:
            continue
    raise InputError(f"decision diagrams {wanted!r} are not installed; leave the choice open to use others")
