"""Who may ask for what: names of this server, other sites, and the password, where there is one.

Every request passes `Access` first. It refuses a `Host` or `Origin` that cannot be read (400), a name that is
not this server's and pages of other sites (403), and without the password all but the form for it (401). It
also adds security headers to every response. `reachable_addresses` says where other machines find it.
"""

import re
import socket
from base64 import b64decode
from collections.abc import Iterable, Mapping
from hashlib import blake2b
from html import escape
from ipaddress import ip_address
from secrets import compare_digest, token_hex
from urllib.parse import parse_qs

from starlette.requests import Request, cookie_parser
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from handsight.errors import RequestError
from handsight.web.server.http_requests import error_response, read_bytes
from handsight.web.server.rate_limits import Allowance, visitor, visitor_name

HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; font-src 'self'; "
        "connect-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}
HOST = re.compile(r"(\[[0-9a-f:.]{2,45}\]|[a-z0-9_](?:[a-z0-9._-]{0,252}))(?::([0-9]{1,5}))?", re.IGNORECASE)
ORIGIN = re.compile(rf"(https?)://{HOST.pattern}", re.IGNORECASE)
PORTS = {"http": "80", "https": "443"}
PUBLIC = ("/static/",)
"""Where the files of the page are; they need no password, as they hold nothing of any game."""
LOGIN = "/login"
COOKIE = "handsight"
COOKIE_SECONDS = 30 * 24 * 3600
MOST_FORM = 2_000
OUTSIDE = {socket.AF_INET: "192.0.2.1", socket.AF_INET6: "2001:db8::1"}
"""Addresses reserved for documentation; a UDP socket that connects to them sends nothing."""
ANYWHERE = ("0.0.0.0", "::")  # noqa: S104 compared, not bound


class Password:
    """The password of a server: checks what visitors enter, and knows browsers that have entered it.

    *key* is a secret of the server; with another one, every browser has to enter the password again.
    """

    def __init__(self, word: str, key: str = "") -> None:
        self._word = word.encode()
        self.token = blake2b(self._word, key=(key or token_hex(32)).encode()[:64], digest_size=24).hexdigest()
        """The cookie by which a browser that has entered the password is known."""
        self._wrong = Allowance(10, 0.2)
        """How many wrong passwords a visitor may try; after that even the right one is refused."""

    def is_entered(self, headers: Mapping[str, str]) -> bool:
        """Whether a request has the cookie of a browser that entered the password, or the password itself."""
        shown = cookie_parser(headers.get("cookie", "")).get(COOKIE, "")
        if compare_digest(shown.encode(), self.token.encode()):
            return True
        scheme, _, text = headers.get("authorization", "").partition(" ")
        if scheme.lower() != "basic":
            return False
        try:
            given = b64decode(text, validate=True).partition(b":")[2]
        except ValueError:
            return False
        return self._is_right(given)

    def _is_right(self, given: bytes) -> bool:
        """Whether this is the password; RequestError while the visitor has tried too many wrong ones."""
        right = compare_digest(given, self._word)
        self._wrong.check()
        if not right:
            self._wrong.spend()
        return right

    async def enter(self, request: Request) -> Response:
        """Answer the password form: lead to the page if the password is right, else show the form again."""
        self._wrong.check()
        text = await read_bytes(request, MOST_FORM)
        given = parse_qs(text.decode("utf-8", "replace")).get("password", [""])[0]
        if not self._is_right(given.encode("utf-8", "replace")):
            return password_page("That is not the password.")
        answer = RedirectResponse("/", 303)
        answer.set_cookie(
            COOKIE,
            self.token,
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=request.scope["scheme"] == "https",
        )
        return answer


class Access:
    """Middleware that refuses requests to a wrong host, from other sites, or without the password.

    *hosts* are further names of this server, beside IP addresses, localhost and the machine's own name.
    """

    def __init__(self, app: ASGIApp, hosts: Iterable[str] = (), password: Password | None = None) -> None:
        self.app = app
        self.names = {"localhost", socket.gethostname().lower(), *(name.lower() for name in hosts)}
        self.password = password

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        visitor.set(visitor_name(scope["client"][0] if scope.get("client") else ""))
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        try:
            answer = self._refusal(scope, headers)
            if answer is None and self.password:
                answer = await self._login(self.password, scope, headers, receive)
        except RequestError as error:
            answer = error_response(Request({**scope, "type": "http"}), error)
        if answer is None:
            await self.app(scope, receive, send_with_headers)
        elif scope["type"] == "websocket":
            await _refuse_websocket(WebSocket(scope, receive, send), answer)
        else:
            await answer(scope, receive, send_with_headers)

    def _refusal(self, scope: Scope, headers: Mapping[str, str]) -> Response | None:
        """Return the refusal of a request for another server or from another site's page, or None."""
        host = HOST.fullmatch(headers.get("host", ""))
        if host is None or not _is_port(host[2]):
            return plain_page(400, "Handsight cannot read this request", "Its Host header is malformed.")
        origin = headers.get("origin")
        page = None if origin is None else ORIGIN.fullmatch(origin)
        if origin not in (None, "null") and (page is None or not _is_port(page[3])):
            return plain_page(400, "Handsight cannot read this request", "Its Origin header is malformed.")
        name = host[1].lower()
        if not (name in self.names or _is_ip_address(name)):
            return plain_page(
                403,
                f"This Handsight server does not answer to the name {name}",
                "If it is your server, start it with this name allowed:",
                f"handsight serve --allow-host {name}",
            )
        foreign = origin is not None and (page is None or not _is_same(page, host))
        public = scope["path"] == "/" or scope["path"].startswith(PUBLIC)
        fetched = headers.get("sec-fetch-site", "none") not in ("none", "same-origin")
        if foreign or (fetched and not public):
            return plain_page(
                403, "This Handsight server is not for other sites", "Open its own page instead."
            )
        return None

    async def _login(
        self, password: Password, scope: Scope, headers: Mapping[str, str], receive: Receive
    ) -> Response | None:
        """Return the password form, or the answer to it; None for a request that needs no (more) password."""
        path = scope["path"]
        if path.startswith(PUBLIC):
            return None
        if path == LOGIN and scope["type"] == "http" and scope["method"] == "POST":
            return await password.enter(Request(scope, receive))
        if password.is_entered(headers):
            return None
        if path.startswith("/api/"):
            raise RequestError("password", "this server asks for a password; open its page and enter it")
        return password_page()


def _is_port(text: str | None) -> bool:
    return text is None or int(text) <= 65_535


def _is_same(origin: re.Match[str], host: re.Match[str]) -> bool:
    """Whether a page's origin is this server, by name and port."""
    usual = PORTS[origin[1].lower()]
    return origin[2].lower() == host[1].lower() and (origin[3] or usual) == (host[2] or usual)


def _is_ip_address(name: str) -> bool:
    try:
        ip_address(name.strip("[]"))
    except ValueError:
        return False
    return True


async def _refuse_websocket(socket: WebSocket, answer: Response) -> None:
    if "websocket.http.response" in socket.scope.get("extensions", {}):
        await socket.send_denial_response(answer)
    else:
        await socket.close(1008)


def plain_page(status: int, title: str, text: str, command: str = "") -> Response:
    """Return a page with a title, a sentence and perhaps a command."""
    code = f"<pre>{escape(command)}</pre>" if command else ""
    return _page(status, title, f"<p>{escape(text)}</p>{code}")


def password_page(wrong: str = "") -> Response:
    """Return the page with the password form; *wrong* is a message above it."""
    form = (
        f'<form method="post" action="{LOGIN}"><label for="password">Password</label>'
        '<input id="password" name="password" type="password" autocomplete="current-password" '
        'required autofocus><button class="main">Enter</button></form>'
        '<script src="/static/login.js"></script>'
    )
    return _page(
        401,
        "Handsight asks for a password",
        f'<p class="message" data-mood="wrong" role="alert">{escape(wrong)}</p>{form}',
    )


def _page(status: int, title: str, body: str) -> Response:
    return HTMLResponse(
        f'<!doctype html><html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        '<meta name="viewport" content="width=device-width, initial-scale=1">'
        '<link rel="stylesheet" href="/static/fonts/fonts.css">'
        '<link rel="stylesheet" href="/static/style.css"></head>'
        f'<body><main class="plain"><section class="panel"><h1>{escape(title)}</h1>{body}</section>'
        "</main></body></html>",
        status,
    )


def reachable_addresses(host: str, port: int, hosts: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the addresses at which other machines reach a server that listens on *host*, names first."""
    if ip_address(host).is_loopback:
        return ()
    own = own_addresses() if host in ANYWHERE else (host,)
    names = [*hosts, *(f"[{address}]" if ":" in address else address for address in own)]
    return tuple(f"http://{name}:{port}/" for name in dict.fromkeys(names))


def own_addresses() -> tuple[str, ...]:
    """Return the addresses of this machine from which it would send to other machines."""
    found = []
    for family, outside in OUTSIDE.items():
        try:
            with socket.socket(family, socket.SOCK_DGRAM) as way:
                way.connect((outside, 9))
                address = str(way.getsockname()[0]).partition("%")[0]
        except OSError:
            continue
        if not ip_address(address).is_loopback:
            found.append(address)
    return tuple(found)
