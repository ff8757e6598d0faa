"""Partitions of the clues that can be given to a hand of Hanabi."""

from collections.abc import Sequence
from typing import Literal

from handsight.hanabi import Clue, Variant
from handsight.signals.partition import Partition, partition
from handsight.table.bitmask import members

Kind = Literal["color", "number", "both"]


def clue_partition(
    variant: Variant, masks: Sequence[int], copies: Sequence[int] | None = None, *, kind: Kind = "both"
) -> Partition[Clue]:
    """Partition the clues for a hand into as many blocks as possible, each with a legal clue in every case.

    Args:
        variant: the variant, whose clues are partitioned.
        masks: for each card of the hand, the mask of the identities that it can have.
        copies: for each identity, how many cards are left; without it, the cards are independent.
        kind: which clues to use: `color`, `number` or `both`.
    """
    clues = [clue for clue in variant.clues() if kind in ("both", clue.kind)]
    return partition(
        [tuple(members(mask)) for mask in masks],
        None if copies is None else dict(enumerate(copies)),
        hints={clue: tuple(members(variant.touch(clue))) for clue in clues},
    )
