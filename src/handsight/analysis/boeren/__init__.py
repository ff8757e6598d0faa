"""Analysis of Boeren Bridge: what every bid and card was worth."""
