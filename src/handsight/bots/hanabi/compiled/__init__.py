"""Compiled bots that need no convention."""
