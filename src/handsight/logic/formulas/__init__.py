"""Formulas: their syntax tree (`formula`), parser and printer; event models, and checks of names."""
