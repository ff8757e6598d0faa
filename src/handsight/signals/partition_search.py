"""Branch and bound for the largest partition: safe blocks from below, a hand of few hints from above.

Every hand makes some hints legal, and every block of a partition must contain one of them. So the hand with
the fewest legal hints bounds the number of blocks, and disjoint safe blocks bound the fewest legal hints of
any hand: each problem prunes the search for the other.

Two searches look for a larger family, or prove that there is none. One gives hints to blocks, first where a
known hand leaves the least choice; a block that looks safe and is not gives another hand. The other lists the
minimal safe blocks, by choosing a hint of a hand in which no hint of the block is legal yet, and packs them.
The first is quick where many blocks are safe, the second where few are.

Work is counted in steps, not in seconds, so that everybody who asks finds the same answer.
"""

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass

from handsight.game import Dice, shuffled
from handsight.game.bitmask import members
from handsight.signals.safe_blocks import Hand, PartitionProblem

STEPS = 300_000
"""How many steps a search may take, about a second; a step looks for one small hand, or tries one block."""
SHARE_OF_BOUND = 0.4
"""The share of all steps that the search for the hand with the fewest legal hints may take."""
SHARE_OF_ASSIGNMENT = 0.7
"""The share of all steps after which the search that gives each hint a block leaves off."""
FEW_HINTS = 14
"""Up to this many hints ties are broken in one fixed way, whatever was found first (see `solve`)."""
MANY_HINTS = 400
"""More hints than this are not assigned one by one, which would need as many calls within each other."""
GREEDY_TRIES = 24
CUTS_A_STEP = 60
"""How many known hands can be looked through in a step."""


@dataclass(frozen=True)
class Solution:
    """The largest family of disjoint safe blocks that was found, and what bounds it."""

    family: tuple[int, ...]
    most: int
    """No family has more blocks than this; the family is the largest if it has as many."""
    hand: Hand
    """A hand with the fewest legal hints that were found; no family has more blocks than it has hints."""
    fewest: int
    """How many hints are legal in that hand."""
    fewest_proved: bool
    """Whether no hand that the table allows has fewer."""
    steps: int


class _OutOfStepsError(Exception):
    """The search has used all its steps."""


def solve(problem: PartitionProblem, steps: int = STEPS) -> Solution:
    """Return the largest family of disjoint safe blocks, as far as it can be found within some steps.

    With up to 14 hints ties are broken in a fixed way: a hint is left out if possible, else the block with
    the smallest mask is taken. The compiled `bench.batches.signal_partition` breaks them in the same way.
    """
    search = _Search(problem, steps)
    hand = problem.hand(0)
    if hand is None:
        return Solution((), 0, (), 0, fewest_proved=True, steps=0)
    search.note(problem.legal(hand))
    fewest_proved = True
    search.limit = int(steps * SHARE_OF_BOUND)
    try:
        search.cut(hand)
        search.pack_greedily()
        search.find_fewest(0, 0)
    except _OutOfStepsError:
        fewest_proved = False
    search.most = search.fewest
    search.limit = int(steps * SHARE_OF_ASSIGNMENT)
    with suppress(_OutOfStepsError):
        search.assign()
    search.limit = steps
    with suppress(_OutOfStepsError):  # what was found and proved until then is the answer
        search.pack()
    most = min(search.most, search.fewest)
    fewest_hand = problem.hand(problem.every & ~search.smallest_cut) or hand
    return Solution(search.family, most, fewest_hand, search.fewest, fewest_proved, search.steps)


class _Search:
    """What a search knows so far of one problem."""

    def __init__(self, problem: PartitionProblem, steps: int) -> None:
        self.problem = problem
        self.every = problem.every
        self.steps = 0
        self.limit = steps
        self.cuts: list[int] = []
        """Sets of legal hints, each of a hand that was met; every safe block has a hint of each."""
        self.smallest_cut = self.every
        self._other_cuts: list[int] = []
        """More of them, larger than need be."""
        self.family: tuple[int, ...] = ()
        self.most = len(problem.touch)
        self._safe: set[int] = set()
        self._failed: dict[int, int] = {}
        rows = len(problem.rows)
        self._hand_cost = 1 if problem.copies is None else 1 + rows // 5

    @property
    def fewest(self) -> int:
        """The fewest legal hints of a hand that was met."""
        return self.smallest_cut.bit_count()

    def step(self, cost: int = 1) -> None:
        """Count some steps, or give up."""
        if self.steps >= self.limit:
            raise _OutOfStepsError
        self.steps += cost

    def safe(self, block: int) -> bool:
        """Whether every hand makes a hint of a block legal."""
        if block in self._safe:
            return True
        self.step(1 + len(self.cuts) // CUTS_A_STEP)
        if any(not cut & block for cut in self.cuts):
            return False
        self.step(self._hand_cost)
        hand = self.problem.hand(block)
        if hand is not None:
            self.cut(hand)
            return False
        self._safe.add(block)
        return True

    def cut(self, hand: Hand) -> None:
        """Note the legal hints of a hand, or of another one in which fewer of them are legal."""
        legal = self.problem.legal(hand)
        for hint in sorted(members(legal), reverse=True):
            if legal >> hint & 1:
                self.step(self._hand_cost)
                fewer = self.problem.hand(self.every & ~legal | 1 << hint)
                if fewer is not None:
                    legal = self.problem.legal(fewer)
        self.note(legal)

    def note(self, legal: int) -> None:
        """Note the legal hints of a hand."""
        if legal not in self.cuts:
            self.cuts.append(legal)
        if legal.bit_count() < self.fewest:
            self.smallest_cut = legal

    def shrink(self, block: int, order: Iterator[int]) -> int:
        """Return a minimal safe block within a safe block; hints are left out in an order, where possible."""
        for hint in order:
            if block >> hint & 1 and self.safe(block ^ 1 << hint):
                block ^= 1 << hint
        return block

    def pack_greedily(self) -> None:
        """Take small safe blocks as long as there are any, in several orders; keep the best family."""
        hints = list(members(self.every))
        for attempt in range(GREEDY_TRIES):
            dice, rest, family = Dice(0, attempt), self.every, list[int]()
            while self.safe(rest):
                blocks = [self.shrink(rest, iter(shuffled(hints, dice))) for _ in range(3)]
                family.append(min(blocks, key=int.bit_count))
                rest &= ~family[-1]
                if len(family) > len(self.family):
                    self.family = tuple(family)
            if len(self.family) >= self.fewest:
                return

    def find_fewest(self, legal: int, illegal: int) -> None:
        """Find the hand with the fewest legal hints, given that some hints are legal, others are not."""
        self.step()
        rest, blocks = self.every & ~legal, list[int]()
        order = [*members(self.every & ~illegal), *members(illegal)]
        while self.safe(rest):
            blocks.append(self.shrink(rest, iter(order)))
            rest &= ~blocks[-1]
            if legal.bit_count() + len(blocks) >= self.fewest:
                return
        if not blocks:  # a hand in which no other hint is legal: fewer than before
            hand = self.problem.hand(self.every & ~legal)
            if hand is not None:
                self.cut(hand)
            return
        block = min(blocks, key=lambda one: (one & ~illegal).bit_count())
        for hint in members(block & ~illegal):  # one of them is legal
            self.find_fewest(legal | 1 << hint, illegal)
            illegal |= 1 << hint

    def assign(self) -> None:
        """Find the largest family by giving each hint a block; quick where many blocks are safe."""
        if not FEW_HINTS < len(self.problem.touch) <= MANY_HINTS:
            return  # with few, `pack` is quick, and breaks ties as it should
        while self.most > len(self.family):
            family = self._assign((0,) * self.most, self.every)
            if family is not None:
                self.family = family
                self.family = tuple(self.shrink(block, members(block)) for block in family)
                return
            self.most -= 1

    def _assign(self, blocks: tuple[int, ...], free: int) -> tuple[int, ...] | None:
        """Add free hints to blocks until all are safe; None if that cannot be."""
        tightest, spare = self._tightest(blocks, free)
        while not tightest:
            if all(map(self.safe, blocks)):
                return blocks
            tightest, spare = self._tightest(blocks, free)  # another hand is known now
        if spare < 0:
            return None
        hint = max(members(tightest & free), key=lambda one: sum(cut >> one & 1 for cut in self.cuts))
        lacking = [at for at, block in enumerate(blocks) if not block & tightest]
        others = [at for at, block in enumerate(blocks) if block & tightest] if spare else []
        empty = [at for at in lacking if not blocks[at]]
        for at in (at for at in lacking + others if at not in empty[1:]):  # empty blocks are alike
            more = (*blocks[:at], blocks[at] | 1 << hint, *blocks[at + 1 :])
            family = self._assign(more, free & ~(1 << hint))
            if family is not None:
                return family
        return None

    def _tightest(self, blocks: tuple[int, ...], free: int) -> tuple[int, int]:
        """Return the legal hints of the hand that leaves the least choice to blocks that lack one of them.

        The second number says how many more free hints it has than such blocks. Without such a hand, both
        are 0.
        """
        self.step(1 + len(self.cuts) * len(blocks) // CUTS_A_STEP)
        tightest, least = 0, len(self.problem.touch)
        for cut in self.cuts:
            lacking = sum(not block & cut for block in blocks)
            spare = (cut & free).bit_count() - lacking
            if lacking and spare < least:
                tightest, least = cut, spare
                if spare < 0:
                    break
        return tightest, least if tightest else 0

    def pack(self) -> None:
        """Find the largest family; *most* is always a bound that has been proved."""
        found = len(self.family)
        few = len(self.problem.touch) <= FEW_HINTS
        if found == self.most and not few:
            return
        least = max(found if few else found + 1, 1)
        hints = len(self.problem.touch)
        shortest = self._shortest(hints // self.most) if self.most else None
        while shortest is None and self.most >= least:  # even the smallest safe block is too large
            self.most -= 1
            shortest = self._shortest(hints // self.most) if self.most else None
        if shortest is None or self.most < least:
            return
        longest = hints - (least - 1) * shortest
        by_lowest: list[list[int]] = [[] for _ in self.problem.touch]
        useful = 0
        for block in sorted(self._extend(0, 0, longest)):
            by_lowest[(block & -block).bit_length() - 1].append(block)
            useful |= block
        for wanted in range(self.most, least - 1, -1):
            family = self._pack(useful, wanted, by_lowest)
            if family is not None:
                self.family = family
                return
            self.most = wanted - 1

    def _shortest(self, most: int) -> int | None:
        """Return how many hints the smallest safe block has; None if it has more than *most*."""
        sizes = range(1, most + 1)
        return next((size for size in sizes if next(self._extend(0, 0, size), None) is not None), None)

    def _extend(self, block: int, left_out: int, longest: int) -> Iterator[int]:
        """Yield the minimal safe blocks that contain a block and none of the hints that are left out."""
        self.step(1 + len(self.cuts) // CUTS_A_STEP)
        open_cuts = [cut for cut in self.cuts if not cut & block]
        if not open_cuts:
            if self.safe(block):
                yield block
                return
            open_cuts = [cut for cut in self.cuts if not cut & block]
        if block.bit_count() >= longest:
            return
        free = min((cut & ~left_out for cut in open_cuts), key=int.bit_count)
        for hint in members(free):
            larger = block | 1 << hint
            if all(self._needed(larger, other) for other in members(block)):
                yield from self._extend(larger, left_out, longest)
            left_out |= 1 << hint

    def _needed(self, block: int, hint: int) -> bool:
        """Whether some hand makes just this hint of a block legal."""
        bit = 1 << hint
        self.step((len(self.cuts) + len(self._other_cuts)) // CUTS_A_STEP)
        if any(cut & block == bit for cut in self.cuts) or any(
            cut & block == bit for cut in self._other_cuts
        ):
            return True
        self.step(self._hand_cost)
        hand = self.problem.hand_with(hint, block ^ bit)
        if hand is None:
            return False
        self._other_cuts.append(self.problem.legal(hand))
        return True

    def _pack(self, rest: int, wanted: int, by_lowest: list[list[int]]) -> tuple[int, ...] | None:
        """Return as many disjoint blocks as wanted among some hints, the first in a fixed order; or None."""
        if not wanted:
            return ()
        rests = []  # these hints, then without the lowest, without the two lowest, …
        while rest and self._failed.get(rest, wanted + 1) > wanted:
            self.step(1 + len(self.cuts) // CUTS_A_STEP)
            if any((cut & rest).bit_count() < wanted for cut in self.cuts):
                self._failed[rest] = wanted
                break
            rests.append(rest)
            rest &= rest - 1
        for rest in reversed(rests):
            for block in by_lowest[(rest & -rest).bit_length() - 1]:
                if not block & ~rest:
                    family = self._pack(rest ^ block, wanted - 1, by_lowest)
                    if family is not None:
                        return block, *family
            self._failed[rest] = wanted
        return None
