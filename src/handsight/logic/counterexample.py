"""Counterexamples: the worlds that show why an agent does not know something."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from handsight.errors import InputError
from handsight.logic.engines.kripke_structure import World
from handsight.logic.engines.model import Model
from handsight.logic.formulas.formula import TRUE, Formula, has_value

Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A path from a world, along accessibility relations, to a world where a formula is true.

    Attributes:
        start: The world where the path begins.
        steps: For each step the agents who cannot distinguish the two worlds, and the world it leads to.
        end: The formula that is true in the last world.
    """

    start: World
    steps: tuple[tuple[Group, World], ...]
    end: Formula

    @property
    def world(self) -> World:
        """The last world of the path."""
        return self.steps[-1][1] if self.steps else self.start

    def text(self, world_text: Callable[[Any], str] = str) -> str:
        """Return the counterexample in words, each world as *world_text* writes it.

        Steps from a world to itself are left out.
        """
        path, here = "", self.start
        for group, world in self.steps:
            if world != here:
                path += f", {' and '.join(group)} could be in {world_text(world)}"
            here = world
        return f"in {world_text(self.start)}{path}: there {self.end}"

    def __str__(self) -> str:
        return self.text()


def counterexamples(model: Model[Any], formula: Formula, world: World | None = None) -> list[Counterexample]:
    """Return the paths to worlds that decide a formula about knowledge; none, one or two.

    For K, E, C and D that are false, a path to a world where the known formula is false; for Kw and Kv that
    are false, two worlds that differ; for M that is true, a world that shows it. Otherwise none. Negations in
    front are ignored, announcements are made first. *world* is where it is asked, by default the actual one.

    Raises:
        InputError: No world alone can be a counterexample to such a formula, or it announces something false.

    Examples:
        >>> from handsight.logic import ExplicitModel, counterexamples, parse
        >>> model = ExplicitModel.of(["fair", "rain"], sees={"bob": len}, atoms={"wet": "rain".__eq__})
        >>> print(counterexamples(model, parse("K[bob] wet"), "rain")[0])
        in rain, bob could be in fair: there ~wet
    """
    here = model.world_or_actual(world)
    while formula.op in {"not", "ann", "ann_dia"}:
        *announcements, formula = formula.parts
        for announced in announcements:
            if not model.holds(announced, here):
                raise InputError(f"nobody can announce {announced} in {here}: it is false there")
            model = model.with_actual(None).announce(announced)
    return list(_counterexamples(model, formula, here))


def _counterexamples(model: Model[Any], f: Formula, here: World) -> Iterator[Counterexample]:
    match f.op:
        case "K" | "D":
            yield from _one_step(model, [f.label], ~f.parts[0], here)
        case "E":
            yield from _one_step(model, [(agent,) for agent in f.label], ~f.parts[0], here)
        case "M":
            yield from _one_step(model, [f.label], f.parts[0], here)
        case "C":
            yield from _shortest_path(model, f.label, ~f.parts[0], here)
        case "Kw":
            yield from _both(model, f.label, f.parts[0], ~f.parts[0], here)
        case "Kv":
            agent, variable = f.label
            possible = model.accessible_from((agent,), model.singleton(here))
            values = (has_value(variable, value) for value in model.values[variable])
            first = next((g for g in values if model.extension(g) & possible != model.empty_set), TRUE)
            yield from _both(model, (agent,), first, ~first, here)
        case _:
            raise InputError(
                f"no single world can refute {f}; ask about what an agent knows: K, Kw, Kv, M, E, C or D"
            )


def _one_step(model: Model[Any], groups: list[Group], end: Formula, here: World) -> Iterator[Counterexample]:
    """Yield a step by the first group that considers a world possible where the end is true."""
    for group in groups:
        targets = model.accessible_from(group, model.singleton(here)) & model.extension(end)
        if targets != model.empty_set:
            yield Counterexample(here, ((group, next(model.worlds_in(targets))),), end)
            return


def _both(model: Model[Any], group: Group, f: Formula, g: Formula, here: World) -> Iterator[Counterexample]:
    found = [*_one_step(model, [group], f, here), *_one_step(model, [group], g, here)]
    if len(found) == 2:
        yield from found


def _shortest_path(model: Model[Any], group: Group, end: Formula, here: World) -> Iterator[Counterexample]:
    """Yield a shortest path, by steps of single agents, to a world where the end is true (breadth first)."""
    targets = model.extension(end)
    frontiers = [model.singleton(here)]
    visited = frontiers[0]
    while frontiers[-1] & targets == model.empty_set:
        frontier = model.empty_set
        for agent in group:
            frontier = frontier | model.accessible_from((agent,), frontiers[-1])
        frontier = frontier & ~visited
        if frontier == model.empty_set:
            return
        visited = visited | frontier
        frontiers.append(frontier)
    world = next(model.worlds_in(frontiers[-1] & targets))
    steps: list[tuple[Group, World]] = []
    for frontier in reversed(frontiers[:-1]):
        agent, before = _predecessor(model, group, frontier, world)
        steps.append(((agent,), world))
        world = before
    yield Counterexample(here, tuple(reversed(steps)), end)


def _predecessor(model: Model[Any], group: Group, frontier: Any, world: World) -> tuple[str, World]:
    """Return an agent and a world of the frontier in which it considers this world possible."""
    other_worlds = model.universe & ~model.singleton(world)
    for agent in group:
        sources = frontier & ~model.distributed_knowledge((agent,), other_worlds)
        if sources != model.empty_set:
            return agent, next(model.worlds_in(sources))
    raise AssertionError  # the world was found by a step from this frontier
