"""What people at a table write beside the game: their names, notes on cards, chat, and where they go on.

None of it changes the game, so it is saved apart from the entries and never makes a move stale. A note is its
writer's alone until the game is over; chat and names are for everybody at the table.
"""

import itertools
from collections.abc import Iterable, Iterator
from math import isfinite
from typing import Annotated

import msgspec
from msgspec import Meta, Struct

from handsight.text.counting_from_one import counted

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


class Named(Struct, frozen=True, tag_field="talk", tag="name"):
    """The person in a seat has a name; a number may follow it."""

    seat: Count
    name: Annotated[str, Meta(max_length=2 * MOST_NAME)]


class Noted(Struct, frozen=True, tag_field="talk", tag="note"):
    """The person in a seat wrote a note on a card; an empty one is none."""

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
        """By whether the deal is the same."""
        self.problems: list[str] = []
        """What is damaged of what was saved, a line each; it stops no game."""
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
        """Yield all of it, as it is saved."""
        yield from itertools.starmap(Named, self.names.items())
        for seat, notes in self.notes.items():
            yield from (Noted(seat, order, text) for order, text in notes.items())
        yield from self.lines
        yield from self.next.values()

    def add(self, talk: Talk) -> None:
        """Add what was written."""
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

    @property
    def next_number(self) -> int:
        """The number of the next line of chat."""
        return self.lines[-1].number + 1 if self.lines else 0

    def note_rows(self, seats: int) -> tuple[tuple[str, ...], ...]:
        """Return each seat's notes by card, as recorded games hold them; nothing where nobody wrote any."""
        if not any(self.notes.values()):
            return ()
        rows = [self.notes.get(seat, {}) for seat in range(seats)]
        return tuple(tuple(row.get(order, "") for order in range(max(row, default=-1) + 1)) for row in rows)


def _fault(talk: Talk, seats: int, cards: int | None) -> str:
    """Return what is impossible about something written at a table, or nothing."""
    if isinstance(talk, NextTable):
        count = counted(len(talk.secrets), "secret")
        return "" if len(talk.secrets) == seats else f"it has {count} for {seats} seats"
    if talk.seat >= seats:
        return f"there is no seat {talk.seat}"
    if isinstance(talk, Noted) and cards is not None and talk.order >= cards:
        return f"there is no card {talk.order}"
    return "its time is impossible" if isinstance(talk, Said) and not isfinite(talk.time) else ""


def plain_text(text: str) -> str:
    """Return a text in one line: without characters that do not show, such as line ends."""
    return " ".join("".join(one if one.isprintable() else " " for one in text).split())


def own_name(name: str, others: Iterable[str]) -> str:
    """Return a person's name such that nobody else at the table has it: ``Anna 2`` beside an ``Anna``."""
    taken = {other.casefold() for other in others}
    number, found = 1, name
    while found.casefold() in taken:
        number += 1
        found = f"{name[: MOST_NAME - 2].rstrip()} {number}"
    return found
