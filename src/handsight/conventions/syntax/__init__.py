"""The text of a convention file: parsing and printing."""
