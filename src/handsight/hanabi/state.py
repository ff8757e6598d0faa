"""The whole truth of a game, which nobody at the table may see."""
