"""Experiments with Boeren Bridge."""
