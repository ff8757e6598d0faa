"""Routes to the tables of every game: listing games, opening tables, and a websocket for each browser."""

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from handsight.errors import RequestError
from handsight.web.games import find_game
from handsight.web.server import table_messages as messages
from handsight.web.server.http_requests import json_response, read_json
from handsight.web.server.table_messages import BrowserConnection
from handsight.web.table_server import TableServer

HELLO_SECONDS = 10
MOST_REFUSALS = 200
"""Messages in one connection that may be refused before it is closed."""
UNKNOWN = 4404
"""The websocket's closing code where there is no such table or seat."""


def table_routes(servers: Mapping[str, TableServer]) -> list[BaseRoute]:
    """Return the routes to the tables of some games."""
    tables = _TableRoutes(servers)
    static = [
        Mount(f"/static/games/{name}", StaticFiles(directory=server.page.static))
        for name, server in servers.items()
    ]
    return [
        Route("/api/games", tables.games),
        Route("/api/games/{game}/{list}", tables.listed),
        Route("/api/tables/{game}", tables.open, methods=["POST"]),
        Route("/api/tables/{game}/{table}/record", tables.record),
        Route("/api/tables/{game}/{table}/outcome", tables.outcome),
        WebSocketRoute("/ws/{game}/{table}", tables.connect),
        *static,
    ]


class _TableRoutes:
    def __init__(self, servers: Mapping[str, TableServer]) -> None:
        self.servers = servers

    def _server(self, request: Request | WebSocket) -> TableServer:
        return find_game(request.path_params["game"], self.servers)

    def games(self, _: Request) -> Response:
        games = []
        for page in (server.page for server in self.servers.values()):
            about = {"name": page.name, "title": page.title, "about": page.about, "seats": page.seat_names}
            games.append(about | {"module": f"/static/games/{page.name}/index.js"})
        return json_response(games)

    def listed(self, request: Request) -> Response:
        server = self._server(request)
        page, name = server.page, request.path_params["list"]
        lists = {"bots": server.listed_bots, **page.lists}
        if name not in lists:
            raise RequestError("unknown-game", f"{page.title} has no {name}; it has {', '.join(lists)}")
        return json_response(lists[name]())

    async def open(self, request: Request) -> Response:
        server = self._server(request)
        asked = await read_json(request, server.page.request)
        server.opening_limit.spend()
        return json_response(server.open(asked))

    def record(self, request: Request) -> Response:
        table = self._server(request).table(request.path_params["table"])
        if not table.over:
            raise RequestError("not-over", "a saved game shows all cards; it can be saved when it is over")
        return Response(table.record(), media_type="application/json")

    def outcome(self, request: Request) -> Response:
        table = self._server(request).table(request.path_params["table"])
        return json_response({"over": table.over, "outcome": table.outcome() if table.over else None})

    async def connect(self, socket: WebSocket) -> None:
        with contextlib.suppress(WebSocketDisconnect, TimeoutError):  # it has gone, or said nothing
            await socket.accept()
            try:
                server = self._server(socket)
                connection = await _joined(socket, server)
            except RequestError as error:
                await socket.send_text(messages.encode(messages.Refusal(error.code, str(error))))
                await socket.close(UNKNOWN)
                return
            await _serve(socket, server, connection)


async def _joined(socket: WebSocket, server: TableServer) -> BrowserConnection[Any]:
    """Connect a browser to the table and the seat that its first message names."""
    first = server.decode(await asyncio.wait_for(_receive(socket), HELLO_SECONDS))
    if not isinstance(first, messages.Hello):
        raise RequestError("hello-first", "the first message must be a hello")
    table = server.table(socket.path_params["table"])
    connection = BrowserConnection(table, table.seat_of(first.seat), socket.send_text)
    server.join(connection)
    return connection


async def _serve(socket: WebSocket, server: TableServer, connection: BrowserConnection[Any]) -> None:
    """Serve a browser at a table until it goes."""
    try:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(connection.serve(server.draw))
            tasks.create_task(_listen(socket, server, connection))
    except* (WebSocketDisconnect, ConnectionError):
        with contextlib.suppress(RuntimeError, WebSocketDisconnect):  # it has gone already
            await socket.close(1008)
    finally:
        server.leave(connection)


async def _listen(socket: WebSocket, server: TableServer, connection: BrowserConnection[Any]) -> None:
    """Handle a browser's messages until it goes or has been refused too often."""
    refusals = 0
    while refusals < MOST_REFUSALS:
        text = await _receive(socket)
        asked = text if isinstance(text, str) and len(text) <= messages.MAX_MESSAGE else ""
        try:
            connection.spend()
            asked = ""  # from here on, to send it again would not help
            await server.handle(connection, server.decode(text))
        except RequestError as error:
            refusals += 1
            connection.refuse(error, asked)
    raise ConnectionError("refused too often")


async def _receive(socket: WebSocket) -> str | bytes:
    """Wait for a message; a browser that leaves ends the connection."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    return message.get("text") or message.get("bytes") or ""
