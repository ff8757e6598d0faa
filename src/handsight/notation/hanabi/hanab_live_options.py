"""The options of a hanab.live export: read as terms, and written from terms."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import replace

from handsight.errors import InputError
from handsight.game.recorded_game import SEATED
from handsight.hanabi import HAND_SIZES, OFFICIAL, RULE_SETS, Rules, Terms, variant
from handsight.hanabi.hanabi_record import Extras

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

_TYPES: dict[str, tuple[type, ...]] = (
    {"startingPlayer": (int,), "variant": (str,)}
    | dict.fromkeys((*SWITCHES, "oneExtraCard", "oneLessCard"), (bool,))
    | EXTRA_OPTIONS
)
LARGEST = 2**53
"""The largest whole number that every JSON reader reads exactly."""
_TYPE_NAMES = {bool: "true or false", int: "a whole number", float: "a number", str: "a name"}

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
        if value is not None and name in _TYPES and not _fits(value, _TYPES[name]):
            yield name, f"option {name} is {_TYPE_NAMES[_TYPES[name][0]]}, not {_short(value)}"


def _fits(value: object, kinds: tuple[type, ...]) -> bool:
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, kinds) and not (isinstance(value, int) and abs(value) > LARGEST)


def unknown_options(options: Mapping[str, Any]) -> list[str]:
    """Return the names of options that are not known."""
    return [name for name in options if name not in _TYPES]


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
    """Return other terms to try for six players: they were first dealt 4 cards, which no option says."""
    if (terms.players, terms.hand_size) != (6, HAND_SIZES[6]):
        return None
    notice = "six players were first dealt 4 cards each: read as if it said oneExtraCard"
    return replace(terms, hand_size=terms.hand_size + 1), notice


def extras_of(options: Mapping[str, Any], terms: Terms) -> Extras:
    """Return the options that no rule reads, except what the terms say already."""
    named = (CHARACTERS,) if terms.characters else ()
    return tuple((name, options[name]) for name in EXTRA_OPTIONS if options.get(name) and name not in named)


def write_options(terms: Terms, extras: Extras) -> dict[str, Any]:
    """Return the options that are not as usual, or raise InputError if hanab.live has none for the terms."""
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
