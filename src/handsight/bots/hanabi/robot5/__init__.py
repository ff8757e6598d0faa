"""Robot 5, the bot for playing with people: beliefs about clues, a look ahead, and reasons in sentences."""
