"""Exact counting of hidden deals, compiled; `handsight.deals` is the reference."""
