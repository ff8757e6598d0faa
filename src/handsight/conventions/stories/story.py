"""Parse stories: a position, one action, and what must follow, as text.

::

    story save a critical four
      by save-clues
      stacks g2
      discarded g4
      Alice holds r2 y3 b3 p2 y3
      Bob holds r3 y2 b5 p4 g4(CH)
      Alice clues Bob 4
      then Bob's g4 has CM, Bob's p4 has CH, nothing has IP

A hand is written front (newest card) first; in brackets after a card stand its flags and the clues that
touched it: ``r1(IP, red)``. Slots count from 1, the newest. ``Alice acts`` lets the convention choose, and
``then Alice clues Bob 4, by save`` says what it chose, and by which rule. Other lines: ``clues 3``,
``strikes 1``, ``rules stacks``, ``deck 10`` (the other cards of the deck have been discarded, useless ones
first). Update rules without an `after` run before the story begins.
"""

import re
from collections.abc import Iterator

from msgspec import Struct, field

from handsight.errors import HandsightError, InputError
from handsight.hanabi import Card, Variant, rule_set, variant

_CARD = re.compile(r"([^\s()]+)(?:\(([^)]*)\))?")
_NUMBERS = {"clues": 8, "strikes": 2, "deck": 50}
"""The numbers that a line may give, and the largest value of each before a turn."""
_ACTION = re.compile(r"\w+ (?:acts|(?:plays|discards) .+|clues \w+ \w+)")


class Story(Struct):
    """A story; the action and the claims with their line numbers."""

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


def parse_stories(text: str) -> Iterator[Story]:
    """Parse the stories of a file.

    Raises:
        InputError: If a line cannot be understood; it has the number of the line.
    """
    story: Story | None = None
    for number, full in enumerate(text.split("\n"), 1):
        line = " ".join(full.split("#")[0].split())
        if not line:
            continue
        if line.startswith("story "):
            if story:
                yield _complete(story)
            story = Story(line.removeprefix("story ").strip(), number)
        elif story is None:
            raise InputError("a story begins with `story` and its name", line=number)
        else:
            _parse_line(story, line, number)
    if story:
        yield _complete(story)


def _complete(story: Story) -> Story:
    if len(story.hands) < 2 or not all(story.hands) or not story.action[0] or not story.claims:
        needed = "two hands that hold cards, an action, and what must follow"
        raise InputError(f"story {story.name!r} is not complete; it needs {needed}", line=story.line)
    return story


def _parse_line(story: Story, line: str, number: int) -> None:
    cards = variant("No Variant")
    keyword, _, rest = line.partition(" ")
    try:
        if keyword == "by":
            story.by = rest.strip()
        elif keyword == "rules":
            story.rules = rule_set(rest.strip()).name
        elif keyword in _NUMBERS:
            story.numbers[keyword] = parse_number(rest, _NUMBERS[keyword], keyword)
        elif keyword == "stacks":
            story.stacks |= {card.suit: card.rank for card in map(cards.read, rest.split())}
        elif keyword == "discarded":
            story.discarded += [cards.read(card) for card in rest.split()]
        elif keyword == "then":
            story.claims += [(number, claim.strip()) for claim in rest.split(",")]
        elif rest.startswith("holds "):
            story.seats.append(keyword)
            story.hands.append(_parse_hand(cards, rest.removeprefix("holds ")))
        elif _ACTION.fullmatch(line) and not story.action[0]:
            story.action = number, line
        else:
            raise InputError("expected a hand, one action, `then`, or a line such as `clues 3`")
    except HandsightError as error:
        raise InputError(f"{line!r} cannot be understood: {error}", line=number) from None


def parse_number(text: str, most: int, what: str, least: int = 0) -> int:
    """Parse a number from *least* to *most*; *what* names it in the InputError for others."""
    if not (text.isascii() and text.isdecimal() and len(text) < 4 and least <= int(text) <= most):
        raise InputError(f"{what} {text!r} cannot be; say a number from {least} to {most}")
    return int(text)


def _parse_hand(cards: Variant, text: str) -> list[tuple[Card, list[str]]]:
    if _CARD.sub("", text).strip():
        raise InputError("a hand is written as cards, each with its marks in brackets: r1 y4(IP, red) g2")
    found = _CARD.findall(text)
    return [(cards.read(card), [mark.strip() for mark in marks.split(",") if mark]) for card, marks in found]
