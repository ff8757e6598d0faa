"""Text for people: positions, problems, suggestions, and how turns and slots are counted."""
