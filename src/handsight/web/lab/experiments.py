"""The experiments of a server: one at a time for each browser, each bounded, and remembered a while."""

from collections import OrderedDict
from secrets import token_urlsafe
from threading import Lock, Thread
from time import monotonic
from typing import Any

from handsight.errors import RequestError
from handsight.hanabi import End
from handsight.web.lab import experiment_job
from handsight.web.lab.experiment_job import Order, Row
from handsight.web.server.worker import MEMORY, Apart

MOST_RUNNING = 2
MOST_KEPT = 24
SECONDS = 600.0
"""How long an experiment may take."""
PATIENCE = 45.0
"""Seconds after which an experiment that nobody asks about is stopped."""
CHECK_SECONDS, GAME_SECONDS = 10.0, 30.0
PAGE = 12
"""Games that are listed at once."""
ENDS = tuple(End)


class Trial:
    """An experiment: what was asked for, how far it is, and in the end every game."""

    def __init__(self, order: Order) -> None:
        self.order = order
        self.name = token_urlsafe(9)
        self.seen: Row = {"stage": "starting", "done": 0, "sides": [], "pair": None}
        self.rows: list[list[list[int]]] = []
        self.asked = monotonic()
        self.stopped = False

    @property
    def running(self) -> bool:
        """Whether games are still being played."""
        return self.seen["stage"] not in ("done", "failed")

    @property
    def wanted(self) -> bool:
        """Whether somebody still waits for it."""
        return not self.stopped and monotonic() - self.asked < PATIENCE

    def run(self) -> None:
        """Play, in a process of its own."""
        apart = Apart()
        try:
            found = apart.do(
                experiment_job.play, self.order, seconds=SECONDS, hear=self._hear, wanted=lambda: self.wanted
            )
            self.rows = found.pop("rows")
            self._hear(found)
        except RequestError as error:
            self._hear({"stage": "failed", "code": error.code, "message": str(error)})
        finally:
            apart.end()

    def _hear(self, news: Row) -> None:
        self.seen = self.seen | news

    def look(self) -> Row:
        """Say how far it is."""
        self.asked = monotonic()
        order = self.order
        return {
            "id": self.name,
            "texts": order.texts,
            "players": order.players,
            "games": order.games,
            "seed": order.seed,
            "rules": order.rules,
            **self.seen,
        }

    def listed(self, side: int, score: int | None, first: int) -> tuple[int, list[int]]:
        """Say how many games of a side had a score (the worst first where none is named), and name a page."""
        rows = self._side(side)
        if score is None:
            numbers = sorted(range(len(rows)), key=lambda number: rows[number][0])
        else:
            numbers = [number for number, row in enumerate(rows) if row[0] == score]
        return len(numbers), numbers[first : first + PAGE]

    def row(self, side: int, number: int) -> Row:
        """Say how a game ended, and how the other side did on the same deal."""
        score, strikes, turns, end = self._side(side)[number]
        others = [rows[number][0] for at, rows in enumerate(self.rows) if at != side]
        return {
            "number": number,
            "score": score,
            "strikes": strikes,
            "turns": turns,
            "end": ENDS[end].value,
            "other": others[0] if others else None,
        }

    def known(self, side: int, number: int) -> None:
        """Raise RequestError if there is no such game."""
        if not 0 <= number < len(self._side(side)):
            raise RequestError("unknown-game", f"there is no game {number}; there are {self.order.games}")

    def _side(self, side: int) -> list[list[int]]:
        if not 0 <= side < len(self.rows):
            raise RequestError("unknown-game", "there are no games of that side yet")
        return self.rows[side]


class Bench:
    """All experiments in mind, and the process that checks texts and looks at games."""

    def __init__(self) -> None:
        self._trials: OrderedDict[str, Trial] = OrderedDict()
        self._lock = Lock()
        self._apart = Apart(MEMORY)

    def check(self, text: str) -> Row:
        """Say what is wrong with a convention."""
        found: Row = self._apart.do(experiment_job.check, text, seconds=CHECK_SECONDS)
        return found

    def start(self, order: Order) -> Trial:
        """Start an experiment; another of the same browser is stopped."""
        self._apart.do(_plan, order, seconds=CHECK_SECONDS)
        begun = Trial(order)
        with self._lock:
            for other in self._trials.values():
                other.stopped |= other.order.browser == order.browser
            running = sum(other.running and not other.stopped for other in self._trials.values())
            if running >= MOST_RUNNING:
                raise RequestError("busy", "other experiments are running; try again when they have ended")
            self._trials[begun.name] = begun
            while len(self._trials) > MOST_KEPT:
                self._trials.popitem(last=False)[1].stopped = True
        Thread(target=begun.run, name="experiment", daemon=True).start()
        return begun

    def trial(self, name: str) -> Trial:
        """Find an experiment, or raise RequestError."""
        with self._lock:
            if name not in self._trials:
                raise RequestError("unknown-run", "this server has no such experiment; run it again")
            return self._trials[name]

    def games(self, name: str, side: int, score: int | None, first: int) -> Row:
        """List some games with where each lost its points."""
        found = self.trial(name)
        count, numbers = found.listed(side, score, first)
        losses = self._apart.do(experiment_job.lost, found.order, side, numbers, seconds=GAME_SECONDS)
        rows = [
            found.row(side, number) | {"lost": lost} for number, lost in zip(numbers, losses, strict=True)
        ]
        return {"count": count, "first": first, "page": PAGE, "games": rows}

    def record(self, name: str, side: int, number: int) -> tuple[str, list[Row]]:
        """Return one game as an export, and where it lost its points."""
        found = self.trial(name)
        found.known(side, number)
        text: str = self._apart.do(experiment_job.game, found.order, side, number, seconds=GAME_SECONDS)
        (lost,) = self._apart.do(experiment_job.lost, found.order, side, [number], seconds=GAME_SECONDS)
        return text, lost

    def close(self) -> None:
        """Stop everything."""
        with self._lock:
            for found in self._trials.values():
                found.stopped = True
        self._apart.end()


def _plan(_: Any, order: Order) -> None:
    """See whether an order can be played at all."""
    experiment_job.plans_of(order)
