"""How a log spells what the players agreed on: each word beside its meaning, both ways."""

import math
import re
from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import fields, replace

from handsight.errors import InputError
from handsight.hanabi import (
    HAND_SIZES,
    OFFICIAL,
    RULE_SETS,
    Character,
    Rules,
    Terms,
    Variant,
    tiny,
    variant,
    variant_names,
)
from handsight.hanabi.characters import CHARACTERS
from handsight.hanabi.terms import SWITCHES
from handsight.notation.hanabi.log_cards import Vocabulary, vocabulary
from handsight.notation.hanabi.log_words import LONGEST, spelled
from handsight.notation.hanabi.record import Game
from handsight.text.suggestions import quote, remedy

CUSTOM = "custom"
RULES = {**RULE_SETS, CUSTOM: replace(OFFICIAL, name=CUSTOM)}
"""Every rule set by name; a custom one is told by its switches."""
YES = {"yes": True, "no": False, "true": True, "false": False, "on": True, "off": False}
LONGEST_TITLE = 80

ExtraValue = bool | int | float | str


class Option(NamedTuple):
    """An option of the log language, the field of the terms it sets and the numbers it may take.

    An option without numbers is a switch: naming it turns it on.
    """

    word: str
    field: str
    least: int = 0
    most: int = 0


OPTIONS = {
    option.word.replace("-", ""): option
    for option in (
        Option("hand", "hand_size", 1, 99),
        Option("first", "first_seat"),
        Option("clues", "max_clues", 0, 99),
        Option("strikes", "max_strikes", 1, 99),
        Option("deck-plays", "deck_plays"),
        Option("empty-clues", "empty_clues"),
        Option("card-cycle", "card_cycle"),
        Option("all-or-nothing", "all_or_nothing"),
        Option("speedrun", "speedrun"),
    )
}


def folded(word: str) -> str:
    """Forget case, hyphens and underscores, as people do in the names of options."""
    return word.casefold().replace("-", "").replace("_", "")


def titled(title: str) -> Variant:
    """Return the variant of this name, in any case; small games are called as in ``tiny(2, 3)``."""
    if len(title) > LONGEST_TITLE:
        raise InputError("no variant has so long a name")
    small = re.fullmatch(r"tiny\(([0-9]), ([0-9])(?:, '([^']+)')?\)", title, re.IGNORECASE)
    if small:
        letters = (small[3],) if small[3] else ()
        return tiny(int(small[1]), int(small[2]), *letters)
    try:
        return variant(title)
    except InputError:
        known = {name.casefold(): name for _, name in variant_names()}
        if title.casefold() in known:
            return variant(known[title.casefold()])
        raise


def character(title: str, known: Vocabulary) -> Character:
    """Read a character and the colour, number or suit drawn with it, as in ``Fuming Red``."""
    fold = title.casefold()
    name = next((name for name in CHARACTERS if f"{fold} ".startswith(f"{name.casefold()} ")), None)
    if name is None:
        raise InputError(f"{quote(title)} is no character{remedy(title, CHARACTERS)}")
    value, values = fold[len(name) :].strip(), _values(name, known)
    drawn = next((drawn for word, drawn in values.items() if word.casefold() == value), None)
    if value and drawn is None:
        raise InputError(
            f"{name} cannot have {quote(value)}{remedy(value, values, '' if values else 'nothing')}"
        )
    return Character(name, drawn)


def _values(name: str, known: Vocabulary) -> dict[str, int]:
    """Return what may be drawn with a character, by the words for it."""
    match CHARACTERS[name].value:
        case "colour":
            return {word: clue.value for word, clue in known.named_clues() if clue.kind == "color"}
        case "suit":
            return {suit: at for at, suit in enumerate(known.suit_names)}
        case "number":
            return {str(number): number for number in range(1, 6)}
    return {}


def extra(word: str) -> ExtraValue | None:
    """Read a value that no rule reads: yes or no, or a number."""
    if word.casefold() in YES:
        return YES[word.casefold()]
    if re.fullmatch(r"-?[0-9]{1,400}", word):
        return int(word)
    if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?", word, re.IGNORECASE):
        number = float(word)
        return number if math.isfinite(number) else None
    return None


def write_settings(game: Game) -> tuple[list[str], list[str]]:
    """Write what the players agreed on as lines, and say what they cannot hold."""
    terms, lost = game.setup.terms, list[str]()
    lines = [f"Players {terms.players}"]
    if len(game.names) == terms.players:
        lines = [f"Players {' '.join(map(spelled, game.names))}"]
    elif game.names:
        lost.append("names that are not one for each player")
    if terms.variant != variant():
        lines.append(f"Variant {terms.variant.name}")
    lines += _rule_lines(terms.rules)
    if terms.rules.name not in RULES:
        lost.append(f"the name of the rule set, {terms.rules.name!r}")
    lines += _option_lines(terms)
    lost += [f"option {word}, which is beyond its bounds" for word in _beyond(terms)]
    lines += _character_lines(terms)
    if game.id is not None and len(str(abs(game.id))) > LONGEST:
        lost.append("the number of the game, which is too large")
    elif game.id is not None:
        lines.append(f"Id {game.id}")
    lines += [f"Seed {spelled(game.seed)}"] if game.seed is not None else []
    lines += [f"Extra {spelled(name)} {_extra_word(value)}" for name, value in game.extras]
    return lines, lost


def _rule_lines(rules: Rules) -> Iterator[str]:
    if rules == OFFICIAL:
        return
    if RULE_SETS.get(rules.name) == rules:
        yield f"Rules {rules.name}"
        return
    yield f"Rules {CUSTOM}"
    for switch, choices in SWITCHES.items():
        value = getattr(rules, switch)
        if value != getattr(OFFICIAL, switch):
            yield f"Switch {switch} {next(word for word, meaning in choices.items() if meaning == value)}"


def _option_lines(terms: Terms) -> Iterator[str]:
    usual = {default.name: default.default for default in fields(Terms)} | {
        "hand_size": HAND_SIZES[terms.players]
    }
    for option in OPTIONS.values():
        value = getattr(terms, option.field)
        if value != usual[option.field] and option.word not in _beyond(terms):
            amount = f" P{value}" if option.field == "first_seat" else f" {value}" if option.most else ""
            yield f"Option {option.word}{amount}"


def _beyond(terms: Terms) -> Iterator[str]:
    """Yield the options whose numbers a log does not take."""
    for option in OPTIONS.values():
        if option.most and not option.least <= getattr(terms, option.field) <= option.most:
            yield option.word


def _character_lines(terms: Terms) -> Iterator[str]:
    known = vocabulary(terms.variant)
    for seat, one in enumerate(terms.characters):
        if one:
            words = {value: word for word, value in _values(one.name, known).items()}
            value = "" if one.value is None else f" {words[one.value]}"
            yield f"Character P{seat} {one.name}{value}"


def _extra_word(value: ExtraValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return spelled(value, quote=True) if isinstance(value, str) else repr(value)
