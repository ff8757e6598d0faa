"""The largest safe partition of hints: O'Dwyer's puzzle, tables with few copies, and exhaustive search."""

from collections.abc import Sequence
from random import Random

import numpy as np
import pytest
from signals.naive_partition import hands, largest

import handsight as hs
from bench.batches import signal_partition
from handsight.errors import InputError
from handsight.game.bitmask import members
from handsight.hanabi import Clue, Variant, variant
from handsight.hanabi.variants.variant import tiny
from handsight.signals import Partition, Proof, partition

WIDE = list("RWYGB")


def clue_partition(
    variant: Variant, masks: Sequence[int], copies: Sequence[int] | None = None, kind: str = ""
) -> Partition[Clue]:
    """Partition the clues of a variant for a hand, a mask of identities for each card."""
    return partition(
        [tuple(members(mask)) for mask in masks],
        None if copies is None else dict(enumerate(copies)),
        hints={
            clue: tuple(members(variant.touch(clue))) for clue in variant.clues() if kind in ("", clue.kind)
        },
    )


def test_the_set_packing_puzzle() -> None:
    found = hs.signals.partition(["RWYG", "WY", "YG", "R"], hints="RWYGB")
    assert len(found) == found.bound == 2
    assert sorted(hint for block in found.blocks for hint in block) == sorted("RWYGB")
    red = found.decode("R")
    assert {found.decode("Y"), found.decode("G")} == {1 - red} or {found.decode("W"), found.decode("Y")} == {
        1 - red
    }
    assert found.encode(red, ["R", "Y"]) == ("R",)
    assert found.proofs == (Proof(frozenset("R"), (3,), 0), Proof(frozenset("GY"), (2,), 0))


def test_rows_that_share_few_copies_allow_more() -> None:
    table, copies = ["RB", "WY", "W", "RB"], {"R": 1, "W": 2, "Y": 2, "G": 0, "B": 1}
    assert len(partition(table, hints="RWYGB")) == 2
    found = partition(table, copies, hints="RWYGB")
    assert len(found) == 3
    assert Proof(frozenset("R"), (0, 3), 1) in found.proofs


def test_both_kinds_of_clues_share_blocks() -> None:
    plain = variant("No Variant")
    fresh = clue_partition(plain, [plain.everything] * 4, plain.copies)
    assert (len(fresh), fresh.bound) == (2, 3)  # three 1s of a suit and one of another allow three clues
    only = clue_partition(plain, [plain.everything] * 4, plain.copies, kind="color")
    assert len(only) == 1
    assert len(clue_partition(plain, [plain.everything] * 4)) == 2  # cards that might all be one and the same
    sure = clue_partition(plain, [1, 1 << 6, 1 << 12, 1 << 18], plain.copies)
    assert len(sure) == 8
    assert sure.decode(Clue("color", 0)) != sure.decode(Clue("number", 1))


def test_what_cannot_be_is_refused() -> None:
    with pytest.raises(InputError, match="no hand fits"):
        partition(["R", "R"], {"R": 1})
    with pytest.raises(InputError, match="no hint touches"):
        partition(["RX"], hints="RB")
    clues: Partition[str] = partition(["RB"])
    with pytest.raises(InputError, match="encodes 0 to 0"):
        clues.encode(1, "R")
    with pytest.raises(InputError, match="no block"):
        clues.decode("Z")
    assert len(partition([], hints="RB")) == 0


def check(rows: list[list[int]], copies: list[int] | None, touch: list[int]) -> int:
    """Compare both implementations with exhaustive search on one table; return the size."""
    legal = set()
    for hand in hands(rows, copies):
        legal.add(sum(1 << h for h, mask in enumerate(touch) if any(mask >> v & 1 for v in hand)))
    values = max(mask.bit_length() for mask in touch)
    names = {h: [v for v in range(values) if mask >> v & 1] for h, mask in enumerate(touch)}
    counted = None if copies is None else dict(enumerate(copies))
    if not legal:
        with pytest.raises(InputError):
            partition(rows, counted, hints=names)
        return 0
    found = partition(rows, counted, hints=names)
    assert len(found) == largest(legal, len(touch))
    assert len(found) <= found.bound == min(mask.bit_count() for mask in legal)
    for proof in found.proofs:
        assert all(sum(1 << hint for hint in proof.block) & mask for mask in legal)
    masks = np.array([sum(1 << v for v in row) for row in rows], np.int64)
    left = copies or [1] * values
    planes = np.array([sum(1 << v for v, n in enumerate(left) if n > plane) for plane in range(3)], np.int64)
    blocks, scratch = np.empty(len(touch), np.int64), np.zeros(signal_partition.WORKSPACE_SHAPE, np.int64)
    size = signal_partition.largest_partition(
        masks, planes, copies is not None, np.array(touch, np.int64), blocks, scratch
    )
    assert size == len(found)
    assert blocks.tolist() == [found.decode(hint) for hint in range(len(touch))]
    return len(found)


def tables(number: int, *, joint: bool, dice: Random) -> None:
    """Check random tables of four or five rows and five hints, each value a hint."""
    for _ in range(number):
        spread = dice.choice((0.25, 0.4, 0.6))
        rows = [
            [v for v in range(5) if dice.random() < spread] or [dice.randrange(5)]
            for _ in range(dice.choice((4, 5)))
        ]
        copies = [dice.choice((0, 1, 1, 2, 3)) for _ in range(5)] if joint else None
        check(rows, copies, [1 << v for v in range(5)])


@pytest.mark.parametrize("joint", [False, True])
def test_exhaustive_search_finds_no_larger_partition(joint: bool) -> None:
    tables(400, joint=joint, dice=Random(joint))


@pytest.mark.slow
@pytest.mark.parametrize("joint", [False, True])
def test_exhaustive_search_finds_no_larger_partition_of_ten_thousand(joint: bool) -> None:
    tables(10_000, joint=joint, dice=Random(10 + joint))


def test_exhaustive_search_agrees_on_colours_and_ranks_together() -> None:
    small, dice = tiny(3, 3), Random(5)
    touch = [small.touch(clue) for clue in small.clues()]
    sizes = set()
    for _ in range(60):
        spread = dice.choice((0.2, 0.4))
        rows = [[v for v in range(9) if dice.random() < spread] or [dice.randrange(9)] for _ in range(3)]
        copies = [dice.randrange(n + 1) for n in small.copies] if dice.random() < 0.7 else None
        sizes.add(check(rows, copies, touch))
    assert len(sizes) > 3
