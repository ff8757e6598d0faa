"""How much a clue can safely say: partitions of clues, each an encoder and its decoder in one object."""

from handsight.signals.clue_partition import clue_partition
from handsight.signals.partition import Partition, Proof, partition

__all__ = ["Partition", "Proof", "clue_partition", "partition"]
