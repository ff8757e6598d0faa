"""What each seat knows in Hanabi, and why."""
