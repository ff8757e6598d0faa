"""All tables of one game: opening them, letting people and bots act, showing and answering every browser."""

import asyncio
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from secrets import token_urlsafe
from threading import Event
from typing import Any, TypeVar

from msgspec.structs import replace
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import BaseRoute, Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from handsight.errors import BotError, HandsightError, MissingExtraError, RequestError
from handsight.game import secret_seed
from handsight.roster.games import roster
from handsight.web.games import GamePage, find_game, listed_bot
from handsight.web.server import table_messages as messages
from handsight.web.server.fair_turns import FairTurns
from handsight.web.server.game_table import BrowserQuestion, Opening, Table
from handsight.web.server.http_requests import json_response, read_json
from handsight.web.server.rate_limits import Allowance, visitor
from handsight.web.server.saved_table import deal_digest, restored, talk_problems
from handsight.web.server.table_messages import (
    BrowserConnection,
    Named,
    NextTable,
    Noted,
    Said,
    Talk,
    plain_text,
)
from handsight.web.server.table_store import Store
from handsight.web.server.worker_process import MEMORY, MOST_WAITING, Worker, internal_error

T = TypeVar("T")
AnyTable = Table[Any, Any]
MOST_CONNECTIONS = 2000
MOST_TABLES = 1000
"""From this number of tables on, those without a browser leave memory; they are loaded again if needed."""
BOT_THREADS = 3
"""Bots that think at once; those of one visitor never take all of these threads."""
SAVE_AGAIN_SECONDS = 2.0
"""How long a bot waits before it tries again to make a move that could not be saved."""


HELLO_SECONDS = 10
MOST_REFUSALS = 200
"""Messages in one connection that may be refused before it is closed."""
UNKNOWN = 4404
"""The closing code of a websocket whose table or seat does not exist, or that cannot join."""


class TableServer:
    """The tables of a game that are in memory, the browsers connected to them, and the bots at them."""

    def __init__(self, page: GamePage, store: Store) -> None:
        self.page = page
        self.store = store
        self.opening_limit = Allowance(200, 2)
        self._tables: dict[str, AnyTable] = {}
        self._connections: dict[str, list[BrowserConnection[AnyTable]]] = {}
        self._thinking: dict[str, asyncio.Task[None]] = {}
        self._drawn: dict[tuple[str, int], tuple[object, str]] = {}
        self._threads = ThreadPoolExecutor(BOT_THREADS, f"{page.name}-bots")
        self._turns = FairTurns(BOT_THREADS)
        self._questions = Questions()

    def listed_bots(self) -> list[dict[str, Any]]:
        """List the bots that may sit at a table."""
        titles, meanings = self.page.bot_titles, self.page.clue_meanings
        return [
            {"name": bot.name, "about": bot.about, "honest": bot.honest}
            | {"title": titles.get(bot.name, bot.name), "clues": meanings.get(bot.name, "")}
            for bot in roster(self.page.name).listed_bots()
        ]

    def open(self, request: messages.TableRequest) -> messages.TableOpened:
        """Open a table, or raise RequestError or InputError saying what is wrong with the request."""
        return self.start(self.opening(request))

    def opening(self, request: messages.TableRequest) -> Opening[Any]:
        """Return how a table is to be opened, or raise an error as `open` does; nothing is saved."""
        for name in (seat.bot for seat in request.seats if seat.bot):
            bot = listed_bot(self.page.name, name, len(request.seats))
            if request.people and not bot.honest:
                raise RequestError(
                    "unfair-bot",
                    f"{name} looks at hidden cards, so it cannot play with people; watch it among bots",
                )
        request.check()
        seats = tuple(
            replace(seat, name=plain_text(seat.name) or name)
            for seat, name in zip(request.seats, self.page.seat_names, strict=False)
        )
        kind = self.page.table
        opening: Opening[Any] = kind.opening_kind(
            token_urlsafe(9),
            kind.game,
            kind.rules_version,
            tuple("" if seat.bot else token_urlsafe(18) for seat in seats),
            request=replace(request, seats=seats),
            seed=secret_seed() if request.seed is None else request.seed,
        )
        return opening

    def start(self, opening: Opening[Any]) -> messages.TableOpened:
        """Save and open a table."""
        table = self.page.table(opening)
        for bot in filter(None, opening.bots):
            spec = roster(self.page.name).find_bot(bot)
            spec.check_installed()
            spec.name_on(table.terms())
        self.store.save_table(replace(opening, deal=deal_digest(table)))
        self._hold(table)
        return messages.TableOpened(self.page.name, opening.id, opening.secrets, opening.names)

    def table(self, name: str) -> AnyTable:
        """Find a table, in memory or saved, or raise RequestError."""
        if name not in self._tables:
            self._hold(self._loaded(name))
        return self._tables[name]

    def _loaded(self, name: str) -> AnyTable:
        """Load a saved table, or raise RequestError."""
        kind = self.page.table
        saved = self.store.load_table(name)
        if saved is None or saved.head.game != kind.game:
            raise RequestError("unknown-table", "there is no such table; it may have been on another server")
        try:
            table = restored(saved, kind)
        except RequestError as error:
            self.store.set_aside[name] = str(error)
            raise
        self.store.tell(talk_problems(saved, table.talk))
        return table

    def _hold(self, table: AnyTable) -> None:
        if len(self._tables) >= MOST_TABLES:
            idle = [
                name for name in self._tables if name not in self._connections and name not in self._thinking
            ]
            for name in idle:
                del self._tables[name]
        self._tables[table.opening.id] = table

    def decode(self, text: str | bytes) -> Any:
        """Decode a browser's message, or raise RequestError."""
        return messages.decode(text, self.page.table.request_decoder)

    def join(self, connection: BrowserConnection[AnyTable]) -> None:
        """Connect a browser to its table, or raise RequestError if there are too many."""
        if sum(map(len, self._connections.values())) >= MOST_CONNECTIONS:
            raise RequestError("full", "too many browsers are connected; try again later")
        self._connections.setdefault(connection.table.opening.id, []).append(connection)
        connection.reply(connection.table.welcome(connection.seat))
        for message in self._talk_for(connection.table, connection.seat):
            connection.reply(message)
        self._changed(connection.table)

    def _talk_for(self, table: AnyTable, seat: int) -> Iterator[object]:
        """Yield what people wrote at a table before a browser came, as far as its seat may read it."""
        if len(table.opening.request.people) > 1:
            yield {"type": "chat", "lines": table.talk.lines, "fresh": True}
        notes = table.notes_for(seat)
        if notes["notes"]:
            yield notes
        for found in table.talk.next.values():
            yield self._next_table(table, seat, found)

    def leave(self, connection: BrowserConnection[AnyTable]) -> None:
        """Disconnect a browser."""
        self._questions.cancel(connection)
        name = connection.table.opening.id
        connections = self._connections.get(name, [])
        with suppress(ValueError):
            connections.remove(connection)
        if not connections:
            self._connections.pop(name, None)
            for key in [key for key in self._drawn if key[0] == name]:
                del self._drawn[key]
        self._changed(connection.table)

    def draw(self, connection: BrowserConnection[AnyTable]) -> str | None:
        """Return a table as JSON, as a browser's seat sees it, or None if the browser has it already."""
        table, key = connection.table, (connection.table.opening.id, connection.seat)
        pace = {"pause": table.delays.pause, "going": table.delays.going, "present": self._present(table)}
        state = {"type": "table", "version": table.version, "names": table.names, "fault": table.fault} | pace
        if connection.shown == state:
            return None
        connection.shown = state
        known, text = self._drawn.get(key, (None, ""))
        if known != state:
            text = messages.encode(table.picture(connection.seat, table.turn) | state)
            self._drawn[key] = state, text
        return text

    def _present(self, table: AnyTable) -> list[bool]:
        """For each seat whether its person is connected; bots always are."""
        taken = {connection.seat for connection in self._connections.get(table.opening.id, ())}
        return [bool(bot) or at in taken for at, bot in enumerate(table.opening.bots)]

    async def handle(self, connection: BrowserConnection[AnyTable], request: Any) -> None:
        """Do what a browser asks, or raise RequestError and change nothing."""
        table, seat = connection.table, connection.seat
        match request:
            case messages.Hello():
                raise RequestError("seated", "you have joined this table already")
            case messages.ActRequest() | messages.Undo():
                self._write(table, *table.check_request(seat, request))
            case messages.StepRequest():
                if entry := table.step(seat, request):
                    self._write(table, entry)
                self._changed(table)
            case messages.SetPace():
                table.set_pace(seat, request)
                self._changed(table)
            case messages.Why() | messages.Look():
                connection.reply(table.past(seat, request))
            case messages.SetName() | messages.Say() | messages.WriteNote():
                self._write_talk(table, table.written(seat, request, time.time()))
            case messages.PlayAgain(same_deal):
                self._play_again(table, seat, same_deal=same_deal)
            case messages.WhatIf(version):
                table.check_change(seat, version)
                table.check_practice("what-if")
                self.opening_limit.spend()
                connection.reply(self.start(await self._in_thread(table.what_if(seat))))
            case _:
                self._questions.ask(connection, table.question(seat, request))

    def _write(self, table: AnyTable, entry: Any, after: Any = None) -> None:
        """Save an entry and then apply it, so that no browser is shown what could be lost.

        *after* is the moment after the entry, if that was computed already.
        """
        was_over = table.over
        self.store.append(table.opening.id, table.version, entry)
        table.apply(entry, after)
        if table.over != was_over:
            with suppress(RequestError):  # it only makes room earlier
                self.store.save_over(table.opening.id, over=table.over)
            self._send(table, table.notes_for)  # now everybody's, or not
        self._changed(table)

    def _write_talk(self, table: AnyTable, talk: Talk) -> None:
        """Save what a person wrote, and then show it to those who may read it."""
        match talk:
            case Named(seat, name) if table.names[seat] == name:
                return
            case Noted(seat, order, text) if table.talk.notes.get(seat, {}).get(order, "") == text:
                return
        self.store.save_talk(table.opening.id, [*table.talk, talk])
        table.talk.add(talk)
        match talk:
            case Named():
                self._changed(table)
            case Noted(seat):
                self._send(table, lambda to: table.notes_for(to) if table.over or to == seat else None)
            case Said():
                self._send(table, lambda _: {"type": "chat", "lines": [talk], "fresh": False})
            case NextTable():
                self._send(table, lambda to: self._next_table(table, to, talk))

    def _send(self, table: AnyTable, message: Callable[[int], object]) -> None:
        """Send each browser at a table what *message* returns for its seat, unless that is None."""
        for connection in self._connections.get(table.opening.id, ()):
            if (found := message(connection.seat)) is not None:
                with suppress(ConnectionError):  # it does not read, and will be disconnected
                    connection.reply(found)

    def _next_table(self, table: AnyTable, seat: int, found: NextTable) -> dict[str, Any]:
        """Return the message to a seat that its people go on at another table, with its own secret there."""
        secret = found.secrets[seat] if seat >= 0 else ""
        here = {"game": self.page.name, "names": table.names, "secret": secret}
        return {"type": "next", "id": found.id, "same_deal": found.same_deal} | here

    def _play_again(self, table: AnyTable, seat: int, *, same_deal: bool) -> None:
        """Open the next table of the same people and tell them; who asks again is led to the same table."""
        table.check_again(seat)
        known = table.talk.next.get(same_deal)
        if known is None:
            self.opening_limit.spend()
            seed = table.opening.seed if same_deal else secret_seed()
            fresh = table.opening.opened_again(table.names, seed)
            opened = self.start(table.again(fresh, same_deal=same_deal))
            known = NextTable(opened.id, opened.secrets, same_deal)
            self._write_talk(table, known)
        else:
            self._send(table, lambda to: self._next_table(table, to, known) if to == seat else None)

    def _changed(self, table: AnyTable) -> None:
        """Tell every browser at a table that it has changed, and let its bots move if they should."""
        name = table.opening.id
        for connection in self._connections.get(name, ()):
            connection.changed.set()
        if name not in self._thinking and self._bot_should_move(table):
            self._thinking[name] = asyncio.create_task(self._play_bots(table))

    def _bot_should_move(self, table: AnyTable) -> bool:
        """Whether a bot should move now; where only bots play, a browser must be watching."""
        watched = table.opening.id in self._connections or table.opening.request.people
        return bool(watched) and table.delays.may_move and table.bot_moves

    async def _play_bots(self, table: AnyTable) -> None:
        """Let bots move for as long as they should; if the table changes meanwhile, a decision is dropped."""
        try:
            while self._bot_should_move(table):
                version, started = table.version, time.monotonic()
                try:
                    entry, after = await self._in_thread(partial(table.decide, table.now))
                except (BotError, MissingExtraError) as error:
                    if table.version == version:
                        table.fault = str(error)
                        self._changed(table)
                    continue
                await table.delays.wait(started)
                if table.version == version and self._bot_should_move(table):
                    await self._write_when_possible(table, entry, after)
        finally:  # at once: the next request must find that no bot is thinking
            del self._thinking[table.opening.id]

    async def _write_when_possible(self, table: AnyTable, entry: Any, after: Any) -> None:
        """Write a bot's move; if it cannot be saved, show that at the table and try again until it can."""
        version = table.version
        while table.version == version:
            try:
                self._write(table, entry, after)
            except RequestError as error:
                if table.fault != str(error):
                    table.fault = str(error)
                    self._changed(table)
                await asyncio.sleep(SAVE_AGAIN_SECONDS)
            else:
                return

    async def _in_thread(self, work: Callable[[], T]) -> T:
        """Do slow work in a thread when it is the visitor's turn, so that others are still served."""
        who = visitor.get()
        turn = self._turns.ask(who)
        try:
            await asyncio.wrap_future(turn)
            return await asyncio.get_running_loop().run_in_executor(self._threads, work)
        finally:
            self._turns.end(who, turn)

    def close(self) -> None:
        """Stop the bots and the questions; every game is saved."""
        for task in self._thinking.values():
            task.cancel()
        self._threads.shutdown(wait=False, cancel_futures=True)
        self._questions.close()


class Questions:
    """Answers each browser's questions, one of each kind at a time: a newer one, or leaving, cancels it."""

    def __init__(self) -> None:
        self._threads = ThreadPoolExecutor(MOST_WAITING + 1, "questions")
        self._worker = Worker(MEMORY)
        self._cancelled: dict[BrowserConnection[Any], dict[Callable[..., Any], Event]] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    def ask(self, connection: BrowserConnection[Any], question: BrowserQuestion) -> None:
        """Start to answer a browser's question; the answer is sent when it is there."""
        asked = self._cancelled.setdefault(connection, {})
        if earlier := asked.get(question.answer):
            earlier.set()
        asked[question.answer] = cancelled = Event()
        task = asyncio.create_task(self._answer(connection, self._work(question, cancelled)))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _work(self, question: BrowserQuestion, cancelled: Event) -> Callable[[], Any]:
        answer, args, seconds = question
        if not seconds:
            return lambda: answer(lambda _: None, *args)
        who = visitor.get()
        return lambda: self._worker.run(
            answer, *args, seconds=seconds, wanted=lambda: not cancelled.is_set(), who=who
        )

    async def _answer(self, connection: BrowserConnection[Any], work: Callable[[], Any]) -> None:
        with suppress(ConnectionError):  # it does not read, and will be disconnected
            try:
                text = await asyncio.get_running_loop().run_in_executor(self._threads, _encoded, work)
                connection.reply(text)
            except RequestError as error:
                if error.code != "stopped":
                    connection.refuse(RequestError("cannot-say", str(error)))

    def cancel(self, connection: BrowserConnection[Any]) -> None:
        """Stop working on a browser's questions."""
        for cancelled in self._cancelled.pop(connection, {}).values():
            cancelled.set()

    def close(self) -> None:
        """Stop answering."""
        self._worker.close()
        self._threads.shutdown(wait=False, cancel_futures=True)


def _encoded(work: Callable[[], Any]) -> str:
    """Return the result of a function as JSON; whatever goes wrong becomes a RequestError."""
    try:
        return messages.encode(work())
    except HandsightError as error:
        raise error if isinstance(error, RequestError) else RequestError("cannot-say", str(error)) from None
    except Exception as error:
        raise RequestError(*internal_error(error)) from error


# Routes: listing games, opening tables, and a websocket for each browser.


def table_routes(servers: Mapping[str, TableServer]) -> list[BaseRoute]:
    """Return the routes to the tables of some games."""
    tables = _TableRoutes(servers)
    static = [
        Mount(f"/static/games/{name}", StaticFiles(directory=server.page.static))
        for name, server in servers.items()
    ]
    return [
        Route("/api/games", tables.games),
        Route("/api/games/{game}/{list}", tables.listed),
        Route("/api/tables/{game}", tables.open, methods=["POST"]),
        Route("/api/tables/{game}/{table}/record", tables.record),
        Route("/api/tables/{game}/{table}/outcome", tables.outcome),
        WebSocketRoute("/ws/{game}/{table}", tables.connect),
        *static,
    ]


class _TableRoutes:
    def __init__(self, servers: Mapping[str, TableServer]) -> None:
        self.servers = servers

    def _server(self, request: Request | WebSocket) -> TableServer:
        return find_game(request.path_params["game"], self.servers)

    def games(self, _: Request) -> Response:
        games = []
        for page in (server.page for server in self.servers.values()):
            about = {"name": page.name, "title": page.title, "about": page.about, "seats": page.seat_names}
            games.append(about | {"module": f"/static/games/{page.name}/index.js"})
        return json_response(games)

    def listed(self, request: Request) -> Response:
        server = self._server(request)
        page, name = server.page, request.path_params["list"]
        lists = {"bots": server.listed_bots, **page.lists}
        if name not in lists:
            raise RequestError("unknown-game", f"there is no list {name!r}; there are {', '.join(lists)}")
        return json_response(lists[name]())

    async def open(self, request: Request) -> Response:
        server = self._server(request)
        asked = await read_json(request, server.page.request)
        server.opening_limit.spend()
        return json_response(server.open(asked))

    def record(self, request: Request) -> Response:
        table = self._server(request).table(request.path_params["table"])
        if not table.over:
            raise RequestError("not-over", "a saved game shows all cards; save it when it is over")
        return Response(table.record(), media_type="application/json")

    def outcome(self, request: Request) -> Response:
        table = self._server(request).table(request.path_params["table"])
        return json_response({"over": table.over, "outcome": table.outcome() if table.over else None})

    async def connect(self, socket: WebSocket) -> None:
        with suppress(WebSocketDisconnect, TimeoutError):  # it has gone, or said nothing
            await socket.accept()
            try:
                server = self._server(socket)
                connection = await _joined(socket, server)
            except RequestError as error:
                await socket.send_text(messages.encode(messages.Refusal(error.code, str(error))))
                await socket.close(UNKNOWN)
                return
            await _serve(socket, server, connection)


async def _joined(socket: WebSocket, server: TableServer) -> BrowserConnection[Any]:
    """Connect a browser to the table and the seat that its first message names."""
    first = server.decode(await asyncio.wait_for(_receive(socket), HELLO_SECONDS))
    if not isinstance(first, messages.Hello):
        raise RequestError("hello-first", "the first message must be a hello")
    table = server.table(socket.path_params["table"])
    connection = BrowserConnection(table, table.seat_of(first.seat), socket.send_text)
    server.join(connection)
    return connection


async def _serve(socket: WebSocket, server: TableServer, connection: BrowserConnection[Any]) -> None:
    """Serve a browser at a table until it goes."""
    try:
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(connection.serve(server.draw))
            tasks.create_task(_listen(socket, server, connection))
    except* (WebSocketDisconnect, ConnectionError):
        with suppress(RuntimeError, WebSocketDisconnect):  # it has gone already
            await socket.close(1008)
    finally:
        server.leave(connection)


async def _listen(socket: WebSocket, server: TableServer, connection: BrowserConnection[Any]) -> None:
    """Handle a browser's messages until it goes or has been refused too often."""
    refusals = 0
    while refusals < MOST_REFUSALS:
        text = await _receive(socket)
        asked = text if isinstance(text, str) and len(text) <= messages.MAX_MESSAGE else ""
        try:
            connection.limit.spend()
            asked = ""  # from here on, to send it again would not help
            await server.handle(connection, server.decode(text))
        except RequestError as error:
            refusals += 1
            connection.refuse(error, asked)
    raise ConnectionError("refused too often")


async def _receive(socket: WebSocket) -> str | bytes:
    """Return a browser's next message, or raise WebSocketDisconnect when it leaves."""
    message = await socket.receive()
    if message["type"] == "websocket.disconnect":
        raise WebSocketDisconnect(message.get("code", 1000))
    return message.get("text") or message.get("bytes") or ""
