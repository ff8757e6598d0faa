"""Read a convention file: its tree, and every place that is none."""

from collections.abc import Iterable
from pathlib import Path

from handsight.conventions.syntax import tree as syntax
from handsight.conventions.syntax.build_tree import Head, build_statement
from handsight.conventions.syntax.diagnostics import Finder
from handsight.conventions.syntax.problems import CheckError
from handsight.conventions.syntax.split_statements import KEYWORDS, KINDS, Statement, statements
from handsight.conventions.syntax.tree import Act, File, Location, Update
from handsight.errors import InputError
from handsight.text.diagnostics import Problem
from handsight.text.front_end import END, Language, SyntaxMistake, literals
from handsight.text.suggestions import listed, nearest

LONGEST = 200_000
"""Characters; no convention needs more."""

CONDITION = "a condition such as `c is playable`"
THING = "a thing such as `c` or `my backmost card`"
WORDS = {
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
    "COMMA": "a comma",
    "COLON": "a colon",
    "EQUAL": "`=`",
    "RPAR": "`)`",
    "LPAR": "`(`",
}
"""Terminals in words, where their own text would not do."""
UNTOLD = {"EXTREME", "SIGN", "TIMES", "BY_PROMISE", "OF_MINE", "AMONG", "HAND_OF", "DECK", "A_RANK"}
MOST_TOLD = 6


class ConventionLanguage(Language):
    """The convention language, whose mistakes name what a condition or a card phrase begins with."""

    def expected(self, accepted: Iterable[str]) -> str:
        """Say what might have stood there, in a few words."""
        rest = set(accepted) - UNTOLD - {END}
        told: list[str] = []
        if {"NAME", "DET", "NUMBER"} <= rest:
            told.append(CONDITION if "I_KNOW" in rest else THING)
            rest -= {"NAME", "DET", "NUMBER", "I_KNOW", "LPAR", "NOT"}
            rest -= {name for name in rest if name.endswith(("_OF", "_THAT"))}
        told += [WORDS[name] for name in sorted(rest) if name in WORDS]
        plain = literals(self)
        told += [f"`{plain[name]}`" for name in sorted(rest) if name in plain and name not in WORDS]
        if END in accepted:
            told.append("the end of the statement")
        return listed(told[:MOST_TOLD]) if told else "the end of the statement"


LANGUAGE = ConventionLanguage(
    grammar=Path(__file__).parent / "convention.lark",
    names=WORDS,
    start=("statement", "update", "act"),
    lexer="basic",
    rules_have_positions=True,
    optional_as_none=True,
    unfinished="this statement is not finished",
    show=lambda word: f"`{' '.join(word.split())}`",
)


def parse(text: str, name: str = "") -> tuple[File | None, tuple[Problem, ...]]:
    """Read a file; None if not even its first line can be made sense of. *name*: what its places call it."""
    finder = Finder(text, name)
    if len(text) > LONGEST:
        return None, (finder.problem(Location(1, 1), f"this file is longer than {LONGEST:,} characters"),)
    problems: list[Problem] = []
    head: Head | None = None
    found: list[object] = []
    for statement in statements(text):
        item = _read(statement, finder, problems)
        if not isinstance(item, Head):
            found.append(item)
        elif head is None:
            head = item
        else:
            message = "a file holds one convention or idea, and this is a second; give it a file of its own"
            problems.append(finder.problem(item.at, message))
    if head is None:
        if not problems:
            advice = "expected a first line such as `convention house uses minimal, five-save`"
            problems.append(finder.problem(Location(1, 1), f"this file says no name; {advice}"))
        return None, tuple(problems)
    return _file(head, found), tuple(problems)


def parse_file(text: str) -> File:
    """Read a file that is known to be good, or raise InputError with its first problem."""
    file, problems = parse(text)
    if file is None or problems:
        first = problems[0]
        line, column, _ = first.position or (None, None, None)
        raise InputError(first.message, line=line, column=column)
    return file


def _file(head: Head, found: list[object]) -> File:
    """Sort the statements of a file by kind."""

    def every(*kinds: type) -> tuple[object, ...]:
        return tuple(item for item in flat if isinstance(item, kinds))

    flat = [part for item in found for part in (item if isinstance(item, tuple) else (item,))]
    groups = {
        "flags": every(syntax.Flag),
        "params": every(syntax.Param),
        "definitions": every(syntax.Call, syntax.Let),
        "settings": every(syntax.Setting),
        "moves": every(syntax.Move),
        "withouts": every(syntax.Without),
        "updates": every(Update),
        "acts": every(Act),
    }
    return File(head.kind, head.name, head.uses, head.text, at=head.at, **groups)  # type: ignore[arg-type]  # sorted by type


def _read(item: Statement, finder: Finder, problems: list[Problem]) -> object:
    """Read one statement, or file what is wrong with it."""
    spot = Location(item.line, item.column)
    if item.kind == "stray":
        message = "this rule stands under no list; write `update` or `act` on a line above it"
        problems.append(finder.problem(spot, message))
        return None
    if not item.kind:
        word = item.text.split(None, 1)[0]
        near = nearest(word, (*KINDS, *KEYWORDS))
        meant = (
            f"; did you mean `{near}`?" if near else f"; expected {listed((*KINDS, *KEYWORDS))}, or a rule"
        )
        problems.append(finder.problem(spot, f"no statement begins with `{word}`{meant}"))
        return None
    try:
        return build_statement(LANGUAGE.parse(item.padded, item.kind), finder.name)
    except SyntaxMistake as mistake:
        line, column, _ = mistake.position
        message = _message(mistake, item.padded)
        problems.append(finder.problem(Location(line, column or 1), message))
    except CheckError as error:
        problems.append(finder.problem(error.problem.at, str(error)))
    return None


def _message(mistake: SyntaxMistake, text: str) -> str:
    if not mistake.terminal:
        return _odd(text[mistake.offset :])
    if mistake.terminal == "COLON":
        return "a colon follows only a rule's name, at the beginning of a line"
    return LANGUAGE.describe(mistake, text)


def _odd(rest: str) -> str:
    if rest.startswith('"'):
        return "this quote is not closed on its line"
    if rest[:1].isalpha():
        return "words are written in small letters, flags in capitals such as IP"
    return f"{rest[:1]!r} means nothing here"
