"""How long bots at a table wait before they move, so that people can follow."""

import asyncio
from contextlib import suppress
from time import monotonic


class BotDelays:
    """When bots may move: while *going*, by themselves after *pause* seconds; else once for each `step`."""

    def __init__(self, pause: float, *, going: bool = True) -> None:
        self.pause = pause
        self.going = going
        self.stepping = False
        self._changed = asyncio.Event()

    @property
    def may_move(self) -> bool:
        """Whether the bot to move may move now."""
        return self.going or self.stepping

    def set(self, pause: float, *, going: bool) -> None:
        """Set the pause in seconds, and whether bots move by themselves."""
        self.pause, self.going, self.stepping = pause, going, False
        self._changed.set()

    def step(self) -> None:
        """Let one bot make one move at once, and none after it."""
        self.going, self.stepping = False, True
        self._changed.set()

    async def wait(self, since: float) -> None:
        """While *going*, wait until the pause after a time is over; a changed pause counts at once."""
        while self.going and (left := since + self.pause - monotonic()) > 0:
            self._changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
