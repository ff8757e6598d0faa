"""Files of Boeren Bridge: how they are recognised by their content, read, validated and written."""

import re
from collections.abc import Iterable, Iterator
from types import MappingProxyType

from handsight.boeren import Rules, rule_set
from handsight.notation.boeren import json_file
from handsight.notation.boeren.record import Round
from handsight.notation.boeren.summary import sentence, summary
from handsight.notation.games import Format
from handsight.notation.record import CheckedGame, ReadOptions

__all__ = ["FORMATS", "SAMPLES", "link_label", "read", "recognise", "sentence", "summary", "to_score"]

_HERE = "handsight.notation.boeren."
FORMATS = MappingProxyType(
    {
        format_.name: format_
        for format_ in (
            Format(
                "log", "the log language of Boeren Bridge", ".boeren", _HERE + "log", "write", several=True
            ),
            Format(
                "json", "rounds and positions as JSON", ".json", _HERE + "json_file", "write", several=True
            ),
        )
    }
)
SAMPLES = None

_JSON = re.compile(r'\s*[\[{].*"(hands|rounds|knowledge)"\s*:', re.DOTALL)
_LOG = re.compile(
    r"^[ \t]*(Boeren\s+Bridge\b|(Round|Cards|Trump|Turned|Dealer)\b(?!\s*=)|\S+[ \t]+(holds|bids)\b)",
    re.IGNORECASE | re.MULTILINE,
)


def recognise(text: str, label: str = "") -> bool:
    """Whether a text is of this game: by the ending of its file, or by its content, valid or not."""
    text = text.removeprefix("\ufeff")
    return label.endswith(FORMATS["log"].suffix) or bool(_JSON.match(text) or _LOG.search(text))


def link_label(_source: str) -> str | None:
    """Return None: no link is a game of Boeren Bridge."""
    return None


def read(text: str, label: str, options: ReadOptions) -> Iterator[CheckedGame[Round]]:
    """Read and validate every round and position of a text, JSON or log, or raise InputError."""
    rules: Rules | None = rule_set(options.rules) if isinstance(options.rules, str) else options.rules
    if text.lstrip()[:1] in ("{", "["):
        yield from json_file.read(text, label, rules=rules, compare=options.compare)
        return
    from handsight.notation.boeren import log  # noqa: PLC0415 - the grammar is loaded only for a log

    yield from log.read(text, label, rules=rules)


def to_score(games: Iterable[CheckedGame[Round]]) -> Iterable[CheckedGame[Round]]:
    """Leave out valid positions, which have no score, unless a file holds nothing else."""
    every = list(games)
    return [
        checked for checked in every if not (checked.valid and checked.game and checked.game.is_position)
    ] or every
