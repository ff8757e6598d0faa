"""Reading HTTP requests, answering with JSON, and refusing those that come too often or from other sites."""

from collections.abc import Mapping
from ipaddress import ip_address
from socket import gethostname
from time import monotonic
from typing import TypeVar
from urllib.parse import urlsplit

import msgspec
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from starlette.websockets import WebSocket

from handsight.errors import RequestError
from handsight.web.server.messages import Refusal

T = TypeVar("T")
MAX_BODY = 16_384
"""Bytes in one request body, where a route does not say otherwise."""
STATUSES = {
    "unknown-table": 404,
    "unknown-game": 404,
    "unknown-run": 404,
    "too-often": 429,
    "too-long": 413,
    "failed": 500,
    "waiting": 503,
}
"""The HTTP status for an error's code, where it is not 400."""
HEADERS = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-cache",
}


def json_response(value: object, status: int = 200) -> Response:
    """Answer with a value as JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def error_response(_: Request, error: Exception) -> Response:
    """Answer with an error's code and message as JSON, and the status that suits its code."""
    code = error.code if isinstance(error, RequestError) else "refused"
    return json_response(Refusal(code, str(error)), STATUSES.get(code, 400))


async def read_bytes(request: Request, most: int) -> bytes:
    """Read a request's body, or raise RequestError as soon as it is too long."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise RequestError("too-long", f"a request may have {most} bytes, this one is longer")
    return bytes(data)


async def read_json(request: Request, shape: type[T], most: int = MAX_BODY) -> T:
    """Read a request's JSON body as a type, or raise RequestError."""
    text = await read_bytes(request, most)
    try:
        return msgspec.json.decode(text, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError("malformed", f"this request cannot be read: {error}") from None


def query_number(request: Request, name: str, default: int | None = None) -> int:
    """Read a whole number from a request's query, or raise RequestError."""
    text = request.query_params.get(name)
    if text is None and default is not None:
        return default
    if text is None or not text.isascii() or not text.isdecimal() or len(text) > 6:
        raise RequestError("malformed", f"`{name}` must be a whole number, not {text!r}")
    return int(text)


class RateLimit:
    """Allows *burst* requests at once, and after that a number a second."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left = burst
        self._updated = monotonic()

    def spend(self) -> None:
        """Count one request, or raise RequestError if the limit is reached."""
        now = monotonic()
        self._left = min(self.burst, self._left + (now - self._updated) * self.per_second)
        self._updated = now
        if self._left < 1:
            raise RequestError("too-often", "too many requests at once; wait a moment and try again")
        self._left -= 1


class SameSiteOnly:
    """Middleware that refuses requests from other sites and adds security headers to every response."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve one request."""
        if scope["type"] == "lifespan":
            await self.app(scope, receive, send)
            return
        headers = {name.decode("latin-1"): value.decode("latin-1") for name, value in scope["headers"]}
        if not _is_same_site(headers):
            await _forbid(scope, receive, send)
            return

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                added = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*message["headers"], *added]}
            await send(message)

        await self.app(scope, receive, send_with_headers)


def _is_same_site(headers: Mapping[str, str]) -> bool:
    """Whether a request names this machine, and comes from this page if it comes from a page at all."""
    host = headers.get("host", "")
    name = urlsplit(f"//{host}").hostname or ""
    if not (name in ("localhost", gethostname().lower()) or _is_ip_address(name)):
        return False  # another site's name that was made to point here
    origin = headers.get("origin")
    return origin is None or urlsplit(origin).netloc == host


def _is_ip_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


async def _forbid(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await WebSocket(scope, receive, send).close(1008)
    else:
        await PlainTextResponse("this server is not for other sites", 403)(scope, receive, send)
