"""Text in lines of a given width."""

import re
from collections.abc import Iterator
from itertools import accumulate

NARROWEST = 20
"""Lines are not made narrower, however narrow the terminal is."""
HANG = 4
"""How far the rest of a wrapped line is indented, beside the indentation of the line itself."""

CLAUSE, CLAUSE_FROM = (",", ";", ":", "."), 0.6
"""How a clause ends, and after which share of a line it is broken there."""

_CARETS = re.compile(r"\s*[\^~]+\s*")


def fitted(text: str, width: int | None, hang: int = HANG) -> str:
    """Break the lines of a text that are longer than a width; words that are longer stay whole.

    A source line with a caret line below it stays as it is, or the carets would point nowhere. None is no
    width: nothing is broken.

    >>> print(fitted("a line of words that is far too long", 20))
    a line of words that
        is far too long
    """
    if width is None:
        return text
    lines = text.split("\n")
    return "\n".join(_broken(lines, max(width, NARROWEST), hang))


def _broken(lines: list[str], width: int, hang: int) -> Iterator[str]:
    for line, below in zip(lines, [*lines[1:], ""], strict=True):
        if len(line) <= width or _CARETS.fullmatch(line) or _CARETS.fullmatch(below):
            yield line
        else:
            yield from hanging(line, width, hang)


def hanging(line: str, width: int, hang: int = HANG) -> list[str]:
    """Break one line at spaces; what follows is indented further than the line itself by *hang*.

    Where a clause ends in the last part of a line, it is broken there. Spaces within a line keep their width:
    they may stand between columns.
    """
    indent = len(line) - len(line.lstrip(" "))
    rest = " " * min(indent + hang, width // 2)
    lines, words = list[str](), re.findall(r" *[^ ]+", line)
    while words:
        start = rest + words[0].lstrip(" ") if lines else words[0]
        count = _fitting(words, len(start), width)
        lines.append(start + "".join(words[1:count]))
        words = words[count:]
    return lines or [line]


def _fitting(words: list[str], length: int, width: int) -> int:
    """Return how many words fit in a line whose first has a length; fewer if a clause ends before."""
    ends = list(accumulate((len(word) for word in words[1:]), initial=length))
    count = max(1, sum(end <= width for end in ends))
    if count == len(words):
        return count
    clauses = [
        at
        for at in range(1, count + 1)
        if words[at - 1].endswith(CLAUSE) and ends[at - 1] > CLAUSE_FROM * width
    ]
    return clauses[-1] if clauses else count
