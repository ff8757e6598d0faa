"""The shape of a hanab.live export: what its fields must hold, and what to say when they do not."""

import re
from enum import IntEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from handsight.text.diagnostics import Problem
from handsight.text.json_positions import Chunk, Path

Number = Annotated[int, Meta(ge=-(2**31), le=2**31)]


class Kind(IntEnum):
    """The codes of actions."""

    PLAY = 0
    DISCARD = 1
    COLOR_CLUE = 2
    NUMBER_CLUE = 3
    END = 4
    END_BY_VOTE = 5


class CardShape(msgspec.Struct, rename="camel", gc=False):
    """A card; its suit was called ``suit`` until July 2020."""

    rank: Number
    suit_index: Number | None = None
    suit: Number | None = None


class ClueShape(msgspec.Struct, gc=False):
    """A clue as it stood inside an action until April 2020."""

    type: Number | str
    value: Number


class ActionShape(msgspec.Struct, gc=False):
    """An action; its type was a word for some hours of February 2019."""

    type: Number | str
    target: Number
    value: Number | None = None
    clue: ClueShape | None = None


class CharacterShape(msgspec.Struct, gc=False):
    """A character and its colour, number or suit, -1 where it has none."""

    name: str
    metadata: Number = -1


class Export(msgspec.Struct, rename="camel"):
    """A game as hanab.live exports it, of any age, and the house rules that other collections add.

    Whatever is missing may as well be null.
    """

    id: Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)] | None = None
    players: list[str] | None = None
    deck: list[CardShape] | None = None
    actions: list[ActionShape] | None = None
    options: dict[str, Any] | None = None
    notes: list[list[str] | None] | None = None
    characters: list[CharacterShape | None] | None = None
    seed: str | None = None
    first_player: Number = 0
    variant: str | None = None
    suits: list[str] | None = None
    house_rules: dict[str, Any] | None = msgspec.field(default=None, name="house_rules")

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return tuple(self.players or ())

    @property
    def moves(self) -> list[ActionShape]:
        """The actions."""
        return self.actions or []


_DECODER = msgspec.json.Decoder(Export)
_AT = r"(?s)(?P<what>.*?)(?: - at `(?:key in )?\$(?P<steps>.*)`)?$"
_STEP = r"\.(\w+)|\[(\d+)\]"
_BYTE = r" \(byte (\d+)\)"
_WORDS = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}


def decode(chunk: Chunk) -> tuple[Export | None, list[Problem]]:
    """Decode one game; a broken action ends the list of actions, anything else broken ends it all."""
    data = chunk.text.encode("utf-8", "surrogatepass")
    try:
        return _DECODER.decode(data), []
    except msgspec.ValidationError as error:
        return _salvaged(chunk, data, str(error))
    except msgspec.DecodeError as error:
        return None, [_broken(chunk, data, str(error))]
    except UnicodeError:
        return None, [
            Problem("bad-json", "this is no JSON: a character is not Unicode", position=chunk.position())
        ]
    except RecursionError:
        return None, [
            Problem("bad-json", "values are nested too deeply for a game", position=chunk.position())
        ]


def _salvaged(chunk: Chunk, data: bytes, message: str) -> tuple[Export | None, list[Problem]]:
    """Keep the actions before the one that does not fit."""
    path, problem = _misfit(chunk, message)
    tree = _tree(data)
    stranger = foreign(tree)
    if stranger:
        return None, [Problem("not-a-game", stranger, position=chunk.position())]
    match path:
        case ("actions", int(index), *_) if isinstance(tree, dict):
            try:
                return msgspec.convert(tree | {"actions": tree["actions"][:index]}, Export), [problem]
            except msgspec.ValidationError as error:
                return None, [problem, _misfit(chunk, str(error))[1]]
    return None, [problem]


def foreign(tree: object) -> str | None:
    """Say what a JSON value is if it is no game of Hanabi at all."""
    if not isinstance(tree, dict):
        return None
    if tree.keys() & {"rounds", "bids", "trump"}:
        return "this JSON is no game of Hanabi; it looks like Boeren Bridge (--game boeren)"
    if not tree.keys() & {"deck", "actions", "seed"}:
        return "this JSON is no recorded game: an export has `players`, `deck` and `actions`"
    return None


def _tree(data: bytes) -> object:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _misfit(chunk: Chunk, message: str) -> tuple[Path, Problem]:
    """Turn a message such as ``Expected `int`, got `str` - at `$.deck[3].rank``` into a problem."""
    found = re.match(_AT, message)
    steps = (found and found["steps"]) or ""
    path = tuple(name or int(index) for name, index in re.findall(_STEP, steps))
    what = re.sub("`([^`]*)`", lambda word: _worded(word[1]), (found and found["what"]) or message)
    named = steps.removeprefix(".")
    text = f"{named}: {what[:1].lower()}{what[1:]}" if named else f"a game is {_WORDS['object']}: {what}"
    turn = path[1] if path[:1] == ("actions",) and len(path) > 1 else None
    return path, Problem("bad-field", text, turn if isinstance(turn, int) else None, chunk.find(path))


def _worded(types: str) -> str:
    words = types.split(" | ")
    return " or ".join(_WORDS[word] for word in words) if set(words) <= _WORDS.keys() else f"`{types}`"


def _broken(chunk: Chunk, data: bytes, message: str) -> Problem:
    """Turn a message such as ``JSON is malformed: invalid character (byte 13)`` into a problem."""
    at = re.search(_BYTE, message)
    if at is None:
        end = chunk.position(len(chunk.text.rstrip()))
        return Problem("bad-json", "the JSON stops before it is complete; is the file cut off?", position=end)
    offset = len(data[: int(at[1])].decode("utf-8", "replace"))
    what = re.sub(_BYTE, "", message).removeprefix("JSON is malformed: ")
    return Problem("bad-json", f"this is no JSON: {what}", position=chunk.position(offset))
