"""The settings of a log, taken in one by one: what the players agreed on, or the problems with it."""

from typing import Any

from msgspec import Struct, field

from handsight.errors import InputError
from handsight.hanabi import HAND_SIZES, OFFICIAL, Character, Rules, Terms, Variant, variant
from handsight.hanabi.terms import SWITCHES
from handsight.notation.hanabi.log_cards import vocabulary
from handsight.notation.hanabi.log_terms import (
    OPTIONS,
    RULES,
    YES,
    ExtraValue,
    Option,
    character,
    extra,
    folded,
    titled,
)
from handsight.notation.hanabi.log_words import LogDiagnostics, Seats, Statement, Word
from handsight.text.suggestions import quote, remedy

SETTINGS = ("players", "variant", "rules", "switch", "option", "character", "id", "seed", "extra")
"""The kinds of settings, in the order in which they are read, whatever the order of their lines."""


class Settings(Struct):
    """What a log says beside its cards and actions; *sound* while all of it is understood."""

    clerk: LogDiagnostics
    seats: Seats
    variant: Variant | None = field(default_factory=variant)
    rules: Rules = OFFICIAL
    options: dict[str, Any] = field(default_factory=dict)
    characters: dict[int, Character] = field(default_factory=dict)
    id: int | None = None
    seed: str | None = None
    extras: dict[str, ExtraValue] = field(default_factory=dict)
    sound: bool = True
    said: dict[str, Word] = field(default_factory=dict)
    """The first word that said each thing."""

    def terms(self) -> Terms | None:
        """Put the settings together, or None where one of them is missing or impossible."""
        players = self.seats.players
        if not self.sound or self.variant is None or players is None:
            return None
        bound = tuple(self.characters.get(seat) for seat in range(players))
        try:
            return Terms(players, self.variant, self.rules, characters=bound, **self.options)
        except InputError as error:
            word = self.said.get("option hand") or self.said.get("players") or Word("", "", 1, 1)
            self.clerk.refuse(word, str(error), "bad-setting")
            return None

    def read(self, statement: Statement) -> None:
        """Take one setting in."""
        begin, word, *rest = statement.words
        kind = statement.kind
        key = f"{kind} {folded(word.text)}" if kind in ("switch", "option") else kind
        if key in self.said and kind not in ("character", "extra"):
            text = f"this was said in line {self.said[key].line} already; remove one of the two"
            self.clerk.refuse(begin, text, "said-twice")
            return
        self.said[key] = begin
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
                self.id = self.clerk.number(word)
                done = self.id is not None
            case "seed":
                self.seed = self.clerk.text(word)
                done = self.seed is not None
            case _:
                done = self._extra(word, *rest)
        self.sound = self.sound and done

    def _players(self, words: list[Word]) -> bool:
        asked, called = self.seats.players, list[str]()
        if words[0].kind == "COUNT":
            count = self.clerk.number(words[0])
        else:
            called = [text for text in map(self.clerk.text, words) if text is not None]
            count = len(called) if len(called) == len(words) else None
        if count is None:
            return False
        if count not in HAND_SIZES:
            self.clerk.refuse(words[0], f"Hanabi is for 2 to 6 players, not {count}", "bad-setting")
            return False
        if asked not in (None, count):
            text = f"the file says {count} players, but {asked} were asked for; leave one of the two out"
            self.clerk.refuse(words[0], text, "bad-setting")
            return False
        self.seats = Seats(count, tuple(called))
        return True

    def _variant(self, word: Word) -> bool:
        self.variant = None
        title = self.clerk.text(word)
        if title is None:
            return False
        try:
            self.variant = titled(" ".join(title.split()))
        except InputError as error:
            self.clerk.refuse(word, error.message)
        return self.variant is not None

    def _rules(self, word: Word) -> bool:
        rules = RULES.get(word.text.casefold())
        if rules is None:
            self.clerk.refuse(word, f"{quote(word.text)} is no rule set{remedy(word.text, RULES)}")
            return False
        self.rules = rules
        return True

    def _switch(self, name: Word, value: Word) -> bool:
        switch = {folded(switch): switch for switch in SWITCHES}.get(folded(name.text))
        if switch is None:
            self.clerk.refuse(name, f"{quote(name.text)} is no rule switch{remedy(name.text, SWITCHES)}")
            return False
        choice = {folded(choice): choice for choice in SWITCHES[switch]}.get(folded(value.text))
        if choice is None:
            text = f"{switch} cannot be {quote(value.text)}{remedy(value.text, SWITCHES[switch])}"
            self.clerk.refuse(value, text)
            return False
        self.rules = self.rules.switched(switch, choice)
        return True

    def _option(self, name: Word, value: Word | None = None) -> bool:
        option = OPTIONS.get(folded(name.text))
        if option is None:
            every = [option.word for option in OPTIONS.values()]
            self.clerk.refuse(name, f"{quote(name.text)} is no option{remedy(name.text, every)}")
            return False
        found = self._option_value(option, name, value)
        if found is not None:
            self.options[option.field] = found
        return found is not None

    def _option_value(self, option: Option, name: Word, value: Word | None) -> int | bool | None:
        if option.field == "first_seat":
            if value and value.kind != "AMOUNT":
                return self.seats.read(value, self.clerk)
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
            self.clerk.refuse(value, f"{option.word} cannot be {quote(value.text)}; expected {expected}")
        else:
            text = f"the line is not finished; expected {expected} after {quote(name.text)}"
            self.clerk.report(name.line, name.column + len(name.text), text)
        return None

    def _character(self, whose: Word, named: Word) -> bool:
        seat = self.seats.read(whose, self.clerk)
        try:
            found = character(" ".join(named.text.split()), vocabulary(self.variant))
        except InputError as error:
            self.clerk.refuse(named, error.message)
            return False
        if seat is None:
            return False
        if seat in self.characters:
            text = f"P{seat} is {self.characters[seat].name} already; remove one of the two"
            self.clerk.refuse(whose, text, "said-twice")
        self.characters.setdefault(seat, found)
        return True

    def _extra(self, name: Word, value: Word) -> bool:
        key = self.clerk.text(name)
        found = self.clerk.quoted(value) if value.kind == "QUOTED" else extra(value.text)
        if found is None and value.kind != "QUOTED":
            expected = "yes, no, a number, or a text in double quotes"
            self.clerk.refuse(value, f"{quote(value.text)} is no value; expected {expected}")
        if key is None or found is None:
            return False
        if key in self.extras:
            self.clerk.refuse(name, f"{quote(key)} has a value already; remove one of the two", "said-twice")
        self.extras.setdefault(key, found)
        return True
