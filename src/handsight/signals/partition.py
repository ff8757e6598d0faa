"""The largest partition of hints into blocks, each of which surely holds a legal hint.

A table has a row for every card: what it can be, for all that is public. A hint is legal if it touches some
card. A block of hints is *safe* if no hand that the table allows avoids all of them: some set of rows could
avoid it only by more copies than there are (Hall), and that set is the proof. Without copies, rows are
independent, and the set is a single row that lies inside the block.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Generic, TypeVar

from handsight.errors import InputError, TooLargeError
from handsight.table.bitmask import members

Hint = TypeVar("Hint", bound=Hashable)
HINTS_CAP = 14
"""Every set of hints is looked at: beyond this that takes too long."""


@dataclass(frozen=True)
class Proof(Generic[Hint]):
    """Why a block always holds a legal hint: these rows could avoid it only by so many copies, too few."""

    block: frozenset[Hint]
    rows: tuple[int, ...]
    copies: int

    def __str__(self) -> str:
        """Say it in a sentence."""
        hints = ", ".join(map(str, sorted(self.block, key=str)))
        if len(self.rows) == 1 and not self.copies:
            return f"({hints}): row {self.rows[0]} can be nothing else"
        rows = " and ".join(map(str, self.rows))
        return f"({hints}): rows {rows} need {len(self.rows)} cards, and {self.copies} would avoid it"


@dataclass(frozen=True)
class Partition(Generic[Hint]):
    """A code book of hints: the number of a hint is the block it stands in."""

    blocks: tuple[frozenset[Hint], ...]
    proofs: tuple[Proof[Hint], ...]
    """For each block, a part of it that is safe already, and why."""
    bound: int
    """No partition can be larger than the fewest legal hints of a hand that the table allows."""

    def __len__(self) -> int:
        return len(self.blocks)

    def hear(self, hint: Hint) -> int:
        """Return the number that a hint says."""
        for number, block in enumerate(self.blocks):
            if hint in block:
                return number
        raise InputError(f"{hint!r} is in no block of this partition")

    def say(self, number: int, legal: Iterable[Hint]) -> tuple[Hint, ...]:
        """Return the legal hints that say a number; there is one in every hand that the table allows."""
        if not 0 <= number < len(self.blocks):
            raise InputError(f"this partition says 0 to {len(self.blocks) - 1}, not {number}")
        return tuple(hint for hint in legal if hint in self.blocks[number])


@dataclass(frozen=True)
class Question:
    """A table in masks: rows of values, how often each value is there, what each hint touches."""

    rows: tuple[int, ...]
    copies: tuple[int, ...] | None
    touch: tuple[int, ...]

    def proof(self, block: int) -> tuple[int, int] | None:
        """Return the smallest set of rows that cannot avoid a block, and their copies that would; or None."""
        touched = 0
        for hint in members(block):
            touched |= self.touch[hint]
        away = [row & ~touched for row in self.rows]
        sizes = range(1, 2 if self.copies is None else len(away) + 1)
        for size in sizes:
            for crowd in combinations(range(len(away)), size):
                union = 0
                for row in crowd:
                    union |= away[row]
                copies = self._count(union)
                if copies < size:
                    return sum(1 << row for row in crowd), copies
        return None

    def _count(self, mask: int) -> int:
        """Count the copies in a mask; without limits, what can be there at all is there often enough."""
        if self.copies is None:
            return 1 if mask else 0
        return sum(self.copies[value] for value in members(mask))


def solve(question: Question) -> tuple[list[int], int]:
    """Return the most disjoint safe blocks, as sets of hints, and the fewest hints a hand can allow.

    Only smallest safe blocks matter. Among equally many, hints that can be left out are, then the block with
    the smallest number is taken: so everybody finds the same.
    """
    hints = len(question.touch)
    every = (1 << hints) - 1
    safe = [False] * (every + 1)
    smallest: list[list[int]] = [[] for _ in range(hints)]
    for block in range(1, every + 1):
        less = any(safe[block ^ 1 << hint] for hint in members(block))
        safe[block] = less or question.proof(block) is not None
        if safe[block] and not less:
            smallest[(block & -block).bit_length() - 1].append(block)

    @cache
    def best(rest: int) -> tuple[int, ...]:
        """Return the best family among these hints."""
        if not rest:
            return ()
        low = (rest & -rest).bit_length() - 1
        found = best(rest & rest - 1)
        for block in smallest[low]:
            if not block & ~rest:
                family = (block, *best(rest ^ block))
                if len(family) > len(found):
                    found = family
        return found

    fewest = hints - max(block.bit_count() for block in range(every + 1) if not safe[block])
    return list(best(every)), fewest


def partition(
    table: Sequence[Iterable[Hashable]],
    copies: Mapping[Hashable, int] | None = None,
    *,
    hints: Mapping[Hint, Collection[Hashable]] | Iterable[Hint] | None = None,
) -> Partition[Hint]:
    """Partition hints into as many blocks as possible such that each surely holds a legal hint.

    The table has a row for every card of a hand: the values it can be. *copies* says how many cards of each
    value are left; without it, rows are independent. *hints* says what each hint touches; without it every
    value is a hint that touches itself, and a plain list of hints does the same for values that no row has.

    >>> found = partition(["RWYG", "WY", "YG", "R"], hints="RWYGB")
    >>> [sorted(block) for block in found.blocks]
    [['R', 'W'], ['B', 'G', 'Y']]
    """
    rows = [frozenset(row) for row in table]
    touches = _touches(rows, copies, hints)
    names = list(touches)
    if len(names) > HINTS_CAP:
        raise TooLargeError(f"{len(names)} hints are too many to try every set of; at most {HINTS_CAP}")
    values = list(dict.fromkeys(value for touched in touches.values() for value in touched))
    place = {value: at for at, value in enumerate(values)}
    for at, row in enumerate(rows):
        if strange := [value for value in row if value not in place]:
            raise InputError(f"row {at} can be {strange[0]!r}, which no hint touches; add it to the hints")
    question = Question(
        tuple(sum(1 << place[value] for value in row) for row in rows),
        None if copies is None else tuple(copies.get(value, 0) for value in values),
        tuple(sum(1 << place[value] for value in touched) for touched in touches.values()),
    )
    if _impossible(question):
        raise InputError("no hand fits this table: some rows have too few copies left; count them again")
    return _named(question, names)


def _touches(
    rows: list[frozenset[Hashable]],
    copies: Mapping[Hashable, int] | None,
    hints: Mapping[Hint, Collection[Hashable]] | Iterable[Hint] | None,
) -> "dict[Hint, Collection[Hashable]]":
    """Return what each hint touches."""
    if isinstance(hints, Mapping):
        return dict(hints)
    if hints is not None:
        return {hint: (hint,) for hint in hints}
    values = dict.fromkeys([*sorted({value for row in rows for value in row}, key=repr), *(copies or ())])
    return {value: (value,) for value in values}  # without hints, values are the hints


def _impossible(question: Question) -> bool:
    """Whether the rows cannot be filled at all: then even no hint would be safe."""
    return bool(question.rows) and question.proof(0) is not None


def _named(question: Question, names: list[Hint]) -> Partition[Hint]:
    """Give every hint a block, the spare ones in turn, and prove each block."""
    family, fewest = solve(question)
    blocks = list(family)
    spare = [hint for hint in range(len(names)) if not any(block >> hint & 1 for block in family)]
    for turn, hint in enumerate(spare if blocks else []):
        blocks[turn % len(blocks)] |= 1 << hint
    proofs = []
    for block in family:
        crowd, copies = question.proof(block) or (0, 0)
        proofs.append(Proof(_names(block, names), tuple(members(crowd)), copies))
    return Partition(tuple(_names(block, names) for block in blocks), tuple(proofs), fewest)


def _names(mask: int, names: list[Hint]) -> frozenset[Hint]:
    return frozenset(names[hint] for hint in members(mask))
