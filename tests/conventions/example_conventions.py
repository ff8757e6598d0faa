"""Conventions written as text in a test."""

from handsight.conventions.convention_loader import Convention, check_source
from handsight.conventions.library import Source


def convention_from(text: str, name: str = "house") -> Convention:
    """Return the convention of a text that must be right."""
    checked = check_source(Source(name, text))
    assert checked.convention is not None, checked.problems[0]
    return checked.convention
