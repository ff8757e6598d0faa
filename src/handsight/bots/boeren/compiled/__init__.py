"""Boeren Bridge bots compiled: rule graphs, the sampling bot, learned networks, whole matches."""
