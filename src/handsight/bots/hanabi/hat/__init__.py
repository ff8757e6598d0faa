"""The hat bot: clues tell everybody at once, by hat guessing."""
