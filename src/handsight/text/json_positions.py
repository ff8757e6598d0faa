"""JSON texts that may hold anything: their parts, positions in them, and values that know their position."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any, NamedTuple

from msgspec import Struct

from handsight.errors import InputError
from handsight.text.diagnostics import Position

_BLANK = re.compile(r"[ \t\r\n]*")
_DECODER = json.JSONDecoder()

Path = tuple[str | int, ...]


class JsonChunk(NamedTuple):
    """A part of a file, and the line and column at which it begins."""

    text: str
    line: int = 1
    column: int = 1

    def position(self, offset: int = 0) -> Position:
        """Return the position in the file of the character at an offset in this part."""
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


def chunks(text: str) -> Iterator[JsonChunk]:
    """Cut a text into chunks: one object, the members of a list, or one on each line."""
    start = _skip(text, 0)
    if text[start : start + 1] == "[":
        yield from _list_members(text)
        return
    lines = [JsonChunk(line, number) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    first = lines[0].text if len(lines) > 1 else ""
    if first and (_end(first, _skip(first, 0)) or all(chunk.text.startswith("{") for chunk in lines)):
        yield from lines
    elif lines:
        yield JsonChunk(text)


def _list_members(text: str) -> Iterator[JsonChunk]:
    at, end = _skip(text, 0) + 1, len(text.rstrip(" \t\r\n"))
    line, counted = 1, 0
    while (at := _skip(text, at)) < end and not (text[at] == "]" and at == end - 1):
        after = _end(text, at)
        line, counted = line + text.count("\n", counted, at), at
        # A value that does not end is given with all that follows, so that decoding it says what is wrong.
        yield JsonChunk(text[at : after or end], line, at - text.rfind("\n", 0, at))
        if not after:
            return
        at = _skip(text, after)
        if text[at : at + 1] == ",":
            at += 1


def _skip(text: str, at: int) -> int:
    blank = _BLANK.match(text, at)
    return blank.end() if blank else at


def _end(text: str, at: int) -> int | None:
    """Return where the value that begins here ends, or None if it is broken."""
    try:
        return _DECODER.raw_decode(text, at)[1]
    except (ValueError, RecursionError):
        return None


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


def documents(text: str) -> "Iterator[JsonNode | InputError]":
    """Yield each value of a JSON text (one value, the members of a list, or one a line), or its error."""
    for chunk in chunks(text):
        try:
            yield JsonNode(json.loads(chunk.text), chunk)
        except json.JSONDecodeError as error:
            line, column, _ = chunk.position(error.pos)
            yield InputError(f"this is not JSON: {error.msg}", line=line, column=column)
        except RecursionError:
            yield InputError(
                "this JSON is nested too deeply to be read", line=chunk.line, column=chunk.column
            )
        except ValueError as error:  # a number of thousands of digits
            yield InputError(f"this JSON cannot be read: {error}", line=chunk.line, column=chunk.column)


class JsonNode(Struct, frozen=True):
    """A value somewhere in a JSON text."""

    value: Any
    chunk: JsonChunk
    path: Path = ()

    @property
    def position(self) -> Position:
        """The position of the value."""
        return self.chunk.find(self.path)

    def at(self, *path: str | int) -> Position:
        """Return the position of a part of the value, or of the innermost existing part around it."""
        return self.chunk.find((*self.path, *path))

    def wrong(self, message: str) -> InputError:
        """Return an error that says what is wrong with this value, and its position."""
        line, column, _ = self.position
        return InputError(message, line=line, column=column)

    @contextmanager
    def locate_errors(self) -> Iterator[None]:
        """Give errors raised in this block the position of this value, if they have none."""
        try:
            yield
        except InputError as error:
            raise error if error.line else self.wrong(error.message) from None

    def _name(self) -> str:
        names = [step for step in self.path if isinstance(step, str)]
        return f'"{names[-1]}"' if names else "this"

    def _inside(self, step: str | int, value: object) -> "JsonNode":
        return JsonNode(value, self.chunk, (*self.path, step))

    def has(self, name: str) -> bool:
        """Whether this is an object with such a field, and the field is not null."""
        return isinstance(self.value, dict) and self.value.get(name) is not None

    def field(self, name: str) -> "JsonNode":
        """Return a field of this object, or raise InputError if it is none or has no such field."""
        if not isinstance(self.value, dict):
            raise self.wrong(
                f"{self._name()} should be an object with a field {name!r}, not {_kind(self.value)}"
            )
        if name not in self.value:
            raise self.wrong(f'the field "{name}" is missing; add it')
        return self._inside(name, self.value[name])

    def items(self) -> "list[JsonNode]":
        """Return the members of this list, or raise InputError if it is none."""
        if not isinstance(self.value, list):
            raise self.wrong(f"{self._name()} should be a list, not {_kind(self.value)}")
        return [self._inside(at, value) for at, value in enumerate(self.value)]

    def number(self) -> int:
        """Return the value if it is a whole number, or raise InputError."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.wrong(f"{self._name()} should be a whole number here, not {_kind(self.value)}")
        return self.value

    def word(self) -> str:
        """Return the value if it is a text, or raise InputError; lone surrogates are replaced."""
        if not isinstance(self.value, str):
            raise self.wrong(f"{self._name()} should be a text here, not {_kind(self.value)}")
        return self.value.encode("utf-8", "replace").decode()


def _kind(value: object) -> str:
    kinds = {
        bool: str(value).lower(), type(None): "null", dict: "an object", list: "a list", float: "a fraction",
        int: "a number", str: "a text",
    }  # fmt: skip
    return kinds[type(value)]
