"""Text in lines of a given width."""

import re
from textwrap import TextWrapper

NARROWEST = 20
"""The least width of lines, in columns, however narrow the terminal is."""
HANG = 4
"""How far the rest of a wrapped line is indented, beside the indentation of the line itself."""

_CARETS = re.compile(r"\s*[\^~]+\s*")


def fitted(text: str, width: int | None, hang: int = HANG) -> str:
    """Break the lines of a text that are longer than a width; words that are longer stay whole.

    A source line with a caret line below it stays as it is, or the carets would point nowhere. If the width
    is None, nothing is broken.

    >>> print(fitted("a line of words that is far too long", 20))
    a line of words that
        is far too long
    """
    if width is None:
        return text
    lines, broken = text.split("\n"), list[str]()
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        kept = _CARETS.fullmatch(line) or _CARETS.fullmatch(below)
        broken += [line] if kept else hanging(line, max(width, NARROWEST), hang)
    return "\n".join(broken)


def hanging(line: str, width: int, hang: int = HANG) -> list[str]:
    """Break one line at spaces; what follows is indented further than the line itself by *hang*."""
    if len(line) <= width:
        return [line]
    indent = min(len(line) - len(line.lstrip(" ")) + hang, width // 2)
    breaker = TextWrapper(
        width, subsequent_indent=" " * indent, break_on_hyphens=False, break_long_words=False
    )
    return breaker.wrap(line)
