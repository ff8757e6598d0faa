"""Engines: models with listed worlds, truth tables or BDDs, and how formulas are evaluated in them."""
