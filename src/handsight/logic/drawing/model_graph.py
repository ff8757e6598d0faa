"""Models as graphs: worlds are nodes, accessibility relations are coloured edges, the actual world is gold.

A line between two worlds says that the agent cannot distinguish them; lines from a world to itself are left
out, except for an agent whose beliefs may be false, whose arrows are all drawn. Larger models are drawn as
classes of worlds with their sizes; a solid line then holds for every world of a class, a dotted one for some.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final, Literal

from handsight.errors import InputError, TooLargeError, UnknownNameError
from handsight.logic.drawing.graph_picture import Edge, ModelGraph, Node, Point, layout_points, truths_in
from handsight.logic.drawing.quotient import Quotient, quotient
from handsight.logic.engines.kripke_structure import World
from handsight.logic.engines.model import Model
from handsight.logic.files.logic_file import EventOccurrence, LogicFile, LogicQuery, models_after_steps
from handsight.logic.formulas.event_model import is_equivalence

MAX_DRAWN: Final = 64
MAX_FORMULAS: Final = 4
"""At most this many formulas of a file classify the worlds of a large model."""
MAX_NAME_LENGTH: Final = 60

LayoutName = Literal["auto", "circle"]
"""Worlds on a cube of atoms or a grid of values where that is possible, as on the page; or on a circle."""


def file_graph(file: LogicFile, after: int | None = None, *, layout: LayoutName = "auto") -> ModelGraph:
    """Return the graph of a file's model, by default at the end: every world, or classes if there are many.

    *after* says after how many announcements and events. Worlds are in one class where the same of the file's
    own formulas are true. By default a world is drawn where the page draws it: it stays in its place while
    announcements rule out others.

    Raises:
        UnknownNameError: The file has fewer announcements and events.
        InputError: No world is left to draw.
    """
    model, placed = _model_after(file, after)
    if model.count() == 0:
        raise InputError("no world is left to draw")
    if model.count() <= MAX_DRAWN:
        graph = model_graph(model, file.name, layout=layout)
        if layout == "auto":
            position = world_points(placed, file.atoms)
            points = tuple(position[world] for world in model.where())
            graph = replace(graph, points=points)
    else:
        graph = quotient_graph(quotient(model, formulas=file.distinguishing_formulas(model, MAX_FORMULAS)))
    return replace(graph, agents=tuple(agent for agent in model.agents if agent in graph.agents))


def _model_after(file: LogicFile, updates: int | None) -> tuple[Model[Any], Model[Any]]:
    """Return the model after *updates* announcements and events, and the model that says where worlds go.

    The second is the first model since the last event that has few enough worlds to draw.
    """
    models = [(file.model, file.model)]
    for step, model in models_after_steps(file):
        if isinstance(step, LogicQuery):
            continue
        before, placed = models[-1]
        anew = isinstance(step, EventOccurrence) or before.count() > MAX_DRAWN
        models.append((model, model if anew else placed))
    if updates is not None and not 0 <= updates < len(models):
        raise UnknownNameError(
            f"there is no model after {updates} announcements and events; the file has {len(models) - 1}"
        )
    return models[-1 if updates is None else updates]


def world_points(model: Model[Any], atoms: Sequence[str]) -> dict[World, Point]:
    """Return where each world of a model is drawn; the atoms in the order of the directions of a cube."""
    worlds = model.where()
    points = layout_points(truths_in(model, atoms, worlds), atoms, dict(model.values))
    return dict(zip(worlds, points, strict=True))


def model_graph(
    model: Model[Any], name: Callable[[World], str] = str, *, layout: LayoutName = "auto"
) -> ModelGraph:
    """Return the graph of a model with every world, labelled with its name and what is true in it.

    Raises:
        TooLargeError: There are too many worlds to draw; draw a quotient of them instead.

    Examples:
        >>> from handsight.logic import ExplicitModel, model_graph
        >>> model = ExplicitModel.of(["fair", "rain"], sees={"bob": len}, atoms={"wet": "rain".__eq__})
        >>> model_graph(model).nodes[1].lines
        ('rain', 'wet')
    """
    if (number := model.count()) > MAX_DRAWN:
        raise TooLargeError(
            f"{number:,} worlds are too many to draw ({MAX_DRAWN} is the most); draw a quotient of them"
        )
    worlds = model.where()
    index = {world: k for k, world in enumerate(worlds)}
    nodes = []
    for world, truths in zip(worlds, truths_in(model, list(model.atoms), worlds), strict=True):
        true = " ".join(truth for truth in truths if truth in model.atoms)
        shown = not isinstance(world, frozenset) and true
        nodes.append(Node((name(world), true) if shown else (name(world),), world == model.actual))
    edges: list[Edge] = []
    for agent in model.agents:
        edges += _edges(agent, accessible_worlds(model, agent, index))
    points = None
    if layout == "auto" and worlds:
        points = tuple(world_points(model, sorted(model.atoms)).values())
    return ModelGraph(tuple(model.agents), tuple(nodes), tuple(edges), points)


def accessible_worlds(model: Model[Any], agent: str, index: Mapping[World, int]) -> dict[int, frozenset[int]]:
    """Return for each world of a model, by index, the worlds that an agent considers possible there."""
    return {
        index[world]: frozenset(
            index[other] for other in model.worlds_in(model.accessible_from((agent,), model.singleton(world)))
        )
        for world in model.where()
    }


def _edges(agent: str, accessible: Mapping[int, frozenset[int]]) -> Iterator[Edge]:
    """Yield lines for an equivalence relation; for another one arrows, also from a world to itself."""
    lines = is_equivalence(accessible)
    for k, targets in accessible.items():
        for target in sorted(targets):
            if not lines:
                yield Edge(agent, k, target, both=False)
            elif k < target:
                yield Edge(agent, k, target)


def quotient_graph(classes: Quotient) -> ModelGraph:
    """Return the graph of a quotient: each class with what its worlds share, their number and an example."""
    nodes = []
    for one in classes.classes:
        number = f"{one.worlds:,} world{'s' * (one.worlds != 1)} · {float(one.share):.3%}"
        example = f"such as {_short(str(one.example))}"
        nodes.append(Node((*map(_short, one.shared), number, example), one.actual))
    every = {(edge.agent, edge.source, edge.target): edge.every for edge in classes.edges}
    edges = []
    for (agent, source, target), in_every in every.items():
        if every.get((agent, target, source)) != in_every:
            edges.append(Edge(agent, source, target, both=False, every=in_every))
        elif source < target:
            edges.append(Edge(agent, source, target, every=in_every))
    return ModelGraph(tuple(dict.fromkeys(edge.agent for edge in classes.edges)), tuple(nodes), tuple(edges))


def _short(text: str) -> str:
    return text if len(text) <= MAX_NAME_LENGTH else f"{text[: MAX_NAME_LENGTH - 1]}…"
