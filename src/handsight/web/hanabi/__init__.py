"""Hanabi on the page: its `GamePage` (`page`), table, messages, pictures, replays and what-if tables."""
