"""Recorded games of any kind: from a file, from standard input, from a link or a code."""

import codecs
import os
import sys
from collections.abc import Iterator, Sequence
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, Unpack

from handsight.errors import InputError
from handsight.notation.checked_game import CheckedGame, ReadKeywords, ReadOptions, unreadable
from handsight.notation.games import GAMES, recognise
from handsight.text.diagnostics import position_of, utf8_text
from handsight.text.suggestions import did_you_mean, find_named, quote

SAMPLE = "sample:"
"""The beginning of a source that names a sample game of the package."""
MOST_BYTES = 64 << 20
"""The largest file that is read, in bytes."""
DOWNLOAD_SECONDS = 20.0
MOST_DOWNLOADED = 4 << 20
"""The most that is downloaded for one game, in bytes; exports have some kilobytes."""

_BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8"),
    (codecs.BOM_UTF32_LE, "utf-32-le"),  # before UTF-16, whose mark is the beginning of this one
    (codecs.BOM_UTF32_BE, "utf-32-be"),
    (codecs.BOM_UTF16_LE, "utf-16-le"),
    (codecs.BOM_UTF16_BE, "utf-16-be"),
)
_BINARY_FILES = {
    b"\x89PNG": "a PNG picture",
    b"\xff\xd8\xff": "a JPEG picture",
    b"GIF8": "a GIF picture",
    b"PK\x03\x04": "a ZIP archive",
    b"\x1f\x8b": "a gzip archive",
    b"\x7fELF": "a program",
    b"SQLite format 3": "a database",
}


class SourceText(NamedTuple):
    """The text of a source, and a short name for it."""

    text: str
    label: str


def read_file(  # noqa: PLR0913  # each is an option of the command line too
    source: str | os.PathLike[str],
    *,
    game: str | None = None,
    players: int | None = None,
    rules: Any = None,
    switches: Sequence[tuple[str, str]] = (),
    partial: bool = False,
    keep_going: bool = False,
    compare: bool = False,
    fetch: bool = False,
) -> list[CheckedGame[Any]]:
    """Read and validate every game of a file, of standard input, of a link, a code or a sample.

    A file that cannot be read at all gives one `CheckedGame` without a game, whose problem says why.

    Args:
        source: a file, `-` for standard input, a hanab.live link, code or seed, or `sample:first`.
        game: its name in `notation.GAMES`; by default, as the file ends or looks.
        players: how many play, where a log does not say.
        rules: a rule set of the game, by name or as a value; it overrules what the file says.
        switches: single rule switches, such as `("refund_five", "no")`.
        partial: accept a deck that lists too few cards.
        keep_going: skip actions that are not legal, instead of ending the game there.
        compare: compare results that the file states with those of the rules.
        fetch: download the game that an address or a number of hanab.live stands for.

    Raises:
        UnknownNameError: no game or rule set has this name.

    Examples:
        >>> [checked.valid for checked in read_file("sample:first")]
        [True]
    """
    try:
        text, label = open_source(source, fetch=fetch)
    except InputError as error:
        return [unreadable(Path(source).name or os.fspath(source), error)]
    options = ReadOptions(players, rules, switches, partial, keep_going, compare)
    return list(_games(text, label, game, options))


def read(  # noqa: PLR0913  # each is an option of the command line too
    text: str,
    label: str = "text",
    *,
    game: str | None = None,
    players: int | None = None,
    rules: Any = None,
    switches: Sequence[tuple[str, str]] = (),
    partial: bool = False,
    keep_going: bool = False,
    compare: bool = False,
) -> list[CheckedGame[Any]]:
    """Read and validate every game of a text.

    The other parameters, and the errors that it raises, are those of `read_file`.

    Args:
        text: the content of a file, in any format that Handsight reads.
        label: what to call the text in messages.

    Examples:
        >>> (checked,) = read("Players 2", "my game")
        >>> checked.valid, checked.label
        (False, 'my game:1')
    """
    options = ReadOptions(players, rules, switches, partial, keep_going, compare)
    return list(_games(text, label, game, options))


def read_each(
    text: str, label: str = "text", *, game: str | None = None, **options: Unpack[ReadKeywords]
) -> Iterator[CheckedGame[Any]]:
    """Yield the validated games of a text one after the other; `read` returns them all at once."""
    return _games(text, label, game, ReadOptions(**options))


def _games(text: str, label: str, game: str | None, options: ReadOptions) -> Iterator[CheckedGame[Any]]:
    if isinstance(options.switches, str):
        raise InputError(f'switches are pairs, such as [("refund_five", "no")], not {options.switches!r}')
    text = text.removeprefix("\ufeff")
    games = find_named("game", game or recognise(text, label), GAMES).load().read(text, label, options)
    try:
        _refuse_nul(text)
        first = next(games, None)
    except InputError as error:
        return iter((unreadable(label, _other_game(text, label, game) or error),))
    if first is None:
        return iter((unreadable(label, InputError("there is no game in it")),))
    other = None if first.game else _other_game(text, label, game)
    return iter((unreadable(label, other),)) if other else chain((first,), games)


def _other_game(text: str, label: str, game: str | None) -> InputError | None:
    """Return an error if a text that should be of one game is recognised as another; else None."""
    if game is None or GAMES[game].load().recognise(text, label):
        return None
    for other in GAMES.values():
        if other.load().recognise(text, label):
            title = GAMES[game].title
            return InputError(f"this is a game of {other.title}, and only games of {title} are read here")
    return None


def by_number(games: Sequence[CheckedGame[Any]], number: int | None) -> CheckedGame[Any]:
    """Return the game with a number from 1; without a number, the only game; or raise InputError."""
    if number is None and len(games) > 1:
        raise InputError(f"there are {len(games)} games here; choose one by its number, 1 to {len(games)}")
    if not 1 <= (number or 1) <= len(games) or number == 0:
        raise InputError(f"there is no game {number}; there are {len(games)}, counted from 1")
    return games[(number or 1) - 1]


def open_source(source: str | os.PathLike[str], *, fetch: bool = False) -> SourceText:
    """Return the text of a source and a short name for it, or raise InputError saying why it has none.

    Only with *fetch* is a game downloaded that the source names by its web address.
    """
    source = os.fspath(source)
    if source.startswith(SAMPLE):
        return SourceText(_open(str(_sample(source.removeprefix(SAMPLE)))), source)
    if source == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed; name a file instead of `-`")
        return SourceText(decode(_read_bytes(sys.stdin.buffer)), source)
    if os.path.exists(source):  # noqa: PTH110  # a path object would not take any string for a path
        return SourceText(_open(source), Path(source).name)
    for game in GAMES.values():
        link = game.load().link(source)
        if link and link.export and not fetch:
            raise InputError(link.how_to_fetch)
        if link and link.export:
            return SourceText(decode(download(link.export)), link.label)
        if link:
            return SourceText(source, link.label)
    if "://" in source:
        raise InputError("nothing is downloaded; save the page as a file and read that")
    raise InputError(f"there is no file {source[:200]!r}, and it is not a replay link, code or seed either")


def download(address: str) -> bytes:
    """Return what is at a web address, or raise InputError saying why it could not be downloaded."""
    from http.client import HTTPException  # noqa: PLC0415  # seldom needed, and slow to import
    from urllib.error import HTTPError, URLError  # noqa: PLC0415
    from urllib.request import Request, urlopen  # noqa: PLC0415

    if not address.startswith(("https://", "http://")):
        raise InputError(f"{address!r} is not a web address; those begin with https:// or http://")
    request = Request(address, headers={"user-agent": "handsight", "accept": "application/json"})  # noqa: S310  # as above
    try:
        with urlopen(request, timeout=DOWNLOAD_SECONDS) as answer:  # noqa: S310  # as above
            data: bytes = answer.read(MOST_DOWNLOADED + 1)
    except HTTPError as error:
        hint = "; is the number right?" if error.code in (400, 404) else ""
        raise InputError(f"{address} could not be downloaded: the server says {error.code}{hint}") from None
    except (URLError, OSError, HTTPException, ValueError) as error:
        reason = getattr(error, "reason", None) or error
        raise InputError(
            f"{address} could not be downloaded: {reason}; "
            "open it in a browser, save it as a file, and go on with that"
        ) from None
    if len(data) > MOST_DOWNLOADED:
        raise InputError(f"{address} is larger than {MOST_DOWNLOADED >> 20} MiB, which no recorded game is")
    return data


def link_turn(source: str | os.PathLike[str]) -> int | None:
    """Return the turn (from 1) that a source leads to, where it is a link with one, such as `…#30`."""
    links = (game.load().link(os.fspath(source)) for game in GAMES.values())
    return next((link.turn for link in links if link), None)


def _sample(name: str) -> Path:
    folders = [game.load().SAMPLES for game in GAMES.values()]
    samples = {path.stem: path for folder in folders if folder for path in folder.iterdir()}
    if name not in samples:
        hint = did_you_mean(name, sorted(samples), f"there are {', '.join(sorted(samples))}")
        raise InputError(f"no sample is called {quote(name)}; {hint}")
    return samples[name]


def _open(path: str) -> str:
    if Path(path).is_dir():
        raise InputError("this is a folder; name the files in it")
    try:
        with Path(path).open("rb") as file:
            return decode(_read_bytes(file))
    except OSError as error:
        raise InputError(f"the file cannot be opened: {error.strerror or error}") from None


def _read_bytes(file: BinaryIO) -> bytes:
    data = file.read(MOST_BYTES + 1)
    if len(data) > MOST_BYTES:
        raise InputError(f"the file is larger than {MOST_BYTES >> 20} MiB, the limit; split it")
    return data


def decode(data: bytes) -> str:
    """Return the text of a file: UTF-8, or what its byte order mark says."""
    for magic, kind in _BINARY_FILES.items():
        if data.startswith(magic):
            raise InputError(f"this is {kind}, not a recorded game")
    mark, encoding = next((row for row in _BYTE_ORDER_MARKS if data.startswith(row[0])), (b"", "utf-8"))
    return utf8_text(data, mark, encoding)


def _refuse_nul(text: str) -> None:
    at = text.find("\0")
    if at < 0:
        return
    line, column, _ = position_of(text, at)
    often = text.count("\0", 0, 200) > min(len(text), 200) // 3
    remedy = "it looks like UTF-16 without its mark: save it as UTF-8" if often else "remove it"
    raise InputError(
        f"this is a NUL character, which no text of a game has; {remedy}", line=line, column=column
    )
