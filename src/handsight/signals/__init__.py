"""Signals: an encoder and its decoder in one object; here, how many messages a clue can surely carry."""

from handsight.signals.hand import clue_partition
from handsight.signals.partition import Partition, Proof, partition

__all__ = ["Partition", "Proof", "clue_partition", "partition"]
