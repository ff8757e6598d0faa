"""Values in a JSON text that may hold anything: each knows its position, and says if its type is wrong."""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from msgspec import Struct

from handsight.errors import InputError
from handsight.text.diagnostics import Position
from handsight.text.json_positions import Chunk, Path, chunks


def documents(text: str) -> "Iterator[Node | InputError]":
    """Yield the value of a JSON text, of each member of its list or of each line, or the error in it."""
    for chunk in chunks(text):
        try:
            yield Node(json.loads(chunk.text), chunk)
        except json.JSONDecodeError as error:
            line, column, _ = chunk.position(error.pos)
            yield InputError(f"this is not JSON: {error.msg}", line=line, column=column)
        except RecursionError:
            yield InputError(
                "this JSON is nested too deeply to be read", line=chunk.line, column=chunk.column
            )
        except ValueError as error:  # a number of thousands of digits
            yield InputError(f"this JSON cannot be read: {error}", line=chunk.line, column=chunk.column)


class Node(Struct, frozen=True):
    """A value somewhere in a JSON text."""

    value: Any
    chunk: Chunk
    path: Path = ()

    @property
    def position(self) -> Position:
        """The position of the value."""
        return self.chunk.find(self.path)

    def at(self, *path: str | int) -> Position:
        """Return the position of a part of the value, or of the innermost part on the way to it."""
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

    def _inside(self, step: str | int, value: object) -> "Node":
        return Node(value, self.chunk, (*self.path, step))

    def has(self, name: str) -> bool:
        """Whether this is an object with such a field, and the field is not null."""
        return isinstance(self.value, dict) and self.value.get(name) is not None

    def field(self, name: str) -> "Node":
        """Return a field of an object."""
        if not isinstance(self.value, dict):
            raise self.wrong(
                f"{self._name()} should be an object with a field {name!r}, not {_kind(self.value)}"
            )
        if name not in self.value:
            raise self.wrong(f'the field "{name}" is missing; add it')
        return self._inside(name, self.value[name])

    def items(self) -> "list[Node]":
        """Return the members of a list."""
        if not isinstance(self.value, list):
            raise self.wrong(f"{self._name()} should be a list, not {_kind(self.value)}")
        return [self._inside(at, value) for at, value in enumerate(self.value)]

    def number(self) -> int:
        """Return a whole number."""
        if isinstance(self.value, bool) or not isinstance(self.value, int):
            raise self.wrong(f"{self._name()} should be a whole number here, not {_kind(self.value)}")
        return self.value

    def word(self) -> str:
        """Return a text, with lone surrogates replaced, which could not be written again."""
        if not isinstance(self.value, str):
            raise self.wrong(f"{self._name()} should be a text here, not {_kind(self.value)}")
        return self.value.encode("utf-8", "replace").decode()


def _kind(value: object) -> str:
    kinds = {
        bool: str(value).lower(), type(None): "null", dict: "an object", list: "a list", float: "a fraction",
        int: "a number", str: "a text",
    }  # fmt: skip
    return kinds[type(value)]
