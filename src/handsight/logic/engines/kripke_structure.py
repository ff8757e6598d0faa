"""Kripke structures with listed worlds: an accessibility relation per agent, a valuation, and variables.

Worlds are numbered from 0. Worlds that look the same to an agent form a *cell* of its partition. For
knowledge the agent considers possible exactly the worlds of its cell: the relation is an equivalence. For
belief, which may be false, each cell has its own set of worlds considered possible. A relation stores the
cell number of each world; the bit mask of each cell is made when it is first needed. Masks are fast with few
cells, numbers with many. An announcement only selects some of the worlds, so all models after announcements
share one structure.
"""

from collections import Counter
from collections.abc import Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from itertools import compress
from operator import and_, itemgetter, or_
from typing import Final

from handsight.errors import InputError, TooLargeError
from handsight.game.bitmask import flags, mask_of, mask_of_flags, members

World = Hashable
MAX_BITS: Final = 1 << 32
"""The memory, in bits, for the masks of one agent whose beliefs may be false."""
FEW_CELLS: Final = 512
"""With at most this many cells a loop over masks is faster than a loop over worlds."""


class Relation:
    """One agent's accessibility relation: the cell of each world, and what is possible in each cell.

    Cells are numbered from 0; *accessible* has a mask of worlds for each, or is None for an equivalence.
    """

    def __init__(
        self, cell_of: Sequence[int], cell_count: int, accessible: Sequence[int] | None = None
    ) -> None:
        self.cell_of = cell_of
        self.cell_count = cell_count
        self._accessible = accessible

    @classmethod
    def by_observation(cls, observations: Iterable[Hashable]) -> "Relation":
        """Return the relation of an agent that cannot distinguish worlds with equal observations."""
        numbers: dict[Hashable, int] = {}
        cell_of = [numbers.setdefault(observed, len(numbers)) for observed in observations]
        return cls(cell_of, len(numbers))

    @classmethod
    def by_belief(cls, possible: Iterable[int]) -> "Relation":
        """Return the relation of an agent that, in each world, considers the worlds of that mask possible."""
        numbers: dict[int, int] = {}
        cell_of: list[int] = []
        bits = 0
        for mask in possible:
            if mask not in numbers:
                numbers[mask] = len(numbers)
                bits += mask.bit_length()
                if bits > MAX_BITS:
                    raise TooLargeError(
                        f"the beliefs of one agent take more than {MAX_BITS:,} bits; use a smaller model"
                    )
            cell_of.append(numbers[mask])
        relation = cls(cell_of, len(numbers), list(numbers))
        return cls(cell_of, len(numbers)) if relation.cells == relation.accessible else relation

    @classmethod
    def distributed(cls, relations: Sequence["Relation"]) -> "Relation":
        """Return the intersection of the relations: what these agents can distinguish together."""
        if len(relations) == 1:
            return relations[0]
        numbers: dict[tuple[int, ...], int] = {}
        together = zip(*(relation.cell_of for relation in relations), strict=True)
        cell_of = [numbers.setdefault(cells, len(numbers)) for cells in together]
        if all(relation.is_equivalence for relation in relations):
            return cls(cell_of, len(numbers))
        possible = [
            reduce(and_, (relation.accessible[cell] for relation, cell in zip(relations, cells, strict=True)))
            for cells in numbers
        ]
        return cls(cell_of, len(numbers), possible)

    @classmethod
    def joined(cls, relations: Sequence["Relation"], domain: int) -> "Relation":
        """Return the transitive closure of the union of equivalence relations, inside the domain.

        An agent with this relation knows exactly what is common knowledge among the agents with the given
        ones. Cells that overlap are merged (union-find), since chains may be as long as there are worlds.
        """
        first, *others = relations
        root = list(range(first.cell_count))

        def find(cell: int) -> int:
            while root[cell] != cell:
                root[cell] = root[root[cell]]
                cell = root[cell]
            return cell

        inside = flags(domain, len(first.cell_of))
        for other in others:
            met: dict[int, int] = {}
            for mine, theirs in set(compress(zip(first.cell_of, other.cell_of, strict=True), inside)):
                root[find(mine)] = find(met.setdefault(theirs, mine))
        return cls.by_observation(map(find, first.cell_of))

    @property
    def is_equivalence(self) -> bool:
        """Whether this is an equivalence relation (knowledge, never false belief)."""
        return self._accessible is None

    @cached_property
    def cells(self) -> list[int]:
        """For each cell the mask of its worlds."""
        worlds: list[list[int]] = [[] for _ in range(self.cell_count)]
        for world, cell in enumerate(self.cell_of):
            worlds[cell].append(world)
        return list(map(mask_of, worlds))

    def cell(self, number: int) -> int:
        """Return the mask of the worlds in one cell."""
        if self.cell_count <= FEW_CELLS:
            return self.cells[number]
        return mask_of_flags(bytes(map(number.__eq__, self.cell_of)))

    @property
    def accessible(self) -> Sequence[int]:
        """For each cell the mask of the worlds considered possible there."""
        return self.cells if self._accessible is None else self._accessible

    def known(self, domain: int, s: int) -> int:
        """Return the worlds of the domain where the agent knows that the world is in s (the modal box)."""
        outside = domain & ~s
        if self.is_equivalence and self.cell_count > FEW_CELLS:
            return self._known_by_numbers(outside) & domain
        known = 0
        for cell, possible in zip(self.cells, self.accessible, strict=True):
            if not possible & outside:
                known |= cell
        return known & domain

    def _known_by_numbers(self, outside: int) -> int:
        keep = bytearray(b"\1") * self.cell_count
        for cell in self._cells_meeting(outside):
            keep[cell] = 0
        return self._worlds(keep)

    def _cells_meeting(self, s: int) -> set[int]:
        return set(compress(self.cell_of, flags(s, len(self.cell_of))))

    def _worlds(self, keep: bytes | bytearray) -> int:
        """Return the worlds of the cells that are marked."""
        return mask_of_flags(bytes(map(keep.__getitem__, self.cell_of)))

    def constant_for(self, domain: int, other: "Relation") -> int:
        """Return the worlds where all worlds considered possible lie in one cell of *other*."""
        if self.is_equivalence:
            inside = flags(domain, len(self.cell_of))
            pairs = set(compress(zip(self.cell_of, other.cell_of, strict=True), inside))
            times = Counter(map(itemgetter(0), pairs))
            several = {cell for cell, number in times.items() if number > 1}
        else:
            several = {
                cell
                for cell, possible in enumerate(self.accessible)
                if len({other.cell_of[world] for world in members(possible & domain)}) > 1
            }
        return self._worlds(bytes(cell not in several for cell in range(self.cell_count))) & domain

    def image(self, domain: int, s: int) -> int:
        """Return the worlds of the domain that the agent considers possible in some world of s."""
        cells = self._cells_meeting(s & domain)
        if self.is_equivalence:
            return self._worlds(bytes(cell in cells for cell in range(self.cell_count))) & domain
        return reduce(or_, (self.accessible[cell] for cell in cells), 0) & domain

    def refined_by(self, s: int) -> "Relation":
        """Return the relation of the agent once it has also learned whether the world is in s."""
        inside = flags(s, len(self.cell_of))
        if self.is_equivalence:
            return Relation.by_observation(zip(self.cell_of, inside, strict=True))
        return Relation.by_belief(
            self.accessible[cell] & (s if is_inside else ~s)
            for cell, is_inside in zip(self.cell_of, inside, strict=True)
        )


MAX_WORLDS: Final = 4_000_000


@dataclass(frozen=True, slots=True)
class WorldAfterEvents:
    """The name of a world after events: the world at the start, and the events that occurred since."""

    start: World
    occurred: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((str(self.start), *self.occurred))


def world_after(world: World, event: str) -> WorldAfterEvents:
    """Return the name of a world after one more event."""
    if isinstance(world, WorldAfterEvents):
        return WorldAfterEvents(world.start, (*world.occurred, event))
    return WorldAfterEvents(world, (event,))


class VariableValues(Collection[str]):
    """The values of one variable: which worlds have the same value, and which value each number stands for.

    As a collection it holds the texts of the values, which are made when they are first needed.
    """

    def __init__(self, relation: Relation, values: Sequence[object]) -> None:
        self.relation = relation
        """Worlds in the same cell have the same value."""
        self.values = values
        """The value that each cell stands for."""

    @classmethod
    def of(cls, values: Iterable[object], possible: Iterable[object] = ()) -> "VariableValues":
        """Return the variable with these values, world by world; *possible* lists further possible values."""
        numbers = {value: number for number, value in enumerate(possible)}
        cell_of = [numbers.setdefault(value, len(numbers)) for value in values]
        return cls(Relation(cell_of, len(numbers)), list(numbers))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each value, by its text."""
        return {value_text(value): number for number, value in enumerate(self.values)}

    def worlds_with(self, value: str) -> int:
        """Return the mask of the worlds where the variable has that value."""
        return self.relation.cell(self.numbers[value])

    def with_numbers(self, numbers: Iterable[int]) -> "VariableValues":
        """Return the same variable over other worlds, given the number of the value in each."""
        return VariableValues(Relation(list(numbers), self.relation.cell_count), self.values)

    def __contains__(self, value: object) -> bool:
        return value in self.numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.values)


def value_text(value: object) -> str:
    """Return a value as formulas write it: 17, North, and 4_13 for the pair (4, 13)."""
    return "_".join(map(value_text, value)) if isinstance(value, tuple) else str(value)


def check_world_count(worlds: int, limit: int = MAX_WORLDS) -> None:
    """Raise TooLargeError if a model would have more worlds than can be listed."""
    if worlds > limit:
        raise TooLargeError(f"the model would have {worlds:,} worlds; {limit:,} is the most that are listed")


@dataclass(frozen=True)
class KripkeStructure:
    """Listed worlds, accessibility relations, the valuation of atoms, and the values of variables."""

    worlds: Sequence[World]
    relations: Mapping[str, Relation]
    atoms: Mapping[str, int]
    """For each atom the mask of the worlds where it is true."""
    values: Mapping[str, VariableValues]
    merged: Sequence[int] | None = None
    """After bisimulation contraction, how many worlds each world stands for."""

    @cached_property
    def index(self) -> dict[World, int]:
        """The index of each world."""
        return {world: index for index, world in enumerate(self.worlds)}

    @cached_property
    def _distributed(self) -> dict[tuple[str, ...], Relation]:
        return {}

    def distributed_relation(self, group: Sequence[str]) -> Relation:
        """Return what the group can distinguish together, for distributed knowledge."""
        if self.merged is not None and len(group) > 1:
            raise InputError(
                "bisimulation contraction does not keep distributed knowledge; evaluate D before contracting"
            )
        agents = tuple(group)
        if agents not in self._distributed:
            self._distributed[agents] = Relation.distributed([self.relations[agent] for agent in agents])
        return self._distributed[agents]
