"""The largest partition of hints into blocks such that each block contains a legal hint in every case.

A table has a row for every card of a hand: the values that the card can have, by public facts. A hint is
legal if it touches some card of the hand. A block of hints is *safe* if every hand that the table allows
makes one of its hints legal. By Hall's theorem a block is safe exactly if there is a set of rows for which
fewer cards are left that avoid the block than the set has rows; this set is the proof. Without copies, rows
are independent, and the proof is a single row whose values are all touched by the block.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Any, Generic, Literal, TypeVar

from handsight.errors import InputError, TooLargeError
from handsight.hanabi import Clue, Variant
from handsight.table.bitmask import members

Hint = TypeVar("Hint", bound=Hashable)
MAX_HINTS = 14
"""The algorithm goes through all sets of hints, which takes too long for more."""


@dataclass(frozen=True)
class Proof(Generic[Hint]):
    """A proof that a block is safe: fewer copies avoid it than there are rows."""

    block: frozenset[Hint]
    rows: tuple[int, ...]
    copies: int

    def __str__(self) -> str:
        """Return the proof as a sentence."""
        hints = ", ".join(map(str, sorted(self.block, key=str)))
        if len(self.rows) == 1 and not self.copies:
            return f"({hints}): row {self.rows[0]} can be nothing else"
        rows = " and ".join(map(str, self.rows))
        return f"({hints}): rows {rows} need {len(self.rows)} cards, and {self.copies} would avoid it"


@dataclass(frozen=True)
class Partition(Generic[Hint]):
    """A code: the number of a hint is the index of its block."""

    blocks: tuple[frozenset[Hint], ...]
    proofs: tuple[Proof[Hint], ...]
    """For each block, a part of it that is already safe, and why."""
    bound: int
    """The fewest legal hints of a hand that the table allows: no partition can have more blocks."""

    def __len__(self) -> int:
        return len(self.blocks)

    def decode(self, hint: Hint) -> int:
        """Return the number that a hint stands for."""
        for number, block in enumerate(self.blocks):
            if hint in block:
                return number
        raise InputError(f"{hint!r} is in no block of this partition")

    def encode(self, number: int, legal: Iterable[Hint]) -> tuple[Hint, ...]:
        """Return the legal hints that stand for a number; every hand that the table allows has one."""
        if not 0 <= number < len(self.blocks):
            raise InputError(f"this partition encodes 0 to {len(self.blocks) - 1}, not {number}")
        return tuple(hint for hint in legal if hint in self.blocks[number])


@dataclass(frozen=True)
class PartitionProblem:
    """A table as masks: the values of each row, the copies of each value, the values each hint touches."""

    rows: tuple[int, ...]
    copies: tuple[int, ...] | None
    touch: tuple[int, ...]

    def proof(self, block: int) -> tuple[int, int] | None:
        """Return the smallest set of rows that proves a block safe, and how many copies avoid it; or None."""
        touched = 0
        for hint in members(block):
            touched |= self.touch[hint]
        away = [row & ~touched for row in self.rows]
        sizes = range(1, 2 if self.copies is None else len(away) + 1)
        for size in sizes:
            for chosen in combinations(range(len(away)), size):
                union = 0
                for row in chosen:
                    union |= away[row]
                copies = self._count(union)
                if copies < size:
                    return sum(1 << row for row in chosen), copies
        return None

    def _count(self, mask: int) -> int:
        """Count the copies of the values in a mask; without limits, one value is enough for a row."""
        if self.copies is None:
            return 1 if mask else 0
        return sum(self.copies[value] for value in members(mask))


def solve(problem: PartitionProblem) -> tuple[list[int], int]:
    """Return the largest family of disjoint safe blocks, and the fewest legal hints of any hand.

    Only minimal safe blocks matter. Ties are broken in a fixed way, so that all players find the same family:
    a hint is left out if possible, else the block with the smallest mask is taken.
    """
    hints = len(problem.touch)
    every = (1 << hints) - 1
    safe = [False] * (every + 1)
    smallest: list[list[int]] = [[] for _ in range(hints)]
    for block in range(1, every + 1):
        less = any(safe[block ^ 1 << hint] for hint in members(block))
        safe[block] = less or problem.proof(block) is not None
        if safe[block] and not less:
            smallest[(block & -block).bit_length() - 1].append(block)

    @cache
    def best(rest: int) -> tuple[int, ...]:
        """Return the best family that uses only these hints."""
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
    copies: Mapping[Any, int] | None = None,
    *,
    hints: Mapping[Hint, Collection[Hashable]] | Iterable[Hint] | None = None,
) -> Partition[Hint]:
    """Partition hints into as many blocks as possible, each with a legal hint whatever the hand is.

    Args:
        table: for each card of the hand, the values that it can have.
        copies: for each value, how many cards are left; without it, rows are independent.
        hints: the values that each hint touches; without it, every value is a hint that touches itself. A
            plain list of hints does the same for values that no row has.

    Raises:
        TooLargeError: If there are too many hints.
        InputError: If no hand fits the table.

    >>> found = partition(["RWYG", "WY", "YG", "R"], hints="RWYGB")
    >>> [sorted(block) for block in found.blocks]
    [['R', 'W'], ['B', 'G', 'Y']]
    """
    rows = [frozenset(row) for row in table]
    touches = _touches(rows, copies, hints)
    names = list(touches)
    if len(names) > MAX_HINTS:
        raise TooLargeError(f"{len(names)} hints are too many; at most {MAX_HINTS}")
    values = list(dict.fromkeys(value for touched in touches.values() for value in touched))
    place = {value: at for at, value in enumerate(values)}
    for at, row in enumerate(rows):
        if unknown := [value for value in row if value not in place]:
            raise InputError(f"row {at} can be {unknown[0]!r}, which no hint touches; add it to the hints")
    problem = PartitionProblem(
        tuple(sum(1 << place[value] for value in row) for row in rows),
        None if copies is None else tuple(copies.get(value, 0) for value in values),
        tuple(sum(1 << place[value] for value in touched) for touched in touches.values()),
    )
    if rows and problem.proof(0) is not None:  # even the empty block is safe
        raise InputError("no hand fits this table: some rows have too few copies left; count them again")
    return _named(problem, names)


def _touches(
    rows: list[frozenset[Hashable]],
    copies: Mapping[Any, int] | None,
    hints: Mapping[Hint, Collection[Hashable]] | Iterable[Hint] | None,
) -> "dict[Hint, Collection[Hashable]]":
    """Return the values that each hint touches."""
    if isinstance(hints, Mapping):
        return dict(hints)
    if hints is not None:
        return {hint: (hint,) for hint in hints}
    values = dict.fromkeys([*sorted({value for row in rows for value in row}, key=repr), *(copies or ())])
    return {value: (value,) for value in values}  # without hints, values are the hints


def _named(problem: PartitionProblem, names: list[Hint]) -> Partition[Hint]:
    """Put every hint in a block, spare hints in turn, and add the proofs."""
    family, fewest = solve(problem)
    blocks = list(family)
    spare = [hint for hint in range(len(names)) if not any(block >> hint & 1 for block in family)]
    for turn, hint in enumerate(spare if blocks else []):
        blocks[turn % len(blocks)] |= 1 << hint
    proofs = []
    for block in family:
        chosen, copies = problem.proof(block) or (0, 0)
        proofs.append(Proof(_names(block, names), tuple(members(chosen)), copies))
    return Partition(tuple(_names(block, names) for block in blocks), tuple(proofs), fewest)


def _names(mask: int, names: list[Hint]) -> frozenset[Hint]:
    return frozenset(names[hint] for hint in members(mask))


Kind = Literal["color", "number", "both"]


def clue_partition(
    variant: Variant, masks: Sequence[int], copies: Sequence[int] | None = None, *, kind: Kind = "both"
) -> Partition[Clue]:
    """Partition the clues for a hand into as many blocks as possible, each with a legal clue in every case.

    Args:
        variant: the variant, whose clues are partitioned.
        masks: for each card of the hand, the mask of the identities that it can have.
        copies: for each identity, how many cards are left; without it, the cards are independent.
        kind: which clues to use: `color`, `number` or `both`.
    """
    clues = [clue for clue in variant.clues() if kind in ("both", clue.kind)]
    return partition(
        [tuple(members(mask)) for mask in masks],
        None if copies is None else dict(enumerate(copies)),
        hints={clue: tuple(members(variant.touch(clue))) for clue in clues},
    )
