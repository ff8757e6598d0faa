"""The product of a symbolic model with an event model: new variables say which event happened.

One block of levels writes the number of the event. An agent that tells events apart only in groups observes
a block that writes the number of the group; agents with the same groups share it. A changed fact becomes a
diagram over the old levels and the event: what it was stays readable, and who saw the old fact still does.
"""

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce
from operator import or_

from handsight.errors import InputError
from handsight.logic.engines.bdd import Diagram, Diagrams
from handsight.logic.engines.symbolic_variables import ByHistory, Layout, digits
from handsight.logic.formulas.event_model import EventModel

Groups = tuple[int, ...]
"""For each event the number of its group."""


class Happenings:
    """The events of an event model as diagrams over new levels of a layout."""

    def __init__(self, old: Layout, events: EventModel, pre: Mapping[str, Diagram]) -> None:
        self.old = old
        self.names = tuple(events.events)
        self._levels = range(old.end, old.end + digits(len(self.names)))
        self._end = self._levels.stop
        self._blocks: dict[Groups, range] = {tuple(range(len(self.names))): self._levels}
        self._observed = {agent: self._block(_groups(events, agent)) for agent in old.sees}
        self._signs = {name: self._sign(number) for number, name in enumerate(self.names)}
        self._steps = {name: pre[name] & sign for name, sign in self._signs.items()}

    @property
    def _diagrams(self) -> Diagrams:
        return self.old.diagrams

    @property
    def _new(self) -> range:
        return range(self.old.end, self._end)

    def _block(self, groups: Groups) -> range:
        if groups not in self._blocks:
            start, self._end = self._end, self._end + digits(1 + max(groups))
            self._blocks[groups] = range(start, self._end)
        return self._blocks[groups]

    def _sign(self, number: int) -> Diagram:
        """What the new levels say when this event happens."""
        signs = [self._diagrams.number(levels, groups[number]) for groups, levels in self._blocks.items()]
        return reduce(lambda one, other: one & other, signs)

    @property
    def law(self) -> Diagram:
        """Each event where it can happen."""
        return self._either(self._steps)

    def layout(self, post: Mapping[str, Mapping[str, Diagram]]) -> Layout:
        """Facts as the events leave them, and what agents observe of the events."""
        facts = dict(self.old.facts)
        for fact in {fact for changes in post.values() for fact in changes}:
            before = self.old.fact(fact)
            facts[fact] = self._either(
                {name: self._signs[name] & changes.get(fact, before) for name, changes in post.items()}
            )
        sees = {agent: seen | set(self._observed[agent]) for agent, seen in self.old.sees.items()}
        naming = ByHistory(self.old.naming, self._levels, self.names)
        return replace(self.old, levels=(*self.old.levels, *self._new), facts=facts, sees=sees, naming=naming)

    def _either(self, parts: Mapping[str, Diagram]) -> Diagram:
        return reduce(or_, parts.values(), self._diagrams.false)

    def back(self, name: str, s: Diagram) -> Diagram:
        """The old worlds that this event leads into s."""
        return self._diagrams.forget(self._new, s, self._steps[name])


def _groups(events: EventModel, agent: str) -> Groups:
    """For each event the number of the group in which the agent cannot tell it from others."""
    if not events.truthful(agent):
        raise InputError(
            f"{agent} may be wrong about what happened; a model with a law holds knowledge, not belief: "
            "list its worlds instead"
        )
    numbers: dict[frozenset[str], int] = {}
    return tuple(numbers.setdefault(events.considers[agent][name], len(numbers)) for name in events.events)
