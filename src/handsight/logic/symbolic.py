"""Models whose worlds are described: a law over yes-or-no variables, of which each agent observes some.

Two worlds look alike to an agent exactly when they agree on what it observes. A set of worlds is a decision
diagram, so billions of worlds can be held; only knowledge, though: nobody here believes what is false.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import islice
from random import Random
from typing import Any, Final, Self

from handsight.logic.bdd import Diagram, diagrams
from handsight.logic.engine import Back, World
from handsight.logic.events import EventModel
from handsight.logic.formula import TRUE, Formula
from handsight.logic.frame import after
from handsight.logic.history import Happenings
from handsight.logic.layout import Layout, laid_out
from handsight.logic.model import Model
from handsight.logic.names import unknown
from handsight.logic.tally import Tally, each

_MOST_KNOWN: Final = 200_000
_MOST_TALLIES: Final = 8


class SymbolicModel(Model[Diagram]):
    """A model with a law; *everywhere* is the law."""

    def __init__(
        self,
        layout: Layout,
        law: Diagram,
        *,
        events: Mapping[str, EventModel] | None = None,
        actual: World | None = None,
    ) -> None:
        self.layout = layout
        self.everywhere = law
        self.nowhere = layout.diagrams.false
        self.agents = tuple(layout.sees)
        self.facts = layout.facts.keys()
        self.values = layout.values
        self.events = events or {}
        self.actual = actual
        self.known: dict[Formula, Diagram] = {}
        self.updates: dict[object, Any] = {}
        self._tallies: dict[Diagram, Tally] = {}
        if actual is not None:
            self.at(actual)

    @classmethod
    def of(  # noqa: PLR0913 one keyword for each part of a model
        cls,
        facts: Iterable[str] = (),
        *,
        values: Mapping[str, Iterable[object]] | None = None,
        law: Formula = TRUE,
        sees: Mapping[str, Iterable[str]] | None = None,
        events: Mapping[str, EventModel] | None = None,
        actual: World | None = None,
        backend: str | None = None,
    ) -> Self:
        """The model of all worlds that the law allows, where each agent sees the named facts and variables.

        Diagrams ask about facts in the given order, so those that depend on each other should stand together.
        A world is called by what is true in it: `("muddy", "day=Monday")`.
        """
        layout, lawful = laid_out(diagrams(backend), facts, values or {}, sees or {})
        return cls(layout, cls(layout, lawful).extension(law), events=events, actual=actual)

    def fact(self, name: str) -> Diagram:
        """Where the atom is true."""
        return self.everywhere & self.layout.fact(name)

    def value(self, variable: str, held: str) -> Diagram:
        """Where the variable has this value."""
        return self.everywhere & self.layout.values[variable][held]

    def pooled(self, group: Sequence[str], s: Diagram) -> Diagram:
        """Where the group together knows s: where nothing that looks alike is lawful and outside."""
        if s == self.everywhere:
            return s
        hidden = self.layout.hidden(tuple(group))
        return s & ~self.layout.diagrams.forget(hidden, self.everywhere, ~s)

    def considered(self, group: Sequence[str], s: Diagram) -> Diagram:
        """What the group together thinks possible somewhere in s."""
        return self.everywhere & self.layout.diagrams.forget(self.layout.hidden(tuple(group)), s)

    def restricted(self, s: Diagram) -> Self:
        """The model of the worlds in s: the law says one thing more, all else is shared."""
        actual = self.actual if self.actual is not None and s & self.at(self.actual) else None
        model = self._like(self.layout, s, actual)
        if s == self.everywhere:
            model.known = self.known
        return model

    def split(self, group: Sequence[str], s: Diagram) -> tuple[Self, Back[Diagram]]:
        """The same worlds with one more variable: whether a world is in s; the group observes it.

        Every further question is then asked once, and not for each answer apart: n such news cost n variables
        instead of 2^n models.
        """
        if all(self.considered((agent,), s) == s for agent in group):
            return self.restricted(self.everywhere), _same
        level = self.layout.width
        layout = self.layout.observing(group, level)
        law = self.layout.diagrams.branch(level, self.everywhere & ~s, s)
        return self._like(layout, law, self.actual), partial(self.layout.diagrams.forget, (level,))

    def product(
        self, events: EventModel, pre: Mapping[str, Diagram], post: Mapping[str, Mapping[str, Diagram]]
    ) -> tuple[Self, Mapping[str, Back[Diagram]]]:
        """The model whose law also says which event happened, and where it can."""
        happenings = Happenings(self.layout, events)
        model = self._like(happenings.layout(post), happenings.law(pre), None)
        return model, {name: partial(happenings.back, name) for name in pre}

    def pair(self, world: World, happening: str) -> World:
        """The name of a world after an event."""
        return after(world, happening)

    def pointed(self, world: World | None) -> Self:
        """The same model with this actual world."""
        return self._like(self.layout, self.everywhere, world)

    def knowing(self, events: Mapping[str, EventModel]) -> Self:
        """The same model whose formulas may also name these event models."""
        model = self.pointed(self.actual)
        model.events = {**self.events, **events}
        return model

    def size(self, s: Diagram) -> int:
        """The exact number of worlds."""
        return self._tally(s).total

    def each(self, s: Diagram) -> Iterator[World]:
        """The worlds one by one, no before yes, the first variable weighing most."""
        return map(self.layout.naming.world, each(s, range(self.layout.width)))

    def drawn(self, s: Diagram, dice: Random) -> World:
        """A world of the set, each equally likely."""
        return self.layout.naming.world(self._tally(s).drawn(dice))

    def at(self, world: World) -> Diagram:
        """The set of this world alone."""
        literals = self.layout.naming.literals(world)
        here = self.nowhere if literals is None else self.everywhere & self.layout.diagrams.cube(literals)
        if here == self.nowhere:
            some = [str(other) for other in islice(self.each(self.everywhere), 1000)]
            raise unknown("world", str(world), some)
        return here

    def remember(self, f: Formula, s: Diagram) -> None:
        """Keep the extension, unless there are too many."""
        if len(self.known) > _MOST_KNOWN:
            self.known.clear()
        self.known[f] = s

    def _tally(self, s: Diagram) -> Tally:
        if s not in self._tallies:
            if len(self._tallies) >= _MOST_TALLIES:
                self._tallies.pop(next(iter(self._tallies)))
            self._tallies[s] = Tally(s, range(self.layout.width))
        return self._tallies[s]

    def _like(self, layout: Layout, law: Diagram, actual: World | None) -> Self:
        return type(self)(layout, law, events=self.events, actual=actual)


def _same(s: Diagram) -> Diagram:
    return s
