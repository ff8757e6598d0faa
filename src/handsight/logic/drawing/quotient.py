"""Quotients: a model too large to draw, as equivalence classes of worlds with exact counts.

Worlds are equivalent when nothing that was asked for distinguishes them: formulas, the value of a variable,
what one agent sees, and, if wanted, which classes the agents consider possible (bisimulation). An agent's
edge leads from one class to another when in some world of the first it considers a world of the second
possible. Where that is so in *every* world of the first (a solid line), edges may be composed; where only in
some (a dotted line), they may not.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import asdict, dataclass
from fractions import Fraction
from typing import Any, Final, Generic

from handsight.errors import InputError, TooLargeError
from handsight.logic.engines.evaluate_formula import S
from handsight.logic.engines.kripke_structure import World
from handsight.logic.engines.model import Model
from handsight.logic.formulas.event_model import unknown_name
from handsight.logic.formulas.formula import TRUE, Formula, has_value

MAX_CLASSES: Final = 200


@dataclass(frozen=True, slots=True)
class WorldClass:
    """An equivalence class: what its worlds share, how many they are and of how many, and an example."""

    shared: tuple[str, ...]
    worlds: int
    share: Fraction
    example: World
    actual: bool


@dataclass(frozen=True, slots=True)
class ClassEdge:
    """In some world of one class, or in every one, an agent considers a world of another class possible."""

    agent: str
    source: int
    target: int
    every: bool


@dataclass(frozen=True, slots=True)
class Quotient:
    """Classes of worlds, and edges between different classes by their indices."""

    classes: tuple[WorldClass, ...]
    edges: tuple[ClassEdge, ...]

    def data(self) -> dict[str, Any]:
        """Return the quotient as JSON shows it."""
        return {
            "nodes": [
                {
                    "shared": list(one.shared),
                    "worlds": one.worlds,
                    "share": str(one.share),
                    "witness": str(one.example),
                    "actual": one.actual,
                }
                for one in self.classes
            ],
            "edges": [asdict(edge) for edge in self.edges],
        }


def quotient(  # noqa: PLR0913 one keyword for each thing that distinguishes worlds
    model: Model[S],
    *,
    formulas: Iterable[Formula] = (),
    variables: Iterable[str] = (),
    agents: Iterable[str] = (),
    bisimilar: bool = False,
    most: int = MAX_CLASSES,
) -> Quotient:
    """Return the quotient of a model by what distinguishes its worlds.

    Args:
        model: The model.
        formulas: Worlds are distinguished by whether each of these is true.
        variables: Worlds are distinguished by the values of these.
        agents: Worlds are distinguished by what each of these agents sees.
        bisimilar: Whether to split classes further, until worlds in one class are bisimilar.
        most: How many classes there may be.

    Raises:
        TooLargeError: There are more classes.
        InputError: The model has no world, no such variable or agent, or an agent's beliefs may be false.

    Examples:
        >>> from handsight.logic import ExplicitModel, parse, quotient
        >>> model = ExplicitModel.of(range(10), sees={"ann": bool}, atoms={"odd": lambda n: n % 2})
        >>> [(one.shared, one.worlds) for one in quotient(model, formulas=[parse("odd")]).classes]
        [(('odd',), 5), (('~odd',), 5)]
    """
    partition = _Partition(model, most)
    for formula in formulas:
        partition.split([((str(f),), model.extension(f)) for f in (formula, ~formula)])
    for variable in variables:
        if variable not in model.values:
            raise unknown_name("variable", variable, model.values.keys())
        values = (has_value(variable, value) for value in model.values[variable])
        partition.split([((str(one),), model.extension(one)) for one in values])
    for agent in agents:
        if agent not in model.agents:
            raise unknown_name("agent", agent, model.agents)
        partition.split(partition.cells(agent))
    if bisimilar:
        partition.split_until_bisimilar()
    return partition.quotient()


class _Partition(Generic[S]):
    """A partition of the worlds that is refined step by step."""

    def __init__(self, model: Model[S], most: int) -> None:
        self.model = model
        self.most = most
        self.all: S = model.extension(TRUE)
        self.classes: list[tuple[tuple[str, ...], S]] = [((), self.all)]
        if self.all == model.empty_set:
            raise InputError("the model has no world left to draw")

    def split(self, parts: Sequence[tuple[tuple[str, ...], S]]) -> bool:
        """Split every class along parts, each with what its worlds share; return whether any class split."""
        before = len(self.classes)
        self.classes = [
            ((*shared, *names), inside)
            for shared, members in self.classes
            for names, part in parts
            if (inside := members & part) != self.model.empty_set
        ]
        self._check(len(self.classes))
        return len(self.classes) > before

    def _check(self, number: int) -> None:
        if number > self.most:
            raise TooLargeError(
                f"more than {self.most} classes of worlds are too many to draw; distinguish them by less, or "
                "draw the submodel generated by one world"
            )

    def cells(self, agent: str) -> list[tuple[tuple[str, ...], S]]:
        """Return the cells of the agent's partition, each named after its first world."""
        result: list[tuple[tuple[str, ...], S]] = []
        rest = self.all
        while rest != self.model.empty_set:
            world = next(self.model.worlds_in(rest))
            here = self.model.singleton(world)
            cell = self.model.accessible_from((agent,), here)
            if here & cell & self.model.distributed_knowledge((agent,), cell) == self.model.empty_set:
                raise InputError(
                    f"the beliefs of {agent} may be false; distinguish worlds by formulas instead"
                )
            result.append(((f"{agent} sees {world}",), cell))
            rest = rest & ~cell
            self._check(len(result))
        return result

    def split_until_bisimilar(self) -> None:
        """Split by which classes each agent considers possible, until nothing splits."""
        split = True
        while split:
            split = False
            for _, members in tuple(self.classes):
                for agent in self.model.agents:
                    possible = self.considering_possible(agent, members)
                    split |= self.split([((), possible), ((), ~possible)])

    def considering_possible(self, agent: str, s: S) -> S:
        """Return the worlds in which the agent considers one of the set possible."""
        return self.all & ~self.model.distributed_knowledge((agent,), self.model.complement(s))

    def quotient(self) -> Quotient:
        """Return the classes as they are now, and the edges between them."""
        model = self.model
        total = model.count_worlds(self.all)
        actual = model.empty_set if model.actual is None else model.singleton(model.actual)
        classes = []
        for shared, members in self.classes:
            worlds = model.count_worlds(members)
            example, is_actual = next(model.worlds_in(members)), bool(members & actual != model.empty_set)
            classes.append(WorldClass(shared, worlds, Fraction(worlds, total), example, is_actual))
        return Quotient(tuple(classes), tuple(self._edges()))

    def _edges(self) -> Iterator[ClassEdge]:
        for target, (_, there) in enumerate(self.classes):
            for agent in self.model.agents:
                considering = self.considering_possible(agent, there)
                for source, (_, here) in enumerate(self.classes):
                    inside = here & considering
                    if source != target and inside != self.model.empty_set:
                        yield ClassEdge(agent, source, target, every=bool(inside == here))
