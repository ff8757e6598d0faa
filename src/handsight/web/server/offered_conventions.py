"""The conventions by which the page offers to read a recorded game: those that ship, and one with ideas."""

from handsight.conventions.library import shipped_conventions

PEOPLE = "h-group-2 +bluffs +stalls +people"
"""The convention that reads games of people best; see docs/explanation/human-conventions.md."""
NAMES = {PEOPLE: "h-group-2 as people play it"}
"""What the page calls a convention that is no single file."""
TEXTS = {
    PEOPLE: "Level 2 with bluffs and stalls, and with what people do first: play unseen, then what is "
    "certain, then clues that touch something new; saves as late as they can wait."
}
"""What the page says of it."""


def offered_conventions() -> tuple[str, ...]:
    """Return the conventions that a browser may name, as `load_convention` takes them."""
    return (*shipped_conventions(), *NAMES)
