"""Routes to the logic screen: the puzzles, and a logic file to step through."""

from typing import Annotated

from msgspec import Meta, Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.web.logic import models
from handsight.web.server.http import json_response, read_json
from handsight.web.server.visitors import Allowance
from handsight.web.server.worker import Worker

SECONDS = 8.0
"""How long a file may take."""
MOST_BODY = 6 * models.MOST_TEXT + 1_000
"""Bytes: a text, every character of it an escape."""


class LogicFile(Struct, frozen=True, forbid_unknown_fields=True):
    """A logic file."""

    text: Annotated[str, Meta(max_length=models.MOST_TEXT)]


class PictureRequest(LogicFile, frozen=True, forbid_unknown_fields=True):
    """A picture of the worlds of a logic file after some announcements and events."""

    step: Annotated[int, Meta(ge=0, le=models.MOST_FRAMES)]


def routes(worker: Worker) -> list[Route]:
    """Return the routes to the logic screen."""
    limit = Allowance(40, 5)

    async def frames(request: Request) -> Response:
        limit.spend()
        file = await read_json(request, LogicFile, MOST_BODY)
        found = await run_in_threadpool(worker.run, models.frames, file.text, seconds=SECONDS)
        return json_response(found)

    async def picture(request: Request) -> Response:
        limit.spend()
        asked = await read_json(request, PictureRequest, MOST_BODY)
        found = await run_in_threadpool(worker.run, models.picture, asked.text, asked.step, seconds=SECONDS)
        return json_response(found)

    puzzles = Route("/api/logic", lambda _: json_response(models.puzzles()))
    return [
        puzzles,
        Route("/api/logic", frames, methods=["POST"]),
        Route("/api/logic/picture", picture, methods=["POST"]),
    ]
