"""All tables of Boeren Bridge: opening them, letting people and agents move, telling everyone."""

import asyncio
import time
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from secrets import randbits, token_urlsafe
from typing import Annotated, Literal

from msgspec import Meta, Struct

from handsight.boeren import SEAT_NAMES, round_sizes
from handsight.errors import BotError, InputError, RequestError
from handsight.web.boeren import messages as wire
from handsight.web.boeren.questions import Questions
from handsight.web.boeren.table import BOEREN, Acted, BoerenTable, Dealt, Entry, Opening, Trump
from handsight.web.boeren.view import Picture, picture
from handsight.web.hanabi.entries import Seat
from handsight.web.hanabi.messages import Hello, Look, Undo, write
from handsight.web.hanabi.new_table import Place, check_people
from handsight.web.server.connection import Guest
from handsight.web.server.store import Store
from handsight.web.server.table_server import House, Opened

Sitter = Guest[BoerenTable]
MOST_ROUNDS = 30


class Order(Struct, frozen=True, forbid_unknown_fields=True):
    """What somebody asks a new table to be."""

    seats: Annotated[tuple[Place, ...], Meta(min_length=4, max_length=4)]
    rules: Literal["text", "author"] = "text"
    schedule: Annotated[str, Meta(max_length=60)] = "short"
    """The rounds: short, long, or written out, as in ``1..8..1/52``."""
    trump: Trump = "separate"
    practice: bool | None = None
    """Whether moves may be taken back; where nothing is said, wherever one person plays."""
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    """What the cards are shuffled by; chance where nothing is said."""

    @property
    def people(self) -> int:
        """How many seats people take."""
        return sum(not place.bot for place in self.seats)


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """What a browser is told once, when it sits down."""

    table: str
    seat: int
    names: tuple[str, ...]
    bots: tuple[str, ...]
    rules: str
    schedule: str
    trump: Trump
    practice: bool


class Seen(Struct, frozen=True, tag_field="type", tag="look"):
    """How the table looked at an earlier moment."""

    turn: int
    picture: Picture


class BoerenHall(House[BoerenTable, wire.Request]):
    """The tables in mind and who is at them."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._wished: dict[str, int] = {}
        """The version at which each table's agent was last asked to move."""
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._agents = ThreadPoolExecutor(2, "agents")
        self._questions = Questions()

    def read(self, text: str | bytes) -> wire.Request:
        """Read one message of a browser, or raise RequestError."""
        return wire.read(text)

    def open(self, order: Order) -> Opened:
        """Open a table, or raise RequestError saying what is wrong with the order."""
        from handsight.bots.boeren import ROSTER

        for place in order.seats:
            if place.bot and place.bot not in ROSTER:
                raise RequestError(
                    "unknown-bot", f"no bot is called {place.bot!r}; there are {', '.join(ROSTER)}"
                )
        seats = tuple(
            Seat(place.name.strip() or name, place.bot, "" if place.bot else token_urlsafe(18))
            for place, name in zip(order.seats, SEAT_NAMES, strict=True)
        )
        check_rounds(order.schedule)
        check_people(order.people, practice=order.practice, seed=order.seed)
        opening = Opening(
            token_urlsafe(9),
            time.time(),
            "boeren",
            seats,
            randbits(64) if order.seed is None else order.seed,
            order.rules,
            order.schedule,
            order.trump,
            practice=order.people == 1 if order.practice is None else order.practice,
        )
        table = BoerenTable(opening)
        self.store.open(opening)
        self._remember(table)
        return Opened(opening.id, tuple(seat.secret for seat in seats), opening.names)

    def _written(self, name: str) -> BoerenTable | None:
        found = self.store.table(name, BOEREN)
        return BoerenTable(*found) if found else None

    def _idle(self, name: str) -> bool:
        return super()._idle(name) and name not in self._thinking

    def _welcome(self, guest: Sitter) -> Welcome:
        opening = guest.table.opening
        bots = tuple(seat.bot for seat in opening.seats)
        return Welcome(
            opening.id,
            guest.seat,
            opening.names,
            bots,
            opening.rules,
            opening.agreed.schedule,
            opening.trump,
            opening.practice,
        )

    def draw(self, guest: Sitter) -> str | None:
        """Draw the table for a browser, or nothing if it has seen this already."""
        table = guest.table
        here = self._here(table)
        now = (table.at, here, table.fault)
        if guest.shown == now:
            return None
        guest.shown = now
        return write(picture(table, guest.seat, table.turn, here))

    async def heed(self, guest: Sitter, request: wire.Request) -> None:
        """Do what a browser asks, or raise RequestError and change nothing."""
        table = guest.table
        match request:
            case Hello():
                raise RequestError("seated", "you have sat down already")
            case wire.Act():
                self._write(table, table.asked(guest.seat, request))
            case Undo():
                self._write(table, table.asked_back(guest.seat, request))
            case wire.Step():
                self._step(table, table.asked_on(guest.seat, request))
            case Look(turn):
                guest.reply(write(Seen(turn, picture(table, guest.seat, turn))))
            case _:
                table.eyes(guest.seat, request.turn, request.eyes)
                self._questions.ask(guest, table.moment(request.turn).state, request)

    def leave(self, guest: Sitter) -> None:
        """Let a browser go; what it asked is no longer wanted."""
        self._questions.forget(guest)
        super().leave(guest)

    def _step(self, table: BoerenTable, what: Literal["agent", "deal"]) -> None:
        """Make the next step; an agent makes it when it has thought, and meanwhile everybody is heard."""
        if what == "deal":
            self._write(table, Dealt())
            return
        name = table.opening.id
        if self._wished.get(name) == table.at:
            raise RequestError("stale", "an agent is thinking about its move already")
        self._wished[name] = table.at
        if name not in self._thinking:
            self._thinking[name] = asyncio.create_task(self._think(table))

    async def _think(self, table: BoerenTable) -> None:
        """Let one agent at a time think, for as long as the moment of the last wish is the table's."""
        name = table.opening.id
        try:
            while (at := self._wished[name]) == table.at and not table.fault:
                await self._move(table, at)
        finally:  # at once: whoever asks next must find nobody thinking
            del self._wished[name], self._thinking[name]

    async def _move(self, table: BoerenTable, at: int) -> None:
        """Let the agent to move make its move, unless something is taken back while it thinks."""
        decision = partial(table.decision, table.now.state, at)
        try:
            action = await asyncio.get_running_loop().run_in_executor(self._agents, decision)
        except BotError as error:
            if table.at == at:
                table.fault = str(error)
                self._changed(table)
            return
        if table.at == at:
            self._write(table, Acted(wire.choice_of(action)))

    def _write(self, table: BoerenTable, entry: Entry) -> None:
        """Let an entry happen: on disk first, so that nobody is told of what could be lost."""
        self.store.append(table.opening.id, table.at, entry)
        table.follow(entry)
        self._changed(table)

    def close(self) -> None:
        """Let everybody go; every game is on disk."""
        for task in self._thinking.values():
            task.cancel()
        self._agents.shutdown(wait=False, cancel_futures=True)
        self._questions.end()


def check_rounds(schedule: str) -> None:
    """Raise InputError if a schedule cannot be read, or has more rounds than anybody will play."""
    rounds = len(round_sizes(schedule))
    if rounds > MOST_ROUNDS:
        raise InputError(
            f"a match of {rounds} rounds is too long for one evening; {MOST_ROUNDS} are the most"
        )
