"""The options of a hanab.live export: from them to terms, and back."""

from collections.abc import Iterator, Mapping
from typing import Any

from msgspec.structs import fields, replace

from handsight.errors import InputError
from handsight.hanabi import HAND_SIZES, OFFICIAL, RULE_SETS, Rules, Terms, variant
from handsight.notation.hanabi.record import Extras
from handsight.notation.record import SEATED

SWITCHES = {
    "speedrun": "speedrun",
    "cardCycle": "card_cycle",
    "deckPlays": "deck_plays",
    "emptyClues": "empty_clues",
    "allOrNothing": "all_or_nothing",
}
"""Options that are switches of the terms, and the terms' names for them."""

CHARACTERS = "detrimentalCharacters"
KEPT: dict[str, tuple[type, ...]] = {
    "timed": (bool,),
    "timeBase": (int, float),
    "timePerTurn": (int, float),
    CHARACTERS: (bool,),
    SEATED: (str,),
}
"""Options that no rule reads, and what they hold; the characters themselves stand beside the options."""

_HOLDS: dict[str, tuple[type, ...]] = (
    {"startingPlayer": (int,), "variant": (str,)}
    | dict.fromkeys((*SWITCHES, "oneExtraCard", "oneLessCard"), (bool,))
    | KEPT
)
LARGEST = 2**53
"""The largest number that every reader of JSON takes for the same."""
_WORDS = {bool: "true or false", int: "a whole number", float: "a number", str: "a name"}

HOUSE: dict[str, tuple[str, dict[bool, bool | str]]] = {
    "discard_at_max_clues": ("discard_at_full", {True: True, False: False}),
    "strikeout_keeps_score": ("strikeout", {True: "stacks", False: "zero"}),
    "early_end": ("stop_perfect", {True: True, False: False}),
    "token_for_full_stack": ("refund_five", {True: True, False: False}),
    "end_after_failed_draw": ("end", {True: "failed_draw", False: "last_draw"}),
    "misplays_vanish": ("misplay", {True: "vanish", False: "discard"}),
}
"""House rules of a collection: the switch of a rule set that each is, and what true and false set it to."""


def faults(options: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """Yield each option that does not hold what it should, with a sentence."""
    for name, value in options.items():
        if value is not None and name in _HOLDS and not _fits(value, _HOLDS[name]):
            yield name, f"option {name} is {_WORDS[_HOLDS[name][0]]}, not {_short(value)}"


def _fits(value: object, kinds: tuple[type, ...]) -> bool:
    if isinstance(value, bool):
        return bool in kinds
    return isinstance(value, kinds) and not (isinstance(value, int) and abs(value) > LARGEST)


def unknown(options: Mapping[str, Any]) -> list[str]:
    """Names of options that nobody here knows."""
    return [name for name in options if name not in _HOLDS]


def terms(players: int, options: Mapping[str, Any], rules: Rules = OFFICIAL) -> Terms:
    """The terms that options without faults ask for, or InputError if nobody can play by them."""
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


def wider(terms: Terms) -> tuple[Terms, str] | None:
    """What else to try if a game of six fails: they were first dealt 4 cards, and copies do not say so."""
    if (terms.players, terms.hand_size) != (6, HAND_SIZES[6]):
        return None
    notice = "six players were first dealt 4 cards each: read as if it said oneExtraCard"
    return replace(terms, hand_size=terms.hand_size + 1), notice


def kept(options: Mapping[str, Any], terms: Terms) -> Extras:
    """The options that no rule reads, as far as they say more than the terms."""
    named = (CHARACTERS,) if terms.characters else ()
    return tuple((name, options[name]) for name in KEPT if options.get(name) and name not in named)


def written(terms: Terms, extras: Extras) -> dict[str, Any]:
    """The options of terms, only those that are not as usual; InputError if they cannot be said."""
    wider = terms.hand_size - HAND_SIZES[terms.players]
    if terms.variant.id is None:
        raise InputError(f"hanab.live has no variant {terms.variant.name}, so it cannot hold this game")
    if abs(wider) > 1 or terms.max_clues != 8 or terms.max_strikes != 3:
        raise InputError(
            "hanab.live deals its usual hands, or one card more or less, with 8 clues and 3 strikes;"
            f" it cannot hold hands of {terms.hand_size} with {terms.max_clues} clues"
            f" and {terms.max_strikes} strikes"
        )
    said: dict[str, Any] = {}
    if terms.first_seat:
        said["startingPlayer"] = terms.first_seat
    if terms.variant.name != "No Variant":
        said["variant"] = terms.variant.name
    said |= {name: value for name, value in extras if name in KEPT and name != CHARACTERS}
    said |= {name: True for name, field in SWITCHES.items() if getattr(terms, field)}
    if wider:
        said["oneExtraCard" if wider > 0 else "oneLessCard"] = True
    if terms.characters or (CHARACTERS, True) in extras:
        said[CHARACTERS] = True
    return said


def house_rules(said: Mapping[str, Any]) -> Rules:
    """The rule set that house rules make; those that are not known change nothing."""
    changes: dict[str, Any] = {}
    for name, (switch, values) in HOUSE.items():
        if isinstance(said.get(name), bool):
            changes[switch] = values[said[name]]
    rules = replace(OFFICIAL, name="custom", **changes)
    return next((known for known in RULE_SETS.values() if replace(known, name="custom") == rules), rules)


def unknown_house_rules(said: Mapping[str, Any]) -> list[str]:
    """Names of house rules that nobody here knows, or that are neither true nor false."""
    return [name for name, value in said.items() if name not in HOUSE or not isinstance(value, bool)]


def house_rules_written(rules: Rules) -> dict[str, bool]:
    """The house rules of a rule set: those in which it is not the official one."""
    differs = {
        field.name for field in fields(Rules) if getattr(rules, field.name) != getattr(OFFICIAL, field.name)
    }
    said = {}
    for name, (switch, values) in HOUSE.items():
        if switch in differs:
            said[name] = next(word for word, value in values.items() if value == getattr(rules, switch))
    return said


def _short(value: object) -> str:
    match value:
        case list():
            return "a list"
        case dict():
            return "an object"
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}…"
