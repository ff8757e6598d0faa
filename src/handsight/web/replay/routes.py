"""The server's doors to recorded games: hand one in, look at a turn, ask why, take it home in one file."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.web.hanabi import messages
from handsight.web.replay.recordings import MOST_BYTES, Asked, Shelf, samples
from handsight.web.server.http import answer, bytes_of, number_of


def doors(shelf: Shelf) -> list[Route]:
    """Return the routes to the games on a shelf."""
    taking, asking = (
        messages.Allowance(60, 5),
        messages.Allowance(1000, 60),
    )  # to step is to ask, as fast as keys repeat

    async def put(request: Request) -> Response:
        taking.spend()
        data = await bytes_of(request, MOST_BYTES)
        return answer({"id": shelf.put(data)})

    def found(request: Request, asked: Asked, *words: Any) -> bytes:
        return shelf.ask(request.path_params["name"], number_of(request, "game", 1), asked, *words)

    def asked(about: Asked, words: Callable[[Request], tuple[Any, ...]]) -> Callable[[Request], Response]:
        def respond(request: Request) -> Response:  # not async: the server runs it on a thread
            asking.spend()
            return Response(found(request, about, *words(request)), media_type="application/json")

        return respond

    def single(request: Request) -> Response:
        taking.spend()
        name = 'attachment; filename="replay.html"'
        return Response(found(request, "page"), media_type="text/html", headers={"content-disposition": name})

    here = "/api/replays/{name}"
    return [
        Route("/api/replays", put, methods=["POST"]),
        Route("/api/replays", lambda _: answer(samples())),
        Route(here, asked("head", _nothing)),
        Route(f"{here}/moment", asked("moment", _moment)),
        Route(f"{here}/why", asked("why", _card)),
        Route(f"{here}/lessons", asked("lessons", _nothing)),
        Route(f"{here}/page", single),
    ]


def _nothing(_: Request) -> tuple[()]:
    return ()


def _moment(request: Request) -> tuple[int, int | None]:
    """Read a turn, and a seat where one is named."""
    seat = number_of(request, "seat") if "seat" in request.query_params else None
    return number_of(request, "turn"), seat


def _card(request: Request) -> tuple[int, ...]:
    return tuple(number_of(request, word) for word in ("turn", "seat", "slot"))
