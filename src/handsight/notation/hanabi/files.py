"""Load recorded games: from a file, from standard input, from a link or a code; whatever the format."""

import codecs
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import BinaryIO

from msgspec.structs import replace

from handsight.errors import InputError
from handsight.hanabi import Rules
from handsight.notation.hanabi.formats import formats, recognised
from handsight.notation.hanabi.record import Draft, Game, Reading
from handsight.notation.hanabi.validate import checked, referee
from handsight.text.diagnostics import Problem
from handsight.text.positions import Position

SAMPLES = Path(__file__).parent / "samples"
"""Games made for the tour, one in a file."""

Switches = Sequence[tuple[str, str]]
"""Rule switches and what they are set to, such as ("refund_five", "no")."""

MOST_BYTES = 64 << 20
"""The largest file that is read."""

_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark is the beginning of this one
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_KINDS = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"\x7fELF": "a program",
    b"SQLite format 3": "a database",
}


def load(  # noqa: PLR0913  # each is a word that people give on the command line
    source: str | os.PathLike[str],
    *,
    players: int | None = None,
    rules: Rules | None = None,
    switches: Switches = (),
    partial: bool = False,
    keep_going: bool = False,
) -> list[Reading]:
    """Read and judge every game of a file, of standard input (``-``), of a link, a code or a ``sample:``.

    What cannot be read at all is a reading without a game, whose problems say why. *players* helps a log
    that does not say how many there are; *rules* stand above what the file says, and *switches* above both;
    *partial* accepts decks cut short; *keep_going* skips what is not legal.
    """
    try:
        text, label = text_of(source)
    except InputError as error:
        return [unread(Path(source).name or os.fspath(source), error)]
    return read(
        text,
        label,
        players=players,
        rules=rules,
        switches=switches,
        partial=partial,
        keep_going=keep_going,
    )


def text_of(source: str | os.PathLike[str]) -> tuple[str, str]:
    """Return the text of a source and a short name for it, or raise InputError saying why it has none."""
    source = os.fspath(source)
    if source.startswith("sample:"):
        return _opened(str(_sample(source.removeprefix("sample:")))), source
    if source == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed; name a file instead of `-`")
        return decoded(_bounded(sys.stdin.buffer)), source
    if os.path.exists(source):  # noqa: PTH110  # a path object would not take any string for a path
        return _opened(source), Path(source).name
    return _linked(source)


def load_game(
    source: str | os.PathLike[str],
    *,
    number: int | None = None,
    rules: Rules | None = None,
    partial: bool = False,
) -> Game:
    """Load one game, by its *number* where a file holds several; what is wrong with it is raised."""
    return checked(numbered(load(source, rules=rules, partial=partial), number))


def numbered(readings: Sequence[Reading], number: int | None) -> Reading:
    """Choose a game by its number from 1; where there is just one, it need not be named."""
    if number is None and len(readings) > 1:
        raise InputError(
            f"there are {len(readings)} games here; choose one by its number, 1 to {len(readings)}"
        )
    if not 1 <= (number or 1) <= len(readings) or number == 0:
        raise InputError(f"there is no game {number}; there are {len(readings)}, counted from 1")
    return readings[(number or 1) - 1]


def read(  # noqa: PLR0913  # each is a word that people give on the command line
    text: str,
    label: str = "text",
    *,
    players: int | None = None,
    rules: Rules | None = None,
    switches: Switches = (),
    partial: bool = False,
    keep_going: bool = False,
) -> list[Reading]:
    """Read and judge every game of a text, as `load` does."""
    try:
        text = text.removeprefix("\ufeff")
        _refuse_nul(text)
        drafts = recognised(text).read(text, players=players)
    except InputError as error:
        return [unread(label, error)]
    return [
        referee(_ruled(draft, rules, switches), f"{label}:{number}", partial=partial, keep_going=keep_going)
        for number, draft in enumerate(drafts, 1)
    ]


def unread(label: str, error: InputError) -> Reading:
    """Return the reading of what cannot be read at all."""
    position = Position(error.line, error.column) if error.line else None
    return Reading(f"{label}:1", None, (Problem("unreadable", error.message, position=position),))


def _ruled(draft: Draft, rules: Rules | None, switches: Switches) -> Draft:
    """Judge a draft by other rules than its own: a rule set, single switches, or both."""
    if draft.terms is None or not (rules or switches):
        return draft
    chosen = rules or draft.terms.rules
    for name, value in switches:
        chosen = chosen.switched(name, value)
    retry = draft.retry and (replace(draft.retry[0], rules=chosen), draft.retry[1])
    return replace(draft, terms=replace(draft.terms, rules=chosen), retry=retry)


def _sample(name: str) -> Path:
    """Find a game that comes with the package."""
    there = sorted(path.stem for path in SAMPLES.iterdir() if path.suffix == ".json")
    if name not in there:
        raise InputError(f"no sample is called {name!r}; there are {', '.join(there)}")
    return SAMPLES / f"{name}.json"


def _linked(source: str) -> tuple[str, str]:
    """Take a source that is no file for a link or a code."""
    try:
        format_ = recognised(source)
    except InputError:
        if "://" in source:
            raise
        format_ = None
    if format_ is formats["code"]:
        return source, "link" if "/" in source else "code"
    raise InputError(f"there is no file {source[:200]!r}, and it is no replay link or code either")


def _opened(path: str) -> str:
    if Path(path).is_dir():
        raise InputError("this is a folder; name the files in it")
    try:
        with Path(path).open("rb") as file:
            return decoded(_bounded(file))
    except OSError as error:
        raise InputError(f"the file cannot be opened: {error.strerror or error}") from None


def _bounded(file: BinaryIO) -> bytes:
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InputError(f"it is larger than {MOST_BYTES >> 20} MiB, the most that is read; split it")
    return data


def decoded(data: bytes) -> str:
    """The text of a file: UTF-8, or what its byte order mark says."""
    for magic, kind in _KINDS.items():
        if data.startswith(magic):
            raise InputError(f"this is {kind}, no recorded game")
    mark, encoding = next((row for row in _MARKS if data.startswith(row[0])), (b"", "utf-8"))
    try:
        return data[len(mark) :].decode(encoding)
    except UnicodeDecodeError as error:
        before = data[len(mark) : len(mark) + error.start].decode(encoding, "replace")
        line, column = before.count("\n") + 1, len(before) - before.rfind("\n")
        at = error.start + len(mark)
        kind = encoding.upper().removesuffix("-LE").removesuffix("-BE")
        text = f"the byte at offset {at} ({data[at]:#04x}) is not {kind}; save the file as UTF-8"
        raise InputError(text, line=line, column=column) from None


def _refuse_nul(text: str) -> None:
    at = text.find("\0")
    if at < 0:
        return
    line, column = text.count("\n", 0, at) + 1, at - text.rfind("\n", 0, at)
    often = text.count("\0", 0, 200) > min(len(text), 200) // 3
    remedy = "it looks like UTF-16 without its mark: save it as UTF-8" if often else "remove it"
    raise InputError(
        f"a NUL character stands here, which no text of a game has; {remedy}", line=line, column=column
    )
