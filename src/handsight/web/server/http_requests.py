"""Reading HTTP requests and answering with JSON, at once or after work in another process."""

from collections.abc import Callable
from functools import partial
from inspect import signature
from typing import Any, TypeVar

import msgspec
from msgspec import NODEFAULT, defstruct
from msgspec.structs import asdict
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Route

from handsight.errors import RequestError
from handsight.web.server.rate_limits import Allowance
from handsight.web.server.table_messages import Refusal
from handsight.web.server.worker_process import Job, Worker

T = TypeVar("T")
MAX_BODY = 16_384
"""The most bytes in a request body, unless a route sets another limit."""
STATUSES = {
    "unknown-table": 404,
    "unknown-game": 404,
    "unknown-run": 404,
    "too-often": 429,
    "too-long": 413,
    "full": 503,
    "damaged-table": 410,
    "damaged-game": 410,
    "disk-full": 507,
    "not-saved": 503,
    "password": 401,
    "failed": 500,
    "waiting": 503,
}
"""The HTTP status for an error's code; 400 for all other codes."""


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
    try:
        async for chunk in request.stream():
            data += chunk
            if len(data) > most:
                raise RequestError("too-long", f"a request may have {most} bytes, this one is longer")
    except ClientDisconnect:
        raise RequestError("malformed", "the connection ended before the whole request came") from None
    return bytes(data)


async def read_json(request: Request, shape: type[T], most: int = MAX_BODY) -> T:
    """Read a request's JSON body as a type, or raise RequestError."""
    text = await read_bytes(request, most)
    try:
        return msgspec.json.decode(text, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError("malformed", f"this request cannot be read: {error}") from None


def query_number(request: Request, name: str, default: int | None = None) -> int:
    """Return a number of up to 6 digits from a request's query, or *default* if it has none, or refuse."""
    text = request.query_params.get(name)
    if text is None and default is not None:
        return default
    if text is None or not text.isascii() or not text.isdecimal() or len(text) > 6:
        raise RequestError("malformed", f"`{name}` must be a whole number, not {text!r}")
    return int(text)


def worker_route(  # noqa: PLR0913  what a route of this kind is made of
    path: str,
    job: Job,
    worker: Worker,
    limit: Allowance,
    *,
    seconds: float,
    most: int = MAX_BODY,
    source: Callable[[Request], tuple[Any, ...]] = lambda _: (),
) -> Route:
    """Return a route for POST requests that a job in a worker process answers.

    The request's JSON has the job's keyword arguments; *source* returns its other arguments.
    """
    words = [one for one in signature(job).parameters.values() if one.kind is one.KEYWORD_ONLY]
    fields = [
        (one.name, one.annotation, NODEFAULT if one.default is one.empty else one.default) for one in words
    ]
    shape = defstruct(job.__name__, fields, kw_only=True, forbid_unknown_fields=True)

    async def respond(request: Request) -> Response:
        limit.spend()
        asked = await read_json(request, shape, most)
        work = partial(job, **asdict(asked))
        return json_response(await run_in_threadpool(worker.run, work, *source(request), seconds=seconds))

    return Route(path, respond, methods=["POST"])
