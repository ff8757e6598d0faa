"""Hanabi in the terminal."""
