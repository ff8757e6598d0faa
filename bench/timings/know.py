"""How many hands are known exactly in a second: compiled, in plain Python, and by an SMT solver.

The hands are such as games bring: a few clues heard, a random part of the deck seen. *Filtered* means
which identities each slot can hold, the whole hand considered; *counted* means in exactly how many ways.
The solver, where it is installed, is asked the yes-or-no part alone, on the first of the same hands.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from importlib import import_module
from importlib.util import find_spec
from typing import Any

import numpy as np

from bench.batches.deal_batch import count_hands, fill_copy_planes, narrow_hands
from bench.batches.know_batch import know_all
from bench.example_games import example_game
from bench.measurement import Measurement, median_rate, median_seconds
from handsight.compiled.jit import Ints
from handsight.deals import Deal
from handsight.deals.compiled.hand_count import COPY_PLANES
from handsight.game import Dice, shuffled
from handsight.hanabi import variant

HANDS = 20_000  # for the compiled twin; the slower ones get the first of them
PLAIN_HANDS = 500
SOLVER_HANDS = 25


def run() -> list[Measurement]:
    """Measure hands of five and of four cards, and the knowledge of a whole game."""
    return [*_hands(5), *_hands(4), *_whole_game()]


def met_hands(cards: int, count: int, seed: int = 1) -> list[Deal]:
    """Make hands as they are met in games of No Variant, each with some clues and some cards seen."""
    return [_met_hand(cards, Dice(seed, number)) for number in range(count)]


def _met_hand(cards: int, dice: Dice) -> Deal:
    """Deal a hand, show one partner's hand and a random part of the rest, and give clues that touch."""
    rules = variant("No Variant")
    deck = [rules.identity(card) for card in shuffled(rules.deck(), dice)]
    hand, seen = deck[:cards], deck[cards : 2 * cards + dice.below(len(deck) - 2 * cards + 1)]
    masks = [rules.everything] * cards
    for _ in range(dice.below(6)):
        touch = rules.touch(rules.clues()[dice.below(len(rules.clues()))])
        if any(touch >> card & 1 for card in hand):
            masks = [
                mask & (touch if touch >> card & 1 else ~touch)
                for mask, card in zip(masks, hand, strict=True)
            ]
    return Deal(tuple(masks), tuple(copies - seen.count(card) for card, copies in enumerate(rules.copies)))


@dataclass(frozen=True)
class _Batch:
    """Hands as the kernels take them, with room for the answers."""

    masks: Ints
    planes: Ints
    possible: Ints
    fits: "np.ndarray[Any, np.dtype[np.bool_]]"
    counts: Ints
    ways: Ints

    def narrow(self) -> None:
        """Filter every hand."""
        narrow_hands(self.masks, self.planes, self.possible, self.fits)

    def count(self) -> None:
        """Count every hand."""
        count_hands(self.masks, self.planes, self.counts, self.ways)


def _batch(deals: list[Deal]) -> _Batch:
    masks = np.array([deal.masks for deal in deals], np.int64)
    unseen = np.array([deal.limits for deal in deals], np.int8)
    planes = np.empty((len(deals), COPY_PLANES), np.int64)
    fill_copy_planes(unseen, planes)
    return _Batch(
        masks,
        planes,
        np.empty_like(masks),
        np.empty(len(deals), np.bool_),
        np.empty((*masks.shape, unseen.shape[1]), np.int64),
        np.empty(len(deals), np.int64),
    )


def _hands(cards: int) -> list[Measurement]:
    """Measure hands of so many cards."""
    deals = met_hands(cards, HANDS)
    batch = _batch(deals)
    filtered = median_rate(batch.narrow, HANDS)
    counted = median_rate(batch.count, HANDS)
    aims = ("at least 5,000,000", "at least 500,000") if cards == 5 else ("", "")
    plain = partial(_ask, deals[:PLAIN_HANDS])
    plain_filtered = median_rate(partial(plain, lambda deal: deal.possible), PLAIN_HANDS)
    plain_counted = median_rate(partial(plain, lambda deal: deal.marginals), PLAIN_HANDS)
    return [
        Measurement(f"{cards}-card hands filtered, compiled", filtered, "hands/s", aims[0]),
        Measurement(f"{cards}-card hands filtered, plain Python", plain_filtered, "hands/s"),
        Measurement(f"{cards}-card hands filtered, compiled against plain", filtered / plain_filtered, "x"),
        *_solver(cards, deals[:SOLVER_HANDS], filtered),
        Measurement(f"{cards}-card hands counted, compiled", counted, "hands/s", aims[1]),
        Measurement(f"{cards}-card hands counted, plain Python", plain_counted, "hands/s"),
        Measurement(f"{cards}-card hands counted, compiled against plain", counted / plain_counted, "x"),
    ]


def _ask(deals: list[Deal], question: Callable[[Deal], object]) -> None:
    """Put a question to deals that have not been asked anything yet."""
    for deal in deals:
        question(Deal(deal.masks, deal.limits))


def _solver(cards: int, deals: list[Deal], ours: float) -> list[Measurement]:
    """Measure Z3 on the same hands, and hold our rate against its."""
    if find_spec("z3") is None:
        return []
    z3 = import_module("z3")
    rate = median_rate(lambda: [z3_possible(z3, deal) for deal in deals], len(deals), times=3)
    return [
        Measurement(f"{cards}-card hands filtered, Z3", rate, "hands/s"),
        Measurement(f"{cards}-card hands filtered, compiled against Z3", ours / rate, "x", "at least 1,000"),
    ]


def z3_possible(z3: Any, deal: Deal) -> tuple[int, ...]:
    """Ask Z3 about each pair of slot and identity, in one solver under an assumption: its fastest way."""
    values = [value for value, left in enumerate(deal.limits) if left]
    takes = [
        {value: z3.Bool(f"{slot}={value}") for value in values if mask >> value & 1}
        for slot, mask in enumerate(deal.masks)
    ]
    solver = z3.Solver()
    for row in takes:
        solver.add(z3.PbEq([(taken, 1) for taken in row.values()], 1))
    for value in values:
        solver.add(z3.PbLe([(row[value], 1) for row in takes if value in row], deal.limits[value]))
    return tuple(
        sum(1 << value for value, taken in row.items() if solver.check(taken) == z3.sat) for row in takes
    )


def _whole_game() -> list[Measurement]:
    """Measure what every seat knows at every turn of one game."""
    states = example_game(1, players=3).states
    seconds = median_seconds(lambda: [tuple(known) for row in know_all(states) for known in row])
    return [
        Measurement("turns of a 3-player game", len(states) - 1, "turns"),
        Measurement("every seat's knowledge at every turn of it", seconds * 1000, "ms", "under 50"),
    ]
