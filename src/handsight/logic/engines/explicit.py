"""Models whose worlds are listed: bit sets, quick up to about a million worlds, and easy to believe."""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial, reduce
from itertools import compress, islice
from operator import or_
from random import Random
from typing import Any, Final, Self, TypeVar

from handsight.errors import InputError
from handsight.logic.engines.bisimulation import contracted
from handsight.logic.engines.engine import Back, World
from handsight.logic.engines.explicit_data import After, Column, Frame, after, check_number
from handsight.logic.engines.explicit_events import Pairs
from handsight.logic.engines.model import Model
from handsight.logic.engines.relation import FEW, Sight
from handsight.logic.engines.world_sets import flags, mask_of, mask_of_flags, worlds_of
from handsight.logic.formulas.event_model import EventModel
from handsight.logic.formulas.formula import TRUE, Formula, atom
from handsight.logic.formulas.names import unknown

W = TypeVar("W", bound=Hashable)

MOST_PAIRS: Final = 1 << 19
"""How many worlds there may be after an event: some seconds' work."""
MOST_MERGED: Final = 1 << 15
"""Among how many worlds after events alike ones are looked for: a row of them that outgrew it will go on."""
_MEMORY: Final = 1 << 31
"""How many bits of extensions a model keeps."""


class ExplicitModel(Model[int]):
    """A model with numbered worlds; a set of worlds is an int with a bit for each."""

    nowhere = 0

    def __init__(
        self,
        frame: Frame,
        alive: int | None = None,
        *,
        events: Mapping[str, EventModel] | None = None,
        actual: World | None = None,
    ) -> None:
        check_number(len(frame.worlds))
        self.frame = frame
        self.everywhere = (1 << len(frame.worlds)) - 1 if alive is None else alive
        self.agents = tuple(frame.sights)
        self.facts = frame.facts.keys()
        self.values = frame.values
        self.events = events or {}
        self.actual = actual
        self.known: dict[Formula, int] = {}
        self.updates: dict[object, Any] = {}
        self._joins: dict[tuple[str, ...], Sight] = {}
        if actual is not None:
            self.at(actual)

    @classmethod
    def of(  # noqa: PLR0913 one keyword for each part of a model
        cls,
        worlds: Iterable[W],
        *,
        sees: Mapping[str, Callable[[W], Hashable]] | None = None,
        believes: Mapping[str, Callable[[W], Iterable[W]]] | None = None,
        facts: Mapping[str, Callable[[W], object]] | None = None,
        values: Mapping[str, Callable[[W], object]] | None = None,
        among: Mapping[str, Iterable[object]] | None = None,
        events: Mapping[str, EventModel] | None = None,
        actual: W | None = None,
    ) -> Self:
        """The model of these worlds, where each agent sees what its function shows of a world.

        *believes* gives the worlds that an agent who may be wrong thinks possible; *among* gives values that
        a variable might have, beside those it has.
        """
        listed = list(worlds)
        number = {world: k for k, world in enumerate(listed)}
        if len(number) < len(listed):
            raise InputError("two worlds have the same name; give each its own")
        sights = {agent: Sight.by(map(look, listed)) for agent, look in (sees or {}).items()}
        for agent, thinks in (believes or {}).items():
            sights[agent] = Sight.believing(mask_of(number[w] for w in thinks(world)) for world in listed)
        truths = {
            atom(name).label[0]: mask_of_flags(bytes(bool(true(world)) for world in listed))
            for name, true in (facts or {}).items()
        }
        columns = {
            name: Column.of(map(held, listed), (among or {}).get(name, ()))
            for name, held in (values or {}).items()
        }
        return cls(Frame(listed, sights, truths, columns), events=events, actual=actual)

    def fact(self, name: str) -> int:
        """Where the atom is true."""
        return self.frame.facts[name] & self.everywhere

    def value(self, variable: str, held: str) -> int:
        """Where the variable has this value."""
        return self.frame.values[variable].where(held) & self.everywhere

    def value_known(self, agent: str, variable: str) -> int:
        """Where the agent knows the variable's value, in one pass."""
        return self.frame.sights[agent].constant(self.everywhere, self.frame.values[variable].sight)

    def pooled(self, group: Sequence[str], s: int) -> int:
        """Where the group together knows s."""
        return self.frame.pooled(group).known(self.everywhere, s)

    def common(self, group: Sequence[str], s: int) -> int:
        """Where s is common knowledge: with many views by joining them, since chains of doubt may be long."""
        members = tuple(group)
        sights = [self.frame.sights[agent] for agent in members]
        if max(sight.number for sight in sights) <= FEW or not all(sight.truthful for sight in sights):
            return super().common(group, s)
        if members not in self._joins:
            self._joins[members] = Sight.joined(sights, self.everywhere)
        return self._joins[members].known(self.everywhere, s)

    def considered(self, group: Sequence[str], s: int) -> int:
        """What the group together thinks possible somewhere in s."""
        return self.frame.pooled(group).considered(self.everywhere, s)

    def reached(self, group: Sequence[str], s: int) -> int:
        """The smallest set around s that no member of the group, in it, thinks it could be out of."""
        inside, new = s, s
        while new:
            seen = reduce(or_, (self.considered((agent,), new) for agent in group), 0)
            inside, new = inside | seen, seen & ~inside
        return inside

    def restricted(self, s: int) -> Self:
        """The model of the worlds in s; the frame is shared."""
        if s == self.everywhere:
            return self
        actual = self.actual if self.actual is not None and s & self.at(self.actual) else None
        return self._like(self.frame, s, actual)

    def split(self, group: Sequence[str], s: int) -> tuple[Self, Back[int]]:
        """The same worlds, the group now telling s from the rest."""
        learnt = {agent: self.frame.sights[agent].split(s) for agent in group}
        before = self.frame.sights
        if all(before[a].truthful and sight.number == before[a].number for a, sight in learnt.items()):
            return self, _same
        frame = replace(self.frame, sights={**before, **learnt})
        return self._like(frame, self.everywhere, self.actual), _same

    def product(
        self, events: EventModel, pre: Mapping[str, int], post: Mapping[str, Mapping[str, int]]
    ) -> tuple[Self, Mapping[str, Back[int]]]:
        """The model of the pairs of a world and an event that can happen there."""
        check_number(sum(s.bit_count() for s in pre.values()), MOST_PAIRS)
        pairs = Pairs(self.frame, events, pre)
        return self._like(pairs.frame(post), None, None), {name: partial(pairs.back, name) for name in pre}

    def contracted(self, facts: Iterable[str] | None = None, values: Iterable[str] | None = None) -> Self:
        """One world for all that behave alike, as far as these facts and values go (all, if none are named).

        Every formula over them keeps its truth, except D, which is refused; `frame.merged` counts the worlds.
        """
        kept = list(self.frame.facts if facts is None else facts)
        frame, block = contracted(
            self.frame, self.everywhere, kept, list(self.frame.values if values is None else values)
        )
        actual = None
        if self.actual is not None:
            before = self.everywhere & (self.at(self.actual) - 1)
            actual = frame.worlds[block[before.bit_count()]]
        return self._like(frame, None, actual)

    def condensed(self, back: Mapping[str, Back[int]]) -> tuple[Self, Mapping[str, Back[int]]]:
        """One world for all that behave alike, where that is worth the work."""
        if not self.growing:
            return self, back
        frame, block = contracted(self.frame, self.everywhere, self.frame.facts, self.frame.values)

        def opened(s: int) -> int:
            inside = flags(s, len(frame.worlds))
            return mask_of_flags(bytes(map(inside.__getitem__, block)))

        small = self._like(frame, None, None)
        return small, {name: partial(_by_way_of, opened, way) for name, way in back.items()}

    @property
    def growing(self) -> bool:
        """Whether merging pays: more than one event has happened, and the worlds are not past it already."""
        first = self.frame.worlds[0] if 0 < len(self.frame.worlds) <= MOST_MERGED else None
        return isinstance(first, After) and len(first.happened) > 1

    def weight(self, formula: Formula = TRUE) -> int:
        """In how many worlds the formula is true, merged ones counted apart."""
        here, merged = self.extension(formula), self.frame.merged
        return here.bit_count() if merged is None else sum(compress(merged, flags(here, len(merged))))

    def pair(self, world: World, happening: str) -> World:
        """The name of a world after an event."""
        return after(world, happening)

    def pointed(self, world: World | None) -> Self:
        """The same model with this actual world."""
        return self._like(self.frame, self.everywhere, world)

    def knowing(self, events: Mapping[str, EventModel]) -> Self:
        """The same model whose formulas may also name these event models."""
        model = self.pointed(self.actual)
        model.events = {**self.events, **events}
        return model

    def size(self, s: int) -> int:
        """The exact number of worlds."""
        return s.bit_count()

    def each(self, s: int) -> Iterator[World]:
        """The worlds one by one, in the order of their numbers."""
        return compress(self.frame.worlds, flags(s, len(self.frame.worlds)))

    def drawn(self, s: int, dice: Random) -> World:
        """A world of the set, each equally likely."""
        return self.frame.worlds[dice.choice(list(worlds_of(s)))]

    def at(self, world: World) -> int:
        """The set of this world alone."""
        number = self.frame.find(world)
        if number is None or not self.everywhere >> number & 1:
            raise unknown(
                "world", str(world), [str(other) for other in islice(self.each(self.everywhere), 1000)]
            )
        return 1 << number

    def remember(self, f: Formula, s: int) -> None:
        """Keep the extension, unless memory runs full."""
        if len(self.known) * len(self.frame.worlds) > _MEMORY:
            self.known.clear()
        self.known[f] = s

    def _like(self, frame: Frame, alive: int | None, actual: World | None) -> Self:
        return type(self)(frame, alive, events=self.events, actual=actual)


def _same(s: int) -> int:
    return s


def _by_way_of(opened: Back[int], way: Back[int], s: int) -> int:
    return way(opened(s))
