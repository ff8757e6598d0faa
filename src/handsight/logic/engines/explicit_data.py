"""What announcements leave as it is: worlds by number, and what is true and seen in them."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.engine import World
from handsight.logic.engines.relation import Sight

MOST_WORLDS: Final = 4_000_000


@dataclass(frozen=True, slots=True)
class After:
    """A world after events: how it began, and what happened."""

    start: World
    happened: tuple[str, ...]

    def __str__(self) -> str:
        return " ".join((str(self.start), *self.happened))


def after(world: World, happening: str) -> After:
    """The world after one more event."""
    if isinstance(world, After):
        return After(world.start, (*world.happened, happening))
    return After(world, (happening,))


class Column(Collection[str]):
    """A variable: which worlds share its value, and its values, named when somebody asks."""

    def __init__(self, sight: Sight, held: Sequence[object]) -> None:
        self.sight = sight
        self.held = held
        """The value that each number of the sight stands for."""

    @classmethod
    def of(cls, held: Iterable[object], among: Iterable[object] = ()) -> "Column":
        """The variable with these values, world by world; it might have held any of *among* as well."""
        numbers = {value: number for number, value in enumerate(among)}
        views = [numbers.setdefault(value, len(numbers)) for value in held]
        return cls(Sight(views, len(numbers)), list(numbers))

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The number of each value, by its text."""
        return {text_of(value): number for number, value in enumerate(self.held)}

    def where(self, value: str) -> int:
        """The worlds with that value."""
        return self.sight.cell(self.numbers[value])

    def along(self, views: Iterable[int]) -> "Column":
        """The same variable over other worlds."""
        return Column(Sight(list(views), self.sight.number), self.held)

    def __contains__(self, value: object) -> bool:
        return value in self.numbers

    def __iter__(self) -> Iterator[str]:
        return iter(self.numbers)

    def __len__(self) -> int:
        return len(self.held)


def text_of(value: object) -> str:
    """A value as formulas name it: 17, North, and 4_13 for the pair (4, 13)."""
    return "_".join(map(text_of, value)) if isinstance(value, tuple) else str(value)


def check_number(worlds: int, most: int = MOST_WORLDS) -> None:
    """Refuse a model with more worlds than can be listed."""
    if worlds > most:
        raise TooLargeError(f"the model would have {worlds:,} worlds; {most:,} is the most that are listed")


@dataclass(frozen=True)
class Frame:
    """Worlds, and for each agent, fact and variable how it lies on them."""

    worlds: Sequence[World]
    sights: Mapping[str, Sight]
    facts: Mapping[str, int]
    values: Mapping[str, Column]
    merged: Sequence[int] | None = None
    """After contraction, how many worlds each world stands for."""

    @cached_property
    def _number(self) -> dict[World, int]:
        return {world: number for number, world in enumerate(self.worlds)}

    def find(self, world: World) -> int | None:
        """The number of the world, if it is one."""
        return self._number.get(world)

    @cached_property
    def _groups(self) -> dict[tuple[str, ...], Sight]:
        return {}

    def pooled(self, group: Sequence[str]) -> Sight:
        """What the group can tell apart together."""
        if self.merged is not None and len(group) > 1:
            raise InputError(
                "a contracted model forgets what a group knows together; ask D before contracting"
            )
        members = tuple(group)
        if members not in self._groups:
            self._groups[members] = Sight.pooled([self.sights[agent] for agent in members])
        return self._groups[members]
