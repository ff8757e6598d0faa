"""Who asks: the visitor of the request being served, and how much each visitor may ask for."""

from collections import OrderedDict
from contextvars import ContextVar
from ipaddress import IPv6Address, ip_address
from time import monotonic

from handsight.errors import RequestError

MOST_VISITORS = 4096
"""Visitors whose requests are counted; the one that was seen longest ago is forgotten first."""
visitor: ContextVar[str] = ContextVar("visitor", default="")
"""The address of the visitor whose request is being served; empty for the server itself."""


def visitor_name(address: str) -> str:
    """Return a visitor's name: its address, or for IPv6 its /64 network, which one household usually has."""
    try:
        found = ip_address(address)
    except ValueError:
        return address
    if isinstance(found, IPv6Address):
        if found.ipv4_mapped:
            return str(found.ipv4_mapped)
        if not found.is_loopback:
            return f"{IPv6Address(int(found) >> 64 << 64)}/64"
    return str(found)


class RateLimit:
    """Allows *burst* requests at once, and after that *per_second* more each second."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left = burst
        self._updated = monotonic()

    def check(self) -> None:
        """Raise RequestError if the limit is reached; count nothing."""
        now = monotonic()
        self._left = min(self.burst, self._left + (now - self._updated) * self.per_second)
        self._updated = now
        if self._left < 1:
            raise RequestError("too-often", "too many requests at once; wait a moment and try again")

    def spend(self) -> None:
        """Count one request, or raise RequestError if the limit is reached."""
        self.check()
        self._left -= 1


class Allowance:
    """A rate limit for each visitor: what one uses up, the others still have."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._limits: OrderedDict[str, RateLimit] = OrderedDict()

    def check(self) -> None:
        """Raise RequestError if the limit of the visitor being served is reached; count nothing."""
        if limit := self._limits.get(visitor.get()):
            limit.check()

    def spend(self) -> None:
        """Count one request of the visitor being served, or raise RequestError if its limit is reached."""
        name = visitor.get()
        limit = self._limits.pop(name, None) or RateLimit(self.burst, self.per_second)
        self._limits[name] = limit
        if len(self._limits) > MOST_VISITORS:
            self._limits.popitem(last=False)
        limit.spend()
