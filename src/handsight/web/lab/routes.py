"""Routes to the lab: check a convention, run an experiment, see its progress, open a game."""

from typing import Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.web.lab.experiment_job import MOST_TEXT, ExperimentRequest, Text
from handsight.web.lab.experiments import Experiments
from handsight.web.replay.recordings import Recordings
from handsight.web.server.http import json_response, query_number, read_json
from handsight.web.server.messages import Small
from handsight.web.server.visitors import Allowance

MOST_BODY = 6 * 2 * MOST_TEXT + 2_000
"""Bytes: two texts, every character of them an escape."""


class ConventionText(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A convention as it is being typed."""

    text: Text


class GameChoice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """One game of an experiment."""

    side: Small
    number: Small


def routes(experiments: Experiments, recordings: Recordings) -> list[Route]:
    """Return the routes to the lab."""
    typing, starting, looking = Allowance(40, 5), Allowance(10, 0.5), Allowance(60, 5)

    async def check(request: Request) -> Response:
        typing.spend()
        convention = await read_json(request, ConventionText, MOST_BODY)
        return json_response(await run_in_threadpool(experiments.check, convention.text))

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
        choice = await read_json(request, GameChoice)
        return json_response(await run_in_threadpool(_recorded, request.path_params["name"], choice))

    def _recorded(name: str, choice: GameChoice) -> dict[str, Any]:
        text, lost = experiments.record(name, choice.side, choice.number)
        return {"id": recordings.add(text.encode()), "lost": lost}

    path = "/api/lab/runs"
    return [
        Route("/api/lab/conventions", lambda _: json_response(conventions())),
        Route("/api/lab/check", check, methods=["POST"]),
        Route(path, start, methods=["POST"]),
        Route(f"{path}/{{name}}", status),
        Route(f"{path}/{{name}}", stop, methods=["DELETE"]),
        Route(f"{path}/{{name}}/games", games),
        Route(f"{path}/{{name}}/games", record, methods=["POST"]),
    ]


def conventions() -> list[dict[str, str]]:
    """Return the conventions that come with the package, with their texts, but not single ideas."""
    from handsight.conventions.library import find_source, shipped_conventions
    from handsight.roster.hanabi import find_bot

    names = shipped_conventions()
    return [{"name": name, "about": find_bot(name).about, "text": find_source(name).text} for name in names]
