"""The experiments of the lab screen: one at a time for each browser, with a deadline, kept for a while."""

from collections import OrderedDict
from secrets import token_urlsafe
from threading import Lock, Thread
from time import monotonic
from typing import Any

from msgspec.structs import asdict

from handsight.errors import RequestError
from handsight.hanabi import End
from handsight.web.lab import experiment_job
from handsight.web.lab.experiment_job import ExperimentRequest, Row
from handsight.web.server.visitors import visitor
from handsight.web.server.worker import MEMORY, Worker

MOST_RUNNING = 4
MOST_OF_ONE = 2
"""Experiments of one visitor that may run at once."""
MOST_KEPT = 24
SECONDS = 600.0
"""How long an experiment may take."""
UNWATCHED_SECONDS = 45.0
"""An experiment that no browser has asked about for so long is stopped."""
CHECK_SECONDS, GAME_SECONDS = 10.0, 60.0
PAGE = 12
"""Games that are listed at once."""
ENDS = tuple(End)


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
        """Whether a browser still waits for it."""
        return not self.stopped and monotonic() - self.last_asked < UNWATCHED_SECONDS

    def run(self) -> None:
        """Play, in a worker process of its own."""
        worker = Worker()
        try:
            result = worker.run(
                experiment_job.play,
                self.request,
                seconds=SECONDS,
                report=self._update,
                wanted=lambda: self.wanted,
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

    def listed(self, side: int, score: int | None, first: int) -> tuple[int, list[int]]:
        """Count the games of a side with a score, and return a page of them (by default the worst ones)."""
        rows = self.side(side)
        if score is None:
            numbers = sorted(range(len(rows)), key=lambda number: rows[number][0])
        else:
            numbers = [number for number, row in enumerate(rows) if row[0] == score]
        return len(numbers), numbers[first : first + PAGE]

    def row(self, side: int, number: int) -> Row:
        """Return how a game ended, and the other side's score on the same deal."""
        score, strikes, turns, end, points = self.side(side)[number]
        figures = {"number": number, "score": score, "points": points, "strikes": strikes, "turns": turns}
        row = figures | {"end": ENDS[end].value}
        return row | {
            "other": next((rows[number][0] for at, rows in enumerate(self.rows) if at != side), None)
        }

    def side(self, side: int) -> list[list[int]]:
        """Return the games of a side, or raise RequestError."""
        if not 0 <= side < len(self.rows):
            raise RequestError("unknown-game", "there are no games of that side yet")
        return self.rows[side]


class Experiments:
    """All experiments in memory, and the worker that checks conventions and analyses games."""

    def __init__(self) -> None:
        self._experiments: OrderedDict[str, PageExperiment] = OrderedDict()
        self._lock = Lock()
        self._worker = Worker(MEMORY)

    def check(self, text: str) -> Row:
        """Return what is wrong with a convention."""
        result: Row = self._worker.run(experiment_job.check, text, seconds=CHECK_SECONDS)
        return result

    def start(self, request: ExperimentRequest) -> PageExperiment:
        """Start an experiment; another of the same browser is stopped."""
        self._worker.run(_check_request, request, seconds=GAME_SECONDS)  # the first one loads the bots
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
        """List some games with where each lost its points."""
        experiment = self.experiment(name)
        count, numbers = experiment.listed(side, score, first)
        losses = self._worker.run(
            experiment_job.lost, experiment.request, side, numbers, seconds=GAME_SECONDS
        )
        rows = [
            experiment.row(side, number) | {"lost": lost}
            for number, lost in zip(numbers, losses, strict=True)
        ]
        return {"count": count, "first": first, "page": PAGE, "games": rows}

    def record(self, name: str, side: int, number: int) -> tuple[str, list[Row]]:
        """Return one game as an export, and where it lost its points."""
        experiment = self.experiment(name)
        request, run = experiment.request, self._worker.run
        if not 0 <= number < len(experiment.side(side)):
            raise RequestError("unknown-game", f"there is no game {number}; there are {request.games}")
        text: str = run(experiment_job.game, request, side, number, seconds=GAME_SECONDS)
        (lost,) = run(experiment_job.lost, request, side, [number], seconds=GAME_SECONDS)
        return text, lost

    def close(self) -> None:
        """Stop everything."""
        with self._lock:
            for experiment in self._experiments.values():
                experiment.stopped = True
        self._worker.close()


def _check_request(_: Any, request: ExperimentRequest) -> None:
    """Raise InputError if an experiment cannot be played."""
    experiment_job.plans_of(request)
