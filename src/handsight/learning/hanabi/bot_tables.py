"""Games of a learner with bots as partners: on the processor's cores, shown as the GPU's own games are.

The bots are compiled, so the games run side by side in threads. Rows of games stand in blocks: one for each
partner and seat of the learner, so that every partner always has the same share of the games, and each seat
half of them. What is played does not depend on the number of threads.
"""

import os
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from handsight.env.hanabi.vec_hanabi import VecHanabi
from handsight.errors import InputError
from handsight.hanabi import Terms, Variant, tiny, variant
from handsight.learning.hanabi.settings import ITSELF, PpoSettings

AT_ONE_TABLE = 1024
"""Games that one call steps: enough to keep a thread busy, few enough to share them out."""
NUMBERS_APART = 1 << 40
"""Numbers of games that each table has for itself."""


class Rows(NamedTuple):
    """What happened in a row of games, and what the learner sees next: one entry for each game."""

    observations: NDArray[np.int64]
    """Packed bits: what the learner sees, zeros up to a multiple of 64, then its own hand for a critic."""
    legal: NDArray[np.int64]
    """A bit for each legal action."""
    rewards: NDArray[np.float32]
    """Points gained, by the rule that keeps points."""
    ended: NDArray[np.uint8]
    results: NDArray[np.int32]
    """Score, strikes, moves of the learner and 1 of games that ended, else zeros."""

    def part(self, places: slice) -> "Rows":
        """Return views of some rows."""
        columns: tuple[Any, ...] = self
        return Rows(*(column[places] for column in columns))


class Block(NamedTuple):
    """Some games with one partner, the learner in one seat."""

    env: VecHanabi
    rows: slice
    partner: int
    moves: NDArray[np.int32]


class BotTables:
    """*count* games of a learner with the partners of its settings.

    Args:
        settings: The size of the game, and the partners.
        count: How many games; a multiple of twice the number of partners.
        bits: Of an observation; *words* of it, and of all that is shown.
        seed: Of the deals.
        pool: Threads that play.
        first: Every table has the numbers of games from a multiple of this on.
        stays: Leave games that ended as they are, and give all tables the same deals.
    """

    def __init__(  # noqa: PLR0913  # each is a choice of the caller
        self,
        settings: PpoSettings,
        count: int,
        sizes: tuple[int, int, int],
        *,
        seed: int,
        pool: ThreadPoolExecutor,
        first: int = 0,
        stays: bool = False,
    ) -> None:
        bits, observation_words, words = sizes
        self.count, self.pool, self.stays = count, pool, stays
        self.lives, self.own_hand_at = settings.lives, 8 * observation_words
        self.rows = Rows(
            np.zeros((count, words), np.int64),
            np.zeros(count, np.int64),
            np.zeros(count, np.float32),
            np.zeros(count, np.uint8),
            np.zeros((count, 4), np.int32),
        )
        self.blocks = list[Block]()
        self.told = list[NDArray[np.uint8] | None]()
        table = game_variant(settings)
        groups = [(partner, seat) for partner in range(len(settings.partners)) for seat in range(2)]
        ends = np.linspace(0, count, len(groups) + 1).astype(int).tolist()
        for (partner, seat), begin, end in zip(groups, ends, ends[1:], strict=False):
            for start in range(begin, end, AT_ONE_TABLE):
                rows = slice(start, min(start + AT_ONE_TABLE, end))
                name = settings.partners[partner]
                number = start - begin if stays else first + len(self.blocks) * NUMBERS_APART
                env = VecHanabi(
                    rows.stop - rows.start,
                    settings.players,
                    variant=table,
                    rules="stacks",
                    hand_size=settings.hand,
                    max_clues=settings.tokens,
                    max_strikes=settings.lives,
                    partners=None if name == ITSELF else {1 - seat: name},
                    autoreset="disabled" if stays else "same_step",
                    packed=True,
                    copy=False,
                    seed=seed,
                    first=number,
                )
                self.blocks.append(Block(env, rows, partner, np.zeros(env.num_envs, np.int32)))
                self.told.append(
                    _told_bits(bits + partner, observation_words) if settings.tell_partner else None
                )
        self._waiting = list[Future[None]]()
        self.show()

    def show(self) -> None:
        """Show all games as they lie."""
        for number, block in enumerate(self.blocks):
            self._show(number, block.env._told)  # noqa: SLF001  # the environment's own arrays, before a step

    def begin(self, actions: NDArray[np.int64]) -> None:
        """Take the learner's actions, and let the partners move, while the caller does something else."""
        self._waiting = [
            self.pool.submit(self._step, number, actions[block.rows])
            for number, block in enumerate(self.blocks)
        ]

    def wait(self) -> Rows:
        """Return what came of it."""
        for future in self._waiting:
            future.result()
        self._waiting = []
        return self.rows

    def _step(self, number: int, actions: NDArray[np.int64]) -> None:
        block = self.blocks[number]
        going = block.env._legal != 0 if self.stays else None  # noqa: SLF001  before the step writes over it
        step = block.env.step(actions)
        rows = self.rows.part(block.rows)
        over = step.done
        rows.rewards[:] = step.reward
        block.moves[:] += 1 if going is None else going
        if going is None:
            rows.ended[:] = over
            rows.results[:, 0], rows.results[:, 1], rows.results[:, 2] = (
                step.points,
                step.strikes,
                block.moves,
            )
            rows.results[:, 3] = 1
            rows.results[~over] = 0
            block.moves[over] = 0
        else:
            now = step.mask.any(1)
            rows.ended[:] = ~now
            rows.results[:] = np.stack((step.points, step.strikes, block.moves, ~now), axis=1)
        self._show(number, step)

    def _show(self, number: int, step: Any) -> None:
        """Write what the learner sees, and its own hand apart."""
        block, told = self.blocks[number], self.told[number]
        rows = self.rows.part(block.rows)
        shown = rows.observations.view(np.uint8)
        shown[:, : step.obs.shape[1]] = step.obs
        if told is not None:
            shown[:, : len(told)] |= told
        hands = np.packbits(block.env.central() > 0, axis=1, bitorder="little")
        shown[:, self.own_hand_at : self.own_hand_at + hands.shape[1]] = hands
        masks = np.packbits(step.mask, axis=1, bitorder="little")
        rows.legal.view(np.uint8).reshape(len(masks), 8)[:, : masks.shape[1]] = masks

    def save(self) -> list[NDArray[np.int64]]:
        """Return all games as rows of integers, with the moves of the learner so far."""
        return [
            np.concatenate([block.env.save(), block.moves[:, None].astype(np.int64)], axis=1)
            for block in self.blocks
        ]

    def load(self, saved: Sequence[NDArray[np.int64]]) -> None:
        """Put games on the tables that `save` returned."""
        for block, rows in zip(self.blocks, saved, strict=True):
            block.env.load(np.ascontiguousarray(rows[:, :-1]))
            block.moves[:] = rows[:, -1]
        self.show()

    def deal(self) -> None:
        """Deal the first games again."""
        for block in self.blocks:
            block.env.reset()
            block.moves[:] = 0
        self.show()

    @property
    def partner_of(self) -> NDArray[np.int64]:
        """The number of the partner in each row."""
        found = np.zeros(self.count, np.int64)
        for block in self.blocks:
            found[block.rows] = block.partner
        return found


def game_variant(settings: PpoSettings) -> Variant:
    """Return the variant that a run plays: the full game, or a small one."""
    full = (settings.suits, settings.ranks) == (5, 5)
    return variant("No Variant") if full else tiny(settings.suits, settings.ranks)


def threads() -> ThreadPoolExecutor:
    """Return a thread for each core that this process may use."""
    if sys.platform == "linux":
        return ThreadPoolExecutor(len(os.sched_getaffinity(0)))
    return ThreadPoolExecutor(os.cpu_count() or 1)


def check_partners(settings: PpoSettings) -> None:
    """Raise InputError where a partner cannot sit at this table."""
    from handsight.env.hanabi.partner_bots import compiled_partner  # noqa: PLC0415  bots are slow to import

    terms = Terms(
        settings.players,
        game_variant(settings),
        hand_size=settings.hand,
        max_clues=settings.tokens,
        max_strikes=settings.lives,
    )
    for name in settings.partners:
        if name != ITSELF:
            compiled_partner(name, terms)


def _told_bits(place: int, observation_words: int) -> NDArray[np.uint8]:
    """Return an observation's bytes with one bit set."""
    if place >= 64 * observation_words:
        raise InputError("there is no room to tell so many partners apart in this game; name fewer")
    bits = np.zeros(64 * observation_words, np.uint8)
    bits[place] = 1
    return np.packbits(bits, bitorder="little")
