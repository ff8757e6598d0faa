"""Scripts that show, each in minutes, that search, analysis and compiled conventions do what they claim."""
