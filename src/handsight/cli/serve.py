"""Serve the page: play with bots or with each other, and watch recorded games, in a browser.

A table to play at is ready at once. Games are saved as they are played, and continue after a restart. The
server listens on this machine alone unless --host says otherwise. Ctrl-C stops it.
"""

import os
import socket
import sys
from argparse import ArgumentParser, BooleanOptionalAction, Namespace
from contextlib import suppress
from pathlib import Path

from handsight.errors import InputError, UsageError

EXAMPLE = "  handsight serve\n  handsight serve --host 0.0.0.0 --port 8080 --no-open"
PORT, LAST_PORT = 8000, 65_535


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    parser.add_argument("--host", default="127.0.0.1", help="the address to listen on (default: 127.0.0.1)")
    parser.add_argument(
        "--port",
        type=int,
        help=f"the port; 0 takes a free one (default: {PORT}, or a free one if that is taken)",
    )
    parser.add_argument(
        "--data",
        metavar="DIR",
        help="where games are saved; `:memory:` saves none (default: your own data folder)",
    )
    parser.add_argument(
        "--open",
        action=BooleanOptionalAction,
        default=None,
        help="open a browser (default: when started at a terminal)",
    )


def run(args: Namespace) -> int:
    """Start the server, print its address, and serve until it is stopped."""
    listener = listen(args.host, args.port)

    from uvicorn import Config, Server

    from handsight.web import Store, application, first_table, table_servers

    memory = args.data == ":memory:"
    store = Store(args.data if memory else data_folder(args.data) / "tables.sqlite3")
    servers = table_servers(store)
    host, port = listener.getsockname()[:2]
    name = "127.0.0.1" if host in ("0.0.0.0", "::") else f"[{host}]" if ":" in host else host  # noqa: S104 compared, not bound
    address = f"http://{name}:{port}/{first_table(servers)}"
    server = Server(
        Config(
            application(store, servers),
            log_level="warning",
            ws="websockets-sansio",
            ws_max_size=1 << 16,
            ws_per_message_deflate=False,
            timeout_graceful_shutdown=2,
            server_header=False,
        )
    )
    print(address, flush=True)
    print("Handsight is open at this address; Ctrl-C closes it", file=sys.stderr)
    wanted = args.open if args.open is not None else sys.stdout.isatty()
    if wanted:
        import webbrowser

        webbrowser.open(address)
    with suppress(KeyboardInterrupt):  # uvicorn closes everything, then raises the interrupt again
        server.run(sockets=[listener])
    return 0


def listen(host: str, port: int | None) -> socket.socket:
    """Return a socket that listens, on a free port if the usual one is taken and none was asked for."""
    if port is not None and not 0 <= port <= LAST_PORT:
        raise UsageError(
            f"there is no port {port}; ports are 1 to {LAST_PORT}, and --port 0 takes a free one"
        )
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port or 0, type=socket.SOCK_STREAM)[0]
    except (OSError, OverflowError) as error:
        raise UsageError(f"--host {host} --port {port} is no address to listen on: {error}") from None
    tries = [PORT, 0] if port is None else [port]
    for wish in tries:
        listener = socket.socket(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((place[0], wish))
        except (OSError, OverflowError) as error:
            listener.close()
            failure = error
            continue
        listener.listen(2048)
        return listener
    raise UsageError(f"nothing can listen on {host} port {port}: {failure}; try --port 0")


def data_folder(data: str | None) -> Path:
    """Return the folder where games are saved, made if need be."""
    if data:
        place = Path(data)
    elif sys.platform == "win32":
        place = Path(os.environ.get("LOCALAPPDATA", Path.home())) / "handsight"
    else:
        place = Path(os.environ.get("XDG_DATA_HOME") or Path.home() / ".local" / "share") / "handsight"
    try:
        place.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise InputError(
            f"{place} cannot hold saved games: {error.strerror}; choose another --data"
        ) from None
    return place
