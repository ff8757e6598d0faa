"""A table of the cards that a hand can hold, with its hints: typed, or of a hand in a recorded game.

A typed table has a word for each card of the hand, newest first. `RWYG WY YG R` is the table of O'Dwyer's
set-packing puzzle: each letter is a colour that the card can have. The puzzle prints it with a column for
each hint: `1111. .11.. ..11. 1....`. Digits are ranks; a word with letters and digits (`RW12`) is any card of
these colours and ranks, and `*` stands for everything. Rows are separated by spaces,
lines or semicolons; `#` starts a comment.

Of a hand in a game all clues are public, and every card that was played or discarded. What lies in the other
hands is not, since each holder does not see it; nor is a clue's value, or a played card, that is hidden.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import compress, product
from typing import Literal, NamedTuple

from handsight.deals import Deal, cover
from handsight.errors import ContradictionError, InputError
from handsight.game.bitmask import members
from handsight.game.recorded_game import seat_in, turn_in
from handsight.hanabi import SEAT_NAMES, CardPlayed, Clue, HanabiRecord, State, Variant
from handsight.knowledge.hanabi.evidence import clue_masks
from handsight.notation.hanabi.table_text import clue_in_words
from handsight.signals.hint_partition import NamedProblem, named_problem
from handsight.text.suggestions import listed, quote

HintKind = Literal["colours", "ranks", "both"]
HINT_KINDS: tuple[HintKind, ...] = ("colours", "ranks", "both")


@dataclass(frozen=True)
class HintTable:
    """The cards that each place of a hand can hold by public facts, and which of them each hint touches."""

    rows: tuple[frozenset[str], ...]
    """For each card of the hand, newest first, what it can be."""
    colours: Mapping[str, frozenset[str]]
    """For each colour hint, the cards that it touches."""
    ranks: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For each number hint, the cards that it touches."""
    copies: Mapping[str, int] | None = None
    """For each card, how many copies may be in the hand; None where cards are independent."""
    always: frozenset[str] = frozenset()
    """Hints that are legal whatever they touch."""
    caveat: str = ""
    """Why a row may list cards that cannot be there; empty when all rows are exact."""

    @property
    def hints(self) -> dict[str, frozenset[str]]:
        """Every hint, colours first, with the cards that it touches."""
        return {**self.colours, **self.ranks}

    def only(self, kind: HintKind) -> "HintTable":
        """Return the same hand with only the hints of one kind; InputError if there are none."""
        if kind == "both":
            return self
        chosen = replace(self, ranks={}) if kind == "colours" else replace(self, colours={})
        if not chosen.hints:
            there = "ranks" if kind == "colours" else "colours"
            raise InputError(f"this table has no hints of {kind}; ask for {there}")
        return chosen

    @cached_property
    def narrowed(self) -> tuple[frozenset[str], ...]:
        """What each card can be with regard to the other cards and to the copies that are left.

        Raises:
            InputError: no hand fits the table.
        """
        if self.copies is None:
            empty = next((at for at, row in enumerate(self.rows) if not row), None)
            if empty is not None:
                raise InputError(f"card {empty + 1} can be nothing at all; give it at least one possibility")
            return self.rows
        faces = list(self.copies)
        place = {face: at for at, face in enumerate(faces)}
        masks = tuple(sum(1 << place[face] for face in row if face in place) for row in self.rows)
        try:
            possible = Deal(masks, tuple(self.copies.values())).possible
        except ContradictionError as error:
            cards = listed([str(at + 1) for at in error.variables], "and")
            which = f"card {cards} has" if len(error.variables) == 1 else f"cards {cards} have"
            raise InputError(
                f"no hand fits this table: {which} too few copies left; count the copies again"
            ) from None
        return tuple(frozenset(faces[at] for at in members(mask)) for mask in possible)

    def problem(self, *, joint: bool) -> NamedProblem[str]:
        """Return the problem of its partition: with the copies that are left, or by each card alone."""
        return named_problem(
            self.narrowed, self.copies if joint else None, hints=self.hints, always=self.always
        )


ANYTHING = "*"
COLUMN_HINTS = "RWYGB"
"""The hints of a printed table's columns, where nothing else is said."""
_COLUMNS = re.compile(r"[1.]+")


class _Word(NamedTuple):
    text: str
    line: int
    column: int

    def error(self, message: str, at: int = 0) -> InputError:
        return InputError(message, line=self.line, column=self.column + at)


def read_table(
    text: str, *, left: str | Mapping[str, int] | None = None, hints: str = "", kind: HintKind = "both"
) -> HintTable:
    """Return the table that somebody typed as text.

    Args:
        text: a word for each card of the hand, newest first (see this module).
        left: the copies left of each colour, rank or card, as `R=1 W=2`; without it, cards are independent.
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
    if "." in text and all(_COLUMNS.fullmatch(word.text) for word in words):
        hints = hints or COLUMN_HINTS
        words = [_from_columns(word, hints) for word in words]
    counts = _counts(left) if isinstance(left, str) else None if left is None else dict(left)
    table = _letter_rows(words, counts, [sign for word in _words(hints) for sign in word.text])
    for at, row in enumerate(table.rows):
        if table.copies is not None and (unknown := sorted(row.difference(table.copies))):
            raise words[at].error(
                f"{unknown[0]} can be in card {at + 1}, but it is not said how many are left;"
                f" add {unknown[0]}=… to the copies"
            )
    return table.only(kind)


def _from_columns(word: _Word, hints: str) -> _Word:
    """Return a row of a printed table, which has a 1 in the column of each possible hint, as letters."""
    if len(word.text) != len(hints):
        raise word.error(
            f"this row has {len(word.text)} columns for {len(hints)} hints ({hints}); write one for each"
        )
    return word._replace(text="".join(compress(hints, (mark == "1" for mark in word.text))))


def _words(text: str) -> list[_Word]:
    """Return the words of a text with their places, without comments."""
    return [
        _Word(found[0], number, found.start() + 1)
        for number, line in enumerate(text.splitlines(), 1)
        for found in re.finditer(r"[^\s;]+", line.partition("#")[0])
    ]


def _counts(text: str) -> dict[str, int]:
    """Return how many copies are left of each value."""
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
                    " can have, a digit for each rank, or * for anything",
                    at,
                )
    named = more + [sign for word in words for sign in word.text if sign != ANYTHING]
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


HIDDEN_CLUES = (
    "some cards may be listed that cannot be there: clues whose value is hidden are judged card by card"
)


def public_table(
    game: HanabiRecord | State, *, seat: int | str, turn: int | None = None, kind: HintKind = "both"
) -> HintTable:
    """Return what is public of a hand, with the hints that may be given to it.

    Args:
        game: a recorded game, or one state.
        seat: whose hand, by number from 0, by name or as `P0`.
        turn: the number of actions taken before, by default all of them.
        kind: which hints to use.

    Raises:
        InputError: there is no such turn or seat, or no hint of this kind.
    """
    if isinstance(game, State):
        state, holder = game, seat_in(SEAT_NAMES[: game.terms.players], seat)
    else:
        state, holder = game.states[turn_in(game, turn)], seat_in(game.seats, seat)
    variant, terms = state.terms.variant, state.terms
    last = state.last_clue if variant.alternating else None
    clues = [clue for clue in variant.clues() if last is None or clue.kind != last.kind]
    touch = {
        clue: frozenset(variant.text(variant.card(one)) for one in members(variant.touch(clue)))
        for clue in clues
    }
    names = {clue: clue_in_words(variant, clue) for clue in clues}
    masks, caveat = _masks(state, holder)
    return HintTable(
        tuple(frozenset(variant.text(variant.card(one)) for one in members(mask)) for mask in masks),
        {names[clue]: touch[clue] for clue in clues if clue.kind == "color"},
        {names[clue]: touch[clue] for clue in clues if clue.kind == "number"},
        {variant.text(card): left for card, left in zip(variant.cards, _copies_left(state), strict=True)},
        frozenset(names[clue] for clue in clues if terms.empty_clues or _is_blind(variant, clue)),
        caveat,
    ).only(kind)


def _masks(state: State, seat: int) -> tuple[list[int], str]:
    """Return what all clues leave of each card of a hand, and a caveat."""
    variant, caveat = state.terms.variant, ""
    known, hidden_clues = clue_masks(state)
    masks = {order: known.get(order, variant.everything) for order in state.hands[seat]}
    public = _public_cards(state)
    for given in hidden_clues:
        if not any(order in masks for order in given.touched + given.missed):
            continue
        cases = []
        for clue in variant.clues():
            touch = variant.touch(clue)
            case = dict.fromkeys(given.touched, touch) | dict.fromkeys(given.missed, ~touch)
            seen = (case[order] >> public[order] & 1 for order in case if order in public)
            if given.kind in (None, clue.kind) and all(seen):
                cases.append(tuple(case.get(order, variant.everything) for order in masks))
        if len(cases) > 1:
            caveat = HIDDEN_CLUES
        for order, narrow in zip(masks, cover(cases), strict=True):
            masks[order] &= narrow
    return list(masks.values()), caveat


def _public_cards(state: State) -> dict[int, int]:
    """Return the identity of every card that everybody has seen, by its order."""
    variant = state.terms.variant
    unseen = {order for hand in state.hands for order in hand}
    if variant.face_down:
        unseen.update(event.order for event in state.events if isinstance(event, CardPlayed))
    return {
        order: variant.identity(state.cards[order]) for order in range(state.drawn) if order not in unseen
    }


def _copies_left(state: State) -> list[int]:
    """Count, for each identity, the copies that were neither played nor discarded for all to see."""
    left = list(state.terms.variant.copies)
    for identity in _public_cards(state).values():
        left[identity] -= 1
    return left


def _is_blind(variant: Variant, clue: Clue) -> bool:
    """Whether clues of this kind touch nothing and are legal all the same."""
    return variant.blind_colors if clue.kind == "color" else variant.blind_numbers
