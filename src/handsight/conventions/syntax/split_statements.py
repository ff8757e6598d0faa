"""Cut a convention file into statements: each begins on a line of its own, and the next one ends it.

A statement begins with a rule's name and a colon, or with a keyword such as `flag`; lines that are indented
more deeply than its first go on with it.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

KEYWORDS = ("flag", "param", "call", "let", "set", "without", "move")
KINDS = ("convention", "idea")
SECTIONS = ("update", "act")

_WORD = re.compile(r"\s*([a-z][a-z0-9-]*)")
_RULE = re.compile(r"""\s*[a-z][a-z0-9-]*\s*(?:,[^:#"]*)?:""")
_SECTION = re.compile(r"\s*(update|act)\s*(?:#.*)?$")
_BLANK = re.compile(r"\s*(?:#.*)?$")


class Statement(NamedTuple):
    """A piece of the file: what it is (a start of the grammar; empty if nothing begins so), and its text."""

    kind: str
    text: str
    line: int
    column: int

    @property
    def padded(self) -> str:
        """The text where it stands, with blanks for all before it, so that places come out right."""
        return "\n" * (self.line - 1) + " " * (self.column - 1) + self.text


def statements(text: str) -> Iterator[Statement]:
    """Yield the statements of a file in order."""
    section = ""
    held: list[str] = []
    current = Statement("", "", 0, 1)
    for number, line in enumerate(text.split("\n"), 1):
        if _BLANK.match(line):
            held += [line] if held else []
            continue
        if held and _goes_on(line, held, current):
            held.append(line)
            continue
        if held:
            yield current._replace(text="\n".join(held)[current.column - 1 :])
        indent = len(line) - len(line.lstrip())
        current, held = Statement(_begun(line, section), "", number, indent + 1), [line]
        if _SECTION.match(line):
            section, held = current.kind, []
    if held:
        yield current._replace(text="\n".join(held)[current.column - 1 :])


def _goes_on(line: str, held: list[str], current: Statement) -> bool:
    """Say whether a line goes on with the statement above it."""
    if _SECTION.match(line) or _RULE.match(line):
        return False
    if _word(held[0]) in KINDS:  # what follows the first line is indented too
        return (
            line.lstrip()[0] == '"' or _word(line) in ("extends", "uses") or held[-1].rstrip().endswith(",")
        )
    return len(line) - len(line.lstrip()) >= current.column


def _begun(line: str, section: str) -> str:
    """Say what a line begins: a section, a rule of the section, a statement, or nothing we know."""
    marker = _SECTION.match(line)
    if marker:
        return marker[1]
    if _RULE.match(line):
        return section or "stray"
    return "statement" if _word(line) in (*KEYWORDS, *KINDS) else ""


def _word(line: str) -> str:
    found = _WORD.match(line)
    return found[1] if found else ""
