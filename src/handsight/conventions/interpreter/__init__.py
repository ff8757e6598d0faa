"""The plain interpreter of conventions."""
