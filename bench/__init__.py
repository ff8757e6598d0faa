"""Benchmarks: medians of warm runs, in CPU time; other programs are measured in the same run where installed.

A benchmark is a module of this folder with `run() -> list[Measurement]`; its docstring says what it measures.
`handsight bench NAME` runs one from a checkout; they are not part of the installed package. `page_load.py`,
`page_pictures.py` and `search_gain.py` are scripts of their own.
"""

from bench.measurement import Measurement, median_rate, median_seconds

BENCHES = (
    "boeren",
    "bots",
    "check",
    "conventions",
    "env",
    "env_agree",
    "kernels",
    "know",
    "logic",
    "robot5",
    "search",
    "signals",
)

__all__ = ["BENCHES", "Measurement", "median_rate", "median_seconds"]
