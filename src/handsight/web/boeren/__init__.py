"""Boeren Bridge on the page: its `GamePage` (`page`), table, messages, pictures and knowledge questions."""
