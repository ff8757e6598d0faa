"""Boeren Bridge as an environment for learners."""
