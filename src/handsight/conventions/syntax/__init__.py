"""From the text of a convention file to its syntax tree (`parse`), and back (`printer`)."""
