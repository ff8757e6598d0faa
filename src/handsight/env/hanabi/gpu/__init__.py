"""Hanabi on a GPU: many games at once, for training."""
