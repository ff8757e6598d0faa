"""What the tables of every game share: they are found, browsers come to them and go, and all are told."""

from abc import ABC, abstractmethod
from typing import Any, Generic, Protocol, TypeVar

from msgspec import Struct

from handsight.errors import RequestError
from handsight.web.hanabi.entries import Seat
from handsight.web.hanabi.messages import Allowance, write
from handsight.web.server.connection import Guest
from handsight.web.server.store import Store

MOST_GUESTS = 2000
MOST_TABLES = 1000
"""Tables kept in mind at once; those that nobody sits at are read again when somebody comes."""


class Opened(Struct, frozen=True, tag_field="type", tag="opened"):
    """A new table, with the secret of every person's seat (empty for bots)."""

    id: str
    secrets: tuple[str, ...]
    names: tuple[str, ...]


class Opening(Protocol):
    """How a table of any game was opened."""

    @property
    def id(self) -> str:
        """The name of the table."""

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Who sits where."""


class AnyTable(Protocol):
    """A table of any game."""

    @property
    def opening(self) -> Opening:
        """How it was opened."""

    def seat_of(self, secret: str) -> int:
        """Return the seat that a secret belongs to, or raise RequestError."""


T = TypeVar("T", bound=AnyTable)
Asked = TypeVar("Asked")


class House(ABC, Generic[T, Asked]):
    """The tables of a game in mind, and the browsers at them."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.opening = Allowance(400, 20)
        self._tables: dict[str, T] = {}
        self._guests: dict[str, list[Guest[T]]] = {}

    @abstractmethod
    def read(self, text: str | bytes) -> Asked:
        """Read one message of a browser, or raise RequestError."""

    @abstractmethod
    def draw(self, guest: Guest[T]) -> str | None:
        """Draw the table for a browser, or nothing if it has seen this already."""

    @abstractmethod
    async def heed(self, guest: Guest[T], request: Asked) -> None:
        """Do what a browser asks, or raise RequestError and change nothing."""

    @abstractmethod
    def _written(self, name: str) -> T | None:
        """Read a table from disk."""

    @abstractmethod
    def _welcome(self, guest: Guest[T]) -> Struct:
        """Return what a browser is told once, when it sits down."""

    def table(self, name: str) -> T:
        """Find a table, in mind or on disk."""
        if name not in self._tables:
            found = self._written(name)
            if found is None:
                raise RequestError(
                    "unknown-table", "there is no such table; it may have been on another server"
                )
            self._remember(found)
        return self._tables[name]

    def _remember(self, table: T) -> None:
        if len(self._tables) >= MOST_TABLES:
            for name in [name for name in self._tables if self._idle(name)]:
                del self._tables[name]
        self._tables[table.opening.id] = table

    def _idle(self, name: str) -> bool:
        """Whether a table may be forgotten until somebody comes."""
        return name not in self._guests

    def join(self, guest: Guest[T]) -> None:
        """Let a browser sit down."""
        if sum(map(len, self._guests.values())) >= MOST_GUESTS:
            raise RequestError("full", "too many browsers are connected; try again later")
        self._guests.setdefault(guest.table.opening.id, []).append(guest)
        guest.reply(write(self._welcome(guest)))
        self._changed(guest.table)

    def leave(self, guest: Guest[T]) -> None:
        """Let a browser go."""
        name = guest.table.opening.id
        guests = self._guests.get(name, [])
        if guest in guests:
            guests.remove(guest)
        if not guests:
            self._guests.pop(name, None)
            self._left(name)
        self._changed(guest.table)

    def _left(self, name: str) -> None:
        """Clear up after the last browser at a table."""

    def _here(self, table: T) -> list[bool]:
        """Say for every seat whether somebody is there; bots always are."""
        there = {guest.seat for guest in self._guests.get(table.opening.id, ())}
        return [bool(seat.bot) or at in there for at, seat in enumerate(table.opening.seats)]

    def _changed(self, table: T) -> None:
        """Tell everybody at a table that it is not as it was."""
        for guest in self._guests.get(table.opening.id, ()):
            guest.wake()


AnyHouse = House[Any, Any]
