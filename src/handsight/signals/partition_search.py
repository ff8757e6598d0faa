"""Safe blocks of hints, and branch and bound for the most of them that are disjoint.

A block of hints is *safe* if every hand that the table allows makes one of its hints legal.

Every hand makes some hints legal, and every block of a partition must contain one of them. So the hand with
the fewest legal hints bounds the number of blocks, and disjoint safe blocks bound the fewest legal hints of
any hand: each problem prunes the search for the other.

A larger family is found, or ruled out, by listing the minimal safe blocks (choose a hint of a hand in which
no hint of the block is legal yet) and packing them.

By Hall's theorem a block is safe exactly if there is a set of rows for which fewer cards are left that avoid
the block than the set has rows; this set is the proof. Without copies, rows are independent, and the proof
is a single row whose values are all touched by the block.

Work is counted in steps, not in seconds, so that everybody who asks finds the same answer.
"""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from handsight.game import Dice, shuffled
from handsight.game.bitmask import members

STEPS = 300_000
"""How many steps a search may take, about a second; a step looks for one small hand, or tries one block."""
SHARE_OF_BOUND = 0.4
"""The share of all steps that the search for the hand with the fewest legal hints may take."""
FEW_HINTS = 14
"""Up to this many hints ties are broken in one fixed way, whatever was found first (see `solve`)."""
GREEDY_TRIES = 24
CUTS_A_STEP = 60
"""Looking through this many known cuts (see `_Search.cuts`) counts as one step."""


FEW_ROWS = 10
"""Up to this many rows the smallest proof is found; above, one from which no row can be left out."""

Hand = tuple[int, ...]
"""A value for each row."""


@dataclass(frozen=True)
class PartitionProblem:
    """A table as masks: the values of each row, the copies of each value, the values each hint touches."""

    rows: tuple[int, ...]
    copies: tuple[int, ...] | None
    touch: tuple[int, ...]
    always: int = 0
    """The hints that are legal in every hand, whatever they touch."""

    @property
    def every(self) -> int:
        """The set of all hints."""
        return (1 << len(self.touch)) - 1

    @cached_property
    def hints_of(self) -> tuple[int, ...]:
        """For each value, the hints that touch it."""
        values = max((mask.bit_length() for mask in (*self.rows, *self.touch)), default=0)
        return tuple(
            sum(1 << hint for hint, mask in enumerate(self.touch) if mask >> value & 1)
            for value in range(values)
        )

    def hand(self, block: int) -> Hand | None:
        """Return a hand in which no hint of a block is legal; None if the block is safe."""
        if block & self.always:
            return None
        return self.hand_from(self._avoiding(block))

    def hand_with(self, hint: int, block: int) -> Hand | None:
        """Return a hand in which a hint is legal and no hint of a block is, or None if there is none."""
        if 1 << hint & self.always:
            return self.hand(block)
        if block & self.always:
            return None
        rows = self._avoiding(block)
        for at, row in enumerate(rows):
            touched = row & self.touch[hint]
            hand = self.hand_from([*rows[:at], touched, *rows[at + 1 :]]) if touched else None
            if hand is not None:
                return hand
        return None

    def hand_from(self, rows: Sequence[int]) -> Hand | None:
        """Return a hand whose cards are in these rows, or None if too few copies are left for one."""
        if not all(rows):
            return None
        if self.copies is None:
            return tuple((row & -row).bit_length() - 1 for row in rows)
        copies = self.copies
        chosen = [-1] * len(rows)
        holders: dict[int, list[int]] = {}

        def place(row: int, seen: list[int]) -> bool:
            """Give a row a value, moving other rows to other values where all copies are taken."""
            for value in members(rows[row] & ~seen[0]):
                seen[0] |= 1 << value
                held = holders.setdefault(value, [])
                if len(held) < copies[value]:
                    held.append(row)
                    chosen[row] = value
                    return True
                for at, other in enumerate(held):
                    if place(other, seen):
                        held[at] = row
                        chosen[row] = value
                        return True
            return False

        return tuple(chosen) if all(place(row, [0]) for row in range(len(rows))) else None

    def legal(self, hand: Hand) -> int:
        """Return the hints that are legal in a hand."""
        hints = self.always
        for value in hand:
            hints |= self.hints_of[value]
        return hints

    def proof(self, block: int) -> tuple[int, int] | None:
        """Return a set of rows that proves a block safe, and how many copies avoid it; None if it is not.

        Of few rows it is the smallest such set. A hint that is always legal needs no rows.
        """
        if block & self.always:
            return 0, 0
        away = self._avoiding(block)
        if self.copies is None:
            return next(((1 << row, 0) for row, mask in enumerate(away) if not mask), None)
        if self.hand_from(away) is not None:
            return None
        if len(away) <= FEW_ROWS:
            every_size = (combinations(range(len(away)), size) for size in range(1, len(away) + 1))
            for chosen in (rows for sets in every_size for rows in sets):
                if (left := self._copies(away, chosen)) < len(chosen):
                    return sum(1 << row for row in chosen), left
        needed = list(range(len(away)))
        for row in range(len(away)):
            fewer = [other for other in needed if other != row]
            if self.hand_from([away[other] for other in fewer]) is None:
                needed = fewer
        return sum(1 << row for row in needed), self._copies(away, needed)

    def _avoiding(self, block: int) -> list[int]:
        """Return the values that are left for each row if no hint of a block may be legal."""
        touched = 0
        for hint in members(block):
            touched |= self.touch[hint]
        return [row & ~touched for row in self.rows]

    def _copies(self, rows: Sequence[int], chosen: Sequence[int]) -> int:
        """Return how many copies are left of all values that some rows can have."""
        union = 0
        for row in chosen:
            union |= rows[row]
        return sum((self.copies or ())[value] for value in members(union))


@dataclass(frozen=True)
class PackedBlocks:
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


def solve(problem: PartitionProblem, steps: int = STEPS) -> PackedBlocks:
    """Return the largest family of disjoint safe blocks, as far as it can be found within some steps.

    With up to 14 hints ties are broken in a fixed way: a hint is left out if possible, else the block with
    the smallest mask is taken. The compiled `bench.batches.signal_partition` breaks them in the same way.
    """
    search = _Search(problem, steps)
    hand = problem.hand(0)
    if hand is None:
        return PackedBlocks((), 0, (), 0, fewest_proved=True, steps=0)
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
    search.limit = steps
    with suppress(_OutOfStepsError):  # what was found and proved until then is the answer
        search.pack()
    most = min(search.most, search.fewest)
    fewest_hand = problem.hand(problem.every & ~search.smallest_cut) or hand
    return PackedBlocks(search.family, most, fewest_hand, search.fewest, fewest_proved, search.steps)


class _Search:
    """A search on one problem, with what it has found so far."""

    def __init__(self, problem: PartitionProblem, steps: int) -> None:
        self.problem = problem
        self.every = problem.every
        self.steps = 0
        self.limit = steps
        self.cuts: list[int] = []
        """Sets of legal hints, each of a hand that was met; every safe block has a hint of each."""
        self.smallest_cut = self.every
        self._other_cuts: list[int] = []
        """More such sets, which may be larger than need be."""
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
        """Count *cost* steps, or raise _OutOfStepsError if the limit is reached."""
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
        """Add to the cuts the legal hints of a hand, or of one in which only some of them are legal."""
        legal = self.problem.legal(hand)
        for hint in sorted(members(legal), reverse=True):
            if legal >> hint & 1:
                self.step(self._hand_cost)
                fewer = self.problem.hand(self.every & ~legal | 1 << hint)
                if fewer is not None:
                    legal = self.problem.legal(fewer)
        self.note(legal)

    def note(self, legal: int) -> None:
        """Add the legal hints of a hand to the cuts."""
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
        """Search hands with these legal and illegal hints for the fewest legal ones (`smallest_cut`)."""
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
