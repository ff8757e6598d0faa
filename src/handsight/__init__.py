"""A laboratory for card games of hidden information."""

__version__ = "0.1.0"
