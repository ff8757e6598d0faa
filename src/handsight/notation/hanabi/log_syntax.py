"""The game-log language of Hanabi: its terminals in words, and how it names seats, cards and clues."""

import json
import re
from collections.abc import Iterable
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from msgspec import Struct

from handsight.hanabi import START, Card, Clue, Variant
from handsight.hanabi.variants.suits import SUITS, Suit
from handsight.notation.hanabi.table_text import clue_name
from handsight.text.front_end import LineLanguage, Word, WordDiagnostics
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

    def read(self, word: Word, diagnostics: WordDiagnostics) -> int | None:
        """Return the seat that a word names: P0, P1, …, or a player's name in any case.

        While it is unknown how many play, which is a problem of its own, any seat and name is accepted.
        """
        if word.kind == "SEAT":
            seat = diagnostics.number(word)
            if seat is None or self.players is None or seat < self.players:
                return seat
            text = f"there is no seat {word.text}; the seats are P0 to P{self.players - 1}"
            diagnostics.report_word(word, text, "unknown-seat")
            return None
        name = diagnostics.text(word)
        if name is None or (self.players is None and look_alike(name) not in _SEATS):
            return None
        same = [seat for seat, called in enumerate(self.names) if called == name]
        same = same or [s for s, called in enumerate(self.names) if called.casefold() == name.casefold()]
        if len(same) == 1:
            return same[0]
        if same:
            text = (
                f"{len(same)} players are called {quote(name)}; write {listed(f'P{seat}' for seat in same)}"
            )
            diagnostics.report_word(word, text, "unknown-seat")
            return None
        everybody = (*self.names, *(f"P{seat}" for seat in range(self.players or 2)))
        diagnostics.report_word(
            word, f"nobody is called {quote(name)}{remedy(name, everybody)}", "unknown-seat"
        )
        return None


class LogVocabulary(Struct, frozen=True):
    """A variant's suits, ranks and clues: as they are written, and by their names in lower case."""

    variant: str
    suit_names: tuple[str, ...]
    suits: dict[str, int]
    ranks: dict[str, int]
    clue_names: tuple[str, ...]
    clues: dict[str, Clue]

    def named_clues(self) -> Iterable[tuple[str, Clue]]:
        """Pair each clue with its name."""
        return zip(self.clue_names, self.clues.values(), strict=True)

    def card(self, card: Card) -> str:
        """Write a card."""
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
