"""Partitions of the clues that a hand of Hanabi can be given."""

from collections.abc import Sequence
from typing import Literal

from handsight.hanabi import Clue, Variant
from handsight.signals.partition import Partition, partition
from handsight.table.bitmask import members

Kind = Literal["color", "number", "both"]


def clue_partition(
    variant: Variant, masks: Sequence[int], copies: Sequence[int] | None = None, *, kind: Kind = "both"
) -> Partition[Clue]:
    """Partition the clues of a kind, or of both, for a hand whose cards can be what the masks say.

    *copies* says how many cards of each identity are left for the hand; without it, cards are independent.
    """
    clues = [clue for clue in variant.clues() if kind in ("both", clue.kind)]
    return partition(
        [tuple(members(mask)) for mask in masks],
        None if copies is None else dict(enumerate(copies)),
        hints={clue: tuple(members(variant.touch(clue))) for clue in clues},
    )
