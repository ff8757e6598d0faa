"""The hanabi room."""
