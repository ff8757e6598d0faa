"""The messages between a browser and a game table, their connection, and what people write at a table.

Every message is a JSON object with a `type`. A browser's message is decoded into one of these structs or one
of its game's own; an unknown field, a wrong type or a message that is too long is answered with an error and
changes nothing.
"""

import asyncio
import itertools
from collections import deque
from collections.abc import Awaitable, Callable, Iterable, Iterator
from math import isfinite
from typing import Annotated, Generic, TypeVar

import msgspec
from msgspec import Meta, Struct

from handsight.errors import RequestError
from handsight.text.counting_from_one import counted
from handsight.web.server.rate_limits import RateLimit

T = TypeVar("T")
TableT = TypeVar("TableT")
ChoiceT = TypeVar("ChoiceT")
MAX_MESSAGE = 2048
"""Characters (of binary messages, bytes) in one message from a browser; most have a tenth of that."""

MOST_REPLIES = 64
"""Replies that may wait for a browser that does not read; with more, it is disconnected."""
BURST, PER_SECOND = 30, 15
"""How many messages a browser may send at once, and after that each second."""

MOST_NAME = 30
MOST_NOTE = 400
"""Characters in a note on one card."""
MOST_SAID = 300
"""Characters in a line of chat."""
MOST_LINES = 200
"""Lines of chat that are kept; the oldest are dropped."""
MOST_ID = 100
"""Characters in the name of a table."""

Count = Annotated[int, Meta(ge=0, lt=1 << 53)]
NameText = Annotated[str, Meta(max_length=MOST_NAME)]
NoteText = Annotated[str, Meta(max_length=MOST_NOTE)]
SaidText = Annotated[str, Meta(max_length=MOST_SAID)]
Small = Annotated[int, Meta(ge=0, le=1_000_000)]
Secret = Annotated[str, Meta(max_length=64)]
Pause = Annotated[float, Meta(ge=0, le=10)]
"""Seconds that a bot waits before it moves."""


class SeatRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A seat of a new table; *bot* is the name of the bot in it, empty for a person."""

    name: NameText = ""
    bot: NameText = ""


class TableRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for a new table; a game adds its rules and options, and may bound the number of seats."""

    seats: tuple[SeatRequest, ...]
    practice: bool | None = None
    """Whether moves may be taken back; None: if exactly one person plays."""
    seed: Annotated[int, Meta(ge=0, lt=1 << 53)] | None = None
    """The seed of the deal; random by default."""
    open_hands: bool = False
    """Whether those who watch see all hands while the game goes on."""
    pause: Pause = 0.0
    """Seconds that a bot waits before it moves, so that people can follow."""

    @property
    def people(self) -> tuple[int, ...]:
        """The seats where people sit."""
        return tuple(at for at, seat in enumerate(self.seats) if not seat.bot)

    @property
    def practises(self) -> bool:
        """Whether moves may be taken back at the table."""
        return len(self.people) == 1 if self.practice is None else self.practice

    def check(self) -> None:
        """Raise RequestError or InputError if there cannot be such a table."""
        if self.practice and len(self.people) != 1:
            raise RequestError(
                "no-practice",
                "practice is for tables where one person plays with bots; it lets moves be undone",
            )
        if self.seed is not None and len(self.people) > 1:
            raise RequestError(
                "no-seed",
                "a seed reveals every card to the one who chose it; it is for tables with at most one person",
            )


class BrowserRequest(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """A message from a browser; a game adds its own kinds."""


class VersionedRequest(BrowserRequest, frozen=True):
    """A request to change a table; it is refused unless *version* is still the table's version."""

    version: Small


class TurnRequest(BrowserRequest, frozen=True):
    """A question about a past move or moment; *turn* is how many actions were taken before."""

    turn: Small


class TableChoice(Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """An action of a game as it is saved and sent; a game adds its own kinds."""


class Hello(BrowserRequest, frozen=True, tag="hello"):
    """The first message of a connection: the secret of a seat, or no secret to watch."""

    seat: Secret = ""


class ActRequest(VersionedRequest, Generic[ChoiceT], frozen=True, tag="act"):
    """Take an action."""

    action: ChoiceT


class Undo(VersionedRequest, frozen=True, tag="undo"):
    """Take back the sender's last action and everything that followed."""


class StepRequest(VersionedRequest, frozen=True, tag="step"):
    """Let the bot to move make one move (or the next round be dealt), and then wait."""


class SetPace(BrowserRequest, frozen=True, tag="pace"):
    """Set how long bots wait before they move, and whether they go on by themselves."""

    pause: Pause
    going: bool = True


class WhatIf(VersionedRequest, frozen=True, tag="what-if"):
    """Ask for a table that goes on from here with a deal that the seat cannot rule out."""


class Why(TurnRequest, frozen=True, tag="why"):
    """Ask for a bot's reason for a move; it may name cards the seat does not see."""


class Look(TurnRequest, frozen=True, tag="look"):
    """Ask for the table as it was after *turn* actions."""


class SetName(BrowserRequest, frozen=True, tag="name"):
    """Change the name of the sender's seat."""

    text: NameText = msgspec.field(name="name")


class Say(BrowserRequest, frozen=True, tag="say"):
    """Say something to everybody at a table of people."""

    text: SaidText


class WriteNote(BrowserRequest, frozen=True, tag="note"):
    """Write a note on a card, by its index in the deck; an empty one deletes it."""

    order: Small
    text: NoteText


class PlayAgain(BrowserRequest, frozen=True, tag="again"):
    """Once the game is over, ask for another with the same people and bots: a new deal, or the same one."""

    same_deal: bool = False


TalkRequest = SetName | Say | WriteNote
SharedRequest = Hello | Undo | StepRequest | Why | Look | SetName | Say | PlayAgain
"""The messages that every game takes, beside `ActRequest` with the game's own choices."""


class Refusal(Struct, frozen=True, tag_field="type", tag="error", omit_defaults=True):
    """Why a request was refused."""

    code: str
    message: str
    asked: str = ""
    """The browser's message, if it was refused only because too many came at once: it may be sent again."""


class TableOpened(Struct, frozen=True, tag_field="type", tag="opened"):
    """A new table, with the secret of every person's seat (empty for bots)."""

    game: str
    id: str
    secrets: tuple[str, ...]
    names: tuple[str, ...]


def decode(text: str | bytes, decoder: msgspec.json.Decoder[T]) -> T:
    """Decode a browser's message, or raise RequestError."""
    if len(text) > MAX_MESSAGE:
        unit = "characters" if isinstance(text, str) else "bytes"
        raise RequestError("too-long", f"a message may have {MAX_MESSAGE} {unit}, this one has {len(text)}")
    try:
        return decoder.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError("malformed", f"this message cannot be read: {error}") from None


def encode(message: object) -> str:
    """Encode a message for a browser."""
    return msgspec.json.encode(message).decode()


class BrowserConnection(Generic[TableT]):
    """A browser's connection to a table, in a seat or watching.

    The table is drawn only when it can be sent, so a slow browser skips moments but never lags behind.
    """

    def __init__(self, table: TableT, seat: int, send: Callable[[str], Awaitable[None]]) -> None:
        self.table = table
        self.seat = seat
        self.shown: object = None
        """All that the table it was sent last depends on; while that stays the same, nothing is sent."""
        self._send = send
        self.limit = RateLimit(BURST, PER_SECOND)
        self._replies: deque[str] = deque()
        self.changed = asyncio.Event()
        """Set when the table has changed, or a reply waits."""

    def reply(self, message: object) -> None:
        """Queue a message for this browser alone, or raise ConnectionError if it does not read."""
        if len(self._replies) >= MOST_REPLIES:
            raise ConnectionError("this browser does not read what it is sent")
        self._replies.append(message if isinstance(message, str) else encode(message))
        self.changed.set()

    def refuse(self, error: RequestError, asked: str = "") -> None:
        """Tell this browser why its request was refused; *asked* is the message, if it may be sent again."""
        self.reply(Refusal(error.code, str(error), asked))

    async def serve(self, draw: Callable[["BrowserConnection[TableT]"], str | None]) -> None:
        """Send queued replies, and the table when it has changed, until the connection ends."""
        while True:
            await self.changed.wait()
            self.changed.clear()
            while self._replies:
                await self._send(self._replies.popleft())
            if picture := draw(self):
                await self._send(picture)


# What people write beside the game. None of it changes the game, so it is saved apart from the entries and
# makes no move stale. A note is its writer's alone until the game is over; chat and names are for everybody.


class Named(Struct, frozen=True, tag_field="talk", tag="name"):
    """The person in a seat chose a name; a number after it keeps it unlike all others."""

    seat: Count
    name: Annotated[str, Meta(max_length=2 * MOST_NAME)]


class Noted(Struct, frozen=True, tag_field="talk", tag="note"):
    """The person in a seat wrote a note on a card; an empty one deletes it."""

    seat: Count
    order: Count
    text: NoteText


class Said(Struct, frozen=True, tag_field="talk", tag="say"):
    """A line of chat; lines are numbered from 0, and *time* is in seconds since 1970."""

    number: Count
    seat: Count
    text: SaidText
    time: float


class NextTable(Struct, frozen=True, tag_field="talk", tag="next"):
    """The same people go on at another table; *secrets* are those of its seats."""

    id: Annotated[str, Meta(min_length=1, max_length=MOST_ID)]
    secrets: tuple[str, ...]
    same_deal: bool


Talk = Named | Noted | Said | NextTable
_DECODER = msgspec.json.Decoder(Talk)


class TableTalk:
    """All that the people at one table have written.

    Of the lines that were *saved*, those that are damaged are left out and named in `problems`.
    """

    def __init__(self, saved: Iterable[bytes | None] = (), seats: int = 0, cards: int | None = None) -> None:
        self.names: dict[int, str] = {}
        self.notes: dict[int, dict[int, str]] = {}
        """By seat and card."""
        self.lines: list[Said] = []
        self.next: dict[bool, NextTable] = {}
        """The next table, by whether it has the same deal."""
        self.problems: list[str] = []
        """A sentence for each damaged line; the game goes on without it."""
        for number, text in enumerate(saved, 1):
            try:
                talk = _DECODER.decode(text or b"")
                fault = _fault(talk, seats, cards)
            except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
                fault = str(error)
            if fault:
                self.problems.append(f"line {number} of what people wrote is damaged and left out: {fault}")
            else:
                self.add(talk)

    def __iter__(self) -> Iterator[Talk]:
        """Yield everything as entries to save."""
        yield from itertools.starmap(Named, self.names.items())
        for seat, notes in self.notes.items():
            yield from (Noted(seat, order, text) for order, text in notes.items())
        yield from self.lines
        yield from self.next.values()

    def add(self, talk: Talk) -> None:
        """Add an entry; it replaces an older name, note or next table of its kind."""
        match talk:
            case Named(seat, name):
                self.names[seat] = name
            case Noted(seat, order, text):
                notes = self.notes.setdefault(seat, {})
                notes.pop(order, None)
                if text:
                    notes[order] = text
            case Said():
                self.lines = [*self.lines, talk][-MOST_LINES:]
            case NextTable():
                self.next[talk.same_deal] = talk

    def note_rows(self, seats: int) -> tuple[tuple[str, ...], ...]:
        """Return each seat's notes by card, as recorded games hold them; () if nobody wrote any."""
        if not any(self.notes.values()):
            return ()
        rows = [self.notes.get(seat, {}) for seat in range(seats)]
        return tuple(tuple(row.get(order, "") for order in range(max(row, default=-1) + 1)) for row in rows)


def _fault(talk: Talk, seats: int, cards: int | None) -> str:
    """Return why an entry cannot belong to a table of this many seats and cards; empty if it can."""
    if isinstance(talk, NextTable):
        count = counted(len(talk.secrets), "secret")
        return "" if len(talk.secrets) == seats else f"it has {count} for {seats} seats"
    if talk.seat >= seats:
        return f"there is no seat {talk.seat}"
    if isinstance(talk, Noted) and cards is not None and talk.order >= cards:
        return f"there is no card {talk.order}"
    return "its time is impossible" if isinstance(talk, Said) and not isfinite(talk.time) else ""


def plain_text(text: str) -> str:
    """Return a text on one line: each run of blanks and unprintable characters becomes one space."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def own_name(name: str, others: Iterable[str]) -> str:
    """Return a person's name such that nobody else at the table has it: ``Anna 2`` beside an ``Anna``."""
    taken = {other.casefold() for other in others}
    number, found = 1, name
    while found.casefold() in taken:
        number += 1
        found = f"{name[: MOST_NAME - 2].rstrip()} {number}"
    return found
