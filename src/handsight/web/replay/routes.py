"""Routes to recorded games: hand one in, see a turn, ask why, download the replay as one file."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.web.replay.recordings import MOST_BYTES, QueryName, Recordings, samples
from handsight.web.server.http import json_response, query_number, read_bytes
from handsight.web.server.visitors import Allowance


def routes(recordings: Recordings) -> list[Route]:
    """Return the routes to recorded games."""
    adding, asking = Allowance(60, 5), Allowance(1000, 60)  # stepping asks as fast as keys repeat

    async def add(request: Request) -> Response:
        adding.spend()
        data = await read_bytes(request, MOST_BYTES)
        return json_response(recordings.hand_in(data))

    def answer(request: Request, query: QueryName, *args: Any) -> bytes:
        return recordings.ask(request.path_params["name"], query_number(request, "game", 1), query, *args)

    def ask(query: QueryName, args: Callable[[Request], tuple[Any, ...]]) -> Callable[[Request], Response]:
        def respond(request: Request) -> Response:  # not async: the server runs it on a thread
            asking.spend()
            return Response(answer(request, query, *args(request)), media_type="application/json")

        return respond

    def page(request: Request) -> Response:
        adding.spend()
        name = 'attachment; filename="replay.html"'
        html = answer(request, "page")
        return Response(html, media_type="text/html", headers={"content-disposition": name})

    path = "/api/replays/{name}"
    return [
        Route("/api/replays", add, methods=["POST"]),
        Route("/api/replays", lambda _: json_response(samples())),
        Route(path, ask("head", lambda _: ())),
        Route(f"{path}/moment", ask("moment", _turn_and_seat)),
        Route(f"{path}/why", ask("why", _card)),
        Route(f"{path}/information", ask("information", lambda _: ())),
        Route(f"{path}/page", page),
    ]


def _turn_and_seat(request: Request) -> tuple[int, int | None]:
    """Read the index of a turn, and a seat where one is named."""
    seat = query_number(request, "seat") if "seat" in request.query_params else None
    return query_number(request, "turn"), seat


def _card(request: Request) -> tuple[int, ...]:
    return tuple(query_number(request, name) for name in ("turn", "seat", "slot"))
