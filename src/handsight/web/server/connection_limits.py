"""Connections of browsers: how many there may be, in all and from one address, and for how long.

Where there are too many connections, a new one takes the place of the least busy one (see `Doing`), and of
several of the one silent longest. A browser at a table connects again by itself. So silent connections,
however many, keep no visitor out, and the server never runs out of file descriptors.

`Listener` is the socket from which the server accepts connections, and counts them. `LimitedConnections` is
the middleware that sees what each of them does.
"""

import asyncio
import socket
import sys
from contextlib import suppress
from enum import IntEnum
from errno import EMFILE, ENFILE
from math import inf
from time import monotonic
from typing import Any

from starlette.types import ASGIApp, Message, Receive, Scope, Send
from uvicorn import Config
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from handsight.web.server.rate_limits import visitor_name

MOST_CONNECTIONS = 1000
FEWEST_CONNECTIONS = 16
SHARE_OF_FILES = 0.75
"""The share of the file descriptors of this process that connections may take."""
OTHER_FILES = 100
"""File descriptors that are left for files, workers, and connections that are about to be closed."""
MOST_FROM_ONE_ADDRESS = 250
ACCEPTED_AT_ONCE = 16
"""How many waiting connections the server accepts at a time, before it closes those that are too many."""
KERNEL_QUEUE = 2048
"""Connections that may wait to be accepted."""
SWEEP_SECONDS = 1.0
MOST_MESSAGE = 1 << 16
"""Bytes of the longest websocket message that is read; tables have a lower limit, `MAX_MESSAGE`."""
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\nretry-after: 1\r\n"
    b"connection: close\r\n\r\nThis server is answering others; try again soon.\n"
)


class Doing(IntEnum):
    """What a connection does; the higher, the longer it is kept when there are too many."""

    WAITING = 0
    """It has not sent a whole request yet, or its last one was answered."""
    SENDING = 1
    """It sends the body of a request."""
    SEATED = 2
    """It is a websocket, of a browser at a table."""
    ASKING = 3
    """Its request is being answered."""


SECONDS = {Doing.WAITING: 10.0, Doing.SENDING: 60.0, Doing.SEATED: inf, Doing.ASKING: 300.0}
"""Seconds that a connection may spend on what it does; pings find out which browsers at tables have gone."""


class HeldConnection(socket.socket):
    """A connection that is counted until it is closed."""

    limits: "ConnectionLimits"
    address = ""
    client: tuple[str, int] = ("", 0)
    doing = Doing.WAITING
    since = 0.0
    """When it began what it does, or sent its last message, by `monotonic`."""

    def now(self, doing: Doing) -> None:
        """Note what it does from now on, and the time."""
        self.doing, self.since = doing, monotonic()

    @property
    def late(self) -> bool:
        """Whether it has taken too long over what it does."""
        return monotonic() - self.since > SECONDS[self.doing]

    def drop(self) -> None:
        """End it at once; the server then closes it."""
        with suppress(OSError):  # the browser has gone
            self.shutdown(socket.SHUT_RDWR)

    def close(self) -> None:
        """Close it, and count it no more."""
        self.limits.leave(self)
        super().close()


class ConnectionLimits:
    """All connections, by address: *most* in all, by default as many as there are file descriptors for.

    At most *from_one* may come from one address, except from *proxies*, each of which serves many visitors.
    """

    def __init__(
        self, most: int | None = None, from_one: int = MOST_FROM_ONE_ADDRESS, proxies: tuple[str, ...] = ()
    ) -> None:
        self.most = file_limit() if most is None else most
        self.from_one = min(from_one, self.most)
        self.proxies = frozenset(map(visitor_name, proxies))
        self._held: dict[str, dict[tuple[str, int], HeldConnection]] = {}
        self._sweeping: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return sum(map(len, self._held.values()))

    def find(self, client: tuple[str, int]) -> HeldConnection | None:
        """Return the connection of a client's address and port, or None if there is none."""
        return self._held.get(visitor_name(client[0]), {}).get(client)

    def admit(self, connection: HeldConnection) -> bool:
        """Count a new connection, ending another if need be; False: it must be refused, as all are busy."""
        mine = self._held.get(connection.address, {})
        room = True
        if len(mine) >= self.from_one and connection.address not in self.proxies:
            room = self._make_room(mine)
        elif len(self) >= self.most:
            room = self._make_room(max(self._held.values(), key=len))
        if room:
            connection.now(Doing.WAITING)
            self._held.setdefault(connection.address, {})[connection.client] = connection
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)
        return room

    def _make_room(self, among: dict[tuple[str, int], HeldConnection]) -> bool:
        """End the least busy connection, of several the one silent longest; False if all await answers."""
        worst = min(among.values(), key=lambda one: (one.doing, one.since))
        if worst.doing == Doing.ASKING:
            return False
        self._end(worst)
        return True

    def _end(self, connection: HeldConnection) -> None:
        self.leave(connection)
        connection.drop()

    def leave(self, connection: HeldConnection) -> None:
        """Count a connection no more."""
        held = self._held.get(connection.address, {})
        if held.get(connection.client) is connection:
            del held[connection.client]
            if not held:
                del self._held[connection.address]

    def _sweep(self) -> None:
        """End every connection that is late."""
        self._sweeping = None
        for late in [one for held in self._held.values() for one in held.values() if one.late]:
            self._end(late)
        if self._held:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)


def file_limit() -> int:
    """Return how many connections the file descriptors of this process allow, from 16 to 1,000."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 0:
        return MOST_CONNECTIONS
    return max(FEWEST_CONNECTIONS, min(MOST_CONNECTIONS, int(soft * SHARE_OF_FILES), soft - OTHER_FILES))


class Listener(socket.socket):
    """A listening socket with a long queue, from which the server takes a few connections at a time."""

    limits: ConnectionLimits | None = None
    """Counts the connections, once the server runs."""

    def listen(self, backlog: int = KERNEL_QUEUE, /) -> None:
        """Listen; the server's *backlog* is how many it takes at a time, and not the length of the queue."""
        super().listen(max(backlog, KERNEL_QUEUE))

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept the next connection that `limits` admits; BlockingIOError if there is no file descriptor."""
        while True:
            try:
                accepted, client = super().accept()
            except OSError as error:
                if error.errno in (EMFILE, ENFILE):
                    raise BlockingIOError from None
                raise
            if self.limits is None:
                return accepted, client
            connection = HeldConnection(fileno=accepted.detach())
            connection.limits, connection.client = self.limits, client[:2]
            connection.address = visitor_name(client[0])
            if self.limits.admit(connection):
                return connection, client
            with suppress(OSError):
                connection.send(FULL)
            connection.close()


class LimitedConnections:
    """Middleware that notes what each connection does, and since when."""

    def __init__(self, app: ASGIApp, limits: ConnectionLimits) -> None:
        self.app = app
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request or one websocket."""
        held = self.limits.find(tuple(scope.get("client") or ("", 0)))
        if held is None:
            await self.app(scope, receive, send)
            return
        held.now(Doing.ASKING)
        whole = False

        async def heard() -> Message:
            nonlocal whole
            if scope["type"] == "http" and not whole:
                held.doing = Doing.SENDING  # for as long as its body takes, and not for each part of it
            message = await receive()
            whole = not message.get("more_body", False)
            if held.doing == Doing.SENDING and whole:
                held.now(Doing.ASKING)
            elif held.doing == Doing.SEATED:
                held.now(Doing.SEATED)
            return message

        async def said(message: Message) -> None:
            await send(message)
            if message["type"] == "websocket.accept":
                held.now(Doing.SEATED)

        try:
            await self.app(scope, heard, said)
        finally:
            held.now(Doing.WAITING)


def page_config(app: ASGIApp, listener: Listener, proxies: tuple[str, ...] = ()) -> Config:
    """Return uvicorn's settings for the page: connections are limited, and only *proxies* name visitors."""
    limits = ConnectionLimits(proxies=proxies)
    listener.limits = limits
    if proxies:
        app = ProxyHeadersMiddleware(app, list(proxies))  # type: ignore[assignment, arg-type]  # ASGI, in other words
    return Config(
        LimitedConnections(app, limits),
        loop="asyncio",
        http="h11",
        ws="websockets-sansio",
        ws_max_size=MOST_MESSAGE,
        ws_per_message_deflate=False,
        timeout_graceful_shutdown=2,
        server_header=False,
        access_log=False,
        log_config=None,
        log_level="warning",
        backlog=ACCEPTED_AT_ONCE,
        proxy_headers=False,
    )
