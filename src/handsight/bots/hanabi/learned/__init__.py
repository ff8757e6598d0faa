"""A bot that learned Hanabi by playing with itself; `docs/explanation/learning.md` says how."""
