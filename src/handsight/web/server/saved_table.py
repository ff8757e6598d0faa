"""A table as it is saved: a journal of lines, each after a digest of itself and of all lines before it.

The first line says which table it is, the second how it was opened, and every further one is an entry. So a
line that was changed, left out, added or put elsewhere is noticed. `restored` makes a table of it again: it
plays every entry. What cannot be restored is an error that says why, and never another game.
"""

from collections.abc import Iterable
from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from handsight.errors import HandsightError, RequestError
from handsight.web.server.game_table import Table
from handsight.web.server.table_talk import TableTalk

TableT = TypeVar("TableT", bound=Table[Any, Any])
DAMAGED = "damaged-table"
"""The code of the error about a table that cannot be restored."""
DIGEST_BYTES = 16
FIRST_LINES = 2
"""The lines of a journal before its entries."""


class Journal(Struct, frozen=True):
    """The lines of a journal up to the first that is not as it was written."""

    lines: tuple[bytes, ...]
    digest: bytes
    """That of the last of these lines; the next line goes on from it."""
    end: int
    """How many bytes these lines take."""
    broken: bool
    """Whether more follows than the one unfinished line that an interrupted write leaves."""


def checked_line(before: bytes, text: bytes) -> tuple[bytes, bytes]:
    """Return a digest and the line that begins with it.

    *before* is the digest of the line before it in a journal, or the name of what holds a line that stands
    alone.
    """
    digest = blake2b(before + text, digest_size=DIGEST_BYTES).digest()
    return digest, b"%s %s\n" % (digest.hex().encode(), text)


def read_line(before: bytes, line: bytes) -> bytes | None:
    """Return the text of a line, or None if it is not as it was written."""
    text = line[2 * DIGEST_BYTES + 1 : -1]
    return text if checked_line(before, text)[1] == line else None


def read_journal(data: bytes) -> Journal:
    """Read a journal up to the first line that is not as it was written."""
    lines, digest, end = list[bytes](), b"", 0
    while stop := data.find(b"\n", end) + 1:
        text = data[end + 2 * DIGEST_BYTES + 1 : stop - 1]
        now, line = checked_line(digest, text)
        if line != data[end:stop]:
            break
        lines.append(text)
        digest, end = now, stop
    return Journal(tuple(lines), digest, end, b"\n" in data[end:])


class SavedTable(Struct, frozen=True):
    """A table in the store."""

    id: str
    made: float
    opening: bytes
    entries: tuple[bytes, ...] = ()
    rules: int = 1
    """The version of the game's rules that wrote it."""
    deal: str = ""
    """A digest of the cards that were dealt; empty where the game has none."""
    talk: tuple[tuple[str, bytes], ...] = ()
    """What people wrote beside the game, by key (see `table_talk`); it is saved in a file of its own."""

    def journal(self) -> bytes:
        """Return the lines by which it is saved."""
        head = msgspec.json.encode((self.id, self.made, self.rules, self.deal))
        lines, digest = [], b""
        for text in (head, self.opening, *self.entries):
            digest, line = checked_line(digest, text)
            lines.append(line)
        return b"".join(lines)


def table_of(name: str, journal: Journal, saved: int) -> SavedTable:
    """Return the table of a journal that is known to have *saved* entries; RequestError if it is damaged."""
    found = len(journal.lines) - FIRST_LINES
    if found < 0:
        raise damaged(name, "how it was opened is not what was saved")
    if journal.broken:
        raise damaged(name, f"its bytes are not those that were saved, from entry {found + 1} on")
    if found < saved:
        raise damaged(name, f"{saved} entries were saved, and {found} are left")
    head, opening, *entries = journal.lines
    try:
        known, made, rules, deal = msgspec.json.decode(head, type=tuple[str, float, int, str])
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise damaged(name, str(error)) from None
    if known != name:
        raise damaged(name, f"it was saved as {known!r}")
    return SavedTable(name, made, opening, tuple(entries), rules, deal)


def deal_digest(table: Table[Any, Any]) -> str:
    """Return the digest of the cards dealt at a table, or nothing where its game does not tell them."""
    text = table.deal_text()
    return blake2b(text.encode(), digest_size=8).hexdigest() if text else ""


def damaged(name: str, why: str) -> RequestError:
    """Return the error about a table that cannot be restored."""
    return RequestError(
        DAMAGED, f"table {name} cannot be opened: {why}; it is set aside as it is, and other tables go on"
    )


def belongs_to(saved: SavedTable, kind: type[Table[Any, Any]]) -> bool:
    """Whether a table may be one of a game: it is not where its opening names another, or none."""
    try:
        return msgspec.json.decode(saved.opening, type=_GameName).game == kind.game
    except msgspec.ValidationError:
        return False
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return True


def talk_problems(saved: SavedTable, talk: TableTalk | None = None) -> list[str]:
    """Return what is damaged of what people wrote at a table, a line each.

    *talk* is that of the restored table; without it, the number of seats is all that is known of the game.
    """
    if talk is None:
        try:
            seats = len(msgspec.json.decode(saved.opening, type=_Seats).seats)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
            return []  # the table itself is damaged
        talk = TableTalk(saved.talk, seats)
    return [f"table {saved.id}: what people wrote as {line}; its game goes on" for line in talk.problems]


class _Seats(Struct):
    """What every opening has: its seats."""

    seats: tuple[msgspec.Raw, ...]


class _GameName(Struct):
    """What every opening has: the name of its game."""

    game: str


def restored(saved: SavedTable, kind: type[TableT]) -> TableT:
    """Return the table that was saved, or raise RequestError."""
    if saved.rules != kind.rules_version:
        raise damaged(
            saved.id,
            f"another version of Handsight saved it (rules {saved.rules} of {kind.game}, "
            f"this version knows {kind.rules_version}); use the newer one",
        )
    try:
        opening = kind.opening_decoder.decode(saved.opening)
        entries: Iterable[Any] = [kind.entry_decoder.decode(entry) for entry in saved.entries]
        table = kind(opening, entries)
        deal = deal_digest(table)
    except (HandsightError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise damaged(saved.id, str(error)) from None
    except Exception as error:  # whatever one table does, the others go on
        raise damaged(saved.id, f"{type(error).__name__}: {error}") from error
    table.talk = TableTalk(saved.talk, len(opening.seats), table.cards)
    if opening.id != saved.id:
        raise damaged(saved.id, f"it was opened as {opening.id!r}")
    if saved.deal and saved.deal != deal:
        raise damaged(
            saved.id,
            "this version of Handsight would deal other cards than the one that saved it "
            f"(rules {saved.rules} of {kind.game})",
        )
    return table
