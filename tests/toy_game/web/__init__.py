"""High Card on the page."""
