"""The replay screen: recorded games, turn by turn, and the single-file page."""
