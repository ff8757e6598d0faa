"""How much a clue can safely say: partitions of clues, each an encoder and its decoder in one object."""

from handsight.signals.partition import Partition, Proof, clue_partition, partition

__all__ = ["Partition", "Proof", "clue_partition", "partition"]
