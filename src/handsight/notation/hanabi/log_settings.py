"""The settings of a log: what the players agreed on, read line by line and written again."""

import math
import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import Struct, field
from msgspec.structs import fields, replace

from handsight import hanabi
from handsight.errors import InputError
from handsight.hanabi.characters import CHARACTERS
from handsight.hanabi.terms import SWITCHES
from handsight.notation.hanabi.log_syntax import LogVocabulary, Seats, spell, vocabulary
from handsight.text.front_end import MOST_DIGITS, Statement, Word, WordDiagnostics
from handsight.text.suggestions import quote, remedy

SETTINGS = ("players", "variant", "rules", "switch", "option", "character", "id", "seed", "extra")
"""The kinds of settings, in the sequence in which they are read, wherever their lines are."""
CUSTOM = "custom"
RULES = {**hanabi.RULE_SETS, CUSTOM: replace(hanabi.OFFICIAL, name=CUSTOM)}
"""Every rule set by name; a custom one is defined by its switches."""
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


def fold_option(word: str) -> str:
    """Return the name of an option without case, hyphens and underscores."""
    return word.casefold().replace("-", "").replace("_", "")


def find_variant(title: str) -> hanabi.Variant:
    """Return the variant of this name, in any case; small games are called as in ``tiny(2, 3)``."""
    if len(title) > LONGEST_TITLE:
        raise InputError("no variant has so long a name")
    small = re.fullmatch(r"tiny\(([0-9]), ([0-9])(?:, '([^']+)')?\)", title, re.IGNORECASE)
    if small:
        letters = (small[3],) if small[3] else ()
        return hanabi.tiny(int(small[1]), int(small[2]), *letters)
    return hanabi.variant(title)


def read_character(title: str, known: LogVocabulary) -> hanabi.Character:
    """Read a character and the colour, number or suit drawn with it, as in ``Fuming Red``."""
    fold = title.casefold()
    name = next((name for name in CHARACTERS if f"{fold} ".startswith(f"{name.casefold()} ")), None)
    if name is None:
        raise InputError(f"{quote(title)} is not a character{remedy(title, CHARACTERS)}")
    value, values = fold[len(name) :].strip(), _values(name, known)
    drawn = next((drawn for word, drawn in values.items() if word.casefold() == value), None)
    if value and drawn is None:
        raise InputError(
            f"{name} cannot have {quote(value)}{remedy(value, values, '' if values else 'nothing')}"
        )
    return hanabi.Character(name, drawn)


def _values(name: str, known: LogVocabulary) -> dict[str, int]:
    """Return the values that may be drawn with a character, by name."""
    match CHARACTERS[name].value:
        case "colour":
            return {word: clue.value for word, clue in known.named_clues() if clue.kind == "color"}
        case "suit":
            return {suit: at for at, suit in enumerate(known.suit_names)}
        case "number":
            return {str(number): number for number in range(1, 6)}
    return {}


def read_extra(word: str) -> ExtraValue | None:
    """Read the value of an extra: yes or no, or a number."""
    if word.casefold() in YES:
        return YES[word.casefold()]
    if re.fullmatch(r"-?[0-9]{1,400}", word):
        return int(word)
    if re.fullmatch(r"-?[0-9]+(\.[0-9]+)?(e[-+]?[0-9]+)?", word, re.IGNORECASE):
        number = float(word)
        return number if math.isfinite(number) else None
    return None


class Settings(Struct):
    """What a log says besides its cards and actions; *sound* while all of it is understood."""

    diagnostics: WordDiagnostics
    seats: Seats
    variant: hanabi.Variant | None = field(default_factory=hanabi.variant)
    rules: hanabi.Rules = hanabi.OFFICIAL
    options: dict[str, Any] = field(default_factory=dict)
    characters: dict[int, hanabi.Character] = field(default_factory=dict)
    id: int | None = None
    seed: str | None = None
    extras: dict[str, ExtraValue] = field(default_factory=dict)
    sound: bool = True
    first_words: dict[str, Word] = field(default_factory=dict)
    """The keyword of the line that first set each thing."""

    def terms(self) -> hanabi.Terms | None:
        """Return the terms that the settings make, or None if one of them is missing or impossible."""
        players = self.seats.players
        if not self.sound or self.variant is None or players is None:
            return None
        bound = tuple(self.characters.get(seat) for seat in range(players))
        try:
            return hanabi.Terms(players, self.variant, self.rules, characters=bound, **self.options)
        except InputError as error:
            word = (
                self.first_words.get("option hand") or self.first_words.get("players") or Word("", "", 1, 1)
            )
            self.diagnostics.report_word(word, str(error), "bad-setting")
            return None

    def read(self, statement: Statement) -> None:
        """Read one setting."""
        begin, word, *rest = statement.words
        kind = statement.kind
        key = f"{kind} {fold_option(word.text)}" if kind in ("switch", "option") else kind
        if key in self.first_words and kind not in ("character", "extra"):
            text = f"this was said in line {self.first_words[key].line} already; remove one of the two"
            self.diagnostics.report_word(begin, text, "said-twice")
            return
        self.first_words[key] = begin
        match kind:
            case "players":
                done = self._players([word, *rest])
            case "variant":
                done = self._variant(word)
            case "rules":
                done = self._rules(word)
            case "switch":
                done = self._switch(word, *rest)
            case "option":
                done = self._option(word, *rest)
            case "character":
                done = self._character(word, *rest)
            case "id":
                self.id = self.diagnostics.number(word)
                done = self.id is not None
            case "seed":
                self.seed = self.diagnostics.text(word)
                done = self.seed is not None
            case _:
                done = self._extra(word, *rest)
        self.sound = self.sound and done

    def _refuse(self, word: Word, message: str, code: str = "bad-word") -> bool:
        """Report a problem at a word; the setting is then not sound."""
        self.diagnostics.report_word(word, message, code)
        return False

    def _players(self, words: list[Word]) -> bool:
        asked, called = self.seats.players, list[str]()
        if words[0].kind == "COUNT":
            count = self.diagnostics.number(words[0])
        else:
            called = [text for text in map(self.diagnostics.text, words) if text is not None]
            count = len(called) if len(called) == len(words) else None
        if count is None:
            return False
        if count not in hanabi.HAND_SIZES:
            return self._refuse(words[0], f"Hanabi is for 2 to 6 players, not {count}", "bad-setting")
        if asked not in (None, count):
            text = f"the file says {count} players, but {asked} were asked for; leave one of the two out"
            return self._refuse(words[0], text, "bad-setting")
        self.seats = Seats(count, tuple(called))
        return True

    def _variant(self, word: Word) -> bool:
        self.variant = None
        title = self.diagnostics.text(word)
        if title is None:
            return False
        try:
            self.variant = find_variant(" ".join(title.split()))
        except InputError as error:
            self.diagnostics.report_word(word, error.message)
        return self.variant is not None

    def _rules(self, word: Word) -> bool:
        rules = RULES.get(word.text.casefold())
        if rules is None:
            return self._refuse(word, f"{quote(word.text)} is not a rule set{remedy(word.text, RULES)}")
        self.rules = rules
        return True

    def _switch(self, name: Word, value: Word) -> bool:
        switch = {fold_option(switch): switch for switch in SWITCHES}.get(fold_option(name.text))
        if switch is None:
            return self._refuse(name, f"{quote(name.text)} is not a rule switch{remedy(name.text, SWITCHES)}")
        choice = {fold_option(choice): choice for choice in SWITCHES[switch]}.get(fold_option(value.text))
        if choice is None:
            text = f"{switch} cannot be {quote(value.text)}{remedy(value.text, SWITCHES[switch])}"
            return self._refuse(value, text)
        self.rules = self.rules.switched(switch, choice)
        return True

    def _option(self, name: Word, value: Word | None = None) -> bool:
        option = OPTIONS.get(fold_option(name.text))
        if option is None:
            every = [option.word for option in OPTIONS.values()]
            return self._refuse(name, f"{quote(name.text)} is not an option{remedy(name.text, every)}")
        found = self._option_value(option, name, value)
        if found is not None:
            self.options[option.field] = found
        return found is not None

    def _option_value(self, option: Option, name: Word, value: Word | None) -> int | bool | None:
        if option.field == "first_seat":
            if value and value.kind != "AMOUNT":
                return self.seats.read(value, self.diagnostics)
            expected = "a seat such as P1"
        elif option.most:
            if value and value.text.isdecimal() and len(value.text) <= 2:
                number = int(value.text)
                if option.least <= number <= option.most:
                    return number
            expected = f"a number from {option.least} to {option.most}"
        else:
            on = YES.get(value.text.casefold()) if value else True
            if on is not None:
                return on
            expected = "yes or no"
        if value:
            self.diagnostics.report_word(
                value, f"{option.word} cannot be {quote(value.text)}; expected {expected}"
            )
        else:
            text = f"the line is not finished; expected {expected} after {quote(name.text)}"
            self.diagnostics.report(name.line, name.column + len(name.text), text)
        return None

    def _character(self, whose: Word, named: Word) -> bool:
        seat = self.seats.read(whose, self.diagnostics)
        try:
            found = read_character(" ".join(named.text.split()), vocabulary(self.variant))
        except InputError as error:
            return self._refuse(named, error.message)
        if seat is None:
            return False
        if seat in self.characters:
            text = f"P{seat} is {self.characters[seat].name} already; remove one of the two"
            self.diagnostics.report_word(whose, text, "said-twice")
        self.characters.setdefault(seat, found)
        return True

    def _extra(self, name: Word, value: Word) -> bool:
        key = self.diagnostics.text(name)
        found = self.diagnostics.quoted(value) if value.kind == "QUOTED" else read_extra(value.text)
        if found is None and value.kind != "QUOTED":
            expected = "yes, no, a number, or a text in double quotes"
            self.diagnostics.report_word(value, f"{quote(value.text)} is not a value; expected {expected}")
        if key is None or found is None:
            return False
        if key in self.extras:
            self.diagnostics.report_word(
                name, f"{quote(key)} has a value already; remove one of the two", "said-twice"
            )
        self.extras.setdefault(key, found)
        return True


def write_settings(game: hanabi.HanabiRecord) -> tuple[list[str], list[str]]:
    """Write the settings of a game as lines, and say what they cannot hold."""
    terms, lost = game.setup.terms, list[str]()
    lines = [f"Players {terms.players}"]
    if len(game.names) == terms.players:
        lines = [f"Players {' '.join(map(spell, game.names))}"]
    elif game.names:
        lost.append("names that are not one for each player")
    if terms.variant != hanabi.variant():
        lines.append(f"Variant {terms.variant.name}")
    lines += _rule_lines(terms.rules)
    if terms.rules.name not in RULES:
        lost.append(f"the name of the rule set, {terms.rules.name!r}")
    lines += _option_lines(terms)
    lost += [f"option {word}, which is beyond its bounds" for word in _beyond(terms)]
    lines += _character_lines(terms)
    if game.id is not None and len(str(abs(game.id))) > MOST_DIGITS:
        lost.append("the number of the game, which is too large")
    elif game.id is not None:
        lines.append(f"Id {game.id}")
    lines += [f"Seed {spell(game.seed)}"] if game.seed is not None else []
    lines += [f"Extra {spell(name)} {_extra_word(value)}" for name, value in game.extras]
    return lines, lost


def _rule_lines(rules: hanabi.Rules) -> Iterator[str]:
    if rules == hanabi.OFFICIAL:
        return
    if hanabi.RULE_SETS.get(rules.name) == rules:
        yield f"Rules {rules.name}"
        return
    yield f"Rules {CUSTOM}"
    for switch, choices in SWITCHES.items():
        value = getattr(rules, switch)
        if value != getattr(hanabi.OFFICIAL, switch):
            yield f"Switch {switch} {next(word for word, meaning in choices.items() if meaning == value)}"


def _option_lines(terms: hanabi.Terms) -> Iterator[str]:
    usual = {default.name: default.default for default in fields(hanabi.Terms)} | {
        "hand_size": hanabi.HAND_SIZES[terms.players]
    }
    for option in OPTIONS.values():
        value = getattr(terms, option.field)
        if value != usual[option.field] and option.word not in _beyond(terms):
            amount = f" P{value}" if option.field == "first_seat" else f" {value}" if option.most else ""
            yield f"Option {option.word}{amount}"


def _beyond(terms: hanabi.Terms) -> Iterator[str]:
    """Yield the options whose numbers a log cannot hold."""
    for option in OPTIONS.values():
        if option.most and not option.least <= getattr(terms, option.field) <= option.most:
            yield option.word


def _character_lines(terms: hanabi.Terms) -> Iterator[str]:
    known = vocabulary(terms.variant)
    for seat, one in enumerate(terms.characters):
        if one:
            words = {value: word for word, value in _values(one.name, known).items()}
            value = "" if one.value is None else f" {words[one.value]}"
            yield f"Character P{seat} {one.name}{value}"


def _extra_word(value: ExtraValue) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    return spell(value, quoted=True) if isinstance(value, str) else repr(value)
