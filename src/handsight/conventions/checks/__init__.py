"""From a parsed convention file to its checked core."""
