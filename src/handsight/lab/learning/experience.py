"""What a learner lives through: rounds with others and with itself, as decisions and what came of them."""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from handsight.boeren import SEATS, TEXT, round_sizes
from handsight.kernels.boeren import batch, deal, partners, state_layout
from handsight.kernels.boeren.compiled_bots import COUNTER
from handsight.kernels.boeren.state_layout import CARDS
from handsight.kernels.jit import Ints
from handsight.lab.learning.settings import Course

Values = Callable[[Ints], NDArray[np.float32]]
"""Values every action in each of many rounds."""
RIVALS = (partners.GREEDY, partners.FULL_KRIPKE, partners.COUNTER)
LEARNERS = (1, 2, SEATS)
"""How many seats of a table a learner takes, each as often."""
SCALE = 10.0
"""Points that count as one."""


class Decisions(NamedTuple):
    """Decisions of one batch: where, what, what it brought at once, and the next one of the same seat."""

    rows: Ints
    actions: Ints
    points: NDArray[np.float32]
    following: Ints
    """A place among these decisions, or -1 if the round was over then."""


def rounds_in_turn(number: int) -> Ints:
    """Return the size of the rounds of a batch, as a match has them."""
    schedule = round_sizes(TEXT.schedule)
    return np.array(schedule[number % len(schedule)], np.int64)


def seating(chance: Generator, rounds: int) -> Ints:
    """Seat learners and rivals: by round and seat, who sits there."""
    learners = chance.choice(LEARNERS, (rounds, 1))
    rank = chance.permuted(np.tile(np.arange(SEATS), (rounds, 1)), axis=1)
    return np.where(rank < learners, partners.LEARNER, chance.choice(RIVALS, (rounds, SEATS)))


def live(values: Values, chance: Generator, course: Course, number: int) -> Decisions:
    """Play a batch of rounds, and write down the learner's decisions."""
    rounds, curious = course.rounds, course.fading(course.curious, number)
    table = np.zeros((rounds, state_layout.WORDS), np.int64)
    size, settings = rounds_in_turn(number), COUNTER.settings_array()
    batch.deal_states(table, size, deal.switches(TEXT), np.uint64(course.seed), number * rounds)
    seats, legal, actions = (
        seating(chance, rounds),
        np.zeros(rounds, np.int64),
        np.zeros(rounds, np.int64),
    )
    seen, done, at = list[Ints](), list[Ints](), list[Ints]()
    for turn in range(SEATS * (int(size[0]) + 1)):
        partners.partner_actions(table, seats, settings, actions)
        mine = np.flatnonzero(actions < 0)
        if mine.size:
            batch.legal_actions(table, legal)
            here = np.ascontiguousarray(table[mine])
            chosen = choose(values(here), legal[mine], chance, curious, bids=turn < SEATS)
            actions[mine] = chosen
            seen.append(here)
            done.append(chosen + (CARDS if turn < SEATS else 0))
            at.append(mine * SEATS + here[:, state_layout.SEAT])
        batch.step_states(table, actions)
    scores = np.zeros((rounds, SEATS), np.int64)
    batch.score_states(table, scores)
    where = np.concatenate(at)
    following, last = _followed(where)
    points = np.where(last, scores.ravel()[where] / SCALE, 0.0).astype(np.float32)
    return Decisions(np.concatenate(seen), np.concatenate(done), points, following)


def choose(
    values: NDArray[np.float32], legal: Ints, chance: Generator, curious: float, *, bids: bool
) -> Ints:
    """Choose the legal action of most value, or now and then any."""
    values = values[:, CARDS:] if bids else values[:, :CARDS]
    allowed = legal[:, None] >> np.arange(values.shape[1]) & 1 > 0
    wild = np.where(allowed, chance.random(values.shape, np.float32), -1.0)
    best = np.where(allowed, values, -np.inf)
    curiously = chance.random(len(legal)) < curious
    chosen: Ints = np.where(curiously, wild.argmax(1), best.argmax(1)).astype(np.int64)
    return chosen


def _followed(where: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Link each decision to the next one of the same seat of the same round, and say which are the last."""
    order = np.argsort(where, kind="stable")
    same = where[order][1:] == where[order][:-1]
    following = np.full(where.size, -1, np.int64)
    following[order[:-1][same]] = order[1:][same]
    return following, following < 0


class Memory:
    """The decisions of the last batches."""

    def __init__(self, batches: int) -> None:
        self.batches = deque[Decisions](maxlen=batches)

    def draw(self, chance: Generator, count: int) -> tuple[Ints, Ints, NDArray[np.float32], Ints]:
        """Draw decisions by chance: rows, actions, points, and the next rows (zeros where none follows)."""
        per_batch = np.bincount(chance.integers(0, len(self.batches), count), minlength=len(self.batches))
        parts = []
        for found, wanted in zip(self.batches, per_batch.tolist(), strict=True):
            place = chance.integers(0, found.actions.size, wanted)
            after = found.following[place]
            follows = np.where((after >= 0)[:, None], found.rows[after], 0)
            parts.append((found.rows[place], found.actions[place], found.points[place], follows))
        rows_now, actions, points, follows = (np.concatenate(part) for part in zip(*parts, strict=True))
        return rows_now, actions, points, follows
