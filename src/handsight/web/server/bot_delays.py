"""How long bots at a table wait before they move, so that people can follow."""

import asyncio
from contextlib import suppress
from time import monotonic


class BotDelays:
    """Bots move by themselves, each after a pause (*going*), or one move for each step that is asked for."""

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
        """Set another pause, and whether bots go on by themselves."""
        self.pause, self.going, self.stepping = pause, going, False
        self._changed.set()

    def step(self) -> None:
        """Let one bot move at once, and then wait."""
        self.going, self.stepping = False, True
        self._changed.set()

    async def wait(self, since: float) -> None:
        """Wait until the pause since a time has passed, following changes of the pause meanwhile."""
        while self.going and (left := since + self.pause - monotonic()) > 0:
            self._changed.clear()
            with suppress(TimeoutError):
                await asyncio.wait_for(self._changed.wait(), left)
