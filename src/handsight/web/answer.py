"""How the server answers a request, and how much of one it reads."""

import msgspec
from starlette.requests import Request
from starlette.responses import Response

from handsight.errors import RequestError


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
