"""What announcements leave as it is: worlds by number, and what is true and seen in them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Final

from handsight.errors import CapError, InputError
from handsight.logic.engine import World
from handsight.logic.sight import Sight

MOST_WORLDS: Final = 4_000_000
MOST_BITS: Final = 1 << 32
"""Worlds times views of an agent whose beliefs may be wrong: what its masks take in memory."""


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


Column = tuple[Sight, Mapping[str, int]]
"""A variable: which worlds share its value, and the number of each value in that sight."""


def column(held: Iterable[object], among: Iterable[str] = ()) -> Column:
    """The variable that holds these values, world by world; it might have held any of *among* as well."""
    numbers: dict[str, int] = {text: number for number, text in enumerate(among)}
    views = [numbers.setdefault(text_of(value), len(numbers)) for value in held]
    return Sight(views, len(numbers)), numbers


def text_of(value: object) -> str:
    """A value as formulas name it: 17, North, and 4_13 for the pair (4, 13)."""
    return "_".join(map(text_of, value)) if isinstance(value, tuple) else str(value)


def check_number(worlds: int) -> None:
    """Refuse a model with more worlds than can be listed."""
    if worlds > MOST_WORLDS:
        raise CapError(f"the model would have {worlds:,} worlds; {MOST_WORLDS:,} is the most that are listed")


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
