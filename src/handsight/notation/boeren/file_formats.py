"""Files of Boeren Bridge: how they are recognised by content, read, validated, written and summarised."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from handsight.boeren import DEFAULT_RULES, SEATS, SUIT_NAMES, BoerenRecord, Rules, rule_set, score
from handsight.errors import InputError
from handsight.notation.checked_game import CheckedGame, ReadOptions
from handsight.notation.games import Format, GameLink, by_name
from handsight.text.counting_from_one import counted

_HERE = "handsight.notation.boeren."
FORMATS = by_name(
    Format("log", "the log language of Boeren Bridge", ".boeren", _HERE + "log", "write", several=True),
    Format("json", "rounds and positions as JSON", ".json", _HERE + "json_file", "write", several=True),
)
SAMPLES = Path(__file__).parent / "samples"
ABOUT_SAMPLES = {
    "boeren": "a round in the log language in which the dealer had to change its guess",
    "match": "a match of five rounds in the log language, played by four kinds of bots",
}
"""What each sample shows, by name."""

_JSON = re.compile(r'\s*[\[{].*"(hands|rounds|knowledge)"\s*:', re.DOTALL)
_LOG = re.compile(
    r"^[ \t]*(Boeren\s+Bridge\b|(Round|Cards|Trump|Turned|Dealer)\b(?!\s*=)"
    r"|\S+[ \t]+(holds|bids|changes[ \t]+to)\b)",
    re.IGNORECASE | re.MULTILINE,
)


def recognise(text: str, label: str = "") -> bool:
    """Whether a text is a game of Boeren Bridge, by its file's ending or its content, valid or not."""
    text = text.removeprefix("\ufeff")
    return label.endswith(FORMATS["log"].suffix) or bool(_JSON.match(text) or _LOG.search(text))


NO_RESULTS = "nothing was compared: a log states no results (a JSON file can)"


def link(_source: str) -> GameLink | None:
    """Return None: rounds of Boeren Bridge are not on the web."""
    return None


def read(text: str, label: str, options: ReadOptions) -> Iterator[CheckedGame[BoerenRecord]]:
    """Read and validate every round and position of a text; refuse an unknown rule set at once."""
    rules: Rules | None = rule_set(options.rules) if isinstance(options.rules, str) else options.rules
    for name, value in options.switches:
        rules = (rules or DEFAULT_RULES).switched(name, value)
    _refuse_other_options(options)
    if text.lstrip()[:1] in ("{", "["):
        from handsight.notation.boeren import json_file  # noqa: PLC0415  # every text is recognised, few are read

        return json_file.read(text, label, rules=rules, compare=options.compare)
    from handsight.notation.boeren import log  # noqa: PLC0415 - the grammar is loaded only for a log

    rounds = log.read(text, label, rules=rules)
    return (replace(one, notices=(*one.notices, NO_RESULTS)) for one in rounds) if options.compare else rounds


def _refuse_other_options(options: ReadOptions) -> None:
    """Raise InputError for options that only Hanabi has."""
    if options.players not in (None, SEATS):
        raise InputError(f"Boeren Bridge has {SEATS} players, not {options.players}; leave out `players`")
    for name in ("partial", "keep_going"):
        if getattr(options, name):
            raise InputError(f"Boeren Bridge cannot be read with `{name}`; leave it out")


def to_score(games: Iterable[CheckedGame[BoerenRecord]]) -> Iterable[CheckedGame[BoerenRecord]]:
    """Return the rounds without valid positions, which have no score; all if there is nothing else."""
    every = list(games)
    return [
        checked for checked in every if not (checked.valid and checked.game and checked.game.is_position)
    ] or every


def summary(checked: CheckedGame[BoerenRecord]) -> dict[str, Any]:
    """Return the row of `check --json`; an invalid round is summarised as of its last valid turn."""
    final = checked.game.final if checked.game else None
    points = score(final) if final else None
    return checked.json(
        {
            "won": list(final.won) if final else None,
            "scores": None if points is None else list(points),
            "winners": [trick.seat for trick in final.tricks] if final else None,
        }
    )


def sentence(checked: CheckedGame[BoerenRecord]) -> str:
    """Return one line that says whether a round is valid, and how it stands or ended."""
    if checked.game is None:
        return f"{checked.label}: cannot be read"
    final, seats = checked.game.final, checked.game.seats
    verdict = "valid" if checked.valid else "INVALID, as of its last valid turn"
    points = score(final)
    figures = zip(seats, final.won, points or ("-",) * len(seats), strict=True)
    results = ", ".join(
        f"{name} {counted(won, 'trick')}, {counted(total, 'point')}" for name, won, total in figures
    )
    trump = SUIT_NAMES[final.trump].lower()
    size, turns = counted(final.terms.hand_size, "card"), counted(final.turn, "turn")
    return f"{checked.label}: {verdict}; {size}, {trump} trump, {turns}; {results}"
