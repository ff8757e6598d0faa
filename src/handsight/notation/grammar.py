"""Parse a log by its grammar, statement by statement; what cannot be read is a problem with its position.

After a mistake reading goes on at the next line, so that one run shows every mistake of a file. A grammar
calls its whole text `start`, and `NAME` any word that may be a name.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken

from handsight.notation.hanabi.log_words import LogDiagnostics
from handsight.text.diagnostics import Problem
from handsight.text.suggestions import listed, nearest, quote, remedy

MOST_PROBLEMS = 20
Statement = Tree[Token]
_WORD = re.compile(r'"[^"]*"|[^\s#]*')


@cache
def parser(name: str) -> Lark:
    """Load a grammar of this room."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return Lark(text, parser="lalr", propagate_positions=True)


def statements(name: str, text: str, words: Mapping[str, str]) -> list[Statement | Problem]:
    """Return every statement and every mistake, in the order of the text; *words* describe the terminals."""
    found: list[Statement | Problem] = []
    clerk, rest, mistakes = LogDiagnostics(text.split("\n")), text, 0
    while True:
        reading: Any = parser(name).parse_interactive(rest)
        try:
            tokens = reading.exhaust_lexer()
            return [*found, *_statements(reading.feed_eof(tokens[-1] if tokens else None))]
        except UnexpectedInput as error:
            done, pending = _so_far(reading)
            mistake = _mistake(error)
            if [word.type for word in pending] == ["NAME"] and not _near(mistake, clerk, words):
                # Not what follows is wrong, but the word that we took for a name.
                fresh: Any = parser(name).parse_interactive("")
                mistake = _Mistake(pending[0].line or 1, pending[0].column or 1, fresh.accepts())
            found += [*done, _complaint(mistake, clerk, words)]
            mistakes += 1
            resume = _resume(mistake, clerk, pending)
            if resume >= len(clerk.lines) or mistakes >= MOST_PROBLEMS:
                return found
            rest = "\n" * resume + "\n".join(clerk.lines[resume:])


def _so_far(reading: Any) -> tuple[list[Statement], list[Token]]:
    """Return the statements that were complete when a mistake was met, and the words of one that was not."""
    if "$END" in reading.accepts():
        return _statements(reading.feed_eof()), []
    done, pending = list[Statement](), list[Token]()
    for item in reading.parser_state.value_stack:
        if isinstance(item, Tree) and item.data.startswith("__start"):
            done += _statements(item)
        else:
            pending += _tokens(item)
    return done, pending


def _statements(tree: Any) -> list[Statement]:
    return [child for child in tree.children if isinstance(child, Tree)]


def _tokens(item: Tree[Token] | Token) -> Iterator[Token]:
    yield from item.scan_values(lambda _: True) if isinstance(item, Tree) else (item,)


class _Mistake(NamedTuple):
    """Where a word is wrong, and the terminals that could have stood there."""

    line: int
    column: int
    wanted: Iterable[str]

    def word(self, clerk: LogDiagnostics) -> str:
        """The wrong word; nothing if the text ends there."""
        found = _WORD.match(clerk.lines[self.line - 1], self.column - 1)
        return found.group() if found else ""

    def expected(self, words: Mapping[str, str]) -> list[str]:
        """What should have stood there, in words."""
        wanted = set(self.wanted)
        return [text for name, text in words.items() if name in wanted]


def _mistake(error: UnexpectedInput) -> _Mistake:
    if isinstance(error, UnexpectedToken):
        wanted = error.accepts or error.expected
        if error.token.type == "$END":  # behind the last word
            return _Mistake(error.token.end_line or 1, error.token.end_column or 1, wanted)
        return _Mistake(error.line, error.column, wanted)
    allowed = error.allowed if isinstance(error, UnexpectedCharacters) else ()
    return _Mistake(error.line, error.column, allowed or ())


def _resume(mistake: _Mistake, clerk: LogDiagnostics, pending: list[Token]) -> int:
    """Return how many lines to leave behind: a line that breaks off a statement may be sound itself."""
    leading = not clerk.lines[mistake.line - 1][: mistake.column - 1].strip()
    breaks_off = leading and pending and mistake.line > (pending[-1].line or 0)
    return mistake.line - 1 if breaks_off else mistake.line


def _near(mistake: _Mistake, clerk: LogDiagnostics, words: Mapping[str, str]) -> bool:
    return nearest(mistake.word(clerk), _plain(mistake.expected(words))) is not None


def _plain(expected: list[str]) -> list[str]:
    """Keep the words that stand for themselves."""
    return [text for text in expected if " " not in text]


def _complaint(mistake: _Mistake, clerk: LogDiagnostics, words: Mapping[str, str]) -> Problem:
    """Say which word is wrong, what should stand there, and what was probably remedy."""
    word, expected = mistake.word(clerk), mistake.expected(words)
    position = clerk.position(mistake.line, mistake.column)
    if not word:
        return Problem("bad-word", f"the text ends too early; expected {listed(expected)}", position=position)
    advice = remedy(word, _plain(expected), listed(expected))
    return Problem("bad-word", f"{quote(word)} cannot stand here{advice}", position=position)
