"""Routes to the signals screen: a typed table, or a hand of a recorded game, and a partition to try."""

from typing import Annotated

from msgspec import Meta, Struct
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.web.replay.recordings import Recordings
from handsight.web.server.http import json_response, read_json
from handsight.web.server.visitors import Allowance
from handsight.web.server.worker import Worker
from handsight.web.signals import answers

SECONDS = 15.0
"""How long a table may take."""
Text = Annotated[str, Meta(max_length=2_000)]
Blocks = Annotated[tuple[tuple[Annotated[str, Meta(max_length=40)], ...], ...], Meta(max_length=60)]


class TypedTable(Struct, frozen=True, forbid_unknown_fields=True):
    """A table as somebody typed it, in the words of `handsight signals`."""

    text: Text
    left: Text = ""
    more: Text = ""
    hints: Text = "both"
    blocks: Blocks = ()


class GameHand(Struct, frozen=True, forbid_unknown_fields=True):
    """A hand at a turn of a recorded game; the turn is an index from 0, the game's number counts from 1."""

    turn: Annotated[int, Meta(ge=0)]
    seat: Annotated[int, Meta(ge=0)]
    game: int = 1
    hints: Text = "both"
    blocks: Blocks = ()


def routes(worker: Worker, recordings: Recordings) -> list[Route]:
    """Return the routes to the signals screen."""
    limit = Allowance(120, 20)

    async def typed(request: Request) -> Response:
        limit.spend()
        asked = await read_json(request, TypedTable)
        args = (asked.text, asked.left, asked.more, asked.hints, asked.blocks)
        return json_response(await run_in_threadpool(worker.run, answers.typed_table, *args, seconds=SECONDS))

    async def of_game(request: Request) -> Response:
        limit.spend()
        asked = await read_json(request, GameHand)
        source = recordings.text(request.path_params["name"])
        args = (*source, asked.game, asked.turn, asked.seat, asked.hints, asked.blocks)
        return json_response(
            await run_in_threadpool(worker.run, answers.hand_of_game, *args, seconds=SECONDS)
        )

    return [
        Route("/api/signals", typed, methods=["POST"]),
        Route("/api/signals/{name}", of_game, methods=["POST"]),
    ]
