"""The server's doors: the page, its files, opening a table, and a websocket for every browser at one."""

import asyncio
import contextlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from ipaddress import ip_address
from pathlib import Path
from socket import gethostname
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket, WebSocketDisconnect

from handsight.errors import HandsightError, RequestError
from handsight.web.boeren.tables import BoerenHall
from handsight.web.boeren.tables import Order as BoerenOrder
from handsight.web.hanabi import messages
from handsight.web.hanabi.new_table import Order
from handsight.web.hanabi.tables import Hall
from handsight.web.lab.experiments import Bench
from handsight.web.lab.routes import doors as lab_doors
from handsight.web.logic.routes import doors as model_doors
from handsight.web.replay.recordings import Shelf
from handsight.web.replay.routes import doors as replay_doors
from handsight.web.server.connection import Guest
from handsight.web.server.http import answer, body
from handsight.web.server.table_server import AnyHouse
from handsight.web.server.worker import MEMORY, Apart

STATIC = Path(__file__).parent / "static"
HELLO_SECONDS = 10
PATIENCE = 200
"""Messages in one connection that may be refused before it is closed."""
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


def application(hall: Hall) -> ASGIApp:
    """Return the whole page as an ASGI application."""
    boeren = BoerenHall(hall.store)
    shelf, bench, models = Shelf(hall.store), Bench(), Apart(MEMORY)

    @contextlib.asynccontextmanager
    async def open_doors(_: Starlette) -> AsyncIterator[None]:
        yield
        boeren.close()
        bench.close()
        shelf.close()
        models.end()
        hall.close()

    app = Starlette(
        routes=[
            Route("/", _index),
            Route("/api/bots", _bots),
            Route("/api/variants", _variants),
            Route("/api/tables", _open, methods=["POST"]),
            Route("/api/tables/{table}/record", _record),
            Route("/api/boeren/agents", _agents),
            Route("/api/boeren", _open_boeren, methods=["POST"]),
            *replay_doors(shelf),
            *lab_doors(bench, shelf),
            *model_doors(models),
            WebSocketRoute("/ws/table/{table}", _sit(hall)),
            WebSocketRoute("/ws/boeren/{table}", _sit(boeren)),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        exception_handlers={HandsightError: _refused},
        lifespan=open_doors,
    )
    app.state.hall, app.state.boeren = hall, boeren
    return _Doorkeeper(app)


class _Doorkeeper:
    """Lets in only who came to this server by its own name, and puts the house rules on every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if not _expected(headers):
            await _turned_away(scope, receive, send)
            return

        async def send_with_rules(message: Message) -> None:
            if message["type"] == "http.response.start":
                rules = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *rules]}
            await send(message)

        await self.app(scope, receive, send_with_rules)


def _expected(headers: Mapping[str, str]) -> bool:
    """Whether a request names this machine, and comes from this page if it comes from a page at all."""
    host = headers.get("host", "")
    name = urlsplit(f"//{host}").hostname or ""
    if not (name in ("localhost", gethostname().lower()) or _is_address(name)):
        return False  # another site's name that was made to point here
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == host


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


async def _turned_away(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close(1008)
    else:
        await PlainTextResponse("this server is not for other sites", 403)(scope, receive, send)


def _refused(_: Request, error: Exception) -> Response:
    code = error.code if isinstance(error, RequestError) else "refused"
    statuses = {
        "unknown-table": 404,
        "unknown-game": 404,
        "unknown-run": 404,
        "too-often": 429,
        "too-long": 413,
        "failed": 500,
        "waiting": 503,
    }
    return answer(messages.Refusal(code, str(error)), statuses.get(code, 400))


def _index(_: Request) -> Response:
    return Response((STATIC / "index.html").read_bytes(), media_type="text/html")


def _bots(_: Request) -> Response:
    from handsight.bots import roster

    bots = roster("hanabi").listed_bots()
    return answer([{"name": bot.name, "about": bot.about, "honest": bot.honest} for bot in bots])


def _variants(_: Request) -> Response:
    from handsight.hanabi import variant_names

    return answer([name for _, name in variant_names()])


async def _open(request: Request) -> Response:
    hall: Hall = request.app.state.hall
    order = await body(request, Order)
    hall.opening.spend()
    return answer(hall.open(order))


def _agents(_: Request) -> Response:
    from handsight.bots import roster

    return answer([{"name": bot.name, "about": bot.about} for bot in roster("boeren").listed_bots()])


async def _open_boeren(request: Request) -> Response:
    house: BoerenHall = request.app.state.boeren
    order = await body(request, BoerenOrder)
    house.opening.spend()
    return answer(house.open(order))


def _record(request: Request) -> Response:
    from handsight.notation.hanabi import hanab_live

    table = request.app.state.hall.table(request.path_params["table"])
    if not table.state.over:
        raise RequestError("not-over", "the record shows the whole deck; it can be had when the game is over")
    return Response(hanab_live.write(table.record).text, media_type="application/json")


def _sit(house: AnyHouse) -> Callable[[WebSocket], Awaitable[None]]:
    """Return what serves one browser at a table until it goes."""

    async def sit(socket: WebSocket) -> None:
        await socket.accept()
        try:
            guest = await _seated(socket, house)
        except RequestError as error:
            await socket.send_text(messages.write(messages.Refusal(error.code, str(error))))
            await socket.close(4404)
            return
        except (WebSocketDisconnect, TimeoutError):
            return
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(guest.attend(house.draw))
                tasks.create_task(_listen(socket, house, guest))
        except* (WebSocketDisconnect, ConnectionError):
            with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it has gone already
                await socket.close(1008)
        finally:
            house.leave(guest)

    return sit


async def _seated(socket: WebSocket, house: AnyHouse) -> Guest[Any]:
    """Find the table and the seat that a browser says hello to."""
    first = house.read(await asyncio.wait_for(_heard(socket), HELLO_SECONDS))
    if not isinstance(first, messages.Hello):
        raise RequestError("hello-first", "the first message must be a hello")
    table = house.table(socket.path_params["table"])
    guest = Guest(table, table.seat_of(first.seat), socket.send_text)
    house.join(guest)
    return guest


async def _listen(socket: WebSocket, house: AnyHouse, guest: Guest[Any]) -> None:
    """Heed what a browser asks, until it goes or has been refused too often."""
    patience = PATIENCE
    while patience:
        try:
            text = await _heard(socket)
            guest.spend()
            await house.heed(guest, house.read(text))
        except RequestError as error:
            patience -= 1
            guest.refuse(error)
    raise ConnectionError("refused too often")


async def _heard(socket: WebSocket) -> str | bytes:
    """Wait for a message; a browser that leaves ends the connection."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    return message.get("text") or message.get("bytes") or ""
