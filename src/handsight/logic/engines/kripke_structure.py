"""Kripke structures with listed worlds: an accessibility relation per agent, a valuation, and variables.

An announcement only selects some of the worlds, so all models after announcements share one structure.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.accessibility_relation import Relation
from handsight.logic.engines.engine import World

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
