"""Views, events, terms and actions as JSON, and back: every type is checked, for a stranger wrote the text.

A struct is an object with its class as ``type``, a named tuple or tuple a list. What a game writes in another
way it adds to `SPECIAL`.
"""

from collections.abc import Callable
from types import ModuleType
from typing import Any, NamedTuple

import msgspec
from msgspec.structs import asdict

MOST_SHOWN = 80


class TextError(ValueError):
    """A value is not of the type that it should have; says where, and what was expected."""


SPECIAL = dict[str, tuple[Callable[[Any], dict[str, Any]], Callable[[dict[str, Any]], Any]]]()
"""By the name of a struct with a form of its own: what of it is written, and how that is read."""


class GameText(NamedTuple):
    """What the text protocol needs to know about a game."""

    game: str
    rules: ModuleType
    """The module of its rules: `View`, `Event`, `Action`, `legal`."""
    terms: type
    """The type of the terms with which a bot is created."""


def to_json(value: Any) -> Any:
    """Return a value as plain JSON data, or raise TextError."""
    if isinstance(value, msgspec.Struct):
        write, _ = SPECIAL.get(type(value).__name__, (asdict, None))
        return {"type": type(value).__name__, **{name: to_json(part) for name, part in write(value).items()}}
    if isinstance(value, tuple | list):
        return [to_json(part) for part in value]
    if value is None or type(value) in (int, str, bool, float):
        return value
    raise TextError(f"{shown(value)} cannot be written as JSON")


def read_special(value: dict[str, Any]) -> Any:
    """Read an object, perhaps with a form of its own: the `object_hook` of `json.loads`."""
    _, read = SPECIAL.get(value.get("type", ""), (None, None))
    return read(value) if read else value


def from_json(value: Any, hint: Any, where: str = "the answer") -> Any:
    """Return the value of a type that JSON data describes, or raise TextError."""
    try:
        return msgspec.convert(value, hint)
    except msgspec.ValidationError as error:
        what, _, place = str(error).partition(" - at `$")
        raise TextError(f"{where}{place.rstrip('`')} is wrong in {shown(value)}: {what}") from None


def shown(value: object) -> str:
    """Return a value as a message shows it: short, and without control characters."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  a stranger's object may do anything
        text = f"an object of {type(value).__name__}"
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"
