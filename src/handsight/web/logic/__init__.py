"""The logic screen: a logic file or puzzle, its worlds, and the announcements that rule them out."""
