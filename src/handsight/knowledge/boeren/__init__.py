"""What each seat knows in Boeren Bridge."""
