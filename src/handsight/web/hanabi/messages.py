"""What the page and the server say to each other, and how much of it.

Every message is a JSON object with a `type`. Whatever a browser sends is read by these shapes and nothing
else: an unknown field, a wrong type or a message too long is answered with an error and changes nothing.
"""

from time import monotonic
from typing import Annotated, Literal, TypeVar

import msgspec
from msgspec import Meta, Struct

from handsight.errors import RequestError

T = TypeVar("T")
MAX_MESSAGE = 2048
"""Bytes in one message from a browser; what it has to say takes a tenth of that."""
MAX_BODY = 16_384
"""Bytes in one request body, where a request does not say otherwise."""

Small = Annotated[int, Meta(ge=0, le=1_000_000)]
Token = Annotated[str, Meta(max_length=64)]
Pause = Annotated[float, Meta(ge=0, le=10)]
"""Seconds that a bot waits before it moves."""


class Play(Struct, frozen=True, tag_field="do", tag="play", forbid_unknown_fields=True):
    """Play a card of the own hand."""

    order: Small


class Discard(Struct, frozen=True, tag_field="do", tag="discard", forbid_unknown_fields=True):
    """Discard a card of the own hand."""

    order: Small


class Clue(Struct, frozen=True, tag_field="do", tag="clue", forbid_unknown_fields=True):
    """Give a clue to another seat: a colour by its index, a number as itself."""

    seat: Small
    kind: Literal["color", "number"]
    value: Small


class Stop(Struct, frozen=True, tag_field="do", tag="stop", forbid_unknown_fields=True):
    """Break the game off."""


Choice = Play | Discard | Clue | Stop


class Hello(Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """Sit down: the first message of a connection, with the secret of a seat, or to watch without."""

    seat: Token = ""


class Act(Struct, frozen=True, tag_field="type", tag="act", forbid_unknown_fields=True):
    """Take an action; *at* is the version of the table it was chosen at, so that no message counts twice."""

    at: Small
    action: Choice


class Undo(Struct, frozen=True, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """Take back the own last action and all that followed."""

    at: Small


class Suppose(Struct, frozen=True, tag_field="type", tag="suppose", forbid_unknown_fields=True):
    """Ask for a table of one's own that goes on from here with a deal the seat cannot rule out."""

    at: Small


class Tempo(Struct, frozen=True, tag_field="type", tag="tempo", forbid_unknown_fields=True):
    """Say how long bots wait before they move, and whether they go on by themselves."""

    pause: Pause
    going: bool = True


class Step(Struct, frozen=True, tag_field="type", tag="step", forbid_unknown_fields=True):
    """Let the bot to move make one move, and then stand still."""

    at: Small


class Why(Struct, frozen=True, tag_field="type", tag="why", forbid_unknown_fields=True):
    """Ask why a bot took an action, by its turn; the reason may name cards that the seat does not see."""

    turn: Small


class Look(Struct, frozen=True, tag_field="type", tag="look", forbid_unknown_fields=True):
    """Ask how the table looked after so many actions."""

    turn: Small


class Know(Struct, frozen=True, tag_field="type", tag="know", forbid_unknown_fields=True):
    """Ask what the seat knows of its own hand."""


Request = Hello | Act | Undo | Suppose | Tempo | Step | Why | Look | Know


class Refusal(Struct, frozen=True, tag_field="type", tag="error"):
    """Why something that a browser asked for was not done."""

    code: str
    message: str


_requests: msgspec.json.Decoder[Request] = msgspec.json.Decoder(Request)


def read(text: str | bytes) -> Request:
    """Read one message of a browser, or raise RequestError."""
    return decoded(text, _requests)


def decoded(text: str | bytes, shapes: msgspec.json.Decoder[T]) -> T:
    """Read a message by shapes, or raise RequestError."""
    if len(text) > MAX_MESSAGE:
        raise RequestError("too-long", f"a message may have {MAX_MESSAGE} bytes, this one has {len(text)}")
    try:
        return shapes.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError("malformed", f"this message cannot be read: {error}") from None


def write(message: Struct) -> str:
    """Write a message for a browser."""
    return msgspec.json.encode(message).decode()


class Allowance:
    """How often something may be asked: so many at once, and so many a second after that."""

    def __init__(self, burst: float, per_second: float) -> None:
        self.burst = burst
        self.per_second = per_second
        self._left = burst
        self._then = monotonic()

    def spend(self) -> None:
        """Take one, or raise RequestError if there is none left."""
        now = monotonic()
        self._left = min(self.burst, self._left + (now - self._then) * self.per_second)
        self._then = now
        if self._left < 1:
            raise RequestError("too-often", "that was too much at once; wait a moment and try again")
        self._left -= 1
