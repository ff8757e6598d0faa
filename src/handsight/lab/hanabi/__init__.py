"""Experiments with Hanabi."""
