"""A table of the cards that a hand can hold, with its hints: what is sure, and the largest partition.

`read_table` makes one of a typed text, `public_table` of a recorded game; `study` answers all questions.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Literal

from handsight.deals import Deal
from handsight.errors import ContradictionError, InputError
from handsight.game.bitmask import members
from handsight.signals.hint_partition import NamedProblem, Partition, Proof, named_problem
from handsight.signals.partition_search import STEPS
from handsight.text.suggestions import listed, quote

HintKind = Literal["colours", "ranks", "both"]
HINT_KINDS: tuple[HintKind, ...] = ("colours", "ranks", "both")
Status = Literal["sure", "open", "impossible"]


@dataclass(frozen=True)
class HintTable:
    """The cards that each place of a hand can hold by public facts, and which of them each hint touches."""

    rows: tuple[frozenset[str], ...]
    """For each card of the hand, newest first, what it can be."""
    colours: Mapping[str, frozenset[str]]
    """For each colour hint, the cards that it touches."""
    ranks: Mapping[str, frozenset[str]] = field(default_factory=dict)
    """For each number hint, the cards that it touches."""
    copies: Mapping[str, int] | None = None
    """For each card, how many copies may be in the hand; None where cards are independent."""
    always: frozenset[str] = frozenset()
    """Hints that are legal whatever they touch."""
    caveat: str = ""
    """Why a row may list cards that cannot be there; empty when all rows are exact."""

    @property
    def hints(self) -> dict[str, frozenset[str]]:
        """Every hint, colours first, with the cards that it touches."""
        return {**self.colours, **self.ranks}

    def only(self, kind: HintKind) -> "HintTable":
        """Return the same hand with the hints of one kind."""
        if kind == "both":
            return self
        chosen = replace(self, ranks={}) if kind == "colours" else replace(self, colours={})
        if not chosen.hints:
            there = "ranks" if kind == "colours" else "colours"
            raise InputError(f"this table has no hints of {kind}; ask for {there}")
        return chosen

    @cached_property
    def narrowed(self) -> tuple[frozenset[str], ...]:
        """What each card can be with regard to the other cards and to the copies that are left.

        Raises:
            InputError: no hand fits the table.
        """
        if self.copies is None:
            empty = next((at for at, row in enumerate(self.rows) if not row), None)
            if empty is not None:
                raise InputError(f"card {empty + 1} can be nothing at all; give it at least one possibility")
            return self.rows
        faces = list(self.copies)
        place = {face: at for at, face in enumerate(faces)}
        masks = tuple(sum(1 << place[face] for face in row if face in place) for row in self.rows)
        try:
            possible = Deal(masks, tuple(self.copies.values())).possible
        except ContradictionError as error:
            cards = listed([str(at + 1) for at in error.variables], "and")
            which = f"card {cards} has" if len(error.variables) == 1 else f"cards {cards} have"
            raise InputError(
                f"no hand fits this table: {which} too few copies left; count the copies again"
            ) from None
        return tuple(frozenset(faces[at] for at in members(mask)) for mask in possible)

    def problem(self, *, joint: bool) -> NamedProblem[str]:
        """Return the problem of its partition: with the copies that are left, or by each card alone."""
        return named_problem(
            self.narrowed, self.copies if joint else None, hints=self.hints, always=self.always
        )


@dataclass(frozen=True)
class BlockVerdict:
    """Whether a block of hints is safe: a proof of it, or a hand in which none of its hints is legal."""

    block: frozenset[str]
    proof: Proof[str] | None
    hand: tuple[str, ...] | None

    @property
    def safe(self) -> bool:
        """Whether every hand that the table allows makes a hint of the block legal."""
        return self.proof is not None


@dataclass(frozen=True)
class Signals:
    """What hints for a hand can surely say."""

    table: HintTable
    status: Mapping[str, Status]
    """For each hint, whether it is surely legal, surely not, or open."""
    packing: Partition[str]
    """The largest partition by each card alone: disjoint rows of the table."""
    joint: Partition[str] | None
    """The largest partition with regard to the copies that are left; None where they are not counted."""

    @property
    def best(self) -> Partition[str]:
        """The largest partition."""
        return self.packing if self.joint is None else self.joint

    def hints(self, status: Status) -> tuple[str, ...]:
        """Return the hints with this status."""
        return tuple(hint for hint, found in self.status.items() if found == status)


def study(table: HintTable, *, steps: int = STEPS) -> Signals:
    """Say which hints are surely legal, and find the largest partitions.

    Args:
        table: the table of a hand.
        steps: how long to search for each partition (see `partition`).

    Raises:
        InputError: no hand fits the table.
    """
    alone = table.problem(joint=False)
    counted = None if table.copies is None else table.problem(joint=True)
    surest = counted or alone

    def status(hint: str, touched: Collection[str]) -> Status:
        if surest.hand([hint]) is None:
            return "sure"
        return "open" if any(row & frozenset(touched) for row in table.narrowed) else "impossible"

    return Signals(
        table,
        {hint: status(hint, touched) for hint, touched in table.hints.items()},
        alone.partition(steps),
        None if counted is None else counted.partition(steps),
    )


def check_blocks(table: HintTable, blocks: Iterable[Collection[str]]) -> list[BlockVerdict]:
    """Say of each block of a partition that somebody proposes whether it is safe, and why or why not.

    Raises:
        InputError: a block has no hints, a hint does not exist or is in two blocks, or no hand fits.
    """
    chosen: Sequence[frozenset[str]] = [frozenset(block) for block in blocks]
    home: dict[str, int] = {}
    for number, block in enumerate(chosen, 1):
        if not block:
            raise InputError(f"block {number} has no hints; put one in it, or leave it out")
        for hint in sorted(block):
            if hint not in table.hints:
                known = ", ".join(table.hints)
                raise InputError(f"block {number} has the hint {quote(hint)}; the hints are {known}")
            if hint in home:
                raise InputError(
                    f"{quote(hint)} is in block {home[hint]} and in block {number}; leave it in one"
                )
            home[hint] = number
    problem = table.problem(joint=table.copies is not None)
    return [BlockVerdict(block, problem.proof(block), problem.hand(block)) for block in chosen]
