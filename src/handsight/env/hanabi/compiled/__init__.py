"""The compiled loops and observations of the environment of Hanabi."""
