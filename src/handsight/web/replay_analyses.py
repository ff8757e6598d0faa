"""Analyses of recorded games, computed while somebody looks at them.

Each has a worker process of its own while it runs, which reports turn by turn. It stops when no browser has
asked for a while; what was found stays, and the next request continues from there.
"""

from collections import Counter, OrderedDict
from collections.abc import Iterator
from contextlib import suppress
from threading import Lock, Thread
from time import monotonic, sleep
from typing import Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.errors import RequestError
from handsight.notation import open_source
from handsight.web.hanabi.tried_line import move_word, read_line
from handsight.web.recorded_games import Recordings, bot_of, game_of, line_of, replay_of
from handsight.web.server.http_requests import json_response, query_number
from handsight.web.server.rate_limits import Allowance, visitor
from handsight.web.server.worker_process import MEMORY, Reporter, Worker

Row = dict[str, Any]
AUTO = "auto"
"""Stands for the bot that fits the players best."""
BY, PREPARED = "robot5", "sample:first"
"""The bot and the game that a worker analyses to load all it needs."""
PREPARE_AFTER = 0.5
"""Seconds to wait before that, so that the first page is served first."""
MOST_RUNNING = 2
"""Analyses that may run at once: each keeps a processor busy."""
MOST_KEPT = 48
SECONDS = 900.0
"""Seconds after which a running analysis is stopped; the next request continues it."""
FAILED_SECONDS = 10.0
"""A failed analysis is tried again when somebody asks after this many seconds."""
UNWATCHED_SECONDS = 5.0
"""An analysis stops after this many seconds in which no browser asked about it."""
FIRST_DEALS = 100
"""How many deals every turn is analysed with; only the turn that is looked at gets all."""
TURN_SECONDS = 20.0
"""Seconds that an analysis runs, at least, while other visitors wait for its worker."""
IDLE_SECONDS = 0.05
STOP = "stop"


class AnalysisKey(NamedTuple):
    """What an analysis depends on: the game, the moves tried in it, and the bot that plays on after a move.

    With *believe*, the mover's hand is also judged by what its partners did.
    """

    name: str
    number: int
    line: str
    by: str
    believe: bool = False


class PageAnalysis:
    """The analysis of a game: its turns so far, each numbered by when it came (the value of `news` then)."""

    def __init__(self, key: AnalysisKey) -> None:
        self.key = key
        self.rows: dict[int, tuple[int, Row]] = {}
        self.head: Row = {"by": key.by, "reason": "", "deals": 0, "turns": None}
        """What its job reports first: the bot and why it was chosen, the number of deals and of turns."""
        self.news = 0
        self.failure = ""
        self.failed_at = 0.0
        self.running = self.stopped = False
        self.started = 0.0
        self.turn = 0
        self.last_asked = monotonic()
        self.visitor = visitor.get()

    def look(self, turn: int) -> None:
        """Note that somebody looks at a turn."""
        self.turn = turn
        self.last_asked = monotonic()

    def request(self) -> int | str:
        """Return the turn that is looked at, or `STOP` if it was stopped or nobody has asked lately."""
        return STOP if self.stopped or monotonic() - self.last_asked > UNWATCHED_SECONDS else self.turn

    def stop(self) -> None:
        """Let `request` return `STOP`, so that its job ends soon, whoever still looks at it."""
        self.stopped = True

    def start(self) -> None:
        """Note that its job starts, for the visitor being served."""
        self.running, self.stopped = True, False
        self.started, self.visitor = monotonic(), visitor.get()

    def update(self, change: Row) -> None:
        """Add a turn that its job reports, or set the head."""
        if "row" in change:
            self.news += 1
            self.rows[change["row"]["turn"]] = self.news, change["row"]
        else:
            self.head = change | {"reason": change["reason"] or self.head["reason"]}

    def begin_with(self, base: "PageAnalysis") -> None:
        """Take over what the analysis of the game itself knows: the turns up to the first tried move."""
        line = read_line(self.key.line)
        before, words = line.turn, list(map(move_word, line.moves))
        for turn, (_, row) in list(base.rows.items()):  # its job may add some meanwhile
            if turn < before:
                self.update({"row": row})
        at = base.rows.get(before)
        tried = next((move for move in at[1]["moves"] if move["try"] in words[:1]), None) if at else None
        if at and tried:  # its value was found with those of the other moves
            nothing: Row = {"call": None, "facts": [], "known": [], "text": "", "why": ""}
            self.update({"row": at[1] | nothing | {"played": tried["move"]}})
        self.head = base.head | {"turns": None}

    @property
    def deals_of_turns(self) -> dict[int, int]:
        """By turn, with how many deals it was analysed; an exact turn counts as having all."""
        rows = list(self.rows.items())
        return {turn: self.head["deals"] if row["exact"] else row["deals"] for turn, (_, row) in rows}

    @property
    def complete(self) -> bool:
        """Whether the turn that is looked at has all its deals, and every other turn its `FIRST_DEALS`."""
        turns, deals = self.head["turns"], self.head["deals"]
        return turns is not None and next_turn(self.deals_of_turns, turns, deals, self.turn) is None

    def status(self, since: int) -> Row:
        """Return its head, whether it runs, and the turns that came after number *since*, oldest first."""
        rows = sorted((row for row in list(self.rows.values()) if row[0] > since), key=lambda row: row[0])
        return {
            **self.head,
            "news": self.news,
            "running": self.running,
            "failure": self.failure,
            "asked": self.key.by,
            "believe": self.key.believe,
            "done": len(self.rows),
            "rows": [row for _, row in rows],
        }


class Analyses:
    """All analyses in memory, and the workers that compute them."""

    def __init__(self, recordings: Recordings) -> None:
        self._recordings = recordings
        self._analyses: OrderedDict[AnalysisKey, PageAnalysis] = OrderedDict()
        self._free = [Worker(MEMORY) for _ in range(MOST_RUNNING)]
        self._workers = tuple(self._free)
        self._waiting: dict[str, float] = {}
        """Visitors who wait for a worker, and when each last asked."""
        self._lock = Lock()

    def look(self, key: AnalysisKey, turn: int, since: int) -> Row:
        """Return the state of an analysis and its turns after number *since*; start or continue it if needed.

        Where other analyses keep all workers busy, it waits: ask again.
        """
        with self._lock:
            analysis = self._analyses.get(key)
            if analysis is None:
                self._recordings.text(key.name)  # or there is no such game
                analysis = PageAnalysis(key)
                if key.line:
                    read_line(key.line)  # or it is none
                if key.line and (base := self._analyses.get(key._replace(line=""))):
                    analysis.begin_with(base)
                self._analyses[key] = analysis
            self._analyses.move_to_end(key)
            if len(self._analyses) > MOST_KEPT:
                self._forget_one()
            analysis.look(turn)
            if analysis.failure and monotonic() - analysis.failed_at > FAILED_SECONDS:
                analysis.failure = ""
            if not analysis.running and not analysis.failure and not analysis.complete:
                self._start(analysis)
        return analysis.status(since)

    def stop(self, key: AnalysisKey) -> bool:
        """Stop an analysis, what was found is kept; False if another visitor started it, or there is none."""
        with self._lock:
            analysis = self._analyses.get(key)
            if analysis is None or analysis.visitor != visitor.get():
                return False
            analysis.stop()
            return True

    def _forget_one(self) -> None:
        """Forget an analysis of the visitor who has most, the one that was looked at longest ago."""
        owners = Counter(one.visitor for one in self._analyses.values())
        most = owners.most_common(1)[0][1]
        oldest = next(key for key, one in self._analyses.items() if owners[one.visitor] == most)
        self._analyses.pop(oldest).stop()

    def rows(self, name: str, number: int, line: str) -> Row | None:
        """Return, of all analyses of a game, the one with the most turns; None if there is none."""
        with self._lock:
            known = [
                one for key, one in self._analyses.items() if key[:3] == (name, number, line) and one.rows
            ]
        best = max(known, key=lambda one: len(one.rows), default=None)
        return None if best is None else best.status(0) | {"running": False}

    def prepare(self) -> None:
        """Load what the first analysis needs, so that its values come at once."""
        sleep(PREPARE_AFTER)
        worker = self._workers[-1]  # the one that is taken first
        with suppress(RequestError):  # the server was stopped
            worker.run(prepare_worker, *open_source(PREPARED), BY, seconds=SECONDS, who="")

    def close(self) -> None:
        """Stop everything."""
        for analysis in self._analyses.values():
            analysis.stop()
        for worker in self._workers:
            worker.close()

    def _start(self, analysis: PageAnalysis) -> None:
        """Start an analysis if it is its visitor's turn; else it waits, and is asked for again.

        A visitor has one worker at a time. Where others wait for one, the analysis that has run longest ends
        after `TURN_SECONDS`.
        """
        who, now = visitor.get(), monotonic()
        running = [one for one in self._analyses.values() if one.running]
        if mine := [one for one in running if one.visitor == who]:  # a visitor looks at one game at a time
            for other in mine:
                other.stop()
            return
        self._waiting = {one: at for one, at in self._waiting.items() if now - at < UNWATCHED_SECONDS}
        self._waiting[who] = now  # in the order in which they began to wait
        if list(self._waiting).index(who) < len(self._free):
            del self._waiting[who]
            analysis.start()
            Thread(target=self._run, args=(analysis, self._free.pop()), name="analysis", daemon=True).start()
        elif running and now - (longest := min(running, key=lambda one: one.started)).started > TURN_SECONDS:
            longest.stop()

    def _run(self, analysis: PageAnalysis, worker: Worker) -> None:
        key = analysis.key
        try:
            known = (key.number, key.line, analysis.head["by"], key.believe, analysis.deals_of_turns)
            worker.run(
                analyse_game,
                *self._recordings.text(key.name),
                *known,
                seconds=SECONDS,
                report=analysis.update,
                requests=analysis.request,
                who=analysis.visitor,
            )
        except RequestError as error:
            if error.code not in ("stopped", "too-slow"):
                analysis.failure, analysis.failed_at = str(error), monotonic()
        finally:
            analysis.running = False
            self._free.append(worker)


def analysis_routes(analyses: Analyses) -> list[Route]:
    """Return the routes to the analysis of a game: one asks for new turns, one stops it."""
    asking = Allowance(1000, 60)

    def look(request: Request) -> Response:
        asking.spend()
        turn, since = query_number(request, "turn", 0), query_number(request, "since", 0)
        return json_response(analyses.look(_key(request), turn, since))

    def leave(request: Request) -> Response:
        return json_response({"stopped": analyses.stop(_key(request))})

    path = "/api/replays/{name}/analysis"
    return [Route(path, look), Route(path, leave, methods=["DELETE"])]


def _key(request: Request) -> AnalysisKey:
    by = AUTO if request.query_params.get("by") == AUTO else bot_of(request)
    return AnalysisKey(*game_of(request), by, query_number(request, "believe", 0) > 0)


# Jobs in worker processes.


def analyse_game(  # noqa: PLR0913, PLR0917  # what it is sent to a worker with
    report: Reporter,
    text: str,
    label: str,
    number: int,
    line: str,
    by: str,
    believe: bool,  # noqa: FBT001  as above
    known: dict[int, int],
) -> None:
    """Report the analysis of every turn, again and again with more deals, until the server asks for `STOP`.

    A request is the turn that is looked at. *known* has, by turn, with how many deals it was analysed before.
    """
    from handsight.web.hanabi.game_analysis import HanabiAnalysis

    analysis = HanabiAnalysis(line_of(text, label, number, line).game, by, believe=believe)
    report({part: getattr(analysis, part) for part in ("turns", "deals", "by", "reason")})
    runs: dict[int, Iterator[Row]] = {}
    done = dict(known)
    while (request := report.request()) != STOP:
        turn = next_turn(done, analysis.turns, analysis.deals, 0 if request is None else request)
        if turn is None:
            sleep(IDLE_SECONDS)  # until another turn is looked at, or nobody looks
            continue
        if turn not in runs:
            runs[turn] = analysis.refine(turn)
        row = next(runs[turn], None)
        if row is None:
            done[turn] = analysis.deals
            continue
        done[turn] = max(done.get(turn, 0), analysis.deals if row["exact"] else row["deals"])
        if row["deals"] >= known.get(turn, 0) and (turn == request or done[turn] >= FIRST_DEALS):
            report({"row": row})


def prepare_worker(_: Reporter, text: str, label: str, by: str) -> None:
    """Analyse the first turn of a game and drop the result, to load into this process what takes long."""
    from handsight.web.hanabi.game_analysis import HanabiAnalysis

    next(HanabiAnalysis(replay_of(text, label).game, by).refine(0))


def next_turn(done: dict[int, int], turns: int, deals: int, request: int) -> int | None:
    """Return the next turn to analyse: the one that is looked at, else the next with too few deals, or None.

    >>> next_turn({3: 400, 4: 100}, 6, 400, 3)
    5
    >>> next_turn({0: 100, 1: 100, 2: 400}, 3, 400, 2) is None
    True
    """
    if request < turns and done.get(request, 0) < deals:
        return request
    order = [*range(min(request, turns), turns), *range(min(request, turns))]
    return next((turn for turn in order if done.get(turn, 0) < min(FIRST_DEALS, deals)), None)
