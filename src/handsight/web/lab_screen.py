"""The lab screen: check a convention, run an experiment, see its progress, open its games.

Each browser runs one experiment at a time, with a deadline; the last ones are kept. Whatever takes long runs
in worker processes: the functions that take a `Report`.
"""

from collections import OrderedDict
from dataclasses import replace
from secrets import token_urlsafe
from threading import Lock, Thread
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct
from msgspec.structs import asdict
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.conventions.convention_loader import CheckedConvention, check_source
from handsight.conventions.library import Source
from handsight.errors import InputError, RequestError
from handsight.hanabi import End
from handsight.text.diagnostics import problem_json
from handsight.web.recorded_games import Recordings
from handsight.web.server.http_requests import json_response, query_number, read_json, worker_route
from handsight.web.server.rate_limits import Allowance, visitor
from handsight.web.server.table_messages import Small
from handsight.web.server.worker_process import MEMORY, Report, Worker

if TYPE_CHECKING:  # the server itself needs none of it
    from handsight.bots import BotSpec
    from handsight.lab.hanabi.game_plan import HanabiPlan
    from handsight.lab.hanabi.simulate_games import Run

MOST_TEXT = 64_000
MOST_GAMES = 100_000
MOST_PROBLEMS = 100
"""Problems of one text that are listed at once."""
INTERPRETED_GAMES = 60
"""Up to this many games are played uncompiled, which takes less time than compiling a convention."""
ANALYSED_GAMES = 100
"""Games that are analysed for where points were lost."""
REPORT_SECONDS = 0.4
MOST_RUNNING = 4
MOST_OF_ONE = 2
"""Experiments of one visitor that may run at once."""
MOST_KEPT = 24
SECONDS = 600.0
"""How many seconds an experiment may take."""
UNWATCHED_SECONDS = 45.0
"""An experiment is stopped after this many seconds in which no browser asked about it."""
GAME_SECONDS = 60.0
PAGE = 12
"""Games that are listed at once."""
ENDS = tuple(End)
COLUMNS = ("score", "strikes", "turns", "end", "points")
"""What is kept of every game."""
MOST_BODY = 6 * 2 * MOST_TEXT + 2_000
"""Bytes: two texts, every character of them an escape."""

Row = dict[str, Any]
Text = Annotated[str, Meta(max_length=MOST_TEXT)]


class ExperimentRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for an experiment: one convention, or two on the same deals."""

    browser: Annotated[str, Meta(min_length=8, max_length=64)]
    texts: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=2)]
    players: Annotated[int, Meta(ge=2, le=6)] = 3
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = 10_000
    seed: Annotated[int, Meta(ge=0, lt=1 << 32)] = 1
    rules: Annotated[str, Meta(max_length=30)] = "official"


class PageExperiment:
    """An experiment: its request, its progress, and in the end every game."""

    def __init__(self, request: ExperimentRequest) -> None:
        self.request = request
        self.visitor = visitor.get()
        self.name = token_urlsafe(9)
        self.progress: Row = {"stage": "starting", "done": 0, "sides": [], "pair": None}
        self.rows: list[list[list[int]]] = []
        self.last_asked = monotonic()
        self.stopped = False

    @property
    def running(self) -> bool:
        """Whether games are still being played."""
        return self.progress["stage"] not in ("done", "failed")

    @property
    def wanted(self) -> bool:
        """Whether nobody stopped it, and a browser asked about it lately."""
        return not self.stopped and monotonic() - self.last_asked < UNWATCHED_SECONDS

    def run(self) -> None:
        """Play, in a worker process of its own."""
        worker, job = Worker(), play_experiment
        try:
            result = worker.run(
                job, self.request, seconds=SECONDS, report=self._update, wanted=lambda: self.wanted
            )
            self.rows = result.pop("rows")
            self._update(result)
        except RequestError as error:
            self._update({"stage": "failed", "code": error.code, "message": str(error)})
        finally:
            worker.close()

    def _update(self, change: Row) -> None:
        self.progress = self.progress | change

    def status(self) -> Row:
        """Return its request and its progress."""
        self.last_asked = monotonic()
        asked = asdict(self.request)
        del asked["browser"]
        return {"id": self.name, **asked, **self.progress}

    def side(self, side: int) -> list[list[int]]:
        """Return a row (see `COLUMNS`) for each game of a side, 0 or 1, or raise RequestError."""
        if not 0 <= side < len(self.rows):
            raise RequestError("unknown-game", "there are no games of that side yet")
        return self.rows[side]


class Experiments:
    """All experiments in memory."""

    def __init__(self) -> None:
        self._experiments: OrderedDict[str, PageExperiment] = OrderedDict()
        self._lock = Lock()
        self.worker = Worker(MEMORY)
        """Checks conventions, and plays and analyses single games."""

    def start(self, request: ExperimentRequest) -> PageExperiment:
        """Start an experiment and stop others of the same browser, or raise RequestError if too many run."""
        self.worker.run(check_request, request, seconds=GAME_SECONDS)  # the first one loads the bots
        begun = PageExperiment(request)
        with self._lock:
            for other in self._experiments.values():
                other.stopped |= other.request.browser == request.browser
            running = [one for one in self._experiments.values() if one.running and not one.stopped]
            mine = sum(one.visitor == begun.visitor for one in running)
            if mine >= MOST_OF_ONE or len(running) >= MOST_RUNNING:
                raise RequestError("busy", "other experiments are running; try again when they have ended")
            self._experiments[begun.name] = begun
            while len(self._experiments) > MOST_KEPT:
                self._experiments.popitem(last=False)[1].stopped = True
        Thread(target=begun.run, name="experiment", daemon=True).start()
        return begun

    def experiment(self, name: str) -> PageExperiment:
        """Return an experiment, or raise RequestError."""
        with self._lock:
            if name not in self._experiments:
                raise RequestError("unknown-run", "this server has no such experiment; run it again")
            return self._experiments[name]

    def games(self, name: str, side: int, score: int | None, first: int) -> Row:
        """Return a page of the games with a score (None: of all, worst first), and where each lost points."""
        experiment = self.experiment(name)
        rows = experiment.side(side)
        found = [number for number, row in enumerate(rows) if score in (None, row[0])]
        page = sorted(found, key=lambda number: rows[number][0])[first : first + PAGE]
        played = self.worker.run(record_games, experiment.request, side, page, seconds=GAME_SECONDS)
        games = []
        for number, (_, lost) in zip(page, played, strict=True):
            row: Row = dict(zip(COLUMNS, rows[number], strict=True))
            other = next((each[number][0] for at, each in enumerate(experiment.rows) if at != side), None)
            more = {"number": number, "end": ENDS[row["end"]].value, "other": other, "lost": lost}
            games.append(row | more)
        return {"count": len(found), "first": first, "page": PAGE, "games": games}

    def record(self, name: str, side: int, number: int) -> tuple[str, list[Row]]:
        """Return one game as a hanab.live export, and where it lost points."""
        experiment = self.experiment(name)
        if not 0 <= number < len(experiment.side(side)):
            count = experiment.request.games
            raise RequestError("unknown-game", f"there is no game {number}; there are {count}")
        request = experiment.request
        ((text, lost),) = self.worker.run(record_games, request, side, [number], seconds=GAME_SECONDS)
        return text, lost

    def close(self) -> None:
        """Stop everything."""
        with self._lock:
            for experiment in self._experiments.values():
                experiment.stopped = True
        self.worker.close()


# Jobs in worker processes.


def check_convention(_: Report, *, text: Text) -> Row:
    """Return a convention's name, kind and act rules, its problems and its warnings, each with its place."""
    checked = _checked(text)
    made = checked.convention
    return {
        "name": made.name if made else None,
        "kind": made.flat.kind if made else None,
        "acts": [rule.name for rule in made.acts] if made else [],
        "problems": [problem_json(problem) for problem in checked.problems[:MOST_PROBLEMS]],
        "more": max(0, len(checked.problems) - MOST_PROBLEMS),
        "warnings": [problem_json(problem) for problem in checked.warnings[:MOST_PROBLEMS]],
    }


def play_experiment(report: Report, request: ExperimentRequest) -> Row:
    """Play the games of an experiment, report progress, and return the results."""
    from handsight.lab.hanabi import game_plan
    from handsight.lab.hanabi.lost_points import loss_report
    from handsight.lab.hanabi.simulate_games import Run

    plans = plans_of(request, compiled=request.games > INTERPRETED_GAMES)
    report({"stage": "compiling" if request.games > INTERPRETED_GAMES else "playing"})
    compiled = all(plan.compiled_bots() is not None for plan in plans)  # this is when they are compiled
    step, runs, reported = 500 if compiled else 4, list[Run](), 0.0
    rows = [plan.blank_rows(request.games) for plan in plans]
    for first in range(0, request.games, step):
        games = min(first + step, request.games)
        for plan, played in zip(plans, rows, strict=True):
            played[first:games] = plan.play_chunk(first, games - first)
        runs = [Run(plan, played[:games]) for plan, played in zip(plans, rows, strict=True)]
        if monotonic() - reported > REPORT_SECONDS:
            reported = monotonic()
            report({"stage": "playing", **_figures(runs)})
    report({"stage": "analysing", **_figures(runs)})
    columns = [getattr(game_plan, column.upper()) for column in COLUMNS]
    return {
        "stage": "done",
        **_figures(runs),
        "lost": [loss_report(plan, min(ANALYSED_GAMES, request.games)).to_json() for plan in plans],
        "rows": [run.rows[:, columns].tolist() for run in runs],
    }


def record_games(
    _: Report, request: ExperimentRequest, side: int, numbers: list[int]
) -> list[tuple[str, list[Row]]]:
    """Play some games again, uncompiled; return each as a hanab.live export, and where it lost points.

    `turn` of a loss counts the actions before it; `order` is the card played or discarded, None for a clue.
    """
    from handsight.lab.hanabi.lost_points import losses
    from handsight.notation.hanabi import hanab_live_export as hanab_live

    plan = plans_of(request)[side]
    return [
        (
            hanab_live.write(game).text,
            [
                loss._asdict() | {"order": getattr(game.actions[loss.turn], "order", None)}
                for loss in losses(game)
            ],
        )
        for game in map(plan.record_game, numbers)
    ]


def check_request(_: Report, request: ExperimentRequest) -> None:
    """Raise InputError if an experiment cannot be played."""
    plans_of(request)


def plans_of(request: ExperimentRequest, *, compiled: bool = False) -> "list[HanabiPlan]":
    """Return a plan for each convention of an experiment, with the same deals, or raise InputError."""
    from handsight.hanabi import Terms, rule_set, variant
    from handsight.lab.hanabi.game_plan import HanabiPlan

    terms = Terms(request.players, variant("No Variant"), rule_set(request.rules))
    bots = [_bot(text, compiled=compiled) for text in request.texts]
    return [HanabiPlan((bot,) * request.players, terms, request.seed) for bot in bots]


def _bot(text: str, *, compiled: bool) -> "BotSpec":
    from handsight.bots.hanabi.convention_bot import convention_bot

    checked = _checked(text)
    if checked.convention is None:
        raise InputError(str(checked.problems[0]))
    spec = convention_bot(checked.convention.name, checked.convention)
    return spec if compiled else replace(spec, compiler=None)


def _checked(text: str) -> CheckedConvention:
    return check_source(Source("this convention", text))


def _figures(runs: "list[Run]") -> Row:
    """Return figures of the games so far: for each side, and for the pair."""
    from handsight.lab.played_games import Comparison

    pairs = Comparison(runs, 0.0).to_json()["pairs"]
    sides = [run.to_json() | {"caption": run.caption} for run in runs]
    return {"done": len(runs[0].rows), "sides": sides, "pair": pairs[0] if pairs else None}


# Routes.


class GameChoice(Struct, frozen=True, forbid_unknown_fields=True):
    """One game of an experiment."""

    side: Small
    number: Small


def lab_routes(experiments: Experiments, recordings: Recordings) -> list[Route]:
    """Return the routes to the lab."""
    typing, starting, looking = Allowance(40, 5), Allowance(10, 0.5), Allowance(60, 5)

    async def start(request: Request) -> Response:
        starting.spend()
        asked = await read_json(request, ExperimentRequest, MOST_BODY)
        return json_response((await run_in_threadpool(experiments.start, asked)).status())

    def status(request: Request) -> Response:
        return json_response(experiments.experiment(request.path_params["name"]).status())

    def stop(request: Request) -> Response:
        experiment = experiments.experiment(request.path_params["name"])
        experiment.stopped = True
        return json_response(experiment.status())

    def games(request: Request) -> Response:
        looking.spend()
        score = query_number(request, "score") if "score" in request.query_params else None
        side, first = query_number(request, "side", 0), query_number(request, "first", 0)
        return json_response(experiments.games(request.path_params["name"], side, score, first))

    async def record(request: Request) -> Response:
        looking.spend()
        asked = await read_json(request, GameChoice)
        name = request.path_params["name"]
        text, lost = await run_in_threadpool(experiments.record, name, asked.side, asked.number)
        return json_response({"id": recordings.add(text.encode()), "lost": lost})

    path, check, worker = "/api/lab/runs", "/api/lab/check", experiments.worker
    return [
        Route("/api/lab/conventions", lambda _: json_response(conventions())),
        worker_route(check, check_convention, worker, typing, seconds=10.0, most=MOST_BODY),
        Route(path, start, methods=["POST"]),
        Route(f"{path}/{{name}}", status),
        Route(f"{path}/{{name}}", stop, methods=["DELETE"]),
        Route(f"{path}/{{name}}/games", games),
        Route(f"{path}/{{name}}/games", record, methods=["POST"]),
    ]


def conventions() -> list[dict[str, str]]:
    """Return name, description and text of each convention (not idea) that ships with the package."""
    from handsight.conventions.library import find_source, shipped_conventions
    from handsight.roster.hanabi import find_bot

    names = shipped_conventions()
    return [{"name": name, "about": find_bot(name).about, "text": find_source(name).text} for name in names]
