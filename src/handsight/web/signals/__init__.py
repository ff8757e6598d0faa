"""The signals screen: what hints for a hand can surely say, and partitions to try."""
