"""All tables of Boeren Bridge: opening them, letting people and agents move, telling everyone."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import Executor, ThreadPoolExecutor
from functools import partial
from secrets import randbits, token_urlsafe
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from handsight.boeren import SEAT_NAMES
from handsight.errors import BotError, RequestError
from handsight.web import boeren_wire as wire
from handsight.web.apart import MEMORY, MOST_WAITING, Apart
from handsight.web.boeren_tables import BOEREN, Acted, BoerenTable, Dealt, Entry, Opening
from handsight.web.boeren_view import Picture, picture
from handsight.web.entries import Seat
from handsight.web.guest import Guest
from handsight.web.hall import Place
from handsight.web.house import House, Opened
from handsight.web.store import Store
from handsight.web.wire import Hello, Look, write

T = TypeVar("T")
Sitter = Guest[BoerenTable]
SECONDS = 10.0
"""How long a question about what players know of each other may take."""


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody asks a new table to be."""

    seats: Annotated[tuple[Place, ...], Meta(min_length=4, max_length=4)]
    rules: Literal["text", "author"] = "text"


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """What a browser is told once, when it sits down."""

    table: str
    seat: int
    names: tuple[str, ...]
    bots: tuple[str, ...]
    rules: str


class Seen(Struct, frozen=True, tag_field="type", tag="look"):
    """How the table looked at an earlier moment."""

    turn: int
    picture: Picture


class BoerenHall(House[BoerenTable, wire.Request]):
    """The tables in mind and who is at them."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._thinking: set[str] = set()
        self._agents = ThreadPoolExecutor(2, "agents")
        self._asking = ThreadPoolExecutor(MOST_WAITING + 1, "questions")
        self._logic = Apart(MEMORY)

    def read(self, text: str | bytes) -> wire.Request:
        """Read one message of a browser, or raise RequestError."""
        return wire.read(text)

    def open(self, order: Order) -> Opened:
        """Open a table, or raise RequestError saying what is wrong with the order."""
        from handsight.bots.boeren import AGENTS  # noqa: PLC0415  # the page can be painted without

        for place in order.seats:
            if place.bot and place.bot not in AGENTS:
                raise RequestError(
                    "unknown-bot", f"no agent is called {place.bot!r}; there are {', '.join(AGENTS)}"
                )
        seats = tuple(
            Seat(place.name.strip() or name, place.bot, "" if place.bot else token_urlsafe(18))
            for place, name in zip(order.seats, SEAT_NAMES, strict=True)
        )
        opening = Opening(token_urlsafe(9), time.time(), "boeren", seats, randbits(64), order.rules)
        self.store.open(opening)
        self._remember(BoerenTable(opening))
        return Opened(opening.id, tuple(seat.secret for seat in seats), opening.names)

    def _written(self, name: str) -> BoerenTable | None:
        found = self.store.table(name, BOEREN)
        return BoerenTable(*found) if found else None

    def _welcome(self, guest: Sitter) -> Welcome:
        opening = guest.table.opening
        bots = tuple(seat.bot for seat in opening.seats)
        return Welcome(opening.id, guest.seat, opening.names, bots, opening.rules)

    def draw(self, guest: Sitter) -> str | None:
        """Draw the table for a browser, or nothing if it has seen this already."""
        table = guest.table
        here = self._here(table)
        now = (table.at, here, table.fault)
        if guest.shown == now:
            return None
        guest.shown = now
        return write(picture(table, guest.seat, table.at, here))

    async def heed(self, guest: Sitter, request: wire.Request) -> None:
        """Do what a browser asks, or raise RequestError and change nothing."""
        table = guest.table
        match request:
            case Hello():
                raise RequestError("seated", "you have sat down already")
            case wire.Act():
                self._write(table, table.asked(guest.seat, request))
            case wire.Step():
                await self._step(table, table.asked_on(guest.seat, request))
            case Look(turn):
                guest.reply(write(Seen(turn, picture(table, guest.seat, turn))))
            case _:
                guest.reply(await self._answer(guest, request))

    async def _answer(self, guest: Sitter, question: wire.Question) -> str:
        from handsight.web.boeren_knowing import answer, answered  # noqa: PLC0415  # only when asked

        guest.table.eyes(guest.seat, question.turn, question.eyes)
        state = guest.table.moment(question.turn).state
        if isinstance(question, wire.Know):  # counted at once; other questions may take any time
            work: Callable[[], Any] = partial(answered, state, question)
        else:
            work = partial(self._logic.do, answer, state, question, seconds=SECONDS)
        try:
            return msgspec.json.encode(await _in_thread(self._asking, work)).decode()
        except RequestError as error:
            raise RequestError("cannot-say", str(error)) from None

    async def _step(self, table: BoerenTable, what: Literal["agent", "deal"]) -> None:
        """Make the next step; while an agent thinks, nobody can ask another."""
        if what == "deal":
            self._write(table, Dealt())
            return
        name = table.opening.id
        if name in self._thinking:
            raise RequestError("stale", "an agent is thinking about its move already")
        self._thinking.add(name)
        try:
            action = await _in_thread(self._agents, table.decision)
            self._write(table, Acted(wire.choice_of(action)))
        except BotError as error:
            table.fault = str(error)
            self._changed(table)
        finally:
            self._thinking.discard(name)

    def _write(self, table: BoerenTable, entry: Entry) -> None:
        """Let an entry happen: on disk first, so that nobody is told of what could be lost."""
        self.store.append(table.opening.id, table.at, entry)
        table.follow(entry)
        self._changed(table)

    def close(self) -> None:
        """Let everybody go; every game is on disk."""
        for pool in (self._agents, self._asking):
            pool.shutdown(wait=False, cancel_futures=True)
        self._logic.end()


async def _in_thread(pool: Executor, work: Callable[[], T]) -> T:
    """Do slow work in a thread, so that everyone else is still heard."""
    return await asyncio.get_running_loop().run_in_executor(pool, work)
