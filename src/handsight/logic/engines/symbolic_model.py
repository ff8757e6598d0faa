"""The symbolic engine: models of a knowledge structure with binary decision diagrams (BDDs).

Two worlds look the same to an agent exactly when they agree on the BDD variables that it observes. A set of
worlds is a BDD over all assignments, whether or not the law allows them: assignments outside the law are
ignored until worlds are counted or listed. This way a model can have billions of worlds. It represents
knowledge only, not beliefs that may be false.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property, partial
from itertools import cycle
from typing import Final, Self

from handsight.errors import InputError
from handsight.logic.engines.bdd import Bdd, assignment_count, bdd_backend, satisfying_assignments
from handsight.logic.engines.bdd_encoding import Encoding, encode_structure
from handsight.logic.engines.knowledge_structure import KnowledgeStructure
from handsight.logic.engines.kripke_structure import World
from handsight.logic.engines.model import Model, Preimage, same_set
from handsight.logic.engines.product_update import SymbolicProduct
from handsight.logic.formulas.event_model import EventModel, check_names
from handsight.logic.formulas.formula import Formula, has_value

_FEW_SETS: Final = 4
"""Intersections of more sets than this are computed inside the law from the start."""
_LAW_SHARE: Final = 8
"""Smaller intersections are cut down to the law once they outgrow 1 / this of the law's BDD."""
_MAX_COMPONENTS: Final = 4
"""At most this many components of a group are grown one by one and kept."""
_MAX_LOCAL_DEPTH: Final = 50
"""Formulas nested deeper than this are evaluated in all worlds, because of Python's recursion limit."""
_MAX_LOCAL_PARTS: Final = 4
"""Larger conjunctions and disjunctions are evaluated in all worlds: they are often announced next."""


class SymbolicModel(Model[Bdd]):
    """A model of a knowledge structure; a set of worlds is a BDD. Make one with `SymbolicModel.of`."""

    max_cached = 200_000
    allowed: Bdd
    """The assignments that satisfy the law and all announcements: the worlds."""

    def __init__(
        self,
        encoding: Encoding,
        allowed: Bdd,
        *,
        events: Mapping[str, EventModel] | None = None,
        actual: World | None = None,
    ) -> None:
        self.encoding = encoding
        self.allowed = allowed
        self.universe = encoding.bdds.true
        self.empty_set = encoding.bdds.false
        self.agents = tuple(encoding.observed)
        self.atoms = encoding.atoms.keys()
        self.values = encoding.values
        self.events = events or {}
        self.actual = actual
        self._clear_caches()
        if actual is not None:
            self.singleton(actual)

    @classmethod
    def of(
        cls,
        structure: KnowledgeStructure,
        *,
        actual: World | None = None,
        backend: str | None = None,
    ) -> Self:
        """Return the model of all states that satisfy the law of a knowledge structure.

        Args:
            structure: The knowledge structure. BDD variables are ordered as its atoms are, so atoms that
                depend on each other should be close together.
            actual: The actual world, an `Assignment`.
            backend: The BDD package, "cudd" or "autoref"; by default the fastest that is installed.

        Raises:
            InputError: The actual world breaks the law.
            TooLargeError: The BDDs do not fit in memory.

        Examples:
            >>> from handsight.logic import KnowledgeStructure, SymbolicModel, parse
            >>> coins = KnowledgeStructure(tuple(f"heads({k})" for k in range(100)), {"ann": ("heads(0)",)})
            >>> SymbolicModel.of(coins).count(parse("K[ann] heads(0)")) == 2**99
            True
        """
        encoding, codes = encode_structure(bdd_backend(backend), structure)
        allowed = codes & cls(encoding, codes).loose_extension(structure.law)
        return cls(encoding, allowed, events=structure.events, actual=actual)

    def _clear_caches(self) -> None:
        super()._clear_caches()
        self.components = _Components()
        self._local: tuple[World, _LocalEvaluator] | None = None
        vars(self).pop("_law_size", None)

    def valid(self, formula: Formula) -> bool:
        """Return whether the formula is true in every world."""
        return not self.encoding.bdds.intersect(self.allowed, ~self.loose_extension(formula))

    def holds(self, formula: Formula, world: World | None = None) -> bool:
        """Return whether the formula is true in a world, by default the actual one."""
        where = self.world_or_actual(world)
        if self._local is None or self._local[0] != where:
            self._local = where, _LocalEvaluator(self, self.singleton(where))
        check_names(self, formula)
        return self._local[1].holds(formula)

    def loose_extension(self, formula: Formula) -> Bdd:
        """Return the worlds where the formula is true, and some assignments that break the law."""
        return super().extension(formula)

    def extension(self, formula: Formula) -> Bdd:
        """Return the worlds where the formula is true."""
        return self.loose_extension(formula) & self.allowed

    def singleton(self, world: World) -> Bdd:
        """Return the set of this world alone."""
        literals = self.encoding.world_code.encode(world)
        here = self.empty_set if literals is None else self.encoding.bdds.cube(literals) & self.allowed
        if here == self.empty_set:
            raise InputError(f"{world} is not a world of the model: it breaks the law or an announcement")
        return here

    def restricted_to(self, s: Bdd) -> Self:
        """Return the submodel of the worlds in s; everything but the law is shared."""
        allowed = self.allowed & s
        if allowed == self.allowed:
            return self
        outside = self.actual is None or allowed & self.singleton(self.actual) == self.empty_set
        return self._changed(allowed=allowed, actual=None if outside else self.actual)

    def atom_extension(self, name: str) -> Bdd:
        """Return the assignments where the atom is true."""
        return self.encoding.atom_extension(name)

    def value_extension(self, variable: str, value: str) -> Bdd:
        """Return the assignments where the variable has this value."""
        return self.encoding.values[variable][value]

    def distributed_knowledge(self, group: Sequence[str], s: Bdd) -> Bdd:
        """Return where no world outside s looks the same to the whole group."""
        return ~self.encoding.bdds.exists(self.encoding.unobserved(tuple(group)), self.allowed, ~s)

    def complement(self, s: Bdd) -> Bdd:
        """Return the assignments that are not in the set."""
        return ~s

    def intersection(self, sets: Iterable[Bdd]) -> Bdd:
        """Return the intersection of the sets; only its part inside the law matters.

        BDDs of what different agents know multiply outside the law. More than a few sets are therefore
        intersected inside it; a few are intersected first, and cut down to the law when they outgrow it.
        """
        parts = list(sets)
        inside_law = len(parts) > _FEW_SETS
        result = self.allowed if inside_law else self.universe
        for part in parts:
            result = result & part
            if not inside_law and len(result) > self._law_size // _LAW_SHARE:
                result, inside_law = result & self.allowed, True
        return result

    def union(self, sets: Iterable[Bdd]) -> Bdd:
        """Return the union of the sets: the complement of the intersection of their complements."""
        return ~self.intersection(~part for part in sets)

    @cached_property
    def _law_size(self) -> int:
        return len(self.allowed)

    def accessible_from(self, group: Sequence[str], s: Bdd) -> Bdd:
        """Return the worlds that look the same as one in s to the whole group."""
        return self.allowed & self.encoding.bdds.exists(self.encoding.unobserved(tuple(group)), s)

    def reachable_from(self, group: Sequence[str], s: Bdd) -> Bdd:
        """Return the worlds that a chain of the group's relations leads to from s."""
        return self.components.grow(self, group, s)

    def common_knowledge(self, group: Sequence[str], s: Bdd) -> Bdd:
        """Return where s is common knowledge in the group."""
        return self.components.common_knowledge(self, group, s)

    def learn_whether(self, group: Sequence[str], s: Bdd) -> tuple[Self, Preimage[Bdd]]:
        """Return the model with a new variable that tells the group whether s, and its preimage map.

        So n such announcements cost n variables, and a formula after them is evaluated once instead of once
        for each of the 2^n sequences of answers. No variable is added for a set that is a variable already,
        or that the group always knows anyway.
        """
        bdds = self.encoding.bdds
        if all(self._always_knows_whether(agent, s) for agent in group):
            return self._changed(), same_set
        level = bdds.level_of(s)
        if level is not None:
            return self._changed(encoding=self.encoding.observing(group, level)), same_set
        level = self.encoding.free_level(s)
        definition = ~(bdds.variable(level) ^ s)
        model = self._changed(
            encoding=self.encoding.observing(group, level), allowed=self.allowed & definition
        )
        return model, partial(bdds.exists, (level,), definition)

    def _always_knows_whether(self, agent: str, s: Bdd) -> bool:
        inside = s & self.allowed
        return self.accessible_from((agent,), inside) == inside

    def product_update(
        self, events: EventModel, pre: Mapping[str, Bdd], post: Mapping[str, Mapping[str, Bdd]]
    ) -> tuple[Self, Mapping[str, Preimage[Bdd]]]:
        """Return the model whose law also says which event occurred, and its preimage maps."""
        product = SymbolicProduct(self.encoding, events, pre)
        allowed = self.allowed & product.law
        model = self._changed(encoding=product.encoding(post), allowed=allowed, actual=None)
        return model, {name: partial(product.preimage, name) for name in pre}

    def count_worlds(self, s: Bdd) -> int:
        """Return the exact number of worlds in the set."""
        return assignment_count(s & self.allowed, self.encoding.levels)

    def worlds_in(self, s: Bdd) -> Iterator[World]:
        """Yield the worlds of the set, false before true, the first variable most significant."""
        return map(
            self.encoding.world_code.decode, satisfying_assignments(s & self.allowed, self.encoding.levels)
        )


class _Components:
    """The connected components of a symbolic model, by group, found as they are needed."""

    def __init__(self) -> None:  # holds no model: a cycle would keep BDDs until Python collects garbage
        self._found: dict[tuple[str, ...], list[Bdd]] = {}

    def around(self, model: "SymbolicModel", group: Sequence[str], start: Bdd) -> Bdd:
        """Return the component of a world: all worlds that the group's relations lead to from there."""
        found = self._found.setdefault(tuple(group), [])
        for component in found:
            if component == model.allowed or model.encoding.bdds.intersect(component, start):
                return component
        component = self.grow(model, group, start)
        if len(found) < _MAX_COMPONENTS:
            found.append(component)
        return component

    def grow(self, model: "SymbolicModel", group: Sequence[str], start: Bdd) -> Bdd:
        """Return all worlds that the group's relations lead to from the start, agent by agent in turn."""
        inside = start & model.allowed
        unchanged = 0
        for agent in cycle(group):
            if unchanged == len(group) or inside == model.allowed:
                break
            larger = inside | model.accessible_from((agent,), inside)
            unchanged = unchanged + 1 if larger == inside else 0
            inside = larger
        return inside

    def common_knowledge(self, model: "SymbolicModel", group: Sequence[str], s: Bdd) -> Bdd:
        """Return where s is common knowledge: outside the components that have a world not in s.

        A component is grown from one world, which stays simple where growing from all worlds outside s at
        once would not. Most models are one component; only in a model of many are the rest grown at once.
        """
        if not model.encoding.bdds.intersect(model.allowed, ~s):
            return model.universe
        if model.allowed in self._found.get(tuple(group), ()):
            return model.empty_set
        refuted, outside = model.empty_set, model.allowed & ~s
        for _ in range(_MAX_COMPONENTS):
            component = self.around(model, group, _one_world(model, outside))
            refuted, outside = refuted | component, outside & ~component
            if not outside:
                return ~refuted
        return ~(refuted | self.grow(model, group, outside))


def _one_world(model: "SymbolicModel", s: Bdd) -> Bdd:
    levels = model.encoding.levels
    bits = next(satisfying_assignments(s, levels))
    return model.encoding.bdds.cube({level: bool(bits >> level & 1) for level in levels})


class _LocalEvaluator:
    """Evaluates formulas in one world of a symbolic model.

    The outermost knowledge operators are evaluated on the worlds that look the same as this one. Those are
    far fewer than all, since each player of a card game sees a hand. Only what is inside the operators is
    evaluated everywhere.
    """

    def __init__(self, model: SymbolicModel, here: Bdd) -> None:
        self._model = model
        self._here = here
        self._cells: dict[tuple[str, ...], Bdd] = {}

    def holds(self, f: Formula) -> bool:
        """Return whether the formula is true in the world."""
        large = f.depth > _MAX_LOCAL_DEPTH or len(f.parts) > _MAX_LOCAL_PARTS
        if large or f in self._model.extensions:
            return self._true_somewhere(self._here, f)
        match f.op:
            case "not":
                return not self.holds(f.parts[0])
            case "and":
                return all(map(self.holds, f.parts))
            case "or":
                return any(map(self.holds, f.parts))
            case "implies":
                return not self.holds(f.parts[0]) or self.holds(f.parts[1])
            case _:
                return self._knowledge_holds(f)

    def _knowledge_holds(self, f: Formula) -> bool:  # noqa: PLR0911 one answer for each operator
        match f.op, f.label:
            case (("K" | "D"), group):
                return self._true_everywhere(self._cell(group), f.parts[0])
            case "M", group:
                return self._true_somewhere(self._cell(group), f.parts[0])
            case "Kw", group:
                cell = self._cell(group)
                return self._true_everywhere(cell, f.parts[0]) or not self._true_somewhere(cell, f.parts[0])
            case "E", group:
                return all(self._true_everywhere(self._cell((agent,)), f.parts[0]) for agent in group)
            case "C", group:
                return self._true_everywhere(
                    self._model.components.around(self._model, group, self._here), f.parts[0]
                )
            case "Kv", (agent, variable):
                values = (has_value(variable, value) for value in self._model.values[variable])
                return sum(self._true_somewhere(self._cell((agent,)), value) for value in values) == 1
            case _:
                return self._true_somewhere(self._here, f)

    def _true_somewhere(self, s: Bdd, f: Formula) -> bool:
        return self._model.encoding.bdds.intersect(s, self._model.loose_extension(f))

    def _true_everywhere(self, s: Bdd, f: Formula) -> bool:
        return not self._model.encoding.bdds.intersect(s, ~self._model.loose_extension(f))

    def _cell(self, group: tuple[str, ...]) -> Bdd:
        if group not in self._cells:
            self._cells[group] = self._model.accessible_from(group, self._here)
        return self._cells[group]
