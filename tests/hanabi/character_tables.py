"""Tables with characters, and what happens at them, from short texts."""

from collections import Counter
from typing import Any

from handsight.hanabi import (
    Action,
    Character,
    Clue,
    Discard,
    GiveClue,
    Play,
    Setup,
    State,
    Terms,
    deal,
    play,
)
from handsight.hanabi.characters import read_character

COLORS = ("red", "yellow", "green", "blue", "purple")
# orders:  0  1  2  3  4    5  6  7  8  9    10 11 12 13 14   15 16 17 18
HANDS = "r1 y1 g1 b1 p1   r2 y2 g2 r3 b5   r4 y4 g5 y1 y2   p5 p4 p3 b2"


def cast(text: str) -> tuple[Character | None, ...]:
    """Read `Fuming=1 Blind.Spot -`."""
    words = (word.replace(".", " ").partition("=") for word in text.split())
    return tuple(read_character("" if name == "-" else name, int(value or -1)) for name, _, value in words)


def start(seats: str, front: str = HANDS, **options: Any) -> State:
    """Deal a deck with these cards in front and the others, sorted, behind them."""
    terms = Terms(len(seats.split()), characters=cast(seats), **options)
    cards = [terms.variant.read(word) for word in front.split()]
    left = Counter(terms.variant.deck()) - Counter(cards)
    return deal(Setup(terms, (*cards, *left.elements())))


def actions(text: str) -> list[Action]:
    """Read `play 3, discard 4, P1 red, P1 2`."""
    return [_action(*part.split()) for part in text.split(",") if part.strip()]


def _action(verb: str, word: str) -> Action:
    if verb in ("play", "discard"):
        return (Play if verb == "play" else Discard)(int(word))
    clue = Clue("number", int(word)) if word.isdigit() else Clue("color", COLORS.index(word))
    return GiveClue(int(verb[1:]), clue)


def played(state: State, text: str) -> State:
    """Play what the text says."""
    for action in actions(text):
        state = play(state, action)
    return state
