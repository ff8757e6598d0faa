"""Tables that people type: a word for each card of the hand, newest first.

`RWYG WY YG R` is the table of O'Dwyer's set-packing puzzle: each letter is a colour that the card can have.
Digits are ranks; a word with letters and digits (`RW12`) is any card of these colours and ranks, and `*`
stands for everything. With a comma anywhere, words are separated by commas and are whole names (`red,white
white,yellow`); if all of them are a letter and a digit, they are cards (`r1,r2 b3`). Rows are separated by
spaces, lines or semicolons; `#` starts a comment.
"""

import re
from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from handsight.errors import InputError
from handsight.signals.hint_table import HintKind, HintTable
from handsight.text.suggestions import quote

ANYTHING = "*"
_CARD = re.compile(r"[^\W\d_]\d")


class _Word(NamedTuple):
    text: str
    line: int
    column: int

    def error(self, message: str, at: int = 0) -> InputError:
        return InputError(message, line=self.line, column=self.column + at)


def read_table(
    text: str, *, left: str | Mapping[str, int] | None = None, hints: str = "", kind: HintKind = "both"
) -> HintTable:
    """Read a table that somebody typed.

    Args:
        text: a word for each card of the hand, newest first (see this module).
        left: how many copies are left of each colour, rank or card, as `R=1 W=2`; without it, cards are
            independent.
        hints: the hints in their order, in the same way; those that only the table names come after them.
        kind: which hints to use.

    Raises:
        InputError: the text is no table; the message says where and what to write.

    Examples:
        >>> table = read_table("RWYG WY YG R", hints="RWYGB")
        >>> list(table.hints), sorted(table.rows[1])
        (['R', 'W', 'Y', 'G', 'B'], ['W', 'Y'])
    """
    words = _words(text)
    if not words:
        raise InputError("this table has no rows; write a word for each card, such as RWYG WY YG R")
    counts = _counts(left) if isinstance(left, str) else None if left is None else dict(left)
    more = [one for word in _words(hints) for one in _parts(word, by_comma="," in text + hints)]
    table = (_named_rows if "," in text else _letter_rows)(words, counts, more)
    for at, row in enumerate(table.rows):
        if table.copies is not None and (unknown := sorted(row.difference(table.copies))):
            raise words[at].error(
                f"{unknown[0]} can be in card {at + 1}, but it is not said how many are left;"
                f" add {unknown[0]}=… to the copies"
            )
    return table.only(kind)


def _words(text: str) -> list[_Word]:
    """Return the words of a text with their places, without comments."""
    return [
        _Word(found[0], number, found.start() + 1)
        for number, line in enumerate(text.splitlines(), 1)
        for found in re.finditer(r"[^\s;]+", line.partition("#")[0])
    ]


def _parts(word: _Word, *, by_comma: bool) -> list[str]:
    return [part for part in word.text.split(",") if part] if by_comma else list(word.text)


def _counts(text: str) -> dict[str, int]:
    """Read how many copies are left of each value."""
    found: dict[str, int] = {}
    for word in _words(text.replace(",", " ")):
        name, equals, number = word.text.partition("=")
        if not name or not equals or not number.isascii() or not number.isdecimal() or len(number) > 4:
            raise InputError(
                f"the copies that are left: {quote(word.text)} does not say how many; write, for example, R=1"
            )
        if name in found:
            raise InputError(f"the copies that are left: {quote(name)} is there twice; leave one out")
        found[name] = int(number)
    return found


def _named_rows(words: list[_Word], counts: dict[str, int] | None, more: list[str]) -> HintTable:
    """Return a table whose values are names, or cards where every name is a letter and a digit."""
    rows = [_parts(word, by_comma=True) for word in words]
    for word, row in zip(words, rows, strict=True):
        if not row:
            raise word.error("a row of commas alone names no card; write a name between them")
    named = list(dict.fromkeys(part for row in rows for part in row if part != ANYTHING))
    listed = list(dict.fromkeys([*more, *named, *(counts or ())]))
    if named and all(_CARD.fullmatch(part) for part in (*named, *(counts or ()))):
        return _cards(rows, counts, listed)
    every = frozenset(listed)
    return HintTable(
        tuple(every if ANYTHING in row else frozenset(row) for row in rows),
        {name: frozenset([name]) for name in listed},
        copies=None if counts is None else {name: counts[name] for name in listed if name in counts},
    )


def _cards(rows: list[list[str]], counts: dict[str, int] | None, listed: list[str]) -> HintTable:
    """Return a table of cards, each a colour's letter and a rank."""
    letters = list(dict.fromkeys(part[0] for part in listed if part[0].isalpha()))
    digits = sorted({part[-1] for part in listed if part[-1].isdecimal()})
    every = list(counts) if counts else [letter + digit for letter in letters for digit in digits]
    return HintTable(
        tuple(frozenset(every if ANYTHING in row else row) for row in rows),
        {letter: frozenset(letter + digit for digit in digits) for letter in letters},
        {digit: frozenset(letter + digit for letter in letters) for digit in digits},
        None if counts is None else counts,
    )


def _letter_rows(words: list[_Word], counts: dict[str, int] | None, more: list[str]) -> HintTable:
    """Return a table whose rows are letters of colours, digits of ranks, or both."""
    for word in words:
        for at, sign in enumerate(word.text):
            if not (sign.isalpha() or (sign.isascii() and sign.isdecimal()) or sign == ANYTHING):
                raise word.error(
                    f"{quote(sign)} is no colour and no rank; write a letter for each colour that the card"
                    " can have, a digit for each rank, * for anything, or names with commas between them",
                    at,
                )
    named = [sign for name in more for sign in name]
    named += [sign for word in words for sign in word.text if sign != ANYTHING]
    signs = list(dict.fromkeys([*named, *(sign for name in counts or () for sign in name)]))
    letters = list(dict.fromkeys(sign for sign in signs if sign.isalpha()))
    digits = sorted({sign for sign in signs if sign.isdecimal()})
    if not letters and not digits:
        raise words[0].error("this table names no colour and no rank; say which hints there are")
    if letters and digits:
        rows = [_product(word.text, letters, digits) for word in words]
        return _cards(rows, counts, [letter + digit for letter, digit in product(letters, digits)])
    every = frozenset(letters or digits)
    touch = {sign: frozenset([sign]) for sign in letters or digits}
    return HintTable(
        tuple(every if ANYTHING in word.text else frozenset(word.text) for word in words),
        touch if letters else {},
        touch if digits else {},
        counts,
    )


def _product(text: str, letters: list[str], digits: list[str]) -> list[str]:
    """Return every card of the colours and ranks of a word; all colours, or ranks, where it names none."""
    colours = [sign for sign in text if sign.isalpha()]
    ranks = [sign for sign in text if sign.isdecimal()]
    return ["".join(card) for card in product(colours or letters, ranks or digits)]
