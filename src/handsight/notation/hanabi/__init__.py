"""Reading and writing games of Hanabi."""
