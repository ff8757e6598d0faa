"""The logic screen: puzzles, and a logic file as frames to step through.

A frame has the worlds after an announcement or an event, and who can tell them apart.
"""

from collections import Counter
from itertools import chain, combinations, pairwise
from pathlib import Path
from typing import Annotated, Any

from msgspec import Meta
from starlette.routing import Route

from handsight.errors import InputError, TooLargeError
from handsight.logic.drawing.graph_picture import layout_points, truths_in
from handsight.logic.drawing.model_graph import MAX_DRAWN, accessible_worlds, file_graph, quotient_graph
from handsight.logic.drawing.quotient import quotient
from handsight.logic.engines.knowledge_structure import Assignment
from handsight.logic.engines.kripke_structure import World, WorldAfterEvents
from handsight.logic.engines.model import Model
from handsight.logic.files import read, sample
from handsight.logic.files.logic_file import (
    Announcement,
    Answer,
    EventOccurrence,
    LogicFile,
    LogicQuery,
    answered_steps,
)
from handsight.logic.formulas.event_model import is_equivalence
from handsight.text.diagnostics import Position, Problem, problem_json
from handsight.web.server.http_requests import json_response, worker_route
from handsight.web.server.rate_limits import Allowance
from handsight.web.server.worker_process import Report, Worker

SECONDS = 8.0
"""How many seconds an answer about a logic file may take."""
MOST_TEXT = 64_000
MOST_FRAMES = 200
MOST_BLOCKS, MOST_FORMULAS = 24, 4
MOST_LISTED = 40
"""How many worlds of an answer are listed."""
MOST_LINES = 4
"""A group of indistinguishable worlds up to this size has a line for every pair, a larger one a ring."""
HUGE = 1 << 53
"""Numbers from here on are beyond what a browser counts exactly."""
MOST_BODY = 6 * MOST_TEXT + 1_000
"""Bytes: a text, every character of it an escape."""
PUZZLES = Path(__file__).parent / "puzzles"

Row = dict[str, Any]


Text = Annotated[str, Meta(max_length=MOST_TEXT)]


def logic_routes(worker: Worker) -> list[Route]:
    """Return the routes to the logic screen."""
    limit = Allowance(40, 5)
    return [
        Route("/api/logic", lambda _: json_response(puzzles())),
        worker_route("/api/logic", frames, worker, limit, seconds=SECONDS, most=MOST_BODY),
        worker_route("/api/logic/picture", picture, worker, limit, seconds=SECONDS, most=MOST_BODY),
    ]


def puzzles() -> list[Row]:
    """Return the puzzles that come with the page, and the samples of `handsight logic`, with their texts."""
    paths = [sample("muddy"), *sorted(PUZZLES.glob("*.logic")), sample("coin")]
    texts = [(path.stem, path.read_text("utf-8")) for path in paths]
    return [
        {"name": name, "about": text.split("\n")[0].removeprefix("--").strip(), "text": text}
        for name, text in texts
    ]


def frames(_: Report, *, text: Text) -> Row:
    """Return the frames of a logic file, as far as it is valid, and the first problem with its place."""
    found: Row = {"frames": [], "agents": [], "shared": "", "problem": None}
    try:
        file = read(text)
        found |= {"agents": list(file.model.agents), "shared": _shared(file.atoms)}
        _follow(file, text.split("\n"), found["frames"])
    except InputError as error:
        position = Position(error.line, error.column) if error.line else None
        problem = Problem("unreadable", error.message.split("\n")[0], position=position)
        found["problem"] = problem_json(problem)
    return found


def picture(_: Report, *, text: Text, step: Annotated[int, Meta(ge=0, le=MOST_FRAMES)]) -> Row:
    """Return the worlds of a logic file after a step as SVG, as `handsight logic --to svg` draws them."""
    return {"svg": file_graph(read(text), step).svg()}


def _follow(file: LogicFile, lines: list[str], frames: list[Row]) -> None:
    drawing = Drawing(file)
    start: Row = {"kind": "start", "comment": "", "statement": "", "answers": []}
    frames.append(start | drawing.frame(file.model))
    for step, model, answer in answered_steps(file):
        match step:
            case LogicQuery():
                frames[-1]["answers"].append(
                    {"comment": _comment(lines, step.position.line)} | _answer(answer)
                )
                continue
            case Announcement(formula, place):
                statement, kind = str(formula), "announcement"
            case EventOccurrence(events, event, place):
                statement, kind = f"{events}:{event}" if event else events, "event"
                drawing.new_era()
        if len(frames) > MOST_FRAMES:
            raise TooLargeError(f"more than {MOST_FRAMES} announcements and events cannot be stepped through")
        comment = _comment(lines, place.line)
        frames.append(
            {"kind": kind, "comment": comment, "statement": statement, "answers": [], **drawing.frame(model)}
        )


def _comment(lines: list[str], line: int) -> str:
    """Return the comment right above a statement, which says it in plain words."""
    above = []
    for text in reversed(lines[: line - 1]):
        if not text.startswith("--"):
            break
        above.append(text.removeprefix("--").strip())
    return " ".join(reversed(above))


def _answer(found: Answer | None) -> Row:
    if found is None:
        return {}
    listed = found.answer if isinstance(found.answer, list) else None
    return {
        "kind": found.query.kind,
        "text": found.query.text,
        "answer": len(listed) if listed is not None else _as_json(found.answer),
        "worlds": listed[:MOST_LISTED] if listed is not None else None,
        "note": found.error or found.note,
    }


def _as_json(answer: object) -> object:
    """Return an answer as JSON can hold it; a huge number as a power of two."""
    if isinstance(answer, bool) or not isinstance(answer, int) or answer < HUGE:
        return answer
    return f"about 2^{answer.bit_length() - 1:,}"


class Drawing:
    """The frames of one file; between two events, in one *era*, a world keeps its position."""

    def __init__(self, file: LogicFile) -> None:
        self.file = file
        self.agents, self.atoms = file.model.agents, file.atoms
        self.short = _shortener(self.atoms, file.model)
        self.era = 0
        self.worlds: list[World] = []
        self.drawn: list[Row] = []

    def new_era(self) -> None:
        """Begin a new era: an event happened, and there are other worlds."""
        self.era += 1
        self.worlds = []

    def frame(self, model: Model[Any]) -> Row:
        """Return a frame of a model: its worlds one by one, or in blocks, or not at all."""
        count = model.count()
        row: Row = {"era": self.era, "count": _as_json(count), "blocks": False, "refused": ""}
        row |= {"worlds": self.drawn, "alive": [], "actual": None, "edges": [], "rings": False}
        if count == 0:
            return row
        if count > MAX_DRAWN:
            self.new_era()
            return row | {"era": self.era, "worlds": []} | self._blocks(model)
        if not self.worlds:
            self._place(model)
        at = {world: number for number, world in enumerate(self.worlds)}
        alive = [at[world] for world in model.where()]
        edges, rings = self._edges(model, at)
        actual = None if model.actual is None else at[model.actual]
        return row | {"worlds": self.drawn, "alive": alive, "actual": actual, "edges": edges, "rings": rings}

    def _place(self, model: Model[Any]) -> None:
        """Give every world a name, what is true there, and a position."""
        self.worlds = model.where()
        truths = truths_in(model, self.atoms, self.worlds)
        found = layout_points(truths, self.atoms, dict(model.values))
        self.drawn = [
            {
                "name": self.file.name(world),
                "label": "" if isinstance(world, Assignment) else self._label(world),
                "true": [self.short[true] for true in held],
                "x": x,
                "y": y,
            }
            for world, held, (x, y) in zip(self.worlds, truths, found, strict=True)
        ]

    def _label(self, world: World) -> str:
        if isinstance(world, WorldAfterEvents) and isinstance(world.start, Assignment):
            return " ".join(world.occurred)
        return self.file.name(world)

    def _edges(self, model: Model[Any], at: dict[World, int]) -> tuple[list[Row], bool]:
        edges: list[Row] = []
        rings = False
        for number, agent in enumerate(self.agents):
            accessible = accessible_worlds(model, agent, at)
            if is_equivalence(accessible):
                for cell in sorted(set(accessible.values()), key=min):
                    rings |= len(cell) > MOST_LINES
                    edges += [{"agent": number, "from": a, "to": b, "both": True} for a, b in _lines(cell)]
            else:  # one that may be wrong: every arrow is drawn
                arrows = chain.from_iterable(((k, v) for v in sorted(cell)) for k, cell in accessible.items())
                edges += [{"agent": number, "from": a, "to": b, "both": False} for a, b in arrows]
        return edges, rings

    def _blocks(self, model: Model[Any]) -> Row:
        """Return a frame of blocks; worlds of one block agree on the file's own formulas."""
        try:
            formulas = self.file.distinguishing_formulas(model, MOST_FORMULAS)
            found = quotient(model, formulas=formulas, most=MOST_BLOCKS)
        except (TooLargeError, InputError) as error:
            return {"refused": f"too many worlds to draw; {error}"}
        spots = layout_points([{str(at)} for at in range(len(found.classes))], [], {})
        worlds = [
            {
                "name": str(block.example),
                "label": f"{block.worlds:,}" if block.worlds < HUGE else _as_json(block.worlds),
                "true": [*block.shared],
                "x": x,
                "y": y,
            }
            for block, (x, y) in zip(found.classes, spots, strict=True)
        ]
        edges = [
            {"agent": self.agents.index(one.agent), "from": one.source, "to": one.target, "both": one.both}
            | {"some": not one.every}
            for one in quotient_graph(found).edges
        ]
        actual = next((at for at, block in enumerate(found.classes) if block.actual), None)
        alive = list(range(len(worlds)))
        return {"blocks": True, "worlds": worlds, "alive": alive, "actual": actual, "edges": edges}


def _lines(cell: frozenset[int]) -> list[tuple[int, int]]:
    """Return the lines of a group of worlds: between every two, or around a ring where they are many."""
    inside = sorted(cell)
    if len(inside) <= MOST_LINES:
        return list(combinations(inside, 2))
    return [*pairwise(inside), (inside[0], inside[-1])]


def _shared(atoms: list[str]) -> str:
    """Return the predicate that all atoms share, such as ``muddy`` of ``muddy(ann)``; empty if none."""
    words = {atom.partition("(")[0] if atom.endswith(")") else "" for atom in atoms}
    return words.pop() if len(words) == 1 else ""


def _shortener(atoms: list[str], model: Model[Any]) -> dict[str, str]:
    """Return short names: atoms without a shared predicate, and values alone where that is unambiguous."""
    cut = len(_shared(atoms)) + 1 if _shared(atoms) else 0
    short = {atom: atom[cut:-1] if cut else atom for atom in atoms}
    values = [(variable, word) for variable, held in model.values.items() for word in held]
    times = Counter(word for _, word in values)
    for variable, word in values:
        short[f"{variable}={word}"] = word if times[word] == 1 else f"{variable} {word}"
    return short
