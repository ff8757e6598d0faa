"""Experience to learn from: rounds with other bots and with itself, kept in a replay buffer."""

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from numpy.random import Generator
from numpy.typing import NDArray

from handsight.boeren import DEFAULT_RULES, SEATS, round_sizes
from handsight.boeren.compiled import deal, state_layout
from handsight.boeren.compiled.state_layout import CARDS
from handsight.bots.boeren.compiled.compiled_bots import COUNTER
from handsight.compiled.jit import Ints
from handsight.env.boeren.compiled import many_rounds as batch
from handsight.game.seeded_dice import TRAINING
from handsight.learning.boeren.settings import TrainingSettings

Values = Callable[[Ints], NDArray[np.float32]]
"""Takes the states of many rounds; returns the value of every action in each."""
OPPONENTS = (batch.GREEDY, batch.FULL_KRIPKE, batch.COUNTER)
RULES = DEFAULT_RULES.switched("dealer_change", "barred")
"""With barred bids all rounds of a batch have the same number of turns: no bid is ever changed."""
LEARNERS = (1, 2, SEATS)
"""How many of the four seats the learner takes, each equally often."""
SCALE = 10.0
"""Points that make a reward of 1."""


class Decisions(NamedTuple):
    """Decisions of one batch: states, actions, rewards, and the next decision of the same seat."""

    rows: Ints
    actions: Ints
    rewards: NDArray[np.float32]
    following: Ints
    """The index of the same seat's next decision, or -1 if this was its last in the round."""


def rounds_in_turn(number: int) -> Ints:
    """Return the round that batch *number* plays; batches go through the rounds of a match in turn."""
    schedule = round_sizes(DEFAULT_RULES.schedule)
    return np.array(schedule[number % len(schedule)], np.int64)


def seating(rng: Generator, rounds: int) -> Ints:
    """Return who sits where, by round and seat: the learner, or a kind of opponent, at random."""
    learners = rng.choice(LEARNERS, (rounds, 1))
    rank = rng.permuted(np.tile(np.arange(SEATS), (rounds, 1)), axis=1)
    return np.where(rank < learners, batch.LEARNER, rng.choice(OPPONENTS, (rounds, SEATS)))


def play_rounds(values: Values, rng: Generator, settings: TrainingSettings, number: int) -> Decisions:
    """Play a batch of rounds, and return the learner's decisions."""
    rounds, exploration = settings.rounds, settings.decayed(settings.exploration, number)
    table = np.zeros((rounds, state_layout.WORDS), np.int64)
    size, counter_settings = rounds_in_turn(number), COUNTER.settings_array()
    dice, starts = deal.round_streams(settings.seed, number * rounds, rounds, TRAINING)
    batch.deal_states(table, size, deal.switches(RULES), dice, starts)
    seats, legal, actions = (
        seating(rng, rounds),
        np.zeros(rounds, np.int64),
        np.zeros(rounds, np.int64),
    )
    seen, done, at = list[Ints](), list[Ints](), list[Ints]()
    turns, winners = list[Ints](), list[Ints]()
    for turn in range(SEATS * (int(size[0]) + 1)):
        batch.partner_actions(table, seats, counter_settings, actions)
        mine = np.flatnonzero(actions < 0)
        if mine.size:
            batch.legal_actions(table, legal)
            here = np.ascontiguousarray(table[mine])
            chosen = choose(values(here), legal[mine], rng, exploration, bids=turn < SEATS)
            actions[mine] = chosen
            seen.append(here)
            done.append(chosen + (CARDS if turn < SEATS else 0))
            at.append(mine * SEATS + here[:, state_layout.SEAT])
            turns.append(np.full(mine.size, turn, np.int64))
        batch.step_states(table, actions)
        if turn >= SEATS and turn % SEATS == SEATS - 1:
            winners.append(table[:, state_layout.LEADER].copy())
    scores = np.zeros((rounds, SEATS), np.int64)
    batch.score_states(table, scores)
    where = np.concatenate(at)
    following, last = _followed(where)
    if settings.reward == "trick":
        rewards = trick_rewards(where, np.concatenate(turns), np.stack(winners))
    else:
        rewards = np.where(last, round_rewards(scores, settings.reward).ravel()[where], 0.0)
    return Decisions(np.concatenate(seen), np.concatenate(done), rewards.astype(np.float32), following)


def round_rewards(scores: Ints, reward: str) -> NDArray[np.float64]:
    """Return the reward of each seat at the end of its round: its points in tens, or 1 for a win, else 0."""
    if reward == "win":
        return np.asarray(scores == scores.max(1, keepdims=True), np.float64)
    return np.asarray(scores / SCALE, np.float64)


def trick_rewards(where: Ints, turns: Ints, winners: Ints) -> NDArray[np.float64]:
    """Return 1 for each card that took its trick; *winners* are by trick and round, bids earn nothing."""
    rounds, seats = np.divmod(where, SEATS)
    tricks = np.maximum(turns // SEATS - 1, 0)
    return np.asarray((turns >= SEATS) & (winners[tricks, rounds] == seats), np.float64)


def choose(
    values: NDArray[np.float32], legal: Ints, rng: Generator, exploration: float, *, bids: bool
) -> Ints:
    """Return, for each round, the legal action of highest value or, with chance *exploration*, any."""
    values = values[:, CARDS:] if bids else values[:, :CARDS]
    allowed = legal[:, None] >> np.arange(values.shape[1]) & 1 > 0
    wild = np.where(allowed, rng.random(values.shape, np.float32), -1.0)
    best = np.where(allowed, values, -np.inf)
    explores = rng.random(len(legal)) < exploration
    chosen: Ints = np.where(explores, wild.argmax(1), best.argmax(1)).astype(np.int64)
    return chosen


def _followed(where: Ints) -> tuple[Ints, NDArray[np.bool_]]:
    """Return, for each decision, the index of its seat's next one in the round or -1; and which are last."""
    sorting = np.argsort(where, kind="stable")
    same = where[sorting][1:] == where[sorting][:-1]
    following = np.full(where.size, -1, np.int64)
    following[sorting[:-1][same]] = sorting[1:][same]
    return following, following < 0


class ReplayBuffer:
    """Keeps the decisions of the last batches."""

    def __init__(self, batches: int) -> None:
        self.batches = deque[Decisions](maxlen=batches)

    def draw(self, rng: Generator, count: int) -> tuple[Ints, Ints, NDArray[np.float32], Ints]:
        """Draw random decisions: rows, actions, rewards, and the next rows (zeros where none follows)."""
        per_batch = np.bincount(rng.integers(0, len(self.batches), count), minlength=len(self.batches))
        parts = []
        for found, wanted in zip(self.batches, per_batch.tolist(), strict=True):
            place = rng.integers(0, found.actions.size, wanted)
            after = found.following[place]
            follows = np.where((after >= 0)[:, None], found.rows[after], 0)
            parts.append((found.rows[place], found.actions[place], found.rewards[place], follows))
        rows_now, actions, rewards, follows = (np.concatenate(part) for part in zip(*parts, strict=True))
        return rows_now, actions, rewards, follows
