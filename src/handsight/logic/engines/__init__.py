"""Engines: models with listed worlds or BDDs, and how formulas are evaluated in them."""
