"""How large a table of hints is solved within a second: share of tables proved, and time, by hints and cards.

Tables are random, half of them of colours, half of cards with a colour and a rank each; half with few copies
left (one to three of each), half with independent cards. A card can be one to twelve things. The search may
take its usual number of steps; the slowest table shows what those take.
"""

from random import Random
from statistics import median
from time import process_time

from bench.measurement import Measurement
from handsight.signals.partition_search import PartitionProblem, solve

HINTS = (10, 15, 20, 25, 30)
CARDS = (5, 10, 20)
TABLES = 24
WIDEST = (2, 3, 5, 8, 12)


def run() -> list[Measurement]:
    """Measure every size."""
    return [row for cards in CARDS for hints in HINTS for row in _size(hints, cards)]


def _size(hints: int, cards: int) -> list[Measurement]:
    taken, proved, within = [], 0, 0
    for problem in tables(hints, cards, TABLES):
        start = process_time()
        found = solve(problem)
        taken.append(process_time() - start)
        sure = len(found.family) == found.most
        proved += sure
        within += sure and taken[-1] <= 1
    what = f"{hints} hints, {cards} cards"
    return [
        Measurement(f"{what}: proved within a second", 100 * within / TABLES, "%"),
        Measurement(f"{what}: proved", 100 * proved / TABLES, "%"),
        Measurement(f"{what}: median time", 1000 * median(taken), "ms"),
        Measurement(f"{what}: longest time", 1000 * max(taken), "ms"),
    ]


def tables(hints: int, cards: int, number: int, seed: int = 1) -> list[PartitionProblem]:
    """Return random tables that some hand fits."""
    dice, found = Random(f"{seed} {hints} {cards}"), list[PartitionProblem]()  # noqa: S311  # no secret
    while len(found) < number:
        touch, values = tuple(1 << value for value in range(hints)), hints
        if len(found) % 2:
            colours, ranks = hints // 2, hints - hints // 2
            values = colours * ranks
            touch = tuple(((1 << ranks) - 1) << colour * ranks for colour in range(colours))
            touch += tuple(
                sum(1 << colour * ranks + rank for colour in range(colours)) for rank in range(ranks)
            )
        widest = min(values, dice.choice(WIDEST))
        rows = tuple(
            sum(1 << value for value in dice.sample(range(values), dice.randint(1, widest)))
            for _ in range(cards)
        )
        copies = tuple(dice.choice((1, 1, 2, 3)) for _ in range(values)) if len(found) // 2 % 2 else None
        problem = PartitionProblem(rows, copies, touch)
        if problem.hand(0) is not None:
            found.append(problem)
    return found
