"""The server's doors to the lab: check a convention, run an experiment, see how far it is, look at a game."""

from collections.abc import Callable
from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.web.hanabi import messages
from handsight.web.lab.experiment_job import MOST_TEXT, Order, Text
from handsight.web.lab.experiments import Bench
from handsight.web.replay.recordings import Shelf
from handsight.web.server.http import answer, body, number_of

MOST_BODY = 6 * 2 * MOST_TEXT + 2_000
"""Bytes: two texts, every letter of them written as an escape."""


class Draft(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A text as it is being typed."""

    text: Text


class Chosen(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game of an experiment."""

    side: messages.Small
    number: messages.Small


def doors(bench: Bench, shelf: Shelf) -> list[Route]:
    """Return the routes to the lab."""
    typing, starting, looking = (
        messages.Allowance(40, 5),
        messages.Allowance(10, 0.5),
        messages.Allowance(60, 5),
    )

    async def check(request: Request) -> Response:
        typing.spend()
        draft = await body(request, Draft, MOST_BODY)
        return answer(await run_in_threadpool(bench.check, draft.text))

    async def start(request: Request) -> Response:
        starting.spend()
        order = await body(request, Order, MOST_BODY)
        return answer((await run_in_threadpool(bench.start, order)).look())

    def look(request: Request) -> Response:
        return answer(bench.trial(request.path_params["name"]).look())

    def stop(request: Request) -> Response:
        found = bench.trial(request.path_params["name"])
        found.stopped = True
        return answer(found.look())

    def games(request: Request) -> Response:
        looking.spend()
        score = number_of(request, "score") if "score" in request.query_params else None
        side, first = number_of(request, "side", 0), number_of(request, "first", 0)
        return answer(bench.games(request.path_params["name"], side, score, first))

    async def record(request: Request) -> Response:
        looking.spend()
        chosen = await body(request, Chosen)
        return answer(await run_in_threadpool(_shelved, request.path_params["name"], chosen))

    def _shelved(name: str, chosen: Chosen) -> dict[str, Any]:
        text, lost = bench.record(name, chosen.side, chosen.number)
        return {"id": shelf.put(text.encode()), "lost": lost}

    here = "/api/lab/runs"
    return [
        Route("/api/lab/conventions", _asked(conventions)),
        Route("/api/lab/check", check, methods=["POST"]),
        Route(here, start, methods=["POST"]),
        Route(f"{here}/{{name}}", look),
        Route(f"{here}/{{name}}", stop, methods=["DELETE"]),
        Route(f"{here}/{{name}}/games", games),
        Route(f"{here}/{{name}}/games", record, methods=["POST"]),
    ]


def _asked(found: Callable[[], Any]) -> Callable[[Request], Response]:
    def respond(_: Request) -> Response:  # not async: the server runs it on a thread
        return answer(found())

    return respond


def conventions() -> list[dict[str, str]]:
    """Name the conventions that come with the package, with their texts; ideas alone are not among them."""
    from handsight.bots.hanabi import find_bot
    from handsight.conventions.library import find_source, shipped_conventions

    names = shipped_conventions()
    return [{"name": name, "about": find_bot(name).about, "text": find_source(name).text} for name in names]
