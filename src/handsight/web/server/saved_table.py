"""A table as it is saved: a journal of lines, each after a digest of itself and of all lines before it.

The first line says how the table was opened, and every further one is an entry. So a
line that was changed, left out, added or put elsewhere is noticed. `restored` makes a table of it again: it
plays every entry. What cannot be restored is an error that says why, and never another game.
"""

from hashlib import blake2b
from typing import Any, TypeVar

import msgspec
from msgspec import Struct

from handsight.errors import HandsightError, RequestError
from handsight.web.server.game_table import Table, TableHead
from handsight.web.server.table_messages import TableTalk

TableT = TypeVar("TableT", bound=Table[Any, Any])
DAMAGED = "damaged-table"
"""The code of the error about a table that cannot be restored."""
DIGEST_BYTES = 16


class Journal(Struct, frozen=True):
    """The lines of a journal up to the first whose digest does not fit."""

    lines: tuple[bytes, ...]
    digest: bytes
    """The digest of the last of these lines, from which that of the next line is computed."""
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
    """Return the text of a line, or None if its digest does not fit."""
    text = line[2 * DIGEST_BYTES + 1 : -1]
    return text if checked_line(before, text)[1] == line else None


def read_journal(data: bytes) -> Journal:
    """Read a journal up to the first line whose digest does not fit."""
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
    """A table as the store holds it, not yet decoded and played again."""

    head: TableHead
    opening: bytes
    entries: tuple[bytes, ...]
    talk: tuple[bytes | None, ...] = ()
    """What people wrote beside the game, a line each (see `table_messages`); None for a damaged line."""


def table_of(name: str, journal: Journal, saved: int) -> SavedTable:
    """Return the table of a journal, or raise RequestError if it is damaged or has too few entries."""
    found = len(journal.lines) - 1
    if found < 0:
        raise damaged(name, "its first line, which says how it was opened, is damaged")
    if journal.broken:
        raise damaged(name, f"its bytes are not those that were saved, from entry {found + 1} on")
    if found < saved:
        raise damaged(name, f"{saved} entries were saved, and {found} are left")
    opening, *entries = journal.lines
    try:
        head = msgspec.json.decode(opening, type=TableHead)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise damaged(name, str(error)) from None
    if head.id != name:
        raise damaged(name, f"its file is that of table {head.id!r}")
    return SavedTable(head, opening, tuple(entries))


def deal_digest(table: Table[Any, Any]) -> str:
    """Return a digest of the table's `deal_text`; empty if that is empty."""
    text = table.deal_text()
    return blake2b(text.encode(), digest_size=8).hexdigest() if text else ""


def damaged(name: str, why: str) -> RequestError:
    """Return the error about a table that cannot be restored."""
    return RequestError(
        DAMAGED, f"table {name} cannot be opened: {why}; it is set aside as it is, and other tables go on"
    )


def talk_problems(saved: SavedTable, talk: TableTalk | None = None) -> list[str]:
    """Return a sentence for each damaged line of what people wrote at a table.

    *talk* is that of the restored table; without it, only the number of seats is known of the game.
    """
    found = talk or TableTalk(saved.talk, len(saved.head.secrets))
    return [f"table {saved.head.id}: {line}; its game goes on" for line in found.problems]


def restored(saved: SavedTable, kind: type[TableT]) -> TableT:
    """Play the entries of a saved table again and return the table, or raise RequestError."""
    head = saved.head
    if head.rules_version != kind.rules_version:
        raise damaged(
            head.id,
            f"another version of Handsight saved it (rules {head.rules_version} of {kind.game}, "
            f"this version knows {kind.rules_version}); open it with that version",
        )
    try:
        opening = msgspec.json.decode(saved.opening, type=kind.opening_kind)
        table = kind(opening, map(kind.entry_decoder.decode, saved.entries))
        deal = deal_digest(table)
    except (HandsightError, msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise damaged(head.id, str(error)) from None
    except Exception as error:  # whatever one table does, the others go on
        raise damaged(head.id, f"{type(error).__name__}: {error}") from error
    table.talk = TableTalk(saved.talk, len(head.secrets), table.cards)
    if head.deal and head.deal != deal:
        raise damaged(
            head.id,
            "this version of Handsight would deal other cards than the one that saved it "
            f"(rules {head.rules_version} of {kind.game})",
        )
    return table
