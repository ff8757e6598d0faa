"""Download a recorded game, where somebody has asked for it."""

from http.client import HTTPException
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from handsight.errors import InputError

SECONDS = 20.0
MOST_BYTES = 4 << 20
"""The longest game that is downloaded; exports have some kilobytes."""


def download(address: str) -> bytes:
    """Return what an address of the web has, or raise InputError saying why it could not be had."""
    if not address.startswith(("https://", "http://")):
        raise InputError(f"{address!r} is no address of the web; it begins with https:// or http://")
    request = Request(address, headers={"user-agent": "handsight", "accept": "application/json"})  # noqa: S310  # as above
    try:
        with urlopen(request, timeout=SECONDS) as answer:  # noqa: S310  # as above
            data: bytes = answer.read(MOST_BYTES + 1)
    except HTTPError as error:
        hint = "; is the number right?" if error.code in (400, 404) else ""
        raise InputError(f"{address} could not be downloaded: the server says {error.code}{hint}") from None
    except (URLError, OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise InputError(
            f"{address} could not be downloaded: {reason}; "
            "open it in a browser, save it as a file, and go on with that"
        ) from None
    if len(data) > MOST_BYTES:
        raise InputError(f"{address} is larger than {MOST_BYTES >> 20} MiB, and no recorded game")
    return data
