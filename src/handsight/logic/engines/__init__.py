"""Engines that evaluate formulas: explicit worlds, truth tables, decision diagrams."""
