"""Stories: a position, one action, and what must follow, told as text.

::

    story save a critical four
      by save-clues
      stacks g2
      discarded g4
      Alice holds r2 y3 b3 p2 y3
      Bob holds r3 y2 b5 p4 g4(CH)
      Alice clues Bob 4
      then Bob's g4 has CM, Bob's p4 has CH, nothing has IP

A hand is told front (newest) first; behind a card, in brackets, stand its flags and the clues that touched
it: ``r1(IP, red)``. ``Alice acts`` lets the convention choose, and ``then Alice clues Bob 4, by save`` says
what it chose, and by which rule. Other lines: ``clues 3``, ``strikes 1``, ``rules stacks``, ``deck 10`` (what
the deck held beyond that has been discarded, useless cards first). Update rules without an `after` run before
the story begins.
"""

import re
from collections.abc import Iterator

from msgspec import Struct, field

from handsight.errors import HandsightError, InputError
from handsight.hanabi import Card, Variant, rule_set, variant

_CARD = re.compile(r"([^\s()]+)(?:\(([^)]*)\))?")
_NUMBERS = {"clues": 8, "strikes": 2, "deck": 50}
"""What a line may count, and the most there can be before a turn."""
_ACTION = re.compile(r"\w+ (?:acts|(?:plays|discards) .+|clues \w+ \w+)")


class Story(Struct):
    """A story as it is told; every line with its number."""

    name: str
    line: int
    by: str = "minimal"
    seats: list[str] = field(default_factory=list)
    hands: list[list[tuple[Card, list[str]]]] = field(default_factory=list)
    stacks: dict[int, int] = field(default_factory=dict)
    discarded: list[Card] = field(default_factory=list)
    numbers: dict[str, int] = field(default_factory=dict)
    rules: str = "official"
    action: tuple[int, str] = (0, "")
    claims: list[tuple[int, str]] = field(default_factory=list)


def stories(text: str) -> Iterator[Story]:
    """Read stories; a line that makes no sense is an InputError with its place."""
    story: Story | None = None
    for number, full in enumerate(text.split("\n"), 1):
        line = " ".join(full.split("#")[0].split())
        if not line:
            continue
        if line.startswith("story "):
            if story:
                yield _whole(story)
            story = Story(line.removeprefix("story ").strip(), number)
        elif story is None:
            raise InputError("a story begins with `story` and its name", line=number)
        else:
            _line(story, line, number)
    if story:
        yield _whole(story)


def _whole(story: Story) -> Story:
    if len(story.hands) < 2 or not all(story.hands) or not story.action[0] or not story.claims:
        wanted = "two hands that hold cards, an action, and what must follow"
        raise InputError(f"story {story.name!r} is not whole; it needs {wanted}", line=story.line)
    return story


def _line(story: Story, line: str, number: int) -> None:
    kinds = variant("No Variant")
    word, _, rest = line.partition(" ")
    try:
        if word == "by":
            story.by = rest.strip()
        elif word == "rules":
            story.rules = rule_set(rest.strip()).name
        elif word in _NUMBERS:
            story.numbers[word] = numbered(rest, _NUMBERS[word], word)
        elif word == "stacks":
            story.stacks |= {card.suit: card.rank for card in map(kinds.read, rest.split())}
        elif word == "discarded":
            story.discarded += [kinds.read(card) for card in rest.split()]
        elif word == "then":
            story.claims += [(number, claim.strip()) for claim in rest.split(",")]
        elif rest.startswith("holds "):
            story.seats.append(word)
            story.hands.append(_hand(kinds, rest.removeprefix("holds ")))
        elif _ACTION.fullmatch(line) and not story.action[0]:
            story.action = number, line
        else:
            raise InputError("a story has one action, and nothing else is told so")
    except HandsightError as error:
        raise InputError(f"{line!r} cannot be told: {error}", line=number) from None


def numbered(text: str, most: int, what: str) -> int:
    """Read a number from 0 to *most* that tells of *what*, or raise InputError."""
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and int(text) <= most):
        raise InputError(f"{what} {text!r} cannot be; say a number from 0 to {most}")
    return int(text)


def _hand(kinds: Variant, text: str) -> list[tuple[Card, list[str]]]:
    if _CARD.sub("", text).strip():
        raise InputError("a hand is told as cards, each with its marks in brackets: r1 y4(IP, red) g2")
    found = _CARD.findall(text)
    return [(kinds.read(card), [mark.strip() for mark in marks.split(",") if mark]) for card, marks in found]
