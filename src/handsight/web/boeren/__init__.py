"""Boeren Bridge on the page: its tables, messages, pictures and questions."""
