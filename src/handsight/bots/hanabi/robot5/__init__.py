"""Robot 5, a partner for people: beliefs from clues, a short search, and reasons in sentences."""
