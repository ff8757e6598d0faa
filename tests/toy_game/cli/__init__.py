"""High Card on the command line."""
