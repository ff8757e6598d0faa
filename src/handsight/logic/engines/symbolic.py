"""Models whose worlds are described: a law over yes-or-no variables, of which each agent observes some.

Two worlds look alike to an agent exactly when they agree on what it observes. A set is a decision diagram
over all assignments, lawful or not: what lies outside the law is left as it comes until worlds are counted or
listed. So billions of worlds can be held. Only knowledge, though: nobody here believes what is false.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from functools import cached_property, partial
from itertools import cycle
from random import Random
from typing import Any, Final, Self

from handsight.errors import InputError
from handsight.logic.engines import evaluate
from handsight.logic.engines.bdd import Diagram, diagrams
from handsight.logic.engines.bdd_count import Tally, each
from handsight.logic.engines.engine import Back, World
from handsight.logic.engines.explicit_data import after
from handsight.logic.engines.model import Model
from handsight.logic.engines.symbolic_events import Happenings
from handsight.logic.engines.symbolic_pointwise import Spot
from handsight.logic.engines.symbolic_variables import Layout, laid_out
from handsight.logic.formulas.event_model import EventModel
from handsight.logic.formulas.formula import Formula
from handsight.logic.formulas.names import check
from handsight.logic.law import Law

_MOST_KNOWN: Final = 200_000
_FEW: Final = 4
_MUCH: Final = 8


class SymbolicModel(Model[Diagram]):
    """A model of a law; a set is a decision diagram."""

    exact = False
    """Whether answers count outside the law too."""

    def __init__(
        self,
        layout: Layout,
        lawful: Diagram,
        *,
        events: Mapping[str, EventModel] | None = None,
        actual: World | None = None,
    ) -> None:
        self.layout = layout
        self.lawful = lawful
        self.everywhere = layout.diagrams.true
        self.nowhere = layout.diagrams.false
        self.agents = (*layout.sees, *layout.blind)
        self.facts = layout.facts.keys()
        self.values = layout.values
        self.events = events or {}
        self.actual: World | None = None
        self._forget()
        if actual is not None:
            self.at(actual)
            self.actual = actual

    @classmethod
    def of(
        cls,
        law: Law,
        *,
        actual: World | None = None,
        blind: Mapping[str, Iterable[str]] | None = None,
        backend: str | None = None,
    ) -> Self:
        """The model of all states that the law allows.

        Diagrams ask about facts in the order of the law, so those that depend on each other should stand
        together. *blind* names who sees everything but those, lawful or not: K of it is `for all`.
        """
        layout, coded = laid_out(diagrams(backend), law, blind or {})
        lawful = coded & evaluate.extension(cls(layout, coded), law.law)
        return cls(layout, lawful, events=law.events, actual=actual)

    def _forget(self) -> None:
        self.known: dict[Formula, Diagram] = {}
        self.updates: dict[object, Any] = {}
        self._parts: dict[tuple[str, ...], list[Diagram]] = {}
        self._spot: tuple[World, Spot] | None = None
        vars(self).pop("_law_size", None)

    def _changed(self, **parts: object) -> Self:
        model = copy(self)
        vars(model).update(parts)
        model._forget()  # noqa: SLF001 one of us
        return model

    def anywhere(self, formula: Formula) -> Diagram:
        """Where the formula is true, with whatever lies outside the law."""
        return super().extension(formula)

    def extension(self, formula: Formula) -> Diagram:
        """The worlds where the formula is true."""
        return self.anywhere(formula) & self.lawful

    def valid(self, formula: Formula) -> bool:
        """Whether the formula is true in every world."""
        return not self.layout.diagrams.share(self.lawful, ~self.anywhere(formula))

    def holds(self, formula: Formula, world: World | None = None) -> bool:
        """Whether the formula is true in that world, or else in the actual one."""
        where = self.here(world)
        if self._spot is None or self._spot[0] != where:
            self._spot = where, Spot(self, self.at(where))
        check(self, formula)
        return self._spot[1].true(formula)

    def true_at(self, formula: Formula, state: World) -> bool:
        """Whether the formula is true in a state, even one that breaks the law."""
        literals = self.layout.naming.literals(state)
        if literals is None:
            raise InputError(f"{state} is not a state of the model; name its true atoms")
        model = self._changed(exact=True)
        check(model, formula)
        return bool(evaluate.extension(model, formula) & self.layout.diagrams.cube(literals))

    def allows(self, state: World) -> bool:
        """Whether the state obeys the law and all the news."""
        literals = self.layout.naming.literals(state)
        return literals is not None and bool(self.lawful & self.layout.diagrams.cube(literals))

    def fact(self, name: str) -> Diagram:
        """Where the atom is true."""
        return self.layout.fact(name)

    def value(self, variable: str, held: str) -> Diagram:
        """Where the variable has this value."""
        return self.layout.values[variable][held]

    def pooled(self, group: Sequence[str], s: Diagram) -> Diagram:
        """Where nothing that looks alike to the group together is lawful and outside s."""
        if group[0] in self.layout.blind:
            levels, possible = self.layout.blind[group[0]]
            return ~self.layout.diagrams.forget(levels, possible, ~s)
        return ~self.layout.diagrams.forget(self.layout.hidden(tuple(group)), self.lawful, ~s)

    def outside(self, s: Diagram) -> Diagram:
        """What does not lie in the set."""
        return ~s

    def meet(self, sets: Iterable[Diagram]) -> Diagram:
        """What lies in all of the sets, of which only the lawful part counts.

        What different agents know multiplies outside the law, so many sets are joined inside it; a few are
        joined first and cut down when they have outgrown it.
        """
        parts = list(sets)
        cut = not self.exact and len(parts) > _FEW
        result = self.lawful if cut else self.everywhere
        for part in parts:
            result = result & part
            if not (cut or self.exact) and len(result) > self._law_size // _MUCH:
                result, cut = result & self.lawful, True
        return result

    def join(self, sets: Iterable[Diagram]) -> Diagram:
        """What lies in some of the sets: not in all that they leave out."""
        return ~self.meet(~part for part in sets)

    @cached_property
    def _law_size(self) -> int:
        return len(self.lawful)

    def considered(self, group: Sequence[str], s: Diagram) -> Diagram:
        """The worlds that look like one of those in s to the group together."""
        return self.lawful & self.layout.diagrams.forget(self.layout.hidden(tuple(group)), s)

    def reached(self, group: Sequence[str], s: Diagram) -> Diagram:
        """The smallest set around s that nobody in the group, in it, thinks they could be out of."""
        inside, calm = s & self.lawful, 0
        for agent in cycle(group):
            if calm == len(group) or inside == self.lawful:
                break
            larger = inside | self.considered((agent,), inside)
            calm = calm + 1 if larger == inside else 0
            inside = larger
        return inside

    def part(self, group: Sequence[str], here: Diagram) -> Diagram:
        """The part of the model around a world: all that doubts of the group lead to, remembered."""
        parts = self._parts.setdefault(tuple(group), [])
        for part in parts:
            if part == self.lawful or self.layout.diagrams.share(part, here):
                return part
        part = self.reached(group, here)
        if len(parts) < _FEW:
            parts.append(part)
        return part

    def common(self, group: Sequence[str], s: Diagram) -> Diagram:
        """Where s is common knowledge: outside the parts that have a world not in s.

        A part is grown from one world, which stays simple where growing from all worlds outside s would not.
        Most models are one part; only in a model of many are all grown at once.
        """
        if self.exact:
            return super().common(group, s)
        if not self.layout.diagrams.share(self.lawful, ~s):
            return self.everywhere
        if self.lawful in self._parts.get(tuple(group), ()):
            return self.nowhere
        doubted, outside = self.nowhere, self.lawful & ~s
        for _ in range(_FEW):
            part = self.part(group, self._some(outside))
            doubted, outside = doubted | part, outside & ~part
            if not outside:
                return ~doubted
        return ~(doubted | self.reached(group, outside))

    def _some(self, s: Diagram) -> Diagram:
        """The set of one of its worlds."""
        bits = next(each(s, self.layout.levels))
        return self.layout.diagrams.cube({level: bool(bits >> level & 1) for level in self.layout.levels})

    def restricted(self, s: Diagram) -> Self:
        """The model whose law says s too; all else is shared."""
        actual = self.actual if self.actual is not None and s & self.at(self.actual) else None
        return self._changed(lawful=self.lawful & s, actual=actual)

    def split(self, group: Sequence[str], s: Diagram) -> tuple[Self, Back[Diagram]]:
        """The same worlds with one more variable, which says whether s holds and which the group observes.

        So n such announcements cost n variables, and every question after them is asked once, instead of
        once for each of 2^n sequences of answers. What is a variable already needs no other, nor does what
        the group knows anyway.
        """
        dd = self.layout.diagrams
        if not self.exact and all(self._tells(agent, s) for agent in group):
            return self._changed(), _same
        level = dd.level(s)
        if level is not None and not self.layout.blind:
            return self._changed(layout=self.layout.observing(group, level)), _same
        level = self.layout.room(s)
        told = ~(dd.variable(level) ^ s)
        model = self._changed(layout=self.layout.observing(group, level), lawful=self.lawful & told)
        return model, partial(dd.forget, (level,), told)

    def _tells(self, agent: str, s: Diagram) -> bool:
        """Whether the agent always knows whether s."""
        inside = s & self.lawful
        return agent in self.layout.blind or self.considered((agent,), inside) == inside

    def product(
        self, events: EventModel, pre: Mapping[str, Diagram], post: Mapping[str, Mapping[str, Diagram]]
    ) -> tuple[Self, Mapping[str, Back[Diagram]]]:
        """The model whose law also says which event happened, and where it can."""
        happenings = Happenings(self.layout, events, pre)
        lawful = self.lawful & happenings.law
        model = self._changed(layout=happenings.layout(post), lawful=lawful, actual=None)
        return model, {name: partial(happenings.back, name) for name in pre}

    def pair(self, world: World, happening: str) -> World:
        """The name of a world after an event."""
        return after(world, happening)

    def pointed(self, world: World | None) -> Self:
        """The same model with this actual world."""
        if world is not None:
            self.at(world)
        return self._changed(actual=world)

    def knowing(self, events: Mapping[str, EventModel]) -> Self:
        """The same model whose formulas may also name these event models."""
        return self._changed(events={**self.events, **events})

    def size(self, s: Diagram) -> int:
        """The exact number of worlds."""
        return Tally.of(s & self.lawful, self.layout.levels).total

    def each(self, s: Diagram) -> Iterator[World]:
        """The worlds one by one, no before yes, the first variable weighing most."""
        return map(self.layout.naming.world, each(s & self.lawful, self.layout.levels))

    def drawn(self, s: Diagram, dice: Random) -> World:
        """A world of the set, each equally likely."""
        return self.layout.naming.world(Tally.of(s & self.lawful, self.layout.levels).drawn(dice))

    def at(self, world: World) -> Diagram:
        """The set of this world alone."""
        literals = self.layout.naming.literals(world)
        here = self.nowhere if literals is None else self.lawful & self.layout.diagrams.cube(literals)
        if here == self.nowhere:
            raise InputError(f"{world} is not a world of the model: it breaks the law, or some news")
        return here

    def remember(self, f: Formula, s: Diagram) -> None:
        """Keep the extension, unless there are too many."""
        if len(self.known) > _MOST_KNOWN:
            self.known.clear()
        self.known[f] = s


def _same(s: Diagram) -> Diagram:
    return s
