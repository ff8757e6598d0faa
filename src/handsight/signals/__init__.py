"""How much a clue can safely say: partitions of clues, each an encoder and its decoder in one object.

`partition` divides any hints into the most blocks that each surely contain a legal one, with proofs. For a
hand of Hanabi, `read_table` (typed) or `public_table` (of a recorded game) says what is public, and `study`
answers which hints are surely legal and how many blocks there can be.

Examples:
    >>> from handsight import signals
    >>> found = signals.study(signals.read_table("RWYG WY YG R", hints="RWYGB"))
    >>> found.hints("sure"), found.hints("impossible"), len(found.best)
    (('R',), ('B',), 2)
"""

from handsight.signals.hint_partition import Partition, Proof, partition
from handsight.signals.hint_table import HintTable, public_table, read_table
from handsight.signals.signal_report import (
    BlockVerdict,
    Signals,
    check_blocks,
    sentences,
    signals_json,
    study,
)

__all__ = [
    "BlockVerdict",
    "HintTable",
    "Partition",
    "Proof",
    "Signals",
    "check_blocks",
    "partition",
    "public_table",
    "read_table",
    "sentences",
    "signals_json",
    "study",
]
