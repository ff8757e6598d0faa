"""The words of the game-log language, and its settings: what the players agreed on, read and written.

`LOG` is the language; `Seats` and `LogVocabulary` are how it names seats, cards and clues.
"""

import json
import math
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec import Struct, field
from msgspec.structs import fields, replace

from handsight import hanabi
from handsight.errors import InputError
from handsight.hanabi import START, Card, Clue, Variant
from handsight.hanabi.characters import CHARACTERS
from handsight.hanabi.terms import SWITCHES
from handsight.hanabi.variants.suits import SUITS, Suit
from handsight.notation.hanabi.table_text import clue_name
from handsight.text.front_end import (
    MOST_DIGITS,
    LineLanguage,
    Statement,
    Word,
    WordDiagnostics,
    WordError,
    read_number,
    read_text,
)
from handsight.text.suggestions import listed, look_alike, quote, remedy

KEYWORDS = {
    "Card": "card",
    "Players": "players",
    "Variant": "variant",
    "Rules": "rules",
    "Switch": "switch",
    "Option": "option",
    "Character": "character",
    "Id": "id",
    "Seed": "seed",
    "Extra": "extra",
    "Note": "note",
    "End": "action",
}
VERBS = ("plays", "discards", "clues", "ends")

LOG = LineLanguage(
    grammar=Path(__file__).parent / "log.lark",
    start=("game",),
    names={
        "COUNT": "how many play",
        "SEAT": "a seat such as P0",
        "NAME": "a player's name",
        "TITLE": "its name",
        "RULE_SET": "a rule set",
        "SWITCH_NAME": "a rule switch",
        "SETTING": "its setting",
        "OPTION_NAME": "an option",
        "INTEGER": "a number",
        "SEED_WORD": "a seed",
        "EXTRA_NAME": "a name",
        "VALUE": "a value",
        "SUIT": "a suit",
        "RANK": "a rank",
        "PLAYS": "plays",
        "DISCARDS": "discards",
        "CLUES": "clues",
        "ENDS": "ends",
        "ORDER": "a card's number in the deck",
        "COLOR": "a colour",
        "NUMBER": "a number",
        "REASON": "the reason",
        "QUOTED": "a text in double quotes",
    },
    implied={
        "SEAT": "NAME QUOTED",
        "NAME": "QUOTED",
        "TITLE": "QUOTED",
        "OPTION_NAME": "CLUES",
        "SEED_WORD": "INTEGER QUOTED",
        "EXTRA_NAME": "QUOTED",
        "VALUE": "INTEGER QUOTED",
    },
    keywords=KEYWORDS,
    verbs=VERBS,
    opening="Card, a seat such as P0, or a setting such as Players",
    begins=re.compile(
        r"(?<!\S)(?:card|note|p[0-9]+\s+(?:plays|discards|clues|ends))(?![^\s#])", re.IGNORECASE
    ),
    on_same_line=dict.fromkeys(("variant", "character"), frozenset({"TITLE"})),
)
RESERVED = {word.casefold() for word in (*KEYWORDS, *VERBS, "START")}
_PLAIN = re.compile(r"(?!p[0-9]+$)[^\W\d][\w.'-]*", re.IGNORECASE)
_SEATS = {f"p{seat}" for seat in range(6)}


def spell(text: str, *, quoted: bool = False) -> str:
    """Write a text as one plain word where that can be read back, else (or if *quoted*) in double quotes."""
    if not quoted and _PLAIN.fullmatch(text) and text.isprintable() and text.casefold() not in RESERVED:
        return text
    written = json.dumps(text, ensure_ascii=False)
    return "".join(letter if letter.isprintable() else json.dumps(letter)[1:-1] for letter in written)


class Seats(NamedTuple):
    """How many play, and their names, as far as a log says."""

    players: int | None = None
    names: tuple[str, ...] = ()

    def read(self, word: Word) -> int:
        """Return the seat that a word names: P0, P1, …, or a player's name in any case.

        While it is unknown how many play, which is a problem of its own, any seat and name is accepted.
        """
        if word.kind == "SEAT":
            seat = read_number(word)
            if self.players is None or seat < self.players:
                return seat
            text = f"there is no seat {word.text}; the seats are P0 to P{self.players - 1}"
            raise WordError(word, text, "unknown-seat")
        name = read_text(word)
        if self.players is None and look_alike(name) not in _SEATS:
            return 0
        same = [seat for seat, called in enumerate(self.names) if called == name]
        same = same or [s for s, called in enumerate(self.names) if called.casefold() == name.casefold()]
        if len(same) == 1:
            return same[0]
        everybody = (*self.names, *(f"P{seat}" for seat in range(self.players or 2)))
        text = f"nobody is called {quote(name)}{remedy(name, everybody)}"
        if same:
            seats = listed(f"P{seat}" for seat in same)
            text = f"{len(same)} players are called {quote(name)}; write {seats}"
        raise WordError(word, text, "unknown-seat")


class LogVocabulary(Struct, frozen=True):
    """A variant's suits, ranks and clues: as they are written, and by their names in lower case."""

    variant: str
    suit_names: tuple[str, ...]
    suits: dict[str, int]
    ranks: dict[str, int]
    clue_names: tuple[str, ...]
    clues: dict[str, Clue]

    def named_clues(self) -> Iterable[tuple[str, Clue]]:
        """Return pairs of a clue's name and the clue."""
        return zip(self.clue_names, self.clues.values(), strict=True)

    def card(self, card: Card) -> str:
        """Return a card as a log writes it, such as ``Red 1``."""
        return f"{self.suit_names[card.suit]} {'START' if card.rank == START else card.rank}"


@lru_cache(maxsize=256)
def vocabulary(variant: Variant | None) -> LogVocabulary:
    """Return the names of a variant's cards and clues, or of every variant's while it is unknown."""
    if variant is None:
        suits = tuple(suit for suit in SUITS.values() if not suit.placeholder)
        colors = tuple(dict.fromkeys(color for suit in suits for color in suit.colors))
        numbers = (1, 2, 3, 4, 5)
        clues = [(color, Clue("color", at)) for at, color in enumerate(colors)]
        clues += [(str(number), Clue("number", number)) for number in numbers]
        return _vocabulary("any variant", suits, (*numbers, START), clues)
    named = [(clue_name(variant, clue), clue) for clue in variant.clues()]
    return _vocabulary(variant.name, variant.suits, variant.ranks, named)


def _vocabulary(
    variant: str, suits: tuple[Suit, ...], ranks: Iterable[int], clues: list[tuple[str, Clue]]
) -> LogVocabulary:
    names = tuple(suit.name for suit in suits)
    shown = tuple(suit.display for suit in suits)
    return LogVocabulary(
        variant,
        shown,
        {word.casefold(): at for words in (names, shown) for at, word in enumerate(words)},
        {"start" if rank == START else str(rank): rank for rank in ranks},
        tuple(name for name, _ in clues),
        {name.casefold(): clue for name, clue in clues},
    )


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
    """Return the variant of this name, in any case; small games have names such as ``tiny(2, 3)``."""
    if len(title) > LONGEST_TITLE:
        raise InputError("no variant has so long a name")
    small = re.fullmatch(r"tiny\(([0-9]), ([0-9])(?:, '([^']+)')?\)", title, re.IGNORECASE)
    if small:
        letters = (small[3],) if small[3] else ()
        return hanabi.tiny(int(small[1]), int(small[2]), *letters)
    return hanabi.variant(title)


def read_character(title: str, known: LogVocabulary) -> hanabi.Character:
    """Return a character with the colour, number or suit drawn with it, as in ``Fuming Red``."""
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
    """Return the value of an extra, yes or no or a number; None if the word is neither."""
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
            self.diagnostics.refuse(WordError(word, str(error), "bad-setting"))
            return None

    def read(self, statement: Statement) -> None:
        """Read one setting."""
        begin, word, *rest = statement.words
        kind = statement.kind
        key = f"{kind} {fold_option(word.text)}" if kind in ("switch", "option") else kind
        if key in self.first_words and kind not in ("character", "extra"):
            text = f"this was said in line {self.first_words[key].line} already; remove one of the two"
            self.diagnostics.refuse(WordError(begin, text, "said-twice"))
            return
        self.first_words[key] = begin
        try:
            getattr(self, f"_{kind}")(word, *rest)
        except WordError as error:
            self.diagnostics.refuse(error)
            self.sound = False

    def _players(self, *words: Word) -> None:
        names = () if words[0].kind == "COUNT" else tuple(map(read_text, words))
        asked, count = self.seats.players, len(names) or read_number(words[0])
        if count not in hanabi.HAND_SIZES:
            raise WordError(words[0], f"Hanabi is for 2 to 6 players, not {count}", "bad-setting")
        if asked not in (None, count):
            text = f"the file says {count} players, but {asked} were asked for; leave one of the two out"
            raise WordError(words[0], text, "bad-setting")
        self.seats = Seats(count, names)

    def _variant(self, word: Word) -> None:
        self.variant = None
        try:
            self.variant = find_variant(" ".join(read_text(word).split()))
        except InputError as error:
            raise error if isinstance(error, WordError) else WordError(word, error.message) from None

    def _rules(self, word: Word) -> None:
        rules = RULES.get(word.text.casefold())
        if rules is None:
            raise WordError(word, f"{quote(word.text)} is not a rule set{remedy(word.text, RULES)}")
        self.rules = rules

    def _switch(self, name: Word, value: Word) -> None:
        switch = {fold_option(switch): switch for switch in SWITCHES}.get(fold_option(name.text))
        if switch is None:
            raise WordError(name, f"{quote(name.text)} is not a rule switch{remedy(name.text, SWITCHES)}")
        choice = {fold_option(choice): choice for choice in SWITCHES[switch]}.get(fold_option(value.text))
        if choice is None:
            choices = remedy(value.text, SWITCHES[switch])
            raise WordError(value, f"{switch} cannot be {quote(value.text)}{choices}")
        self.rules = self.rules.switched(switch, choice)

    def _option(self, name: Word, value: Word | None = None) -> None:
        option = OPTIONS.get(fold_option(name.text))
        if option is None:
            every = [option.word for option in OPTIONS.values()]
            raise WordError(name, f"{quote(name.text)} is not an option{remedy(name.text, every)}")
        self.options[option.field] = self._option_value(option, name, value)

    def _option_value(self, option: Option, name: Word, value: Word | None) -> int | bool:
        if option.field == "first_seat":
            if value and value.kind != "AMOUNT":
                return self.seats.read(value)
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
            raise WordError(value, f"{option.word} cannot be {quote(value.text)}; expected {expected}")
        text = f"the line is not finished; expected {expected} after {quote(name.text)}"
        raise WordError(name, text, after=len(name.text))

    def _character(self, whose: Word, named: Word) -> None:
        try:
            found = read_character(" ".join(named.text.split()), vocabulary(self.variant))
        except InputError as error:
            raise WordError(named, error.message) from None
        seat = self.seats.read(whose)
        if seat in self.characters:
            text = f"P{seat} is {self.characters[seat].name} already; remove one of the two"
            self.diagnostics.refuse(WordError(whose, text, "said-twice"))
        self.characters.setdefault(seat, found)

    def _id(self, word: Word) -> None:
        self.id = read_number(word)

    def _seed(self, word: Word) -> None:
        self.seed = read_text(word)

    def _extra(self, name: Word, value: Word) -> None:
        key, found = read_text(name), read_text(value) if value.kind == "QUOTED" else read_extra(value.text)
        if found is None:
            expected = "yes, no, a number, or a text in double quotes"
            raise WordError(value, f"{quote(value.text)} is not a value; expected {expected}")
        if key in self.extras:
            text = f"{quote(key)} has a value already; remove one of the two"
            self.diagnostics.refuse(WordError(name, text, "said-twice"))
        self.extras.setdefault(key, found)


def write_settings(game: hanabi.HanabiRecord) -> tuple[list[str], list[str]]:
    """Return the settings of a game as lines, and a list of what these cannot hold."""
    terms, lost = game.setup.terms, list[str]()
    lines = [f"Players {terms.players}"]
    if len(game.names) == terms.players:
        lines = [f"Players {' '.join(map(spell, game.names))}"]
    elif game.names:
        lost.append("the names, which are not one for each player")
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
