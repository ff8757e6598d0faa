"""One browser at a table: what it is owed, sent no faster than it can take it."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Generic, TypeVar

from handsight.errors import RequestError
from handsight.web.hanabi.messages import Allowance, Refusal, write

T = TypeVar("T")
MOST_REPLIES = 64
"""Answers that may wait for a browser that does not read; more, and it is shown out."""
BURST, PER_SECOND = 30, 15


class Guest(Generic[T]):
    """A connection to a table, in a seat or watching.

    Pictures of the table are drawn when they can be sent, so a slow reader misses steps but never lags.
    """

    def __init__(self, table: T, seat: int, send: Callable[[str], Awaitable[None]]) -> None:
        self.table = table
        self.seat = seat
        self.shown: object = None
        self._send = send
        self._allowance = Allowance(BURST, PER_SECOND)
        self._replies: deque[str] = deque()
        self._woken = asyncio.Event()

    def spend(self) -> None:
        """Count one message of this browser, or raise RequestError if they come too fast."""
        self._allowance.spend()

    def wake(self) -> None:
        """Say that the table has changed."""
        self._woken.set()

    def reply(self, text: str) -> None:
        """Answer this browser alone."""
        if len(self._replies) >= MOST_REPLIES:
            raise ConnectionError("this browser does not read what it is sent")
        self._replies.append(text)
        self.wake()

    def refuse(self, error: RequestError) -> None:
        """Say why something was not done."""
        self.reply(write(Refusal(error.code, str(error))))

    async def attend(self, draw: Callable[["Guest[T]"], str | None]) -> None:
        """Send answers and pictures as they come up, until the connection ends."""
        while True:
            await self._woken.wait()
            self._woken.clear()
            while self._replies:
                await self._send(self._replies.popleft())
            if picture := draw(self):
                await self._send(picture)
