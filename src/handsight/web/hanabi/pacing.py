"""How fast the bots of a table move, and whether they do so by themselves."""

import asyncio
from contextlib import suppress
from time import monotonic


class Tempo:
    """Bots go on by themselves, each after a pause, or one moves whenever it is asked to step."""

    def __init__(self, pause: float) -> None:
        self.pause = pause
        self.going = True
        self.stepping = False
        self._news = asyncio.Event()

    @property
    def allows(self) -> bool:
        """Whether the bot to move may move."""
        return self.going or self.stepping

    def change(self, pause: float, *, going: bool) -> None:
        """Set another tempo, or let the bots stand still."""
        self.pause, self.going, self.stepping = pause, going, False
        self._news.set()

    def step(self) -> None:
        """Let one bot move at once, and then stand still."""
        self.going, self.stepping = False, True
        self._news.set()

    async def wait(self, since: float) -> None:
        """Wait until the pause since some time has passed, as long as it is then."""
        while self.going and (left := since + self.pause - monotonic()) > 0:
            self._news.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._news.wait(), left)
