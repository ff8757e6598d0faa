"""Serve the page: play with bots or with each other, and watch recorded games, in a browser.

A table to play at is ready at once. Games are saved as they are played, and continue after a restart. The
server listens on this machine alone unless --host says otherwise. Ctrl-C stops it.
"""

import os
import socket
import sys
from argparse import BooleanOptionalAction, Namespace
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import count, flag, option, repeated
from handsight.errors import InputError, UsageError
from handsight.extras import need_extra

if TYPE_CHECKING:  # starting is quick
    from handsight.web.server.access_control import Password
    from handsight.web.server.connection_limits import Listener
    from handsight.web.server.data_folder import FolderLock
    from handsight.web.server.table_store import Store

EXAMPLE = """  handsight serve
  handsight serve --host 0.0.0.0 --port 8080 --password --no-open
  handsight serve --allow-host cards.example.org --proxy 127.0.0.1
  handsight serve --check"""
PORT, LAST_PORT = 8000, 65_535
PASSWORD = "HANDSIGHT_PASSWORD"  # noqa: S105 the name of a variable
LOGIN_KEY = "login-key"
YES_OR_NO: dict[str, Any] = {"action": BooleanOptionalAction}
"""Settings of an option that also has a form `--no-…`."""
ARGUMENTS = (
    option("--host", "", "the address to listen on", default="127.0.0.1"),
    count("--port", "PORT", f"0 takes a free port (default: {PORT}, or a free one if that is taken)"),
    option(
        "--password",
        "WORD",
        f"ask every visitor for a password; without WORD, {PASSWORD} holds it, or you are asked for it"
        " (other users of this machine can read a WORD that is given here)",
        nargs="?",
        const="",
    ),
    repeated("--allow-host", "NAME", "a name of this server, e.g. cards.example.org"),
    repeated("--proxy", "ADDRESS", "of a proxy in front of the server; its X-Forwarded headers are trusted"),
    option("--data", "DIR", "where games are saved; `:memory:` saves none (default: your own data folder)"),
    flag("--check", "check the saved games, name those that are damaged, and serve nothing"),
    flag("--json", "with --check: print the result as JSON"),
    flag("--prepare", "load at once, in the background, what analyses need", **YES_OR_NO, default=True),
    shared.THREADS,
    flag("--open", "open a browser (default: when started at a terminal)", **YES_OR_NO, default=None),
)


def run(args: Namespace) -> int:
    """Start the server, print its address, and serve until it is stopped."""
    shared.needs(args, "json", "check")
    if args.check:
        return check(args)
    shared.settle_threads(args)
    hosts = [allowed_name(name) for name in args.allow_host]
    proxies = tuple(proxy_address(address) for address in args.proxy)
    word = None if args.password is None else password(args.password)
    need_extra("web")
    listener = listen(args.host, args.port)

    from uvicorn import Server

    from handsight.web import application, first_table, table_servers
    from handsight.web.server.access_control import reachable_addresses
    from handsight.web.server.connection_limits import page_config
    from handsight.web.server.server_log import start_log

    os.umask(0o077)  # whatever is written from here on is for this user alone
    folder, lock, store = saved_games(args.data)
    for problem in store.problems:
        print(f"handsight: {problem}", file=sys.stderr)
    start_log(folder)
    servers = table_servers(store)
    host, port = listener.getsockname()[:2]
    anywhere = host in ("0.0.0.0", "::")  # noqa: S104 compared, not bound
    name = "127.0.0.1" if anywhere else f"[{host}]" if ":" in host else host
    address = f"http://{name}:{port}/{first_table(servers)}"
    login = entrance(store, word)
    reached = reachable_addresses(host, port, hosts)
    app = application(store, servers, hosts, login, reached, prepare=args.prepare)
    server = Server(page_config(app, listener, proxies))
    print(address, flush=True)
    for line in greeting(host, port, hosts, password=bool(word)):
        print(line, file=sys.stderr)
    wanted = args.open if args.open is not None else sys.stdout.isatty()
    if wanted:
        import webbrowser

        webbrowser.open(address)
    try:
        with suppress(KeyboardInterrupt):  # uvicorn closes everything, then raises the interrupt again
            server.run(sockets=[listener])
    finally:
        if lock:
            lock.release()
    return 0


def saved_games(data: str | None) -> "tuple[Path | None, FolderLock | None, Store]":
    """Open the games that were saved; return their folder and its lock (None: they are in memory alone)."""
    from handsight.web import Store
    from handsight.web.server.data_folder import FolderLock, private_folder, remove_unused, usual_folder

    if data == ":memory:":
        return None, None, Store(data)
    folder = Path(data) if data else usual_folder()
    fresh = not folder.is_dir()
    lock = FolderLock(private_folder(folder))
    try:
        return folder, lock, Store(folder)
    except InputError:
        remove_unused(folder, fresh=fresh)
        lock.release()
        raise


def check(args: Namespace) -> int:
    """Check the saved games and print what was found; return 1 if anything is damaged."""
    from msgspec import json

    from handsight.web.games import GAMES, game_page
    from handsight.web.server.data_folder import usual_folder
    from handsight.web.server.table_store import check_store

    if args.data == ":memory:":
        raise UsageError("--data :memory: saves nothing, so there is nothing to check")
    folder = Path(args.data) if args.data else usual_folder()
    report = check_store(folder, {name: game_page(name).table for name in GAMES})
    if args.json:
        print(json.encode(report).decode())
    else:
        print("\n".join(report.lines()))
    return 0 if report.whole else 1


def greeting(host: str, port: int, hosts: list[str], *, password: bool) -> list[str]:
    """Return lines that tell who can reach the server, and what they can do there."""
    lines = ["Handsight is open at this address; Ctrl-C closes it"]
    if ip_address(host).is_loopback:
        return lines
    names = hosts or [socket.gethostname()]
    lines.append(f"other machines reach it at {', '.join(f'http://{name}:{port}/' for name in names)}")
    if password:
        lines.append("visitors are asked for the password, but it and all else travel unencrypted:")
    else:
        lines.append(
            "there is no login: whoever can reach this port can open tables, watch, and use the lab;"
        )
        lines.append("--password asks visitors for a password. Nothing is encrypted:")
    lines.append("a proxy with TLS belongs in front of it (docs/how-to/serve-to-friends.md)")
    return lines


def password(given: str) -> str:
    """Return the password: the one given, that of the environment, or the one typed in."""
    word = given or os.environ.get(PASSWORD, "")
    if not word:
        if not sys.stdin.isatty():
            raise UsageError(f"--password needs a word: --password WORD, or set {PASSWORD}")
        from getpass import getpass

        word = getpass("Password for visitors: ")
    if not word.strip():
        raise UsageError("an empty password keeps nobody out; give one, or leave --password out")
    try:
        word.encode()
    except UnicodeEncodeError as error:
        raise UsageError(
            f"the password has bytes that are not text, at character {error.start + 1}; "
            "write it in UTF-8, which is what browsers send"
        ) from None
    return word


def entrance(store: "Store", word: str | None) -> "Password | None":
    """Return the check of the password, or None without one; browsers stay logged in after a restart."""
    if word is None:
        return None
    from secrets import token_hex

    from handsight.errors import RequestError
    from handsight.web.server.access_control import Password

    key = token_hex(32)
    with suppress(RequestError):
        if saved := store.setting(LOGIN_KEY):
            key = saved
        else:
            store.save_setting(LOGIN_KEY, key)
    return Password(word, key)


def allowed_name(name: str) -> str:
    """Return a name for --allow-host, or raise UsageError."""
    from handsight.web.server.access_control import HOST

    match = HOST.fullmatch(name)
    if match is None or match[2]:
        raise UsageError(f"--allow-host takes a name such as cards.example.org, not {name!r}")
    return name


def proxy_address(address: str) -> str:
    """Return an address for --proxy, or raise UsageError."""
    try:
        return str(ip_address(address))
    except ValueError:
        raise UsageError(f"--proxy takes an address such as 127.0.0.1, not {address!r}") from None


def listen(host: str, port: int | None) -> "Listener":
    """Return a listening socket; if *port* is None, on the usual port, or on a free one if that is taken."""
    if port is not None and not 0 <= port <= LAST_PORT:
        raise UsageError(
            f"there is no port {port}; ports are 1 to {LAST_PORT}, and --port 0 takes a free one"
        )
    try:
        family, _, _, _, place = socket.getaddrinfo(host, port or 0, type=socket.SOCK_STREAM)[0]
    except (OSError, OverflowError) as error:
        raise UsageError(f"--host {host} --port {port} is not an address to listen on: {error}") from None
    from handsight.web.server.connection_limits import Listener

    tries = [PORT, 0] if port is None else [port]
    for number in tries:
        listener = Listener(family, socket.SOCK_STREAM)
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind((place[0], number))
        except (OSError, OverflowError) as error:
            listener.close()
            failure = error
            continue
        listener.listen()
        return listener
    raise UsageError(f"nothing can listen on {host} port {port}: {failure}; try --port 0")
