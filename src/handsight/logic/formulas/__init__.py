"""Formulas: their syntax tree (`formula`), parser, printer and name checks; and event models."""
