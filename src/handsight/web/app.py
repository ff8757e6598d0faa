"""The whole page as an ASGI application: the tables of every game, replays, lab, logic and signals."""

import contextlib
from collections.abc import AsyncIterator, Iterable, Mapping
from pathlib import Path
from threading import Thread

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp

from handsight.errors import HandsightError, RequestError
from handsight.web.games import GAMES, game_page
from handsight.web.lab_screen import Experiments, lab_routes
from handsight.web.logic_screen import logic_routes
from handsight.web.recorded_games import Recordings, replay_routes
from handsight.web.replay_analyses import Analyses, analysis_routes
from handsight.web.server.access_control import Access, Password
from handsight.web.server.http_requests import error_response, json_response
from handsight.web.server.table_store import Store
from handsight.web.server.worker_process import MEMORY, Worker
from handsight.web.signals_screen import signals_routes
from handsight.web.table_server import TableServer, table_routes

STATIC = Path(__file__).parent / "static"
FIRST_TABLE = "welcome"
"""The key of the store's setting that names the table which `first_table` opened."""


def table_servers(store: Store) -> dict[str, TableServer]:
    """Return a table server for every game in `GAMES`."""
    return {name: TableServer(game_page(name), store) for name in GAMES}


def application(  # noqa: PLR0913  each with its default
    store: Store,
    servers: Mapping[str, TableServer] | None = None,
    hosts: Iterable[str] = (),
    password: Password | None = None,
    addresses: Iterable[str] = (),
    *,
    prepare: bool = False,
) -> ASGIApp:
    """Return the whole page as an ASGI application.

    *hosts* are names by which browsers may call this server, beside its addresses and the machine's own name;
    *addresses* are where other machines reach it. With *prepare*, what analyses need is loaded in the
    background as soon as the server runs.
    """
    tables = table_servers(store) if servers is None else servers
    reachable = tuple(addresses)
    recordings, experiments = Recordings(store), Experiments()
    analyses = Analyses(recordings)
    logic, signals = Worker(MEMORY), Worker(MEMORY)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        if prepare:
            Thread(target=analyses.prepare, name="prepare", daemon=True).start()
        yield
        for server in tables.values():
            server.close()
        workers = (experiments.close, analyses.close, recordings.close, logic.close, signals.close)
        for close in (*workers, store.close):
            close()

    app = Starlette(
        routes=[
            Route("/", _index),
            Route("/api/addresses", lambda _: json_response(reachable)),
            *table_routes(tables),
            *analysis_routes(analyses),
            *replay_routes(recordings, analyses.rows),
            *lab_routes(experiments, recordings),
            *logic_routes(logic),
            *signals_routes(signals, recordings),
            Mount("/static", StaticFiles(directory=STATIC)),
        ],
        exception_handlers={HandsightError: error_response},
        lifespan=lifespan,
    )
    return Access(app, hosts, password)


def _index(_: Request) -> Response:
    return Response((STATIC / "index.html").read_bytes(), media_type="text/html")


def first_table(servers: Mapping[str, TableServer]) -> str:
    """Return the address of a newcomer's table: the one opened before unless it is over, else a new one.

    It is the start page where no table can be opened, as on a full disk.
    """
    server = next(server for server in servers.values() if server.page.first)
    name, _, secret = (server.store.setting(FIRST_TABLE) or "").partition(" ")
    try:
        over = server.table(name).over
    except RequestError:
        over = True
    if over and server.page.first:
        try:
            opening = server.opening(server.page.first)
            name, secret = opening.id, opening.secrets[0]
            server.store.save_setting(FIRST_TABLE, f"{name} {secret}")  # first: no table is left unnamed
            server.start(opening)
        except RequestError:
            return "#/"
    return f"#/table/{server.page.name}/{name}?seat={secret}"
