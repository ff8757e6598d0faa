"""Hanabi bots: each decides from what its seat sees."""
