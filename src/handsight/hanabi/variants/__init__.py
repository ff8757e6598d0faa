"""The variants of Hanabi as data, compiled into tables."""
