"""From the text of a convention to its syntax tree (`parse_convention`), and back (`print_convention`)."""
