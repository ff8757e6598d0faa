"""The fields of a hanab.live export, of any age, and what to say when they do not hold what they should.

Until April 2020 an action was a clue (0), a play (1) or a discard (2), for some hours even by those words; a
clue was an object inside its action, of type 0 for numbers and 1 for colours; and suits and colours were
counted in another order. `is_old` recognises such exports, `modern_action` and `modern_suits` translate them.
"""

import re
from enum import IntEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from handsight.errors import InputError
from handsight.hanabi import Variant
from handsight.text.diagnostics import Problem
from handsight.text.json_positions import JsonChunk, Path

Number = Annotated[int, Meta(ge=-(2**31), le=2**31)]


class ActionType(IntEnum):
    """The codes of actions."""

    PLAY = 0
    DISCARD = 1
    COLOR_CLUE = 2
    NUMBER_CLUE = 3
    END = 4
    END_BY_VOTE = 5


class ExportedCard(msgspec.Struct, rename="camel", gc=False):
    """A card; its suit was called ``suit`` until July 2020."""

    rank: Number
    suit_index: Number | None = None
    suit: Number | None = None


class ExportedClue(msgspec.Struct, gc=False):
    """A clue as it was inside an action until April 2020."""

    type: Number | str
    value: Number


class ExportedAction(msgspec.Struct, gc=False):
    """An action; its type was a word for some hours of February 2019."""

    type: Number | str
    target: Number
    value: Number | None = None
    clue: ExportedClue | None = None


class ExportedCharacter(msgspec.Struct, gc=False):
    """A character and its colour, number or suit, -1 where it has none."""

    name: str
    metadata: Number = -1


class BotsOfGame(msgspec.Struct):
    """What Handsight adds to a game that bots played: the bot in each seat, and their reasons by action."""

    bots: list[str] = []
    reasons: list[str] = []


class Export(msgspec.Struct, rename="camel"):
    """A game as hanab.live exports it, of any age, the house rules that other collections add, and its bots.

    A field may be missing or null.
    """

    id: Annotated[int, Meta(ge=-(2**63), le=2**63 - 1)] | None = None
    players: list[str] | None = None
    deck: list[ExportedCard] | None = None
    actions: list[ExportedAction] | None = None
    options: dict[str, Any] | None = None
    notes: list[list[str] | None] | None = None
    characters: list[ExportedCharacter | None] | None = None
    seed: str | None = None
    first_player: Number = 0
    variant: str | None = None
    suits: list[str] | None = None
    house_rules: dict[str, Any] | None = msgspec.field(default=None, name="house_rules")
    handsight: BotsOfGame | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return tuple(self.players or ())

    @property
    def moves(self) -> list[ExportedAction]:
        """The actions."""
        return self.actions or []


_DECODER = msgspec.json.Decoder(Export)
_AT = r"(?s)(?P<what>.*?)(?: - at `(?:key in )?\$(?P<steps>.*)`)?$"
_STEP = r"\.(\w+)|\[(\d+)\]"
_BYTE = r" \(byte (\d+)\)"
_TYPE_NAMES = {
    "int": "a whole number",
    "float": "a number with a point",
    "str": "text",
    "bool": "true or false",
    "null": "null",
    "array": "a list",
    "object": "an object",
}


def decode(chunk: JsonChunk) -> tuple[Export | None, list[Problem]]:
    """Decode one game; a broken action ends the list of actions, any other broken field ends the game."""
    data = chunk.text.encode("utf-8", "surrogatepass")
    try:
        return _DECODER.decode(data), []
    except msgspec.ValidationError as error:
        return _valid_part(chunk, data, str(error))
    except msgspec.DecodeError as error:
        return None, [_json_problem(chunk, data, str(error))]
    except UnicodeError:
        return None, [
            Problem("bad-json", "this is not JSON: a character is not Unicode", position=chunk.position())
        ]
    except RecursionError:
        return None, [
            Problem("bad-json", "values are nested too deeply for a game", position=chunk.position())
        ]


def _valid_part(chunk: JsonChunk, data: bytes, message: str) -> tuple[Export | None, list[Problem]]:
    """Keep the actions before the one that does not fit."""
    path, problem = _field_problem(chunk, message)
    tree = _tree(data)
    reason = not_an_export(tree)
    if reason:
        return None, [Problem("not-a-game", reason, position=chunk.position())]
    match path:
        case ("actions", int(index), *_) if isinstance(tree, dict):
            try:
                return msgspec.convert(tree | {"actions": tree["actions"][:index]}, Export), [problem]
            except msgspec.ValidationError as error:
                return None, [problem, _field_problem(chunk, str(error))[1]]
    return None, [problem]


def not_an_export(tree: object) -> str | None:
    """Say so if a JSON value is not a game of Hanabi."""
    if not isinstance(tree, dict):
        return None
    if not tree.keys() & {"deck", "actions", "seed"}:
        return "this JSON is not a recorded game: an export has `players`, `deck` and `actions`"
    return None


def _tree(data: bytes) -> object:
    try:
        return msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeError, RecursionError):
        return None


def _field_problem(chunk: JsonChunk, message: str) -> tuple[Path, Problem]:
    """Turn a message such as ``Expected `int`, got `str` - at `$.deck[3].rank``` into a problem."""
    found = re.match(_AT, message)
    steps = (found and found["steps"]) or ""
    path = tuple(name or int(index) for name, index in re.findall(_STEP, steps))
    what = re.sub("`([^`]*)`", lambda word: _type_name(word[1]), (found and found["what"]) or message)
    named = steps.removeprefix(".")
    text = f"{named}: {what[:1].lower()}{what[1:]}" if named else f"a game is {_TYPE_NAMES['object']}: {what}"
    turn = path[1] if path[:1] == ("actions",) and len(path) > 1 else None
    return path, Problem("bad-field", text, turn if isinstance(turn, int) else None, chunk.find(path))


def _type_name(types: str) -> str:
    words = types.split(" | ")
    return (
        " or ".join(_TYPE_NAMES[word] for word in words) if set(words) <= _TYPE_NAMES.keys() else f"`{types}`"
    )


def _json_problem(chunk: JsonChunk, data: bytes, message: str) -> Problem:
    """Turn a message such as ``JSON is malformed: invalid character (byte 13)`` into a problem."""
    at = re.search(_BYTE, message)
    if at is None:
        end = chunk.position(len(chunk.text.rstrip()))
        return Problem("bad-json", "the JSON stops before it is complete; is the file cut off?", position=end)
    offset = len(data[: int(at[1])].decode("utf-8", "replace"))
    what = re.sub(_BYTE, "", message).removeprefix("JSON is malformed: ")
    return Problem("bad-json", f"this is not JSON: {what}", position=chunk.position(offset))


_OLD_SUIT_SEQUENCE = ("Blue", "Green", "Yellow", "Red", "Purple", "Black")
_OLD_ACTIONS = {0: "clue", 1: "play", 2: "discard"}
_OLD_CLUES = {0: "number", 1: "color", "rank": "number", "suit": "color", "colour": "color"}


def is_old(export: Export) -> bool:
    """Whether an export is older than April 2020: some clue is inside its action."""
    return any(action.clue is not None or isinstance(action.type, str) for action in export.moves)


def _renumbered(names: tuple[str, ...]) -> tuple[int, ...]:
    """Return today's index of each old index, among suits or colours of these names."""
    position = {name: at for at, name in enumerate(_OLD_SUIT_SEQUENCE)}
    return tuple(sorted(range(len(names)), key=lambda at: position.get(names[at], len(_OLD_SUIT_SEQUENCE))))


def modern_suits(variant: Variant) -> tuple[int, ...]:
    """Return today's index of each old index of a suit."""
    return _renumbered(tuple(suit.name for suit in variant.suits))


def modern_action(action: ExportedAction, variant: Variant) -> ExportedAction:
    """Translate an old action into today's codes."""
    kind = action.type if isinstance(action.type, str) else _OLD_ACTIONS.get(action.type)
    match kind:
        case "play":
            return ExportedAction(ActionType.PLAY, action.target)
        case "discard":
            return ExportedAction(ActionType.DISCARD, action.target)
        case "clue" if action.clue is not None:
            return _modern_clue(action, action.clue.type, action.clue.value, variant)
        case "clue":
            raise InputError("this clue says neither its type nor its value; give it a `clue` of both")
    raise InputError(f"an old export has no action {action.type!r}; it has 0 clue, 1 play and 2 discard")


def _modern_clue(action: ExportedAction, type_: int | str, value: int, variant: Variant) -> ExportedAction:
    kind = _OLD_CLUES.get(type_, type_)
    if kind == "number":
        return ExportedAction(ActionType.NUMBER_CLUE, action.target, value)
    if kind != "color":
        raise InputError(f"there is no clue of type {type_!r}; an old export has 0 number and 1 colour")
    today = _renumbered(variant.colors)
    return ExportedAction(
        ActionType.COLOR_CLUE, action.target, today[value] if 0 <= value < len(today) else value
    )
