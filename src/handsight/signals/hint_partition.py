"""The largest partition of hints into blocks such that each block contains a legal hint in every case.

A table has a row for every card of a hand: the values that the card can have, by public facts. A hint is
legal if it touches some card of the hand. A block of hints is *safe* if every hand that the table allows
makes one of its hints legal; `partition_search` decides that, proves it, and finds the most disjoint blocks.
"""

from collections.abc import Collection, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from handsight.errors import InputError
from handsight.game.bitmask import members
from handsight.signals.partition_search import STEPS, PartitionProblem, solve

Hint = TypeVar("Hint", bound=Hashable)


@dataclass(frozen=True)
class Proof(Generic[Hint]):
    """A proof that a block is safe: some rows need more cards than there are copies that avoid the block."""

    block: frozenset[Hint]
    rows: tuple[int, ...]
    """The rows; none where a hint of the block is always legal."""
    copies: int
    """How many copies these rows can hold that no hint of the block touches; fewer than the rows."""


@dataclass(frozen=True)
class Partition(Generic[Hint]):
    """A code: the number of a hint is the index of its block."""

    blocks: tuple[frozenset[Hint], ...]
    proofs: tuple[Proof[Hint], ...]
    """For each block, a part of it that is already safe, and why."""
    bound: int
    """The fewest legal hints of a hand that the table allows: no partition can have more blocks."""
    hand: tuple[Any, ...] = ()
    """A hand with that few legal hints, a value for each row."""
    hand_hints: frozenset[Hint] = frozenset()
    """The hints that are legal in that hand."""
    most: int = 0
    """No partition has more blocks than this: the bound, or fewer where a search has ruled more out."""
    steps: int = 0
    """How many steps the search took."""

    @property
    def proved(self) -> bool:
        """Whether this is proved to be the largest; if not, there may be one of up to *most* blocks."""
        return len(self.blocks) == self.most

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


def partition(
    table: Sequence[Iterable[Hashable]],
    copies: Mapping[Any, int] | None = None,
    *,
    hints: Mapping[Hint, Collection[Hashable]] | Iterable[Hint] | None = None,
    always: Collection[Hint] = (),
    steps: int = STEPS,
) -> Partition[Hint]:
    """Partition hints into as many blocks as possible, each with a legal hint whatever the hand is.

    Args:
        table: for each card of the hand, the values that it can have.
        copies: for each value, how many cards are left; without it, rows are independent.
        hints: the values that each hint touches; without it, every value is a hint that touches itself. A
            plain list of hints does the same for values that no row has.
        always: hints that are legal in every hand, whatever they touch.
        steps: how long to search for a larger partition and for a proof that there is none. Where they do
            not suffice, the result is a partition all the same: `proved` is false, and `most` bounds it.

    Raises:
        InputError: If no hand fits the table.

    Examples:
        >>> found = partition(["RWYG", "WY", "YG", "R"], hints="RWYGB")
        >>> [sorted(block) for block in found.blocks]
        [['R', 'W'], ['B', 'G', 'Y']]
    """
    return named_problem(table, copies, hints=hints, always=always).partition(steps)


@dataclass(frozen=True)
class NamedProblem(Generic[Hint]):
    """A problem as masks, with the names of its hints and values."""

    problem: PartitionProblem
    names: tuple[Hint, ...]
    values: tuple[Any, ...]

    def mask(self, block: Iterable[Hint]) -> int:
        """Return a set of hints as a mask."""
        places = {name: at for at, name in enumerate(self.names)}
        return sum(1 << places[hint] for hint in set(block))

    def hints(self, mask: int) -> frozenset[Hint]:
        """Return the hints of a mask."""
        return frozenset(self.names[hint] for hint in members(mask))

    def proof(self, block: Iterable[Hint]) -> Proof[Hint] | None:
        """Prove that a block is safe; None if it is not."""
        mask = self.mask(block)
        found = self.problem.proof(mask)
        return None if found is None else Proof(self.hints(mask), tuple(members(found[0])), found[1])

    def hand(self, block: Iterable[Hint]) -> tuple[Any, ...] | None:
        """Return a hand in which no hint of a block is legal; None if the block is safe."""
        hand = self.problem.hand(self.mask(block))
        return None if hand is None else tuple(self.values[value] for value in hand)

    def partition(self, steps: int = STEPS) -> Partition[Hint]:
        """Return the largest partition found, with proofs; spare hints join the blocks in turn."""
        found = solve(self.problem, steps)
        blocks = list(found.family)
        spare = [hint for hint in range(len(self.names)) if not any(block >> hint & 1 for block in blocks)]
        for turn, hint in enumerate(spare if blocks else []):
            blocks[turn % len(blocks)] |= 1 << hint
        proofs = (self.proof(self.hints(block)) for block in found.family)
        return Partition(
            tuple(map(self.hints, blocks)),
            tuple(proof for proof in proofs if proof),
            found.fewest,
            hand=tuple(self.values[value] for value in found.hand),
            hand_hints=self.hints(self.problem.legal(found.hand)),
            most=found.most,
            steps=found.steps,
        )


def named_problem(
    table: Sequence[Iterable[Hashable]],
    copies: Mapping[Any, int] | None = None,
    *,
    hints: Mapping[Hint, Collection[Hashable]] | Iterable[Hint] | None = None,
    always: Collection[Hint] = (),
) -> NamedProblem[Hint]:
    """Return a table as masks; the arguments and errors are those of `partition`."""
    rows = [frozenset(row) for row in table]
    touches = _touches(rows, copies, hints)
    names = tuple(touches)
    touched = sorted({value for values in touches.values() for value in values}, key=repr)
    untouched = sorted({value for row in rows for value in row}.difference(touched), key=repr)
    if untouched and not isinstance(hints, Mapping):
        at = next(at for at, row in enumerate(rows) if untouched[0] in row)
        raise InputError(f"row {at} can be {untouched[0]!r}, which no hint touches; add it to the hints")
    values = (*touched, *untouched)
    place = {value: at for at, value in enumerate(values)}
    problem = PartitionProblem(
        tuple(sum(1 << place[value] for value in row) for row in rows),
        None if copies is None else tuple(copies.get(value, 0) for value in values),
        tuple(sum(1 << place[value] for value in set(values)) for values in touches.values()),
        sum(1 << at for at, name in enumerate(names) if name in always),
    )
    if problem.hand(0) is None:
        raise InputError("no hand fits this table: some rows have too few copies left; count them again")
    return NamedProblem(problem, names, values)


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
