"""The product of a model with an event model: pairs of a world and an event that can happen in it."""

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain, compress
from typing import TypeVar

from handsight.errors import TooLargeError
from handsight.logic.engines.explicit_data import Frame, after
from handsight.logic.engines.relation import MOST_BITS, Sight
from handsight.logic.engines.world_sets import flags, mask_of, mask_of_flags
from handsight.logic.formulas.event_model import EventModel

T = TypeVar("T")


class Pairs:
    """The pairs, event by event and in each event by the number of the world."""

    def __init__(self, frame: Frame, events: EventModel, pre: Mapping[str, int]) -> None:
        self.old = frame
        self.events = events
        self.marks = {name: flags(here, len(frame.worlds)) for name, here in pre.items()}
        self.number = {name: here.bit_count() for name, here in pre.items()}

    def frame(self, post: Mapping[str, Mapping[str, int]]) -> Frame:
        """Worlds, sights, facts as the events leave them, and values."""
        wide = len(self.old.worlds)
        names = [after(world, name) for name in self.marks for world in self._of(name, self.old.worlds)]
        facts = {}
        for fact, before in self.old.facts.items():
            unchanged = flags(before, wide)
            columns = (
                self._of(name, flags(post[name][fact], wide) if fact in post[name] else unchanged)
                for name in self.marks
            )
            facts[fact] = mask_of_flags(bytes(chain.from_iterable(columns)))
        values = {x: column.along(self._all(column.sight.views)) for x, column in self.old.values.items()}
        merged = None if self.old.merged is None else list(self._all(self.old.merged))
        return Frame(names, {agent: self._sight(agent) for agent in self.old.sights}, facts, values, merged)

    def back(self, name: str, s: int) -> int:
        """The old worlds that this event leads into s."""
        start = 0
        for other, number in self.number.items():
            if other == name:
                break
            start += number
        inside = flags(s, sum(self.number.values()))[start : start + self.number[name]]
        return mask_of(compress(self._of(name, range(len(self.old.worlds))), inside))

    def _of(self, name: str, column: Sequence[T]) -> Iterator[T]:
        return compress(column, self.marks[name])

    def _all(self, column: Sequence[T]) -> Iterator[T]:
        return chain.from_iterable(self._of(name, column) for name in self.marks)

    def _sight(self, agent: str) -> Sight:
        """Two pairs look alike when both their worlds and their events do."""
        sight, considered = self.old.sights[agent], self.events.considers[agent]
        looks = ((view, considered[name]) for name in self.marks for view in self._of(name, sight.views))
        if sight.truthful and self.events.truthful(agent):
            return Sight.by(looks)
        masks: dict[tuple[int, frozenset[str]], int] = {}
        possible = []
        for look in looks:
            if look not in masks:
                masks[look] = self._considered(sight.considers[look[0]], look[1])
                if (bits := len(masks) * sum(self.number.values())) > MOST_BITS:
                    raise TooLargeError(
                        f"what {agent} believes after the events would take {bits:,} bits; ask less"
                    )
            possible.append(masks[look])
        return Sight.believing(possible)

    def _considered(self, worlds: int, events: frozenset[str]) -> int:
        inside, outside = flags(worlds, len(self.old.worlds)), bytes(len(self.old.worlds))
        columns = (self._of(name, inside if name in events else outside) for name in self.marks)
        return mask_of_flags(bytes(chain.from_iterable(columns)))
