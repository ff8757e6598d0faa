"""The words of the language, and what each is in the core."""

from typing import NamedTuple

from handsight.conventions.core import CARD, CLUE, NUMBER, SEAT, VALUE

PICKS = {
    "frontmost": (("slot", False),),
    "backmost": (("slot", True),),
    "lowest": (("rank", False),),
    "highest": (("rank", True),),
    "first": (),
    "last": (("away", True), ("slot", True)),
}
"""Words that choose one of several things: the operations to sort by, and whether the greatest is first."""

VALUE_WORDS = {
    "playable": "playable",
    "critical": "critical",
    "needed": "needed",
    "trash": "needed",
    "played": "played",
}
"""Words about the value of a card; `trash` is what is not needed."""
DENIED_WORDS = {"trash"}
CARD_WORDS = ("touched", "clued", "asked", "awaited")
CLUE_WORDS = {"colour": True, "color": True, "number": False, "rank": False}
"""Whether a clue of that kind names a colour."""
TRUTHS = {"always": True, "never": False}

FACTS = {
    "clues left": "clues",
    "strikes": "strikes",
    "deck left": "deck",
    "turn": "turn",
    "turns left": "turns",
    "score": "score",
    "best score": "best",
    "pace": "pace",
}


class AttributeMeaning(NamedTuple):
    """An attribute: the operation of the core, the type it is asked of, and the type of its result."""

    op: str
    of: str
    gives: str = NUMBER


ATTRIBUTES = {
    "rank": AttributeMeaning("rank", VALUE),
    "suit": AttributeMeaning("suit", VALUE),
    "value": AttributeMeaning("face", CARD, VALUE),
    "copies": AttributeMeaning("copies", VALUE),
    "copies left": AttributeMeaning("left", VALUE),
    "stack": AttributeMeaning("height", VALUE),
    "front index": AttributeMeaning("slot", CARD),
    "back index": AttributeMeaning("back", CARD),
    "order": AttributeMeaning("order", CARD),
    "hand offset": AttributeMeaning("away", SEAT),
    "size": AttributeMeaning("size", SEAT),
    "holder": AttributeMeaning("holder", CARD, SEAT),
    "target": AttributeMeaning("to", CLUE, SEAT),
}
KEYS = {"hand": "hand offset", "seat": "hand offset", "player": "hand offset", "position": "front index"}
"""Other names that an attribute has in an order such as `(by seat)`."""

SEATS = {"next": 1, "previous": -1}
EVENTS = {
    "clue": "clue",
    "colour clue": "color",
    "color clue": "color",
    "number clue": "number",
    "rank clue": "number",
    "play": "play",
    "strike": "strike",
    "discard": "discard",
    "deal": "deal",
}
MOVED = {"played": ("play", "strike"), "discarded": ("discard",), "misplayed": ("strike",)}
"""`the played card` and the like: the events after which there is one."""

TYPE_NAMES = {
    CARD: "a card",
    SEAT: "a hand",
    CLUE: "a clue",
    VALUE: "a value",
    NUMBER: "a number",
    "truth": "a condition",
    "table": "the table",
}
RESERVED = {
    *PICKS,
    *VALUE_WORDS,
    *CARD_WORDS,
    *CLUE_WORDS,
    *TRUTHS,
    *FACTS,
    *SEATS,
    *MOVED,
    "yes",
    "no",
    "me",
}
"""Words that a file may not give a meaning of its own."""
