"""The fields and options of a hanab.live export, and what to say when they do not hold what they should.

Options are read as terms, and written from terms. Files saved before April 2020, when a clue was an object
inside its action and actions had other codes, are refused: the site exports every game in today's form.
"""

import re
from collections.abc import Iterator, Mapping
from enum import IntEnum
from typing import Annotated, Any

import msgspec
from msgspec import Meta
from msgspec.structs import replace

from handsight.errors import InputError
from handsight.game.recorded_game import SEATED
from handsight.hanabi import HAND_SIZES, OFFICIAL, RULE_SETS, Rules, Terms, variant
from handsight.hanabi.hanabi_record import Extras
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
    """A card."""

    rank: Number
    suit_index: Number


class ExportedAction(msgspec.Struct, gc=False):
    """An action; only files from before April 2020 have a clue inside it."""

    type: Number
    target: Number
    value: Number | None = None
    clue: Any = None


class ExportedCharacter(msgspec.Struct, gc=False):
    """A character and its colour, number or suit, -1 where it has none."""

    name: str
    metadata: Number = -1


class BotsOfGame(msgspec.Struct):
    """What Handsight adds to a game that bots played: the bot in each seat, and their reasons by action."""

    bots: list[str] = []
    reasons: list[str] = []


class Export(msgspec.Struct, rename="camel"):
    """A game as hanab.live exports it, the house rules that other collections add, and its bots.

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
    variant: str | None = None
    suits: list[str] | None = None
    house_rules: dict[str, Any] | None = msgspec.field(default=None, name="house_rules")
    handsight: BotsOfGame | None = None

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names."""
        return tuple(self.players or ())


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
    """Return the export up to the action that does not fit (None if another field does not), and why."""
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
    """Return why a JSON object is not a game of Hanabi, or None."""
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


SWITCHES = {
    "speedrun": "speedrun",
    "cardCycle": "card_cycle",
    "deckPlays": "deck_plays",
    "emptyClues": "empty_clues",
    "allOrNothing": "all_or_nothing",
}
"""Options that are switches of the terms, and the terms' names for them."""

CHARACTERS = "detrimentalCharacters"
EXTRA_OPTIONS: dict[str, tuple[type, ...]] = {
    "timed": (bool,),
    "timeBase": (int, float),
    "timePerTurn": (int, float),
    CHARACTERS: (bool,),
    SEATED: (str,),
}
"""Options that no rule reads, and the types of their values; the characters have a field of their own."""

_OPTION_KINDS: dict[str, tuple[type, ...]] = (
    {"startingPlayer": (int,), "variant": (str,)}
    | dict.fromkeys((*SWITCHES, "oneExtraCard", "oneLessCard"), (bool,))
    | EXTRA_OPTIONS
)
LARGEST = 2**53
"""The largest whole number that every JSON reader reads exactly."""
_OPTION_TYPES = {bool: "true or false", int: "a whole number", float: "a number", str: "a name"}

HOUSE_RULES: dict[str, tuple[str, dict[bool, bool | str]]] = {
    "discard_at_max_clues": ("discard_at_full", {True: True, False: False}),
    "strikeout_keeps_score": ("strikeout", {True: "stacks", False: "zero"}),
    "early_end": ("stop_perfect", {True: True, False: False}),
    "token_for_full_stack": ("refund_five", {True: True, False: False}),
    "end_after_failed_draw": ("end", {True: "failed_draw", False: "last_draw"}),
    "misplays_vanish": ("misplay", {True: "vanish", False: "discard"}),
}
"""House rules that collections add: the rule switch that each one sets, and its value for true and false."""


def option_problems(options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each option whose value has the wrong type, with a sentence that says so."""
    for name, value in options.items():
        if value is not None and name in _OPTION_KINDS and not _fits(value, _OPTION_KINDS[name]):
            yield name, f"option {name} must be {_OPTION_TYPES[_OPTION_KINDS[name][0]]}, not {_short(value)}"


def _fits(value: object, kinds: tuple[type, ...]) -> bool:
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, kinds) and not (isinstance(value, int) and abs(value) > LARGEST)


def unknown_options(options: Mapping[str, Any]) -> list[str]:
    """Return the names of options that are not known."""
    return [name for name in options if name not in _OPTION_KINDS]


def read_terms(players: int, options: Mapping[str, Any], rules: Rules = OFFICIAL) -> Terms:
    """Return the terms that options stand for, or raise InputError if they contradict each other."""
    switched: dict[str, Any] = {field: True for name, field in SWITCHES.items() if options.get(name)}
    return Terms(
        players,
        variant(options.get("variant") or "No Variant"),
        rules,
        hand_size=HAND_SIZES.get(players, 0)
        + bool(options.get("oneExtraCard"))
        - bool(options.get("oneLessCard")),
        first_seat=options.get("startingPlayer") or 0,
        **switched,
    )


def retry_for_six(terms: Terms) -> tuple[Terms, str] | None:
    """Return terms with 4 cards each for six players, as hanab.live once dealt them, and a notice."""
    if (terms.players, terms.hand_size) != (6, HAND_SIZES[6]):
        return None
    notice = "read as if it said oneExtraCard: hanab.live once dealt six players 4 cards each"
    return replace(terms, hand_size=terms.hand_size + 1), notice


def extras_of(options: Mapping[str, Any], terms: Terms) -> Extras:
    """Return the options that no rule reads, except what the terms say already."""
    named = (CHARACTERS,) if terms.characters else ()
    return tuple((name, options[name]) for name in EXTRA_OPTIONS if options.get(name) and name not in named)


def write_options(terms: Terms, extras: Extras) -> dict[str, Any]:
    """Return the options that differ from the default; InputError if hanab.live cannot hold the terms."""
    extra_cards = terms.hand_size - HAND_SIZES[terms.players]
    if terms.variant.id is None:
        raise InputError(f"hanab.live has no variant {terms.variant.name}, so it cannot hold this game")
    if abs(extra_cards) > 1 or terms.max_clues != 8 or terms.max_strikes != 3:
        raise InputError(
            "hanab.live deals its usual hands, or one card more or less, with 8 clues and 3 strikes;"
            f" it cannot hold hands of {terms.hand_size} with {terms.max_clues} clues"
            f" and {terms.max_strikes} strikes"
        )
    options: dict[str, Any] = {}
    if terms.first_seat:
        options["startingPlayer"] = terms.first_seat
    if terms.variant.name != "No Variant":
        options["variant"] = terms.variant.name
    options |= {name: value for name, value in extras if name in EXTRA_OPTIONS and name != CHARACTERS}
    options |= {name: True for name, field in SWITCHES.items() if getattr(terms, field)}
    if extra_cards:
        options["oneExtraCard" if extra_cards > 0 else "oneLessCard"] = True
    if terms.characters or (CHARACTERS, True) in extras:
        options[CHARACTERS] = True
    return options


def read_house_rules(house_rules: Mapping[str, Any]) -> Rules:
    """Return the rule set that house rules make; unknown ones change nothing."""
    changes: dict[str, Any] = {
        switch: values[house_rules[name]]
        for name, (switch, values) in HOUSE_RULES.items()
        if isinstance(house_rules.get(name), bool)
    }
    rules = replace(OFFICIAL, name="custom", **changes)
    return next((known for known in RULE_SETS.values() if replace(known, name="custom") == rules), rules)


def unknown_house_rules(house_rules: Mapping[str, Any]) -> list[str]:
    """Return the names of house rules that are not known, or are neither true nor false."""
    return [
        name for name, value in house_rules.items() if name not in HOUSE_RULES or not isinstance(value, bool)
    ]


def write_house_rules(rules: Rules) -> dict[str, bool]:
    """Return the house rules in which a rule set differs from the official one."""
    return {
        name: next(word for word, value in values.items() if value == getattr(rules, switch))
        for name, (switch, values) in HOUSE_RULES.items()
        if getattr(rules, switch) != getattr(OFFICIAL, switch)
    }


def _short(value: object) -> str:
    match value:
        case list():
            return "a list"
        case dict():
            return "an object"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}…"
