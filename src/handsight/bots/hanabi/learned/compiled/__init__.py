"""The learned network, compiled."""
