"""The explicit engine: models whose worlds are listed, with bit sets of worlds.

Fast up to about a million worlds, and simple enough to trust. It is the only engine for beliefs that may be
false.
"""

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import partial
from itertools import chain, compress, islice, product
from typing import Final, Self, TypeVar

from handsight.errors import InputError, TooLargeError
from handsight.game.bitmask import flags, mask_of, mask_of_flags
from handsight.logic.engines.bisimulation import contracted
from handsight.logic.engines.knowledge_structure import Assignment, KnowledgeStructure, value_in
from handsight.logic.engines.kripke_structure import (
    FEW_CELLS,
    KripkeStructure,
    Relation,
    VariableValues,
    World,
    WorldAfterEvents,
    check_world_count,
)
from handsight.logic.engines.model import Model, Preimage, same_set
from handsight.logic.engines.product_update import ExplicitProduct
from handsight.logic.formulas.event_model import EventModel, unknown_name
from handsight.logic.formulas.formula import TRUE, Formula, atom

W = TypeVar("W", bound=Hashable)

MAX_PAIRS: Final = 1 << 19
"""The most worlds that a product may have: a few seconds of work."""
MAX_CONTRACTED: Final = 1 << 15
"""Products with more worlds are not contracted while formulas are evaluated."""
MAX_ASSIGNMENTS: Final = 1 << 16
"""The most assignments that are examined to list the worlds of a law."""
_MAX_CACHED_BITS: Final = 1 << 31
"""The memory, in bits, for the cached extensions of one model."""


class ExplicitModel(Model[int]):
    """A model with listed worlds, made by `ExplicitModel.of`; a set of worlds is an int of bits."""

    empty_set = 0

    def __init__(
        self,
        structure: KripkeStructure,
        *,
        events: Mapping[str, EventModel] | None = None,
        actual: World | None = None,
    ) -> None:
        check_world_count(len(structure.worlds))
        self.structure = structure
        self.universe = (1 << len(structure.worlds)) - 1
        self.agents = tuple(structure.relations)
        self.atoms = structure.atoms.keys()
        self.values = structure.values
        self.events = events or {}
        self.actual = actual
        self.max_cached = _MAX_CACHED_BITS // (len(structure.worlds) or 1)
        self._clear_caches()
        if actual is not None:
            self.singleton(actual)

    def _clear_caches(self) -> None:
        super()._clear_caches()
        self._joined_relations: dict[tuple[str, ...], Relation] = {}

    @classmethod
    def of(  # noqa: PLR0913 one keyword for each part of a model
        cls,
        worlds: Iterable[W],
        *,
        sees: Mapping[str, Callable[[W], Hashable]] | None = None,
        believes: Mapping[str, Callable[[W], Iterable[W]]] | None = None,
        atoms: Mapping[str, Callable[[W], object]] | None = None,
        values: Mapping[str, Callable[[W], object]] | None = None,
        possible_values: Mapping[str, Iterable[object]] | None = None,
        events: Mapping[str, EventModel] | None = None,
        actual: W | None = None,
    ) -> Self:
        """Return the model of these worlds.

        Args:
            worlds: The worlds: any hashable values, each different.
            sees: For each agent a function from a world to what the agent observes there. The agent cannot
                distinguish worlds with equal observations.
            believes: For each agent whose beliefs may be false, a function from a world to the worlds it
                considers possible there.
            atoms: For each atom a function that says whether it is true in a world.
            values: For each variable a function that gives its value in a world.
            possible_values: For a variable, values it might have besides those it has in some world.
            events: Event models that formulas may name.
            actual: The actual world.

        Raises:
            InputError: Two worlds are equal, or the actual world is not among them.
            TooLargeError: There are more worlds than can be listed.

        Examples:
            >>> from handsight.logic import ExplicitModel, parse
            >>> half, odd = lambda n: n // 2, lambda n: n % 2
            >>> model = ExplicitModel.of(range(4), sees={"ann": half}, atoms={"odd": odd})
            >>> model.where(parse("odd & ~K[ann] odd"))
            [1, 3]
        """
        listed = list(worlds)
        index = {world: k for k, world in enumerate(listed)}
        if len(index) < len(listed):
            raise InputError("two worlds have the same name; give each world its own name")
        relations = {
            agent: Relation.by_observation(map(observed, listed)) for agent, observed in (sees or {}).items()
        }
        for agent, considers in (believes or {}).items():
            relations[agent] = Relation.by_belief(
                mask_of(index[w] for w in considers(world)) for world in listed
            )
        valuation = {
            atom(name).label[0]: mask_of_flags(bytes(bool(is_true(world)) for world in listed))
            for name, is_true in (atoms or {}).items()
        }
        variables = {
            name: VariableValues.of(map(value, listed), (possible_values or {}).get(name, ()))
            for name, value in (values or {}).items()
        }
        structure = KripkeStructure(listed, relations, valuation, variables)
        return cls(structure, events=events, actual=actual)

    @classmethod
    def of_law(cls, structure: KnowledgeStructure, *, actual: Assignment | None = None) -> Self:
        """Return the model of all assignments that satisfy the law of a knowledge structure.

        Raises:
            TooLargeError: There are too many assignments to examine; use `SymbolicModel.of`.
            InputError: The actual world breaks the law.

        Examples:
            >>> from handsight.logic import ExplicitModel, KnowledgeStructure, parse
            >>> model = ExplicitModel.of_law(KnowledgeStructure(("p", "q"), {"ann": ("p",)}))
            >>> model.count(parse("K[ann] p")), model.announce(parse("p -> q")).valid(parse("p -> K[ann] q"))
            (2, True)
        """
        if (number := structure.assignment_count) > MAX_ASSIGNMENTS:
            raise TooLargeError(
                f"{number:,} assignments are too many to list ({MAX_ASSIGNMENTS:,} is the most); use "
                "SymbolicModel"
            )
        choices: list[list[tuple[str, ...]]] = [[(), (name,)] for name in structure.atoms]
        choices += [[(f"{x}={value}",) for value in values] for x, values in structure.values.items()]
        every = [Assignment(chain.from_iterable(chosen)) for chosen in product(*reversed(choices))]
        blind = cls.of_states(replace(structure, observables={}), {world: world for world in every})
        allowed = compress(every, flags(blind.extension(structure.law), len(every)))
        return cls.of_states(structure, {world: world for world in allowed}, actual=actual)

    @classmethod
    def of_states(
        cls,
        structure: KnowledgeStructure,
        states: Mapping[W, Assignment],
        *,
        believes: Mapping[str, Mapping[W, Iterable[W]]] | None = None,
        actual: W | None = None,
    ) -> Self:
        """Return the model of worlds that are described by everything that is true in each.

        The structure has the atoms and variables, what each agent observes, and event models; its law is not
        used. An agent in *believes* does not observe, but considers those worlds possible in each world.
        """

        def observation(agent: str) -> Callable[[W], Hashable]:
            observable = structure.observable_truths(agent)
            return lambda world: states[world] & observable

        others = believes or {}
        return cls.of(
            states,
            sees={agent: observation(agent) for agent in structure.observables if agent not in others},
            believes={agent: possible.__getitem__ for agent, possible in others.items()},
            atoms={name: partial(_is_true, states, name) for name in structure.atoms},
            values={x: partial(_value, states, x, values) for x, values in structure.values.items()},
            possible_values=structure.values,
            events=structure.events,
            actual=actual,
        )

    def atom_extension(self, name: str) -> int:
        """Return the worlds where the atom is true."""
        return self.structure.atoms[name] & self.universe

    def value_extension(self, variable: str, value: str) -> int:
        """Return the worlds where the variable has this value."""
        return self.structure.values[variable].worlds_with(value) & self.universe

    def knows_value(self, agent: str, variable: str) -> int:
        """Return the worlds where the agent knows the value of the variable, in one pass."""
        return self.structure.relations[agent].constant_for(
            self.universe, self.structure.values[variable].relation
        )

    def distributed_knowledge(self, group: Sequence[str], s: int) -> int:
        """Return the worlds where s is distributed knowledge of the group."""
        return self.structure.distributed_relation(group).known(self.universe, s)

    def common_knowledge(self, group: Sequence[str], s: int) -> int:
        """Return the worlds where s is common knowledge; with many cells by joining the relations."""
        agents = tuple(group)
        relations = [self.structure.relations[agent] for agent in agents]
        few = max(relation.cell_count for relation in relations) <= FEW_CELLS
        if few or not all(relation.is_equivalence for relation in relations):
            return super().common_knowledge(group, s)
        if agents not in self._joined_relations:
            self._joined_relations[agents] = Relation.joined(relations, self.universe)
        return self._joined_relations[agents].known(self.universe, s)

    def accessible_from(self, group: Sequence[str], s: int) -> int:
        """Return the worlds that the group together considers possible in some world of s."""
        return self.structure.distributed_relation(group).image(self.universe, s)

    def restricted_to(self, s: int) -> Self:
        """Return the submodel of the worlds in s; the structure is shared."""
        if s == self.universe:
            return self
        actual = self.actual if self.actual is not None and s & self.singleton(self.actual) else None
        return self._changed(universe=s, actual=actual)

    def learn_whether(self, group: Sequence[str], s: int) -> tuple[Self, Preimage[int]]:
        """Return the model after the group has learned whether the world is in s."""
        before = self.structure.relations
        after = {agent: before[agent].refined_by(s) for agent in group}
        if all(
            before[a].is_equivalence and new.cell_count == before[a].cell_count for a, new in after.items()
        ):
            return self, same_set
        structure = replace(self.structure, relations={**before, **after})
        return self._changed(structure=structure), same_set

    def product_update(
        self, events: EventModel, pre: Mapping[str, int], post: Mapping[str, Mapping[str, int]]
    ) -> tuple[Self, Mapping[str, Preimage[int]]]:
        """Return the model of the pairs of a world and an event that can occur there."""
        check_world_count(sum(s.bit_count() for s in pre.values()), MAX_PAIRS)
        pairs = ExplicitProduct(self.structure, events, pre)
        return self._like(pairs.structure(post)), {name: partial(pairs.preimage, name) for name in pre}

    def contracted(self) -> Self:
        """Return the bisimulation contraction: one world for each class of bisimilar worlds.

        Every formula keeps its truth, except those with D, which are refused. `structure.merged` says how
        many worlds each world stands for.
        """
        structure, class_of = contracted(self.structure, self.universe)
        actual = None
        if self.actual is not None:
            before = self.universe & (self.singleton(self.actual) - 1)
            actual = structure.worlds[class_of[before.bit_count()]]
        return self._like(structure, actual)

    def contract_product(
        self, preimages: Mapping[str, Preimage[int]]
    ) -> tuple[Self, Mapping[str, Preimage[int]]]:
        """Return the bisimulation contraction of a product, where that is worth the work."""
        if not self.worth_contracting:
            return self, preimages
        structure, class_of = contracted(self.structure, self.universe)

        def composed(preimage: Preimage[int], s: int) -> int:
            inside = flags(s, len(structure.worlds))
            return preimage(mask_of_flags(bytes(map(inside.__getitem__, class_of))))

        return self._like(structure), {name: partial(composed, before) for name, before in preimages.items()}

    @property
    def worth_contracting(self) -> bool:
        """Whether contraction pays: at least two events have occurred, and the model is not too large."""
        worlds = self.structure.worlds
        first = worlds[0] if 0 < len(worlds) <= MAX_CONTRACTED else None
        return isinstance(first, WorldAfterEvents) and len(first.occurred) > 1

    def count_unmerged(self, formula: Formula = TRUE) -> int:
        """Return in how many worlds the formula is true, counting the worlds that a contraction merged."""
        here, merged = self.extension(formula), self.structure.merged
        return here.bit_count() if merged is None else sum(compress(merged, flags(here, len(merged))))

    def count_worlds(self, s: int) -> int:
        """Return the exact number of worlds in the set."""
        return s.bit_count()

    def worlds_in(self, s: int) -> Iterator[World]:
        """Yield the worlds of the set in the order in which they were listed."""
        return compress(self.structure.worlds, flags(s, len(self.structure.worlds)))

    def singleton(self, world: World) -> int:
        """Return the set of this world alone."""
        index = self.structure.index.get(world)
        if index is None or not self.universe >> index & 1:
            if isinstance(world, Assignment):
                raise InputError(f"{world} is not a world of the model: it breaks the law or an announcement")
            known = [str(other) for other in islice(self.worlds_in(self.universe), 1000)]
            raise unknown_name("world", str(world), known)
        return 1 << index

    def _like(self, structure: KripkeStructure, actual: World | None = None) -> Self:
        return type(self)(structure, events=self.events, actual=actual)


def _is_true(states: Mapping[W, Assignment], name: str, world: W) -> bool:
    return name in states[world]


def _value(states: Mapping[W, Assignment], variable: str, values: Iterable[str], world: W) -> str | None:
    return value_in(states[world], variable, values)
