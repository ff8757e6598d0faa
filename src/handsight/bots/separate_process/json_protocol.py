"""Views, events, terms and actions as JSON, and back: every type is checked, for a stranger wrote the text.

A struct is an object with its class as ``type``, a named tuple or tuple a list. What a game writes in another
way it adds to `SPECIAL`.
"""

from collections.abc import Callable
from functools import lru_cache
from types import ModuleType, NoneType, UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from msgspec import Struct
from msgspec.structs import fields

WORDS = {int: "a whole number", str: "a text", bool: "true or false", float: "a number"}
MOST_SHOWN = 80


class TextError(ValueError):
    """A value is not of the type that it should have; says where, and what was expected."""


class SpecialType(NamedTuple):
    """How to write and read a type that has its own form in JSON."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


SPECIAL = dict[type, SpecialType]()
"""The types that have their own form in JSON; games add theirs."""


class GameText(NamedTuple):
    """What the text protocol needs to know about a game."""

    game: str
    rules: ModuleType
    """The module of its rules: `View`, `Event`, `Action`, `legal`."""
    terms: type
    """The type of the terms with which a bot is created."""


def to_json(value: Any) -> Any:
    """Return a value as plain JSON data, or raise TextError."""
    if value is None or type(value) in WORDS:
        return value
    if type(value) in SPECIAL:
        return SPECIAL[type(value)].write(value)
    if isinstance(value, Struct):
        parts = {name: to_json(getattr(value, name)) for name in value.__struct_fields__}
        return {"type": type(value).__name__, **parts}
    if isinstance(value, tuple | list):
        return [to_json(part) for part in value]
    raise TextError(f"{shown(value)} cannot be written as JSON")


def from_json(value: Any, hint: Any, where: str = "the answer") -> Any:
    """Read JSON data as a value of the type *hint*, or raise TextError, which says where it does not fit."""
    origin, inner = get_origin(hint), get_args(hint)
    wrong = f"{where} is {shown(value)}"
    if hint in SPECIAL:
        return SPECIAL[hint].read(value)
    if origin in (Union, UnionType):
        return _one_of(value, inner, where)
    if origin is Literal or hint in WORDS:
        if type(value) is hint or (isinstance(value, str) and value in inner):
            return value
        raise TextError(f"{wrong}, not {WORDS.get(hint) or ' or '.join(map(repr, inner))}")
    if origin is None and issubclass(hint, Struct):
        return _struct(value, hint, where)
    if not isinstance(value, list):
        raise TextError(f"{wrong}, not a list")
    if origin is tuple:
        return tuple(from_json(part, inner[0], f"{where}[{at}]") for at, part in enumerate(value))
    hints = _hints(hint)
    if len(value) != len(hints):
        raise TextError(f"{wrong}, not a list of {', '.join(hints)}")
    parts = zip(value, hints.items(), strict=True)
    return hint(*(from_json(part, inner, f"{where}.{name}") for part, (name, inner) in parts))


def _one_of(value: Any, hints: tuple[Any, ...], where: str) -> Any:
    """Read a value of a union type: None, the only other type, or the struct that ``type`` names."""
    if value is None and NoneType in hints:
        return None
    others = [hint for hint in hints if hint is not NoneType]
    if len(others) == 1:
        return from_json(value, others[0], where)
    names = {hint.__name__: hint for hint in others}
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in names:
        raise TextError(f'{where} is {shown(value)}, not an object whose "type" is {" or ".join(names)}')
    return from_json(value, names[kind], where)


def _struct(value: Any, hint: type[Struct], where: str) -> Any:
    if not isinstance(value, dict):
        raise TextError(f"{where} is {shown(value)}, but {hint.__name__} must be a JSON object")
    hints, parts = _hints(hint), dict(value)
    if parts.pop("type", hint.__name__) != hint.__name__:
        raise TextError(f"{where} is {shown(value)}, not of type {hint.__name__}")
    for field in fields(hint):
        if field.name not in parts and field.required:
            raise TextError(f"{where} is {shown(value)}, without the field {field.name!r}")
    for name in parts:
        if name not in hints:
            raise TextError(f"{where} has a field {name!r}, but {hint.__name__} has only {', '.join(hints)}")
    return hint(**{name: from_json(part, hints[name], f"{where}.{name}") for name, part in parts.items()})


@lru_cache(maxsize=256)
def _hints(hint: type) -> dict[str, Any]:
    return get_type_hints(hint)


def shown(value: object) -> str:
    """Return a value as a message shows it: short, and without control characters."""
    try:
        text = repr(value)
    except Exception:  # noqa: BLE001  a stranger's object may do anything
        text = f"an object of {type(value).__name__}"
    text = "".join(letter if letter.isprintable() else "?" for letter in text)
    return text if len(text) <= MOST_SHOWN else f"{text[:MOST_SHOWN]}…"


def checked_action(action: Any, types: Any) -> Any:
    """Return a checked copy of an action; TextError for `Play(3.0)` or an object of a subclass of `Play`."""
    return from_json(to_json(action), types, where="the action") if isinstance(action, Struct) else action
