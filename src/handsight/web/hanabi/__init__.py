"""Hanabi on the page: its tables, messages and pictures."""
