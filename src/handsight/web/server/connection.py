"""One browser connected to a game table: its replies are queued, and sent no faster than it reads them."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from handsight.errors import RequestError
from handsight.web.server.messages import Refusal, encode
from handsight.web.server.visitors import RateLimit

T = TypeVar("T")
MOST_REPLIES = 64
"""Replies that may wait for a browser that does not read; with more, it is disconnected."""
BURST, PER_SECOND = 30, 15


class Connection(Generic[T]):
    """A browser's connection to a table, in a seat or watching.

    Pictures of the table are made when they can be sent, so a slow reader misses steps but never lags.
    """

    def __init__(self, table: T, seat: int, send: Callable[[str], Awaitable[None]]) -> None:
        self.table = table
        self.seat = seat
        self.shown: object = None
        """What the picture that was sent last depends on; nothing is sent while that stays the same."""
        self._send = send
        self._limit = RateLimit(BURST, PER_SECOND)
        self._replies: deque[str] = deque()
        self._woken = asyncio.Event()

    def spend(self) -> None:
        """Count one message of this browser, or raise RequestError if they come too fast."""
        self._limit.spend()

    def wake(self) -> None:
        """Note that the table has changed."""
        self._woken.set()

    def reply(self, message: object) -> None:
        """Send a message to this browser alone."""
        if len(self._replies) >= MOST_REPLIES:
            raise ConnectionError("this browser does not read what it is sent")
        self._replies.append(message if isinstance(message, str) else encode(message))
        self.wake()

    def refuse(self, error: RequestError, asked: str = "") -> None:
        """Tell this browser why its request was refused; *asked* is the message, if it may be sent again."""
        self.reply(Refusal(error.code, str(error), asked))

    async def serve(self, draw: Callable[["Connection[T]"], str | None]) -> None:
        """Send replies and pictures of the table as they come up, until the connection ends."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._replies:
                await self._send(self._replies.popleft())
            if picture := draw(self):
                await self._send(picture)
