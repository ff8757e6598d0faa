"""Views, events, terms and actions as JSON, and back: every type is checked, for a stranger wrote the text.

A struct is an object with its class as ``type``, a named tuple or tuple a list. What a game writes in another
way (`GameText.special`) it says itself.
"""

from collections.abc import Callable, Mapping
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
    """How a type is written and read that has a form of its own."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class GameText(NamedTuple):
    """What the text protocol needs of a game."""

    game: str
    rules: ModuleType
    """The module of its rules: `View`, `Event`, `Action`, `legal`."""
    terms: type
    """What bots are made with."""
    special: Mapping[type, SpecialType] = {}


def to_json(value: Any, special: Mapping[type, SpecialType] | None = None) -> Any:
    """Return a value as plain JSON data, or raise TextError."""
    special = special or {}
    if value is None or type(value) in WORDS:
        return value
    if type(value) in special:
        return special[type(value)].write(value)
    if isinstance(value, Struct):
        parts = {name: to_json(getattr(value, name), special) for name in value.__struct_fields__}
        return {"type": type(value).__name__, **parts}
    if isinstance(value, tuple | list):
        return [to_json(part, special) for part in value]
    raise TextError(f"{shown(value)} cannot be written as JSON")


def from_json(
    value: Any, hint: Any, special: Mapping[type, SpecialType] | None = None, where: str = "the answer"
) -> Any:
    """Return the value of a type that JSON data describes, or raise TextError."""
    special = special or {}
    origin = get_origin(hint)
    if hint in special:
        return special[hint].read(value)
    if origin in (Union, UnionType):
        return _one_of(value, get_args(hint), special, where)
    if origin is Literal:
        if isinstance(value, str) and value in get_args(hint):
            return value
        raise TextError(f"{where} is {shown(value)}, not {' or '.join(map(repr, get_args(hint)))}")
    if origin is tuple:
        inner, parts = get_args(hint)[0], enumerate(_list(value, where))
        return tuple(from_json(part, inner, special, f"{where}[{at}]") for at, part in parts)
    return _of_class(value, hint, special, where)


def _of_class(value: Any, hint: Any, special: Mapping[type, SpecialType], where: str) -> Any:
    """Read a simple value, a struct or a named tuple."""
    if hint in WORDS:
        if type(value) is hint:
            return value
        raise TextError(f"{where} is {shown(value)}, not {WORDS[hint]}")
    if issubclass(hint, Struct):
        return _struct(value, hint, special, where)
    hints = list(_hints(hint).items())
    if len(_list(value, where)) != len(hints):
        names = ", ".join(name for name, _ in hints)
        raise TextError(f"{where} is {shown(value)}, not a list of {names}")
    parts = zip(value, hints, strict=True)
    return hint(*(from_json(part, inner, special, f"{where}.{name}") for part, (name, inner) in parts))


def _one_of(value: Any, hints: tuple[Any, ...], special: Mapping[type, SpecialType], where: str) -> Any:
    """Read one of several types: nothing, a struct of a name, or the only other type."""
    if value is None and NoneType in hints:
        return None
    others = [hint for hint in hints if hint is not NoneType]
    if len(others) == 1:
        return from_json(value, others[0], special, where)
    names = {hint.__name__: hint for hint in others}
    kind = value.get("type") if isinstance(value, dict) else None
    if not isinstance(kind, str) or kind not in names:
        raise TextError(f'{where} is {shown(value)}, not an object whose "type" is {" or ".join(names)}')
    return from_json(value, names[kind], special, where)


def _struct(value: Any, hint: type[Struct], special: Mapping[type, SpecialType], where: str) -> Any:
    if not isinstance(value, dict):
        raise TextError(f"{where} is {shown(value)}, not an object with the fields of {hint.__name__}")
    hints, parts = _hints(hint), dict(value)
    if parts.pop("type", hint.__name__) != hint.__name__:
        raise TextError(f"{where} is {shown(value)}, not of type {hint.__name__}")
    for field in fields(hint):
        if field.name not in parts and field.required:
            raise TextError(f"{where} is {shown(value)}, without {field.name!r}")
    for name in parts:
        if name not in hints:
            raise TextError(f"{where} has {name!r}, which {hint.__name__} has not; it has {', '.join(hints)}")
    return hint(
        **{name: from_json(part, hints[name], special, f"{where}.{name}") for name, part in parts.items()}
    )


def _list(value: Any, where: str) -> list[Any]:
    if isinstance(value, list):
        return value
    raise TextError(f"{where} is {shown(value)}, not a list")


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
    """Return an action with fields of the right types, made anew, or raise TextError.

    So `Play(3.0)` is no action, nor is an object of a class that a bot has derived from `Play`.
    """
    return from_json(to_json(action), types, where="the action") if isinstance(action, Struct) else action
