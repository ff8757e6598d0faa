"""All tables of a server: opening them, letting people and bots act, telling everyone."""

import asyncio
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from secrets import randbits, token_urlsafe
from typing import TypeVar

from msgspec import Struct
from msgspec.structs import replace

from handsight.errors import BotError, HandsightError, RequestError
from handsight.hanabi import View
from handsight.notation.hanabi.record import NAMES
from handsight.table import Dice
from handsight.web.hanabi import messages
from handsight.web.hanabi.entries import Acted, Entry, Opening, Options, Seat, choice_of
from handsight.web.hanabi.hypothetical import supposed
from handsight.web.hanabi.new_table import Order
from handsight.web.hanabi.table import Table
from handsight.web.hanabi.variant_view import Rules, rules_of
from handsight.web.hanabi.view import Picture
from handsight.web.server.connection import Guest
from handsight.web.server.store import HANABI, Store
from handsight.web.server.table_server import House, Opened

T = TypeVar("T")


class Welcome(Struct, frozen=True, tag_field="type", tag="welcome"):
    """What a browser is told once, when it sits down."""

    table: str
    seat: int
    names: tuple[str, ...]
    bots: tuple[str, ...]
    practice: bool
    origin: str
    rules: Rules
    rule_set: str
    options: Options


class Reason(Struct, frozen=True, tag_field="type", tag="why"):
    """Why a bot took an action; empty where it did not say."""

    turn: int
    why: str


class Seen(Struct, frozen=True, tag_field="type", tag="look"):
    """How the table looked at an earlier turn."""

    turn: int
    picture: Picture


class Hall(House[Table, messages.Request]):
    """The tables in mind, who is at them, and the bots that play there."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._busy: dict[str, asyncio.Task[None]] = {}
        self._drawn: dict[tuple[str, int], tuple[object, str]] = {}
        self._pool = ThreadPoolExecutor(2, "bots")

    def read(self, text: str | bytes) -> messages.Request:
        """Read one message of a browser, or raise RequestError."""
        return messages.read(text)

    def open(self, order: Order) -> Opened:
        """Open a table, or raise RequestError or InputError saying what is wrong with the order."""
        order.check()
        seats = tuple(
            Seat(place.name.strip() or name, place.bot, "" if place.bot else token_urlsafe(18))
            for place, name in zip(order.seats, NAMES, strict=False)
        )
        return self._start(
            Opening(
                _name(),
                time.time(),
                seats,
                randbits(64) if order.seed is None else order.seed,
                order.variant,
                order.rules,
                pause=order.pause,
                practice=order.people == 1 if order.practice is None else order.practice,
                options=order.options,
            )
        )

    def _start(self, opening: Opening) -> Opened:
        table = Table(opening)
        self.store.open(opening)
        self._remember(table)
        return Opened(opening.id, tuple(seat.secret for seat in opening.seats), opening.names)

    def _written(self, name: str) -> Table | None:
        found = self.store.table(name, HANABI)
        return Table(*found) if found else None

    def _idle(self, name: str) -> bool:
        return super()._idle(name) and name not in self._busy

    def _welcome(self, guest: Guest[Table]) -> Welcome:
        opening = guest.table.opening
        return Welcome(
            opening.id,
            guest.seat,
            opening.names,
            tuple(seat.bot for seat in opening.seats),
            opening.practice,
            opening.origin,
            rules_of(guest.table.state),
            opening.rules,
            opening.options,
        )

    def _left(self, name: str) -> None:
        for key in [key for key in self._drawn if key[0] == name]:
            del self._drawn[key]

    def draw(self, guest: Guest[Table]) -> str | None:
        """Draw the table for a browser, or nothing if it has seen this already."""
        table, name = guest.table, guest.table.opening.id
        here = self._here(table)
        now = (table.at, here, table.fault, table.tempo.pause, table.tempo.going)
        if guest.shown == now:
            return None
        guest.shown = now
        known, text = self._drawn.get((name, guest.seat), (None, ""))
        if known != now:
            drawn = replace(
                table.picture(guest.seat),
                at=table.at,
                here=here,
                fault=table.fault,
                pause=table.tempo.pause,
                going=table.tempo.going,
            )
            text = messages.write(drawn)
            self._drawn[name, guest.seat] = now, text
        return text

    async def heed(self, guest: Guest[Table], request: messages.Request) -> None:
        """Do what a browser asks, or raise RequestError and change nothing."""
        table = guest.table
        match request:
            case messages.Hello():
                raise RequestError("seated", "you have sat down already")
            case messages.Act():
                self._write(table, table.asked(guest.seat, request))
            case messages.Undo():
                self._write(table, table.asked_back(guest.seat, request))
            case messages.Tempo() | messages.Step():
                table.asked_tempo(guest.seat, request)
                self._changed(table)
            case messages.Why(turn):
                guest.reply(messages.write(Reason(turn, table.why(guest.seat, turn))))
            case messages.Look(turn):
                if turn >= len(table.states):
                    raise RequestError("no-such-turn", f"this game has turns 0 to {len(table.states) - 1}")
                seen = replace(table.picture(guest.seat, turn), at=table.at)
                guest.reply(messages.write(Seen(turn, seen)))
            case messages.Know():
                guest.reply(await self._apart(partial(_knowledge, table.view(guest.seat), table.at)))
            case messages.Suppose():
                guest.reply(messages.write(await self._suppose(guest, request)))

    async def _suppose(self, guest: Guest[Table], request: messages.Suppose) -> Opened:
        table, opening = guest.table, guest.table.opening
        table.may_suppose(guest.seat, request.at)
        self.opening.spend()
        look, moves = table.view(guest.seat), tuple(map(choice_of, table.actions))
        deck = await self._apart(partial(supposed, look, Dice(randbits(64))))
        text = opening.setup.terms.variant.text
        return self._start(
            replace(
                opening,
                id=_name(),
                made=time.time(),
                seed=randbits(64),
                deck=tuple(map(text, deck)),
                moves=moves,
                origin=opening.id,
            )
        )

    def _write(self, table: Table, entry: Entry) -> None:
        """Let an entry happen: on disk first, so that nobody is told of what could be lost."""
        self.store.append(table.opening.id, table.at, entry)
        table.follow(entry)
        self._changed(table)

    def _changed(self, table: Table) -> None:
        super()._changed(table)
        name = table.opening.id
        if name not in self._busy and self._bot_wanted(table):
            self._busy[name] = asyncio.create_task(self._bots(table))

    def _bot_wanted(self, table: Table) -> bool:
        """Whether a bot should move now; where only bots play, somebody must be watching."""
        watched = table.opening.id in self._guests or table.opening.people
        return bool(watched) and table.tempo.allows and table.bot_moves

    async def _bots(self, table: Table) -> None:
        try:
            await self._let_bots_move(table)
        finally:  # at once: whoever acts next must find the bots ready
            del self._busy[table.opening.id]

    async def _let_bots_move(self, table: Table) -> None:
        """Let bots move for as long as they should."""
        while self._bot_wanted(table):
            at = table.at
            started = time.monotonic()
            try:
                action, why = await self._apart(partial(table.decision, table.state))
            except BotError as error:
                if table.at == at:  # else something was taken back while it thought
                    table.fault = str(error)
                    self._changed(table)
                continue
            await table.tempo.wait(started)
            if table.at == at and self._bot_wanted(table):
                table.tempo.stepping = False
                self._write(table, Acted(choice_of(action), why))

    async def _apart(self, work: Callable[[], T]) -> T:
        """Do slow work in a thread, so that everyone else is still heard."""
        return await asyncio.get_running_loop().run_in_executor(self._pool, work)

    def close(self) -> None:
        """Let everybody go; every game is on disk."""
        for task in self._busy.values():
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)
        self.store.close()


def _name() -> str:
    return token_urlsafe(9)


def _knowledge(look: View, at: int) -> str:
    """Say what a seat knows of its own hand at a version of its table, as `know --json` does."""
    import json

    from handsight.knowledge import Knowledge
    from handsight.knowledge.hanabi.to_json import knowledge_row

    try:
        row = knowledge_row(Knowledge(look))
    except HandsightError as error:
        raise RequestError("unknowable", str(error)) from None
    return json.dumps({"type": "know", "at": at, **row})
