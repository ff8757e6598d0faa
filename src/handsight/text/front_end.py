"""The front end of every language of the package: parse by a Lark grammar, and say plainly what is wrong.

A `Language` is a grammar in a file beside its reader, with words for its terminals. `parse` returns a tree or
raises `SyntaxMistake`, which knows the position, what was found and what could have stood there; `describe`
makes a sentence of it. A `LineLanguage` has statements that usually fill a line each: `statements` goes on
after a mistake, so that one run shows every mistake of a file.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple

from handsight.errors import InputError
from handsight.text.diagnostics import Diagnostics, Position, position_of
from handsight.text.suggestions import did_you_mean, listed, nearest, quote, remedy

if TYPE_CHECKING:  # lark takes longer to load than most programs that parse nothing take to run
    from lark import Lark, Token, Tree
    from lark.lexer import LexerThread
    from lark.parsers.lalr_interactive_parser import InteractiveParser

    Node = Tree[Token] | Token

END = "$END"
"""Lark's name for the end of the text."""
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
MOST_DIGITS = 18
"""Numbers with more digits are refused."""


class Word(NamedTuple):
    """One word of a statement: its terminal, its text, and its position."""

    kind: str
    text: str
    line: int
    column: int


class Statement(NamedTuple):
    """A complete statement: the grammar's rule for it, and its words."""

    kind: str
    words: tuple[Word, ...]


class Fault(NamedTuple):
    """A part of a text that is not a statement; *kind* is the statement that was probably meant, if any."""

    kind: str
    line: int
    column: int
    message: str


class WordError(InputError):
    """A word has no meaning at its place; *code* names the kind of problem."""

    def __init__(self, word: Word, message: str, code: str = "bad-word", *, after: int = 0) -> None:
        super().__init__(message, line=word.line, column=word.column + after)
        self.code = code


class WordDiagnostics(Diagnostics):
    """Problems of a text that is read word by word; *turn* counts the actions read so far."""

    turn: int = 0

    def refuse(self, error: WordError) -> None:
        """Add the problem that an error about a word describes."""
        self.report(error.line or 1, error.column or 1, error.message, error.code)


def read_number(word: Word) -> int:
    """Return a number such as 12, or the number of a seat such as P1; WordError if it has too many digits."""
    digits = word.text.lstrip("Pp")
    if len(digits.lstrip("-")) > MOST_DIGITS:
        raise WordError(word, f"{quote(word.text)} is too large a number; {MOST_DIGITS} digits are the most")
    return int(digits)


def read_text(word: Word) -> str:
    """Return a word as it is, or the content of a text in double quotes, with JSON's escapes decoded."""
    if not word.text.startswith('"'):
        return word.text
    try:
        text: str = json.loads(word.text, strict=False)
    except json.JSONDecodeError as error:
        advice = r"write \\ for a backslash, \" for a quote, \n for a new line"
        raise WordError(word, f"this backslash means nothing; {advice}", after=error.pos) from None
    return text


class SyntaxMistake(Exception):  # noqa: N818  # shown to people as their mistake
    """A text breaks its grammar: where, what was found there, and which terminals could have stood there."""

    def __init__(
        self, offset: int, position: Position, word: str, terminal: str, accepted: frozenset[str]
    ) -> None:
        super().__init__(f"{position}: {word!r}")
        self.offset = offset
        self.position = position
        self.word = word
        """What was found; empty at the end of the text."""
        self.terminal = terminal
        """Which terminal was found; empty if it is none of the language."""
        self.accepted = accepted


@dataclass(frozen=True, eq=False, kw_only=True)
class Language:
    """A grammar in a file, and the words that messages use for its terminals and for usual mistakes."""

    grammar: Path
    names: Mapping[str, str]
    """By terminal, its name in messages, which list terminals in this order."""
    start: tuple[str, ...] = ("start",)
    otherwise: str = ""
    """The name of all other terminals in messages, such as "a formula"; if empty, they are not mentioned."""
    implied: Mapping[str, str] = field(default_factory=dict)
    """By terminal (or *otherwise*), terminals, separated by blanks, that a message naming it leaves out."""
    mistakes: Mapping[str, str] = field(default_factory=dict)
    """By regular expression of a usual mistake, the advice what to write instead."""
    lexer: Literal["contextual", "basic"] = "contextual"
    rules_have_positions: bool = False
    """Whether rules know where they begin and end, not only words; parsing then takes twice as long."""
    optional_as_none: bool = False
    """Whether an optional part that is missing leaves a None in its tree."""
    unfinished: str = "the text ends too early"
    show: Callable[[str], str] = quote
    """How a word of the text is written in a message."""

    def parse(self, text: str, start: str | None = None) -> Any:
        """Return the tree of a text, or raise SyntaxMistake where it first breaks the grammar."""
        from lark import UnexpectedInput  # noqa: PLC0415  # see above

        try:
            return parser_of(self).parse(text, start=start)
        except UnexpectedInput as error:
            raise _mistake(text, error) from None

    def describe(self, mistake: SyntaxMistake, text: str) -> str:
        """Return a sentence: what was found, what was expected, and advice if there is any."""
        expected = self.expected(mistake.accepted)
        if not mistake.word:
            return f"{self.unfinished}; expected {expected}"
        advice = self._advice(mistake, text)
        return f"unexpected {self.show(mistake.word)}; expected {expected}" + (advice and f"; {advice}")

    def expected(self, accepted: Iterable[str]) -> str:
        """Return the names of terminals that a position accepts, joined as in `a, b or c`."""
        terminals = set(accepted)
        others = [self.otherwise] if self.otherwise and terminals - self.names.keys() else []
        implied = {other for first in (*terminals, *others) for other in self.implied.get(first, "").split()}
        named = [text for name, text in self.names.items() if name in terminals and name not in implied]
        return listed(dict.fromkeys((*others, *named)))

    def _advice(self, mistake: SyntaxMistake, text: str) -> str:
        at = mistake.offset
        for pattern, instead in self.mistakes.items():
            wrong = re.compile(pattern)
            if wrong.match(text, at) or (at and wrong.match(text, at - 1)):
                return instead
        words = [word for name, word in literals(self).items() if name in mistake.accepted and word.isalpha()]
        return did_you_mean(mistake.word, words, show=self.show)


@cache
def parser_of(language: Language) -> "Lark":
    """Return the parser of a language; it is built once, since that takes a while."""
    from lark import Lark  # noqa: PLC0415  # see above

    return Lark(
        language.grammar.read_text("utf-8"),
        parser="lalr",
        lexer=language.lexer,
        start=list(language.start),
        propagate_positions=language.rules_have_positions,
        maybe_placeholders=language.optional_as_none,
    )


@cache
def literals(language: Language) -> dict[str, str]:
    """Return the terminals of a language that match one fixed text each, with that text."""
    return {
        term.name: term.pattern.value
        for term in parser_of(language).terminals
        if term.pattern.type == "str" and not term.name.startswith("_")
    }


def _mistake(text: str, error: Any) -> SyntaxMistake:
    """Return Lark's error as a SyntaxMistake."""
    token = getattr(error, "token", None)
    offset = error.pos_in_stream if token is None else token.start_pos
    accepted = frozenset(getattr(error, "accepts", None) or _accepted(error))
    if offset is None or offset < 0 or (token is not None and token.type == END):
        offset = len(text.rstrip())
        return SyntaxMistake(offset, position_of(text, offset), "", END, accepted)
    rest = text[offset : offset + 1_000].split(maxsplit=1)
    word = str(token) if token is not None else rest[0] if rest else ""
    terminal = "" if token is None else str(token.type)
    return SyntaxMistake(offset, position_of(text, offset), word, terminal, accepted)


def _accepted(error: Any) -> Iterable[str]:
    stuck = getattr(error, "interactive_parser", None)
    accepted: Iterable[str] = stuck.accepts() if stuck else getattr(error, "allowed", None) or ()
    return accepted


class _Stop(NamedTuple):
    """Where a parse broke off, and why, if that is known; *text* is empty at the end of the whole text."""

    text: str
    offset: int
    line: int
    column: int
    why: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class LineLanguage(Language):
    """A language of statements, usually one on a line; a statement begins with a keyword or with a name.

    Words are separated by blanks and line ends, which mean nothing else, so that a valid text may be laid out
    in any way. Only what is broken is read line by line.
    """

    keywords: Mapping[str, str]
    """The words that begin a statement, each with the rule of that statement."""
    verbs: tuple[str, ...]
    """The words that may follow a name at the beginning of a statement."""
    verb_kind: str = "action"
    """The kind of a statement that begins with a name."""
    opening: str
    """What may begin a line, in words."""
    verb_remedy: str = "needs a seat before it"
    name: str = "NAME"
    """The terminal for names, which any word may be."""
    naming: str = "players"
    """The kind of the statement that introduces names."""
    begins: re.Pattern[str] | None = None
    """Matches where a statement surely begins, even after a broken one on the same line."""
    on_same_line: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """By rule, terminals that can end a statement only on the line of the word before them."""
    most_faults: int = 1_000
    """Reading stops after more than this many faults."""

    def statements(self, text: str) -> list[Statement | Fault]:
        """Return the statements of a text, and between them the faults, in the order of the text."""
        from lark import UnexpectedInput  # noqa: PLC0415  # see above

        try:
            trees = parser_of(self).parse(text).children
            whole = not any(map(self._displaced, trees))
        except UnexpectedInput:
            whole = False
        return list(_statements(trees) if whole else self._until_hopeless(text))

    def _displaced(self, tree: "Node") -> bool:
        """Whether the last word of a statement wrongly stands on another line than the one before it."""
        terminals = self.on_same_line.get(getattr(tree, "data", ""))
        if not terminals:
            return False
        *_, before, last = _tokens([tree])
        return last.type in terminals and last.line != before.line

    def _until_hopeless(self, text: str) -> Iterator[Statement | Fault]:
        """Yield what `recover` yields, up to *most_faults*: with more, it is some other kind of text."""
        faults = 0
        for item in self.recover(text):
            yield item
            faults += isinstance(item, Fault)
            if faults > self.most_faults:
                return

    def recover(self, text: str) -> Iterator[Statement | Fault]:
        """Parse a text, going on after each mistake; yield its statements and faults."""
        thread = parser_of(self).parse_interactive(text).lexer_thread
        names: set[str] = set()
        ended = 0  # the line on which the last complete statement ended
        while True:
            session = parser_of(self).parse_interactive()
            stop = self._run(session, thread, text)
            trees, words = self._unwind(session)
            last = list(_tokens(trees[-1:]))
            if last and last[0].line != last[-1].line == (words[0].line if words else stop.line):
                # The last statement took words from the line that is broken now: they belong to that line.
                trees, words = trees[:-1], last
            for statement in _statements(trees):
                yield statement
                ended = statement.words[-1].line
                names.update(self._named(statement))
            if not words and not stop.text:
                return
            here = [word for word in words if word.line == words[0].line]
            crowded = ended == (here[0].line if here else stop.line)
            if words and (len(here) < len(words) or not stop.text or stop.line != here[0].line):
                item = self._cut(here, names, crowded=crowded)
                _go_to(thread, _stop(words[len(here)]) if len(here) < len(words) else stop)
            else:
                item = (
                    self._misplaced(words, stop, names, crowded=crowded)
                    if words
                    else self._extra(stop, crowded=crowded)
                )
                _go_to(thread, self._next_start(text, stop))
            yield item
            if isinstance(item, Statement):
                ended = item.words[-1].line
                names.update(self._named(item))

    def _named(self, statement: Statement) -> Iterator[str]:
        """Yield the names that a statement introduces, in lower case."""
        if statement.kind == self.naming:
            yield from (word.text.casefold() for word in statement.words[1:])

    def _run(self, session: "InteractiveParser", thread: "LexerThread", text: str) -> _Stop:
        """Parse until something is wrong or the text ends, and return where that is."""
        from lark import UnexpectedCharacters, UnexpectedToken  # noqa: PLC0415  # see above

        same_line = frozenset[str]().union(*self.on_same_line.values())
        line = 0
        try:
            for token in thread.lex(session.parser_state):
                if token.type in same_line and token.line != line:
                    return _stop(token)
                session.feed_token(token)
                line = token.line
        except UnexpectedToken as error:
            return _stop(error.token)
        except UnexpectedCharacters as error:
            # Whatever is not a quote is a word of some kind, so a quote has gone wrong.
            at = error.pos_in_stream or 0
            closed = _QUOTED.match(text, at)
            why = (
                "a blank is missing after this quoted text"
                if closed
                else "this quote is not closed on its line"
            )
            end = text.find("\n", at)
            rest = text[at:end] if end >= 0 else text[at:]
            return _Stop(rest, at, error.line, error.column, why)
        return _Stop("", len(text), 0, 0)

    def _unwind(self, session: "InteractiveParser") -> "tuple[list[Node], list[Token]]":
        """Return the statements that a parse finished, and the words of the one that it did not."""
        from lark import Tree, UnexpectedToken  # noqa: PLC0415  # see above

        try:
            return list(session.feed_eof().children), []
        except UnexpectedToken:
            stack: list[Node] = session.parser_state.value_stack
        # The finished statements lie at the bottom of the stack, gathered under the grammar's star.
        if stack and isinstance(stack[0], Tree) and str(stack[0].data).startswith(f"__{self.start[0]}"):
            return list(stack[0].children), list(_tokens(stack[1:]))
        return [], list(_tokens(stack))

    def _next_start(self, text: str, stop: _Stop) -> _Stop:
        """Find where parsing can go on: a sure beginning on this line, or the next line."""
        after = stop.offset + len(stop.text)
        end = text.find("\n", after)
        end = end if end >= 0 else len(text)
        begun = self.begins.search(text, after, end) if self.begins else None
        offset = begun.start() if begun else end
        return _Stop("", offset, stop.line, stop.column + offset - stop.offset)

    def _fed(self, words: "list[Token]") -> "InteractiveParser":
        """Return a parser that has read these words."""
        session = parser_of(self).parse_interactive()
        for word in words:
            session.feed_token(word)
        return session

    def _cut(self, words: "list[Token]", names: set[str], *, crowded: bool) -> Statement | Fault:
        """Return the statement that ends with its line, or the fault that something is missing there."""
        session = self._fed(words)
        accepted = session.accepts()
        if END in accepted:
            return next(_statements(session.feed_eof().children))
        if len(words) == 1 and self._is_stray(words[0], "", names):
            return self._stray(words[0], crowded=crowded)
        last = words[-1]
        message = f"the line is not finished; expected {self.expected(accepted)} after {self.show(last)}"
        return Fault(self._kind(words[0]), last.line or 0, (last.column or 0) + len(last), message)

    def _misplaced(self, words: "list[Token]", stop: _Stop, names: set[str], *, crowded: bool) -> Fault:
        """Return the fault of a word that cannot follow the other words of its line."""
        if len(words) == 1 and self._is_stray(words[0], stop.text, names):
            return self._stray(words[0], crowded=crowded)
        accepted = self._fed(words).accepts()
        verbs = [verb for verb in self.verbs if verb.upper() in accepted]
        expected = f"{self.expected(accepted)} after {self.show(words[-1])}"
        wrong = f"unexpected {self.show(stop.text)}{remedy(stop.text, verbs, expected)}"
        return Fault(self._kind(words[0]), stop.line, stop.column, stop.why or wrong)

    def _extra(self, stop: _Stop, *, crowded: bool) -> Fault:
        """Return the fault of a word that begins no statement."""
        if stop.text.casefold() in self.verbs:
            message = f"{self.show(stop.text)} {self.verb_remedy}; expected {self.opening}"
            return Fault(self.verb_kind, stop.line, stop.column, message)
        return Fault("", stop.line, stop.column, stop.why or self._no_beginning(stop.text, crowded=crowded))

    def _is_stray(self, word: "Token", following: str, names: set[str]) -> bool:
        """Whether a word is more likely a typing error than a name."""
        return word.type == self.name and word.casefold() not in names and not nearest(following, self.verbs)

    def _stray(self, word: "Token", *, crowded: bool) -> Fault:
        near = nearest(word, self.keywords)
        message = self._no_beginning(word, crowded=crowded and near is None)
        return Fault(self.keywords[near] if near else "", word.line or 0, word.column or 0, message)

    def _no_beginning(self, word: str, *, crowded: bool) -> str:
        if crowded:
            return f"{self.show(word)} is one word too many on this line; remove it, or begin a new line"
        return f"no statement begins with {self.show(word)}{remedy(word, self.keywords, self.opening)}"

    def _kind(self, word: "Token") -> str:
        return self.keywords.get(word.title(), self.verb_kind)


def _statements(trees: "Iterable[Node]") -> Iterator[Statement]:
    for tree in trees:
        kind = getattr(tree, "data", None)
        if kind is not None:
            words = (Word(t.type, str(t), t.line or 0, t.column or 0) for t in _tokens([tree]))
            yield Statement(str(kind), tuple(words))


def _tokens(values: "Iterable[Node]") -> "Iterator[Token]":
    for value in values:
        children = getattr(value, "children", None)
        if children is None:
            yield value  # type: ignore[misc]  # what has no children is a token
        else:
            yield from _tokens(children)


def _stop(token: "Token") -> _Stop:
    return _Stop(str(token), token.start_pos or 0, token.line or 0, token.column or 0)


def _go_to(thread: "LexerThread", stop: _Stop) -> None:
    if thread.state:
        counter = thread.state.line_ctr
        counter.char_pos, counter.line, counter.column = stop.offset, stop.line, stop.column
        counter.line_start_pos = stop.offset - stop.column + 1
