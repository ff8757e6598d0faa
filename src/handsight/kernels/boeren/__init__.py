"""Boeren Bridge compiled: rules on rows, knowledge, players and a solver."""
