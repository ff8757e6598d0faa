"""The analysis of a recorded game in a worker process: the turn that is looked at first, then the others."""

from collections.abc import Iterator
from time import sleep
from typing import Any

from handsight.web.replay.recordings import line_of, replay_of
from handsight.web.server.worker import Reporter

Row = dict[str, Any]
FIRST_DEALS = 100
"""Deals for every turn; only the turn that is looked at gets all."""
IDLE_SECONDS = 0.05
STOP = "stop"


def analyse(  # noqa: PLR0913, PLR0917  # what it is sent to a worker with
    report: Reporter,
    text: str,
    label: str,
    number: int,
    line: str,
    by: str,
    believe: bool,  # noqa: FBT001  as above
    known: dict[int, int],
) -> None:
    """Report the analysis of every turn, again with more deals; ends when the server asks for `STOP`.

    A request is the turn that is looked at. *known* has the deals with which turns were analysed before.
    """
    replay = line_of(text, label, number, line) if line else replay_of(text, label, number)
    analysis = replay.analysis(by, believe=believe)
    report(
        {
            "turns": analysis.turns,
            "deals": analysis.deals,
            "by": analysis.by,
            "reason": analysis.reason,
        }
    )
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


def prepare(_: Reporter, text: str, label: str, by: str) -> None:
    """Analyse the first turn of a game for nobody, so that this process has loaded all that takes long."""
    next(replay_of(text, label).analysis(by).refine(0))


def next_turn(done: dict[int, int], turns: int, deals: int, request: int) -> int | None:
    """Return the turn to go on with: the one that is looked at, else the next after it with few deals.

    >>> next_turn({3: 400, 4: 100}, 6, 400, 3)
    5
    >>> next_turn({0: 100, 1: 100, 2: 400}, 3, 400, 2) is None
    True
    """
    if request < turns and done.get(request, 0) < deals:
        return request
    order = [*range(min(request, turns), turns), *range(min(request, turns))]
    return next((turn for turn in order if done.get(turn, 0) < min(FIRST_DEALS, deals)), None)
