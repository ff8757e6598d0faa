"""Boeren Bridge on the page: begin with `table`, which has its `GamePage`."""
