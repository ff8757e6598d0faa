"""The compiled trials of moves of Boeren Bridge."""
