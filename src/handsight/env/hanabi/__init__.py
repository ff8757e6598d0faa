"""Hanabi as an environment for learners."""
