"""The replay screen: recorded games of any game that has replays, and the single-file page."""
