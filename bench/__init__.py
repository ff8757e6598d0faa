"""What is measured, checked and drawn from a checkout; none of it is part of the installed package.

- `timings`: how fast things are, as medians of warm runs in CPU time; other programs are measured in the
  same run where they are installed. `handsight bench NAME` runs a module of it that has
  `run() -> list[Measurement]`.
- `checks`: scripts that show at full size that search, analysis and compiled code do what they claim.
- `attack`: hostile input, damaged files and killed servers, and what must come of them.
- `pictures`: pictures of the page.
- `tables`: the tables of results in the documentation, which `handsight results` writes.
- `batches`: kernels that only timings and tests use.
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
"""The timings that `handsight bench` runs, by the names of their modules."""

__all__ = ["BENCHES", "Measurement", "median_rate", "median_seconds"]
