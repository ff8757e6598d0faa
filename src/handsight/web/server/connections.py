"""Connections of browsers: how many there may be, in all and from one address, and for how long.

A newcomer is let in: where there are too many connections, the one that has been silent longest is closed,
first those that have not asked for anything. A browser at a table connects again by itself. So silent
connections, however many, keep no visitor out, and the server never runs out of file descriptors.
"""

import asyncio
import logging
import socket
import sys
from errno import EMFILE, ENFILE
from time import monotonic
from typing import Any, Protocol, cast

import h11
from uvicorn import Config
from uvicorn._types import ASGISendEvent
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from handsight.web.server.visitors import visitor_name

MOST_CONNECTIONS = 1000
FEWEST_CONNECTIONS = 16
SHARE_OF_FILES = 0.75
"""The share of the file descriptors of this process that connections may take."""
OTHER_FILES = 100
"""File descriptors that are left for files, workers, and connections that are about to be closed."""
MOST_FROM_ONE_ADDRESS = 250
ACCEPTED_AT_ONCE = 16
"""Connections that are accepted before those that are too many are closed."""
KERNEL_QUEUE = 2048
"""Connections that may wait to be accepted."""
HEADER_SECONDS = 10.0
"""From connecting, or from the last answer, to a complete request."""
BODY_SECONDS = 60.0
ANSWER_SECONDS = 300.0
"""From a complete request until its answer has been made and read; the slowest work may take 120 s."""
SWEEP_SECONDS = 1.0
MOST_MESSAGE = 1 << 16
"""Bytes of one message of a browser; a table refuses those that are much shorter."""
SILENT, CONNECTED, BUSY = 0, 1, 2
"""How much a connection is worth: it has asked for nothing, is open to a table, or is being answered."""
FULL = (
    b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain\r\nretry-after: 1\r\n"
    b"connection: close\r\n\r\nThis server is answering others; try again soon.\n"
)
MALFORMED = (
    b"HTTP/1.1 400 Bad Request\r\ncontent-type: text/plain\r\n"
    b"connection: close\r\n\r\nThis is no handshake of a websocket.\n"
)


class Held(Protocol):
    """A connection that is counted."""

    address: str
    since: float
    """When it last asked for something, or connected."""

    @property
    def worth(self) -> int:
        """SILENT, CONNECTED or BUSY."""

    @property
    def late(self) -> bool:
        """Whether it has taken too long over what it is doing."""

    def drop(self) -> None:
        """Close it at once."""


class ConnectionLimits:
    """All connections, by address.

    Args:
        most: connections in all; by default as many as there are file descriptors for.
        from_one: connections from one address.
        proxies: addresses of proxies, which stand for many visitors; the limit for one is not for them.
    """

    def __init__(
        self, most: int | None = None, from_one: int = MOST_FROM_ONE_ADDRESS, proxies: tuple[str, ...] = ()
    ) -> None:
        self.most = file_limit() if most is None else most
        self.from_one = min(from_one, self.most)
        self.proxies = frozenset(map(visitor_name, proxies))
        self._held: dict[str, set[Held]] = {}
        self._sweeping: asyncio.TimerHandle | None = None

    def __len__(self) -> int:
        return sum(map(len, self._held.values()))

    def admit(self, connection: Held) -> bool:
        """Count a new connection and close another if need be; False if none can be closed."""
        mine = self._held.get(connection.address, set())
        if len(mine) >= self.from_one and connection.address not in self.proxies:
            room = self._make_room(mine)
        elif len(self) >= self.most:
            room = self._make_room(max(self._held.values(), key=len))
        else:
            room = True
        if room:
            self._held.setdefault(connection.address, set()).add(connection)
        if self._sweeping is None:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)
        return room

    def _make_room(self, among: set[Held]) -> bool:
        """Close the connection that is worth least and has been silent longest."""
        worst = min(among, key=lambda one: (one.worth, one.since))
        if worst.worth == BUSY:
            return False
        self.leave(worst)
        worst.drop()
        return True

    def leave(self, connection: Held) -> None:
        """Count a connection no more."""
        held = self._held.get(connection.address)
        if held is not None:
            held.discard(connection)
            if not held:
                del self._held[connection.address]

    def _sweep(self) -> None:
        """Close every connection that is late."""
        self._sweeping = None
        for late in [one for held in self._held.values() for one in held if one.late]:
            self.leave(late)
            late.drop()
        if self._held:
            self._sweeping = asyncio.get_running_loop().call_later(SWEEP_SECONDS, self._sweep)


def file_limit() -> int:
    """Return how many connections there are file descriptors for."""
    if sys.platform == "win32":
        return MOST_CONNECTIONS
    import resource

    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if soft < 0:
        return MOST_CONNECTIONS
    return max(FEWEST_CONNECTIONS, min(MOST_CONNECTIONS, int(soft * SHARE_OF_FILES), soft - OTHER_FILES))


class PageConfig(Config):
    """How uvicorn serves the page: with limits on connections, and without trust in what a browser says."""

    def __init__(self, app: Any, limits: ConnectionLimits, proxies: tuple[str, ...] = ()) -> None:
        self.limits = limits
        super().__init__(
            app,
            http=HttpConnection,
            ws=WebSocketConnection,
            ws_max_size=MOST_MESSAGE,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=2,
            server_header=False,
            access_log=False,
            log_config=None,
            log_level="warning",
            backlog=ACCEPTED_AT_ONCE,
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
        )


class Listener(socket.socket):
    """A listening socket with a long queue, from which the server takes a few connections at a time."""

    def listen(self, backlog: int = KERNEL_QUEUE, /) -> None:
        """Listen; the server's *backlog* is how many it takes at a time, and not the length of the queue."""
        super().listen(max(backlog, KERNEL_QUEUE))

    def accept(self) -> tuple[socket.socket, Any]:
        """Accept a connection; without a file descriptor for it, it waits until another is closed."""
        try:
            return super().accept()
        except OSError as error:
            if error.errno in (EMFILE, ENFILE):
                raise BlockingIOError from None
            raise


class HttpConnection(H11Protocol):
    """An HTTP connection that is counted, and closed when it takes too long."""

    address = ""
    since = 0.0
    limits: ConnectionLimits

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Let a connection in, or say that the server is full."""
        super().connection_made(transport)
        self.limits = cast("PageConfig", self.config).limits
        self.address = visitor_name(self.client[0] if self.client else "")
        self.since = monotonic()
        if not self.limits.admit(self):
            transport.write(FULL)
            transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self.limits.leave(self)
        super().connection_lost(exc)

    @property
    def _asking(self) -> bool:
        """Whether a request is being read or answered."""
        return self.cycle is not None and not self.cycle.response_complete

    @property
    def worth(self) -> int:
        """A connection is worth more once its request is complete."""
        return BUSY if self._asking and not self.cycle.more_body else SILENT

    @property
    def late(self) -> bool:
        """Whether a request, its body or the reading of its answer takes too long."""
        waited = monotonic() - self.since
        if not self._asking:
            return waited > HEADER_SECONDS
        return waited > (BODY_SECONDS if self.cycle.more_body else ANSWER_SECONDS)

    def drop(self) -> None:
        """Close it at once."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what a browser sends; a new request begins when the one before is answered."""
        if self.transport.is_closing():
            return
        asked = self.cycle
        super().data_received(data)
        if self.cycle is not asked:
            self.since = monotonic()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self.since = monotonic()
        super().on_response_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer what is no HTTP, where an answer can still be sent."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.close()

    def _unsupported_upgrade_warning(self) -> None:
        """An upgrade to what nobody knows is no news."""

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand over to a websocket, which is counted instead."""
        self.limits.leave(self)
        super().handle_websocket_upgrade(event)


class WebSocketConnection(WebSocketsSansIOProtocol):
    """A websocket that is counted; malformed ones are closed without a fuss."""

    address = ""
    since = 0.0
    limits: ConnectionLimits

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Count a connection, which was let in before."""
        super().connection_made(transport)
        self.conn.logger = logging.getLogger("handsight.websockets")
        self.conn.logger.setLevel(logging.CRITICAL)
        self.limits = cast("PageConfig", self.config).limits
        self.address = visitor_name(self.client[0] if self.client else "")
        self.since = monotonic()
        if not self.limits.admit(self):
            self.transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget a connection."""
        self.limits.leave(self)
        super().connection_lost(exc)

    @property
    def worth(self) -> int:
        """An open websocket is a browser at a table."""
        return CONNECTED if self.handshake_complete else SILENT

    @property
    def late(self) -> bool:
        """Whether the handshake takes too long; later, pings find out who has gone."""
        return not self.handshake_complete and monotonic() - self.since > HEADER_SECONDS

    def drop(self) -> None:
        """Close it at once."""
        self.transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take what a browser sends; what is no handshake gets 400."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.conn.handshake_exc is not None and not self.handshake_initiated:
            self.handshake_complete = self.close_sent = True
            self.transport.write(MALFORMED)
            self.transport.close()

    def send_receive_event_to_app(self) -> None:
        """Pass a message on; text that is not UTF-8 closes the connection."""
        self.since = monotonic()
        if self.curr_msg_data_type == "text" and not _is_utf8(b"".join(self.frames)):
            self.frames = []
            self.conn.fail(1007, "a text must be UTF-8")
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()

    def handle_parser_exception(self) -> None:
        """Close a connection whose bytes are no websocket's; before the handshake there is nothing to say."""
        if self.conn.close_sent is None:
            self.handshake_complete = True
            self.close_sent = True
            self.transport.abort()
        else:
            super().handle_parser_exception()

    async def send(self, message: ASGISendEvent) -> None:
        """Send a message; a handshake that is refused with an answer is complete, too."""
        await super().send(message)
        if message["type"] == "websocket.http.response.body" and not message.get("more_body", False):
            self.handshake_complete = True


def _is_utf8(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
