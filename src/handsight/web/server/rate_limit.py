"""Limits on how often something may be asked of the server."""

from time import monotonic

from handsight.errors import RequestError


class RateLimit:
    """Allows a number of requests at once, and after that a number a second.

    Args:
        burst: how many requests may come at once.
        per_second: how many more may come in each second after that.
    """

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left = burst
        self._updated = monotonic()

    def spend(self) -> None:
        """Count one request, or raise RequestError if the limit is reached."""
        now = monotonic()
        self._left = min(self.burst, self._left + (now - self._updated) * self.per_second)
        self._updated = now
        if self._left < 1:
            raise RequestError("too-often", "too many requests at once; wait a moment and try again")
        self._left -= 1
