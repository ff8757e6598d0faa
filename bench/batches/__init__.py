"""Compiled work on many positions at once, which only benchmarks and tests use."""
