"""Measurements of speed: medians, warm, ours and others' in one run.

A benchmark is a module of this folder with `run() -> list[Row]`; its docstring says what is measured.
"""

from handsight.lab.bench.row import Row, median_rate, median_seconds

BENCHES = ("bots", "boeren", "check", "conventions", "know", "logic", "rows")

__all__ = ["BENCHES", "Row", "median_rate", "median_seconds"]
