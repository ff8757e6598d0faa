"""The messages between a browser and a game table that are the same for every game.

Every message is a JSON object with a `type`. A browser's message is decoded into one of these structs or one
of its game's own; an unknown field, a wrong type or a message that is too long is answered with an error and
changes nothing.
"""

from typing import Annotated, Any, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from handsight.errors import RequestError
from handsight.web.server.table_talk import NameText, NoteText, SaidText

T = TypeVar("T")
ChoiceT = TypeVar("ChoiceT")
MAX_MESSAGE = 2048
"""Bytes in one message from a browser; ordinary ones have a tenth of that."""

Small = Annotated[int, Meta(ge=0, le=1_000_000)]
Secret = Annotated[str, Meta(max_length=64)]
Pause = Annotated[float, Meta(ge=0, le=10)]
"""Seconds that a bot waits before it moves."""


class Hello(Struct, frozen=True, tag_field="type", tag="hello", forbid_unknown_fields=True):
    """The first message of a connection: the secret of a seat, or no secret to watch."""

    seat: Secret = ""


class Act(Struct, Generic[ChoiceT], frozen=True, tag_field="type", tag="act", forbid_unknown_fields=True):
    """Take an action; *version* is that of the table it was chosen at, so that no message counts twice."""

    version: Small
    action: ChoiceT


class Undo(Struct, frozen=True, tag_field="type", tag="undo", forbid_unknown_fields=True):
    """Take back one's own last action and everything that followed."""

    version: Small


class Step(Struct, frozen=True, tag_field="type", tag="step", forbid_unknown_fields=True):
    """Let the bot to move make one move (or the next round be dealt), and then wait."""

    version: Small


class SetPace(Struct, frozen=True, tag_field="type", tag="pace", forbid_unknown_fields=True):
    """Set how long bots wait before they move, and whether they go on by themselves."""

    pause: Pause
    going: bool = True


class WhatIf(Struct, frozen=True, tag_field="type", tag="what-if", forbid_unknown_fields=True):
    """Ask for a table that goes on from here with a deal that the seat cannot rule out."""

    version: Small


class Why(Struct, frozen=True, tag_field="type", tag="why", forbid_unknown_fields=True):
    """Ask for a bot's reason for the move after *turn* actions; it may name cards the seat does not see."""

    turn: Small


class Look(Struct, frozen=True, tag_field="type", tag="look", forbid_unknown_fields=True):
    """Ask for the table as it was after *turn* actions."""

    turn: Small


class SetName(Struct, frozen=True, tag_field="type", tag="name", forbid_unknown_fields=True):
    """Tell the table the name of the person in one's seat."""

    name: NameText


class Say(Struct, frozen=True, tag_field="type", tag="say", forbid_unknown_fields=True):
    """Say something to everybody at a table of people."""

    text: SaidText


class WriteNote(Struct, frozen=True, tag_field="type", tag="note", forbid_unknown_fields=True):
    """Write a note on a card, by its index in the deck; an empty one deletes it."""

    order: Small
    text: NoteText


class PlayAgain(Struct, frozen=True, tag_field="type", tag="again", forbid_unknown_fields=True):
    """Once the game is over, ask for another with the same people and bots: a new deal, or the same one."""

    same_deal: bool = False


class Refusal(Struct, frozen=True, tag_field="type", tag="error", omit_defaults=True):
    """Why a request was refused."""

    code: str
    message: str
    asked: str = ""
    """The message itself, where it was refused only because too many came at once: it may be sent again."""


class TableOpened(Struct, frozen=True, tag_field="type", tag="opened"):
    """A new table, with the secret of every person's seat (empty for bots)."""

    game: str
    id: str
    secrets: tuple[str, ...]
    names: tuple[str, ...]


class Reason(Struct, frozen=True, tag_field="type", tag="why"):
    """A bot's reason for its move after *turn* actions; empty where it gave none."""

    turn: int
    why: str


class ChatLine(Struct, frozen=True):
    """A line of chat: who said it, and when, in seconds since 1970."""

    seat: int
    text: str
    time: float


class Chat(Struct, frozen=True, tag_field="type", tag="chat"):
    """Lines of chat; *fresh* where they were said before the browser came, so they replace all others."""

    lines: tuple[ChatLine, ...]
    fresh: bool = False


class Notes(Struct, frozen=True, tag_field="type", tag="notes"):
    """Notes on cards by seat and card: one's own, and everybody's once the game is over."""

    notes: dict[int, dict[int, str]]


class NextTable(Struct, frozen=True, tag_field="type", tag="next"):
    """The people of a table go on at another one; *secret* is that of one's own seat there."""

    game: str
    id: str
    secret: str
    same_deal: bool
    names: tuple[str, ...]


class PastPicture(Struct, frozen=True, tag_field="type", tag="look"):
    """The table as it was after *turn* actions."""

    turn: int
    picture: Any


def decode(text: str | bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """Decode a browser's message, or raise RequestError."""
    if len(text) > MAX_MESSAGE:
        raise RequestError("too-long", f"a message may have {MAX_MESSAGE} bytes, this one has {len(text)}")
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError("malformed", f"this message cannot be read: {error}") from None


def encode(message: object) -> str:
    """Encode a message for a browser."""
    return msgspec.json.encode(message).decode()
