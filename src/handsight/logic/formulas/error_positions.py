"""Errors that point: the line, a caret under the place, what was expected in words, and what was meant."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

from handsight.errors import InputError


@dataclass(frozen=True, slots=True)
class Pointer:
    """Makes errors that show the line and a caret under the place; places count from *start* in the text."""

    text: str
    start: int = 0

    def __call__(self, place: int, message: str) -> InputError:
        """The error at this place in the text."""
        line, column = self.place(place)
        row = self.text[self.start + place - column + 1 :].partition("\n")[0]
        shown, caret = _window(row.rstrip("\r"), column - 1)
        return InputError(f"{message}\n    {shown}\n    {' ' * caret}^", line=line, column=column)

    def place(self, place: int) -> tuple[int, int]:
        """The line and the column, both from 1."""
        here = self.start + place
        return self.text.count("\n", 0, here) + 1, here - self.text.rfind("\n", 0, here)

    def moved(self, start: int) -> "Pointer":
        """The same text, whose places count from there."""
        return Pointer(self.text, self.start + start)


def _window(row: str, place: int, wide: int = 70) -> tuple[str, int]:
    """The part of a long row around the place, and the place in it."""
    left = max(0, min(place - wide // 2, len(row) - wide))
    shown = row[left : left + wide].replace("\t", " ")
    return ("…" if left else "") + shown + ("…" if left + wide < len(row) else ""), place - left + bool(left)


@dataclass(frozen=True)
class Language:
    """A grammar in a file beside this one, and words for its terminals."""

    grammar: str
    words: Mapping[str, str]
    """What to call a terminal; all others begin *otherwise*."""
    otherwise: str
    mistakes: Mapping[str, str]
    """Patterns that people write at the wrong place, and what to write instead."""
    rules_have_places: bool = False
    """Whether rules know where they begin and end, and not only words do; that takes as long as the rest."""
    begins: frozenset[str] = frozenset()
    """Words that need no mention beside *otherwise*, since it may begin with them."""

    @cached_property
    def _lark(self) -> Any:
        # lark takes longer to load than most programs that never parse a formula take to run
        from lark import Lark  # noqa: PLC0415 not for those who parse nothing

        text = (Path(__file__).parents[1] / self.grammar).read_text("utf-8")
        return Lark(text, parser="lalr", lexer="contextual", propagate_positions=self.rules_have_places)

    def tree(self, text: str, point: Pointer) -> Any:
        """The tree of the text, or an error that points."""
        from lark.exceptions import UnexpectedInput  # noqa: PLC0415 as above

        try:
            return self._lark.parse(text)
        except UnexpectedInput as error:
            token = getattr(error, "token", None)
            place = error.pos_in_stream if token is None else token.start_pos
            if place is None or place < 0 or (token is not None and token.type == "$END"):
                place = len(text.rstrip())
            stuck: Any = error.interactive_parser
            raise point(place, self._message(text, place, stuck.accepts())) from None

    def _message(self, text: str, place: int, accepted: Iterable[str]) -> str:
        order = [self.otherwise, *self.words.values()]
        expected = {self.words.get(name, self.otherwise) for name in accepted}
        if self.otherwise in expected:
            expected -= self.begins
        wanted = " or ".join(sorted(expected, key=order.index))
        rest = text[place:]
        found = f"found {rest.split(maxsplit=1)[0][:20]!r}" if rest.strip() else "but the text ends here"
        for mistake, remedy in self.mistakes.items():
            pattern = re.compile(mistake)
            if pattern.match(text, place) or (place and pattern.match(text, place - 1)):
                return f"expected {wanted}, {found}; {remedy}"
        return f"expected {wanted}, {found}"
