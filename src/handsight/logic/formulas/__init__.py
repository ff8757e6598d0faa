"""Formulas: their syntax tree (`formula`), parser, printer, JSON form and name checks; and event models."""
