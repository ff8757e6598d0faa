"""The game-log language as a text: its statements, and every position that is none.

A text without mistakes is parsed at once. Otherwise it is parsed from one mistake to the next: the
statement that holds the mistake is dropped, and reading goes on at the next position where one may begin.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from lark import Lark, Token, Tree, UnexpectedCharacters, UnexpectedInput, UnexpectedToken
from lark.lexer import LexerThread
from lark.parsers.lalr_interactive_parser import InteractiveParser

from handsight.notation.hanabi.log_words import KEYWORDS, MOST_PROBLEMS, VERBS, Fault, Statement, Word
from handsight.text.suggestions import listed, nearest, quote, remedy

OPENING = "Card, a seat such as P0, or a setting such as Players"
EXPECTED = {
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
}
"""Each terminal in words, in the order in which they are told."""
UNTOLD = {
    "SEAT": "NAME QUOTED",
    "NAME": "QUOTED",
    "TITLE": "QUOTED",
    "OPTION_NAME": "CLUES",
    "SEED_WORD": "INTEGER QUOTED",
    "EXTRA_NAME": "QUOTED",
    "VALUE": "INTEGER QUOTED",
}
"""Where the first may stand, the others go without saying."""

_BEGINS = re.compile(r"(?<!\S)(?:card|note|p[0-9]+\s+(?:plays|discards|clues|ends))(?![^\s#])", re.IGNORECASE)
"""Where a statement surely begins, though a broken one stands before it on the line."""
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')

_Node = Tree[Token] | Token


class _Stop(NamedTuple):
    """Where a parse broke off, and why if that is known; the word there is empty at the end of the text."""

    text: str
    at: int
    line: int
    column: int
    why: str = ""


@cache
def _parser() -> Lark:
    return Lark.open("log.lark", rel_to=__file__, parser="lalr", start="game", maybe_placeholders=False)


def parse(text: str) -> list[Statement | Fault]:
    """Return the statements of a text, and in their places the faults between them."""
    try:
        trees = _parser().parse(text).children
        whole = not any(map(_displaced, trees))
    except UnexpectedInput:
        whole = False
    return list(_statements(trees) if whole else _until_hopeless(_mistake_by_mistake(text)))


def _statements(trees: list[_Node]) -> Iterator[Statement]:
    for tree in trees:
        if isinstance(tree, Tree):
            words = (Word(t.type, str(t), t.line or 0, t.column or 0) for t in _tokens([tree]))
            yield Statement(str(tree.data), tuple(words))


def _tokens(values: list[_Node]) -> Iterator[Token]:
    for value in values:
        if isinstance(value, Token):
            yield value
        else:
            yield from _tokens(value.children)


def _displaced(tree: _Node) -> bool:
    """Say whether a title stands on another line than the word before it."""
    if not isinstance(tree, Tree) or tree.data not in ("variant", "character"):
        return False
    *_, before, title = _tokens([tree])
    return title.type == "TITLE" and title.line != before.line


def _until_hopeless(items: Iterator[Statement | Fault]) -> Iterator[Statement | Fault]:
    """Stop at one fault more than anybody wants to hear of: this is no log."""
    faults = 0
    for item in items:
        yield item
        faults += isinstance(item, Fault)
        if faults > MOST_PROBLEMS:
            return


def _mistake_by_mistake(text: str) -> Iterator[Statement | Fault]:
    thread = _parser().parse_interactive(text).lexer_thread
    names: set[str] = set()
    ended = 0  # the line on which the last good statement ended
    while True:
        session = _parser().parse_interactive()
        stop = _run(session, thread, text)
        trees, words = _unwind(session)
        last = list(_tokens(trees[-1:]))
        if last and last[0].line != last[-1].line == (words[0].line if words else stop.line):
            # The last statement took words from the line that is broken now: they were remedy for that line.
            trees, words = trees[:-1], last
        for statement in _statements(trees):
            yield statement
            ended = statement.words[-1].line
            names.update(_called(statement))
        if not words and not stop.text:
            return
        here = [word for word in words if word.line == words[0].line]
        crowded = ended == (here[0].line if here else stop.line)
        if words and (len(here) < len(words) or not stop.text or stop.line != here[0].line):
            item = _cut(here, names, crowded=crowded)
            _go_to(thread, _stop(words[len(here)]) if len(here) < len(words) else stop)
        else:
            item = _misplaced(words, stop, names, crowded=crowded) if words else _extra(stop, crowded=crowded)
            _go_to(thread, _next_start(text, stop))
        yield item
        if isinstance(item, Statement):
            ended = item.words[-1].line
            names.update(_called(item))


def _called(statement: Statement) -> Iterator[str]:
    """Yield the names that a statement gives to players."""
    if statement.kind == "players":
        yield from (word.text.casefold() for word in statement.words[1:])


def _run(session: InteractiveParser, thread: LexerThread, text: str) -> _Stop:
    """Parse until something is wrong, and say where."""
    line = 0
    try:
        for token in thread.lex(session.parser_state):
            if token.type == "TITLE" and token.line != line:
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
            "a blank is missing after this quoted text" if closed else "this quote is not closed on its line"
        )
        end = text.find("\n", at)
        rest = text[at:end] if end >= 0 else text[at:]
        return _Stop(rest, at, error.line, error.column, why)
    return _Stop("", len(text), 0, 0)


def _stop(token: Token) -> _Stop:
    return _Stop(str(token), token.start_pos or 0, token.line or 0, token.column or 0)


def _unwind(session: InteractiveParser) -> tuple[list[_Node], list[Token]]:
    """Return the statements that a parse finished, and the words of the one that it did not."""
    try:
        return list(session.feed_eof().children), []
    except UnexpectedToken:
        stack: list[_Node] = session.parser_state.value_stack
    # The finished statements lie at the bottom of the stack, gathered under the grammar's star.
    if stack and isinstance(stack[0], Tree) and str(stack[0].data).startswith("__game"):
        return list(stack[0].children), list(_tokens(stack[1:]))
    return [], list(_tokens(stack))


def _next_start(text: str, stop: _Stop) -> _Stop:
    """Find where reading can go on: a sure beginning on this line, or the next line."""
    after = stop.at + len(stop.text)
    end = text.find("\n", after)
    found = _BEGINS.search(text, after, end if end >= 0 else len(text))
    at = found.start() if found else end if end >= 0 else len(text)
    return _Stop("", at, stop.line, stop.column + at - stop.at)


def _go_to(thread: LexerThread, stop: _Stop) -> None:
    if thread.state:
        counter = thread.state.line_ctr
        counter.char_pos, counter.line, counter.column = stop.at, stop.line, stop.column
        counter.line_start_pos = stop.at - stop.column + 1


def _cut(words: list[Token], names: set[str], *, crowded: bool) -> Statement | Fault:
    """Finish a statement at the end of its line, or say what is missing there."""
    session = _parser().parse_interactive()
    for word in words:
        session.feed_token(word)
    accepted = session.accepts()
    if "$END" in accepted:
        return next(_statements(session.feed_eof().children))
    if len(words) == 1 and _is_stray(words[0], "", names):
        return _stray(words[0], crowded=crowded)
    last = words[-1]
    message = f"the line is not finished; expected {_expected(accepted)} after {quote(last)}"
    return Fault(_kind(words[0]), last.line or 0, (last.column or 0) + len(last), message)


def _misplaced(words: list[Token], stop: _Stop, names: set[str], *, crowded: bool) -> Fault:
    """Say that a word cannot stand where it does, after other words of its line."""
    if len(words) == 1 and _is_stray(words[0], stop.text, names):
        return _stray(words[0], crowded=crowded)
    session = _parser().parse_interactive()
    for word in words:
        session.feed_token(word)
    accepted = session.accepts()
    verbs = VERBS if "PLAYS" in accepted else ()
    expected = f"{_expected(accepted)} after {quote(words[-1])}"
    message = stop.why or f"{quote(stop.text)} cannot stand here{remedy(stop.text, verbs, expected)}"
    return Fault(_kind(words[0]), stop.line, stop.column, message)


def _extra(stop: _Stop, *, crowded: bool) -> Fault:
    """Say that a word begins no statement, or follows one that is already whole."""
    if stop.text.casefold() in VERBS:
        message = f"{quote(stop.text)} needs a seat before it; expected {OPENING}"
        return Fault("action", stop.line, stop.column, message)
    return Fault("", stop.line, stop.column, stop.why or _no_beginning(stop.text, crowded=crowded))


def _is_stray(word: Token, following: str, names: set[str]) -> bool:
    """Say whether a word that could be a player's name is more likely no word of the language."""
    return word.type == "NAME" and word.casefold() not in names and not nearest(following, VERBS)


def _stray(word: Token, *, crowded: bool) -> Fault:
    near = nearest(word, KEYWORDS)
    message = _no_beginning(word, crowded=crowded and near is None)
    return Fault(KEYWORDS[near] if near else "", word.line or 0, word.column or 0, message)


def _no_beginning(word: str, *, crowded: bool) -> str:
    if crowded:
        return f"{quote(word)} is one word too many on this line; remove it, or begin a new line"
    return f"{quote(word)} begins no line{remedy(word, KEYWORDS, OPENING)}"


def _kind(word: Token) -> str:
    return KEYWORDS.get(word.title(), "action")


def _expected(accepted: set[str]) -> str:
    untold = {other for first in accepted for other in UNTOLD.get(first, "").split()}
    return listed(text for name, text in EXPECTED.items() if name in accepted and name not in untold)
