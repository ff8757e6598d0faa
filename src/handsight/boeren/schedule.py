"""How many cards each round of a match deals, and from which pack.

``3-4-5-4-3`` deals out the top ranks: 3 cards each of a pack of 12, then 4 of 16, and so on.
``1..8..1/52`` counts up and down again, always from the whole pack, whose rest is a face-down stock.
"""

from itertools import pairwise
from typing import NamedTuple

from handsight.boeren.cards import RANKS, SUITS
from handsight.errors import InputError

NAMED = {"short": "3-4-5-4-3", "long": "1..8..1/52"}
MOST_ROUNDS = 1000


class RoundSize(NamedTuple):
    """The size of a round: cards in each hand, and ranks of each suit in its pack."""

    hand: int
    ranks: int


def round_sizes(text: str) -> tuple[RoundSize, ...]:
    """Return the rounds of a schedule, or of one of the names short and long.

    Raises:
        InputError: it is not a schedule, or a round cannot be dealt.
    """
    word = NAMED.get(text.strip(), text.strip())
    hands, slash, pack = word.partition("/")
    ranks = ranks_of(_number(pack, text)) if slash else None
    rounds = tuple(
        RoundSize(hand, hand if ranks is None else ranks)
        for run in hands.split("-")
        for hand in _run(run, text)
    )
    if len(rounds) > MOST_ROUNDS:
        raise InputError(f"the schedule {text!r} has {len(rounds)} rounds; {MOST_ROUNDS} are the most")
    for hand, deep in rounds:
        if not 1 <= hand <= deep <= len(RANKS):
            most = min(deep, len(RANKS))
            raise InputError(
                f"in the schedule {text!r} a hand has {hand} cards; this pack allows 1 to {most}"
            )
    return rounds


def canonical(text: str) -> str:
    """Return a schedule with every round spelled out, so that equal schedules have equal text."""
    rounds = round_sizes(text)
    dealt = all(hand == ranks for hand, ranks in rounds)
    return "-".join(str(hand) for hand, _ in rounds) + ("" if dealt else f"/{len(SUITS) * rounds[0].ranks}")


def ranks_of(cards: int) -> int:
    """Return how many ranks of each suit a pack of *cards* cards has."""
    ranks, rest = divmod(cards, len(SUITS))
    if rest or not 1 <= ranks <= len(RANKS):
        raise InputError(f"a pack has 4, 8, 12, … or 52 cards (the top ranks of all suits), not {cards}")
    return ranks


def _run(text: str, whole: str) -> list[int]:
    """Spell out ``1..8..1``: every number on the way, each turning point once."""
    turns = [_number(word, whole) for word in text.split("..")]
    run = turns[:1]
    for begin, end in pairwise(turns):
        step = 1 if end > begin else -1
        run += range(begin + step, end + step, step)
    return run


def _number(word: str, whole: str) -> int:
    if word.isascii() and word.isdecimal() and len(word) <= 2 and 1 <= int(word) <= 52:
        return int(word)
    raise InputError(f"{whole!r} is not a schedule; write one such as 3-4-5-4-3 or 1..8..1/52")
