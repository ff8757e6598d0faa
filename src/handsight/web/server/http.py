"""How the server answers a request, and how much of one it reads."""

from typing import TypeVar

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from handsight.errors import RequestError
from handsight.web.hanabi import messages

T = TypeVar("T")


def answer(message: object, status: int = 200) -> Response:
    """Answer with JSON."""
    return Response(msgspec.json.encode(message), status, media_type="application/json")


async def bytes_of(request: Request, most: int) -> bytes:
    """Read a request's body, or raise RequestError as soon as it is too long."""
    data = bytearray()
    async for chunk in request.stream():
        data += chunk
        if len(data) > most:
            raise RequestError("too-long", f"a request may have {most} bytes, this one is longer")
    return bytes(data)


async def body(request: Request, shape: type[T], most: int = messages.MAX_BODY) -> T:
    """Read a request's JSON body in a shape, or raise RequestError."""
    text = await bytes_of(request, most)
    try:
        return msgspec.json.decode(text, type=shape)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError("malformed", f"this request cannot be read: {error}") from None


def number_of(request: Request, word: str, default: int | None = None) -> int:
    """Read a whole number of a query, or raise RequestError."""
    said = request.query_params.get(word)
    if said is None and default is not None:
        return default
    if said is None or not said.isascii() or not said.isdecimal() or len(said) > 6:
        raise RequestError("malformed", f"`{word}` must be a whole number, not {said!r}")
    return int(said)
