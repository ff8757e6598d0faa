"""The server's doors to recorded games: hand one in, look at a turn, ask why, take it home in one file."""

from collections.abc import Callable
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.web import wire
from handsight.web.answer import answer, bytes_of, number_of
from handsight.web.replay import Recording
from handsight.web.shelf import MOST_BYTES, Shelf, samples
from handsight.web.single import page


def doors(shelf: Shelf) -> list[Route]:
    """Return the routes to the games on a shelf."""
    allowance = wire.Allowance(60, 5)

    def recording(request: Request) -> Recording:
        return shelf.recording(request.path_params["name"], number_of(request, "game", 1))

    async def put(request: Request) -> Response:
        allowance.spend()
        data = await bytes_of(request, MOST_BYTES)
        return answer({"id": shelf.put(data)})

    def asked(found: Callable[[Request], Any]) -> Callable[[Request], Response]:
        def respond(request: Request) -> Response:  # not async: the server runs it on a thread
            return answer(found(request))

        return respond

    def why(request: Request) -> Any:
        turn, seat, slot = (number_of(request, word) for word in ("turn", "seat", "slot"))
        return recording(request).why(turn, seat, slot)

    def moment(request: Request) -> Any:
        seat = number_of(request, "seat") if "seat" in request.query_params else None
        return recording(request).moment(number_of(request, "turn"), seat)

    def single(request: Request) -> Response:
        allowance.spend()
        name = 'attachment; filename="replay.html"'
        return Response(
            page(recording(request)), media_type="text/html", headers={"content-disposition": name}
        )

    here = "/api/replays/{name}"
    return [
        Route("/api/replays", put, methods=["POST"]),
        Route("/api/replays", asked(lambda _: samples())),
        Route(here, asked(lambda request: recording(request).head())),
        Route(f"{here}/moment", asked(moment)),
        Route(f"{here}/why", asked(why)),
        Route(f"{here}/lessons", asked(lambda request: recording(request).lessons())),
        Route(f"{here}/page", single),
    ]
