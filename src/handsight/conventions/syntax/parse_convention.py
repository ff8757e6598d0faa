"""Parse a convention file to its syntax tree, and report every statement that cannot be parsed.

A file is first split into statements, and each is then parsed by the grammar `convention.lark`. A statement
begins on a line of its own, with a rule's name and a colon or with a keyword such as `flag`. Lines that are
indented more deeply than its first line belong to it.
"""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from handsight.conventions.syntax import syntax_tree as tree
from handsight.conventions.syntax.build_tree import build_statement
from handsight.text.diagnostics import Diagnostics, Problem
from handsight.text.front_end import END, Language, SyntaxMistake, literals
from handsight.text.suggestions import did_you_mean, listed, nearest

MOST_QUOTED = 80
"""The most characters of a file that a message quotes."""
MAX_LENGTH = 200_000
"""The most characters of a file."""
KEYWORDS = ("flag", "param", "call", "let", "set", "without", "move", "missing")
KINDS = ("convention", "idea")

CONDITION = "a condition such as `c is playable`"
THING = "a thing such as `c` or `my backmost card`"
TERMINALS = {
    "FLAGS": "a flag such as IP",
    "TEXT": "a text in double quotes",
    "NAME": "a name",
    "NUMBER": "a number",
    "DET": "`the`, `a`, `every` or `my`",
    "HEAD": "`card`, `value`, `clue` or `hand`",
    "IS": "`is`",
    "HAS": "`has`",
    "COULD_BE": "`could be`",
    "KIND": "`convention` or `idea`",
    "DO": "`play` or `discard`",
    "CLUE_MAKING": "`clue making`",
    "EVEN_IF_UNTRUE": "`, even if untrue`",
    "NOTHING_ELSE": "`, and nothing else`",
    "FROM_THE": "`from the front` or `from the back`",
    "I_KNOW": "`I know`",
    "COMPARED": "`at least`, `at most`, `below` or `above`",
    "TOUCHED_BY": "`touched by`",
    "ASKED_BY": "`asked by`",
    "SUCH_THAT": "`such that (…)`",
    "MAY_BE": "`may be`",
    "COMMA": "a comma",
    "COLON": "a colon",
    "EQUAL": "`=`",
    "RPAR": "`)`",
    "LPAR": "`(`",
}
"""What messages call the terminals that are not one fixed text."""
NOT_LISTED = {"SUCH_THAT", "ASKED_BY"}
"""Terminals that messages do not list, to stay short."""
MOST_LISTED = 6
FIXED_PHRASES = {
    r"excuse(?:\s+[\w-]+){0,2}": "an excuse reads `excuse the player`",
    r"drop(?:\s+[\w-]+){0,3}": "say `drop every open reading`, or `drop the readings of the … card`",
    r"(?:its\s+)?missing\s+values?(?:\s+[\w-]+)?": "the words are `, its missing values bridged`",
    r"as\s+any(?:\s+[\w-]+){0,2}": "the words are `, as any playable value`",
    r"(?:might|can|shall|should|must|would|will)\s+be\b": "did you mean `may be`?",
    r"may\s+be\s+[^,:\n]*?\s(?:or|and)\b": (
        "a card may be what one word says; define it by `call`, as in `call a value v kept if v is a 5 or v"
        " is playable`, and write `may be kept`"
    ),
    r"may\s+be\s+[A-Z]+": "a card may be values, as in `may be playable` or `may be a needed value`",
    r"flag\s+\S+\s+of\s+\S+(?:\s+\S+)?": "a flag is a mark on cards, `of a hand` or `of the table`",
}
"""Patterns of phrases that consist of fixed words, and the hint to give for a mistake inside one."""
SHAPES = {
    "law": "a law reads `no card with TO is a copy of another card with TO`",
    "bridge": "a bridge step reads `the frontmost card that could be a copy of w`",
}
"""What the statements of a section look like, where they have one shape."""


class ConventionLanguage(Language):
    """The convention language, whose messages summarise the beginnings of conditions and things."""

    def expected(self, accepted: Iterable[str]) -> str:
        """Return in a few words what could stand at a position where these terminals are accepted."""
        rest = set(accepted) - NOT_LISTED - {END}
        names: list[str] = []
        if {"NAME", "DET", "NUMBER"} <= rest:
            names.append(CONDITION if "I_KNOW" in rest else THING)
            rest -= {"NAME", "DET", "NUMBER", "I_KNOW", "LPAR", "NOT"}
            rest -= {name for name in rest if name.endswith(("_OF", "_THAT"))}
        names += [TERMINALS[name] for name in sorted(rest) if name in TERMINALS]
        fixed = literals(self)
        names += [f"`{fixed[name]}`" for name in sorted(rest) if name in fixed and name not in TERMINALS]
        if END in accepted:
            names.append("the end of the statement")
        return listed(names[:MOST_LISTED]) if names else "the end of the statement"


LANGUAGE = ConventionLanguage(
    grammar=Path(__file__).parent / "convention.lark",
    names=TERMINALS,
    start=("statement", *tree.SECTIONS),
    lexer="basic",
    rules_have_positions=True,
    optional_as_none=True,
    unfinished="this statement is not finished",
    show=lambda word: f"`{_short(' '.join(word.split()))}`",
)


def _short(text: str) -> str:
    """Return a text for a message, cut where it is long."""
    return text if len(text) <= MOST_QUOTED else text[: MOST_QUOTED - 1] + "…"


def parse(text: str, name: str = "") -> tuple[tree.File | None, tuple[Problem, ...]]:
    """Parse the file of this name; return its tree (None if its first line is wrong) and the problems."""
    source = Diagnostics(text.split("\n"))
    if len(text) > MAX_LENGTH:
        return None, (
            tree.shown_problem(
                source, tree.Location(1, 1), f"this file is longer than {MAX_LENGTH:,} characters"
            ),
        )
    problems: list[Problem] = []
    head: tree.File | None = None
    nodes: list[tree.Statement] = []
    for statement in split_statements(text):
        node = _parse_statement(statement, name, source, problems)
        if not isinstance(node, tree.File):
            nodes += node
        elif head is None:
            head = node
        else:
            message = "a file holds one convention or idea, and this is a second; give it a file of its own"
            problems.append(tree.shown_problem(source, node.at, message))
    if head is None:
        if not problems:
            expected = "expected a first line such as `convention house uses minimal, five-save`"
            problems.append(
                tree.shown_problem(source, tree.Location(1, 1), f"this file has no name; {expected}")
            )
        return None, tuple(problems)
    return replace(head, statements=tree.in_order(nodes)), tuple(problems)


# ---- statements


class StatementText(NamedTuple):
    """The text of a statement, where it begins, and its kind: the start symbol of the grammar.

    The kind is `stray` for a rule outside the lists of rules, and empty if no statement begins like this.
    """

    kind: str
    text: str
    line: int
    column: int

    @property
    def padded(self) -> str:
        """The text after as many blank lines and columns as stand before it, so that positions are right."""
        return "\n" * (self.line - 1) + " " * (self.column - 1) + self.text


_FIRST_WORD = re.compile(r"\s*([a-z][a-z0-9-]*)")
_RULE = re.compile(r"""\s*[a-z][a-z0-9-]*\s*(?:,[^:#"]*)?:""")
_SECTION = re.compile(rf"\s*({'|'.join(tree.SECTIONS)})\s*(?:#.*)?$")
_BLANK = re.compile(r"\s*(?:#.*)?$")


def split_statements(text: str) -> Iterator[StatementText]:
    """Yield the statements of a file in order."""
    section = ""
    lines: list[str] = []
    current = StatementText("", "", 0, 1)
    for number, line in enumerate(text.split("\n"), 1):
        if _BLANK.match(line):
            lines += [line] if lines else []
            continue
        if lines and _continues(line, lines, current):
            lines.append(line)
            continue
        if lines:
            yield current._replace(text="\n".join(lines)[current.column - 1 :])
        indent = len(line) - len(line.lstrip())
        current, lines = StatementText(_kind(line, section), "", number, indent + 1), [line]
        if _SECTION.match(line):
            section, lines = current.kind, []
        else:  # what stands below a mistyped section is read as if it were right
            section = _meant_section(line) or section
    if lines:
        yield current._replace(text="\n".join(lines)[current.column - 1 :])


def _continues(line: str, lines: list[str], current: StatementText) -> bool:
    """Whether a line belongs to the statement above it."""
    if _SECTION.match(line) or _RULE.match(line):
        return False
    if _first_word(lines[0]) in KINDS:  # the statements after the first line of a file are indented too
        text = line.lstrip()[0] == '"'
        return text or _first_word(line) in ("extends", "uses") or lines[-1].rstrip().endswith(",")
    return len(line) - len(line.lstrip()) >= current.column


def _meant_section(line: str) -> str | None:
    """Return the section that a word on a line of its own was probably meant to begin."""
    word = line.partition("#")[0].strip()
    return nearest(word, tree.SECTIONS) if word.isalpha() and word not in (*KEYWORDS, *KINDS) else None


def _kind(line: str, section: str) -> str:
    """Return the kind of the statement that a line begins."""
    marker = _SECTION.match(line)
    if marker:
        return marker[1]
    if _RULE.match(line):
        return section or "stray"
    return "statement" if _first_word(line) in (*KEYWORDS, *KINDS) else ""


def _first_word(line: str) -> str:
    found = _FIRST_WORD.match(line)
    return found[1] if found else ""


def _parse_statement(
    statement: StatementText, name: str, source: Diagnostics, problems: list[Problem]
) -> tree.File | list[tree.Statement]:
    """Parse one statement, which may stand for several; if it is wrong, add the problem and return []."""
    at = tree.Location(statement.line, statement.column)
    if statement.kind == "stray":
        message = "this rule is in no section; write `update` or `act` on a line above it"
        problems.append(tree.shown_problem(source, at, message))
        return []
    if not statement.kind:
        word, known = statement.text.split(None, 1)[0], (*KINDS, *KEYWORDS)
        if word in tree.SECTIONS:
            message = f"`{word}` stands on a line of its own, and what belongs to it on the lines below"
            problems.append(tree.shown_problem(source, at, message))
            return []
        meant = (*known, *tree.SECTIONS) if statement.text.strip() == word else known
        hint = did_you_mean(word, meant, f"expected {listed(known)}, or a rule", show=LANGUAGE.show)
        problems.append(
            tree.shown_problem(source, at, f"no statement begins with {LANGUAGE.show(word)}; {hint}")
        )
        return []
    try:
        return build_statement(LANGUAGE.parse(statement.padded, statement.kind), name)
    except SyntaxMistake as mistake:
        line, column, _ = mistake.position
        message = _message(mistake, statement.padded)
        hint = _phrase_hint(mistake, statement.padded) or SHAPES.get(statement.kind, "")
        message = "; ".join(filter(None, (message, hint)))
        problems.append(tree.shown_problem(source, tree.Location(line, column or 1), message))
    except tree.CheckError as error:
        problems.append(tree.shown_problem(source, error.problem.at, str(error)))
    return []


def _phrase_hint(mistake: SyntaxMistake, text: str) -> str:
    """Return the hint for the phrase of fixed words in which a mistake lies; "" if it lies in none."""
    rule = _RULE.match(text)
    for pattern, hint in FIXED_PHRASES.items():
        whole = re.compile(rf"(?<![\w-])(?:{pattern})(?![\w-])")
        for found in whole.finditer(text, rule.end() if rule else 0):
            unfinished = not text[found.end() :].strip()
            if found.start() <= mistake.offset and (unfinished or mistake.offset < found.end()):
                return hint
    return ""


def _message(mistake: SyntaxMistake, text: str) -> str:
    if mistake.terminal == "COLON":
        return "a colon follows only a rule's name, at the beginning of a line"
    if mistake.terminal:
        return LANGUAGE.describe(mistake, text)
    rest = text[mistake.offset :]
    if rest.startswith('"'):
        return "this quote is not closed on its line"
    if rest[:1].isalpha():
        return "words are written in small letters, flags in capitals such as IP"
    return f"{rest[:1]!r} means nothing here"
