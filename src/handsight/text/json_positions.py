"""Positions in a JSON text: the chunks of a file that hold a game each, and where their values are."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

from handsight.text.diagnostics import Position

_BLANK = re.compile(r"[ \t\r\n]*")

Path = tuple[str | int, ...]


class Chunk(NamedTuple):
    """A part of a file, and the line and column at which it begins."""

    text: str
    line: int = 1
    column: int = 1

    def position(self, offset: int = 0) -> Position:
        """Return the position of a character."""
        breaks = self.text.count("\n", 0, offset)
        if not breaks:
            return Position(self.line, self.column + offset)
        return Position(self.line + breaks, offset - self.text.rindex("\n", 0, offset))

    def find(self, path: Path) -> Position:
        """Return the position of a value, or of the innermost value around it that can be found."""
        at = _skip(self.text, 0)
        for key in path:
            inside = _members(self.text, at)
            if key not in inside:
                break
            at = inside[key]
        return self.position(at)


def chunks(text: str) -> Iterator[Chunk]:
    """Cut a text into chunks: one object, the members of a list, or one on each line."""
    start = _skip(text, 0)
    if text[start : start + 1] == "[":
        yield from _list_members(text)
        return
    lines = [Chunk(line, number) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    first = lines[0].text if len(lines) > 1 else ""
    if first and (_end(first, _skip(first, 0)) or all(chunk.text.startswith("{") for chunk in lines)):
        yield from lines
    elif lines:
        yield Chunk(text)


def _list_members(text: str) -> Iterator[Chunk]:
    at, end = _skip(text, 0) + 1, len(text.rstrip(" \t\r\n"))
    line, counted = 1, 0
    while (at := _skip(text, at)) < end and not (text[at] == "]" and at == end - 1):
        after = _end(text, at)
        line, counted = line + text.count("\n", counted, at), at
        # A value that does not end is given with all that follows, so that decoding it says what is wrong.
        yield Chunk(text[at : after or end], line, at - text.rfind("\n", 0, at))
        if not after:
            return
        at = _skip(text, after)
        if text[at : at + 1] == ",":
            at += 1


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


@lru_cache(maxsize=1)
def _decoder() -> Any:  # the name of its type would be imported too
    from json import JSONDecoder  # noqa: PLC0415  # only files of several games, and broken ones, need it

    return JSONDecoder()


def _end(text: str, at: int) -> int | None:
    """Return where the value that begins here ends, or None if it is broken."""
    try:
        end: int = _decoder().raw_decode(text, at)[1]
    except (ValueError, RecursionError):
        return None
    return end


@lru_cache(maxsize=8)  # the deck and the actions of a game are looked up again and again
def _members(text: str, at: int) -> dict[str | int, int]:
    """Return where the members of the object or list at this offset begin; of equal names the last counts."""
    members: dict[str | int, int] = {}
    opening = text[at : at + 1]
    if opening not in ("{", "["):
        return members
    at += 1
    while (at := _skip(text, at)) < len(text) and text[at] not in "}]":
        key: str | int = len(members)
        if opening == "{":
            named = _end(text, at)
            if named is None:
                break
            key = text[at + 1 : named - 1]
            at = _skip(text, _skip(text, named) + 1)
        members[key] = at
        after = _end(text, at)
        if after is None:
            break
        at = _skip(text, after)
        at += text[at : at + 1] == ","
    return members
