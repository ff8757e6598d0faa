"""The server's doors to models of knowledge: the puzzles, and a file to step through."""

from typing import Annotated

from msgspec import Meta, Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.web.hanabi import messages
from handsight.web.logic import models
from handsight.web.server.http import answer, body
from handsight.web.server.worker import Apart

SECONDS = 8.0
"""How long a file may keep the server thinking."""
MOST_BODY = 6 * models.MOST_TEXT + 1_000
"""Bytes: a text, every letter of it written as an escape."""


class File(Struct, frozen=True, forbid_unknown_fields=True):
    """A logic file."""

    text: Annotated[str, Meta(max_length=models.MOST_TEXT)]


def doors(apart: Apart) -> list[Route]:
    """Return the routes to models."""
    allowance = messages.Allowance(40, 5)

    async def step(request: Request) -> Response:
        allowance.spend()
        file = await body(request, File, MOST_BODY)
        return answer(await run_in_threadpool(_opened, apart, file.text))

    return [Route("/api/models", _puzzles), Route("/api/models", step, methods=["POST"])]


def _opened(apart: Apart, text: str) -> models.Row:
    found: models.Row = apart.do(models.opened, text, seconds=SECONDS)
    return found


def _puzzles(_: Request) -> Response:
    return answer(models.puzzles())
