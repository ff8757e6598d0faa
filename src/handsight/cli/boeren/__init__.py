"""Boeren Bridge in the terminal."""
