"""Tables of results in the documentation, written by the program."""
