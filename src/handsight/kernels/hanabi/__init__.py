"""Hanabi compiled: rules on integer arrays, the game loop, exact knowledge."""
