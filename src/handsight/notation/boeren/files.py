"""Files of Boeren Bridge, whichever way they are written."""

import re
from collections.abc import Iterable

from handsight.boeren import Rules
from handsight.notation.boeren import json_file
from handsight.notation.boeren.record import Reading

SUFFIX = ".boeren"
"""How a log of this game usually ends."""
BYTE_ORDER_MARK = "\ufeff"
_JSON = re.compile(r'\s*[\[{].*"(hands|rounds|knowledge)"\s*:', re.DOTALL)
_LOG = re.compile(
    r"^[ \t]*(Boeren\s+Bridge\b|(Round|Cards|Trump|Turned|Dealer)\b(?!\s*=)|\S+[ \t]+(holds|bids)\b)",
    re.IGNORECASE | re.MULTILINE,
)


def recognised(text: str, label: str = "") -> bool:
    """Whether a text is of this game: by the ending of its file, or by its looks, sound or not."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    return label.endswith(SUFFIX) or bool(_JSON.match(text) or _LOG.search(text))


def read(text: str, label: str, *, rules: Rules | None = None, compare: bool = False) -> list[Reading]:
    """Read every round and position of a file, JSON or log."""
    text = text.removeprefix(BYTE_ORDER_MARK)
    if text.lstrip()[:1] in ("{", "["):
        return list(json_file.read(text, label, rules=rules, compare=compare))
    from handsight.notation.boeren import log  # noqa: PLC0415 - the grammar is loaded only for a log

    return list(log.read(text, label, rules=rules))


def to_check(readings: Iterable[Reading]) -> list[Reading]:
    """Leave out sound positions, which have no score, unless a file holds nothing else."""
    every = list(readings)
    return [reading for reading in every if not (reading.valid and reading.position)] or every
