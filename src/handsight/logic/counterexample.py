"""Showing it: the worlds that prove somebody does not know."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from handsight.errors import InputError
from handsight.logic.engines.engine import World
from handsight.logic.engines.model import Model
from handsight.logic.formulas.formula import TRUE, Formula, value

Group = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A way from a world, by what one after another thinks possible, to a world where the end is true."""

    start: World
    steps: tuple[tuple[Group, World], ...]
    end: Formula

    @property
    def world(self) -> World:
        """The world that shows it."""
        return self.steps[-1][1] if self.steps else self.start

    def __str__(self) -> str:
        said = "".join(f", {' and '.join(group)} could be in {world}" for group, world in self.steps)
        return f"in {self.start}{said}: there {self.end}"


def witnesses(model: Model[Any], formula: Formula, world: World | None = None) -> list[Doubt]:
    """The doubts that decide a formula about knowledge there: one, or two for whether and for values.

    For K, E, C and D that are false, a way to a world where the rest is false; for Kw and Kv that are false,
    two worlds that differ; for M that is true, the world. Announcements and negations in front are followed.
    """
    here = model.here(world)
    while formula.op in {"not", "ann", "ann_dia"}:
        *news, formula = formula.parts
        for heard in news:
            if not model.holds(heard, here):
                raise InputError(f"nobody can announce {heard} in {here}: it is false there")
            model = model.pointed(None).announce(heard)
    return list(_doubts(model, formula, here))


def _doubts(model: Model[Any], f: Formula, here: World) -> Iterator[Doubt]:
    match f.op:
        case "K" | "D":
            yield from _one_step(model, [f.label], ~f.parts[0], here)
        case "E":
            yield from _one_step(model, [(agent,) for agent in f.label], ~f.parts[0], here)
        case "M":
            yield from _one_step(model, [f.label], f.parts[0], here)
        case "C":
            yield from _shortest_way(model, f.label, ~f.parts[0], here)
        case "Kw":
            yield from _both(model, f.label, f.parts[0], ~f.parts[0], here)
        case "Kv":
            agent, variable = f.label
            seen = model.considered((agent,), model.at(here))
            held = (value(variable, v) for v in model.values[variable])
            first = next((g for g in held if model.extension(g) & seen != model.nowhere), TRUE)
            yield from _both(model, (agent,), first, ~first, here)
        case _:
            raise InputError(
                f"no world alone shows {f}; ask about what somebody knows: K, Kw, Kv, M, E, C or D"
            )


def _one_step(model: Model[Any], groups: list[Group], end: Formula, here: World) -> Iterator[Doubt]:
    """The first group that thinks a world possible where the end is true."""
    for group in groups:
        shown = model.considered(group, model.at(here)) & model.extension(end)
        if shown != model.nowhere:
            yield Doubt(here, ((group, next(model.each(shown))),), end)
            return


def _both(model: Model[Any], group: Group, f: Formula, g: Formula, here: World) -> Iterator[Doubt]:
    doubts = [*_one_step(model, [group], f, here), *_one_step(model, [group], g, here)]
    if len(doubts) == 2:
        yield from doubts


def _shortest_way(model: Model[Any], group: Group, end: Formula, here: World) -> Iterator[Doubt]:
    """A way of fewest steps, each by one of the group, to a world where the end is true."""
    wanted = model.extension(end)
    rings = [model.at(here)]
    seen = rings[0]
    while rings[-1] & wanted == model.nowhere:
        ring = model.nowhere
        for agent in group:
            ring = ring | model.considered((agent,), rings[-1])
        ring = ring & ~seen
        if ring == model.nowhere:
            return
        seen = seen | ring
        rings.append(ring)
    world = next(model.each(rings[-1] & wanted))
    steps: list[tuple[Group, World]] = []
    for ring in reversed(rings[:-1]):
        agent, before = _before(model, group, ring, world)
        steps.append(((agent,), world))
        world = before
    yield Doubt(here, tuple(reversed(steps)), end)


def _before(model: Model[Any], group: Group, ring: Any, world: World) -> tuple[str, World]:
    """An agent and a world of the ring in which it thinks this world possible."""
    elsewhere = model.everywhere & ~model.at(world)
    for agent in group:
        doubting = ring & ~model.pooled((agent,), elsewhere)
        if doubting != model.nowhere:
            return agent, next(model.each(doubting))
    raise AssertionError  # the ring was made by stepping there
