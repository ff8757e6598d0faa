"""Measurements of speed: medians, warm, ours and others' in one run."""
