"""The hat player, compiled: everybody keeps the same public tables, and a clue speaks to all at once."""
