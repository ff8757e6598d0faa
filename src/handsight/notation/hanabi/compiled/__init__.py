"""Observation vectors, compiled."""
