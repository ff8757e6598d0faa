"""What every bot came to when it was last measured: a small file beside the bots, written by the lab."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

PLACE = Path(__file__).with_name("stored_scores.json")


class Measured(NamedTuple):
    """What a bot came to among its like, at a table of so many; a game struck out keeps its stacks."""

    players: int
    cards: int
    games: int
    mean: float
    stderr: float
    perfect: float
    struck_out: float
    mean_zero: float
    """The mean of the same games where one that is struck out scores nothing."""


class Measures(NamedTuple):
    """The figures of all bots, by name, of one version and one seed."""

    version: str
    seed: int
    bots: Mapping[str, Sequence[Measured]]

    def rows(self, bot: str) -> list[dict[str, Any]]:
        """Return what a bot came to, as rows of data that need nothing beside them."""
        said = {"seed": self.seed, "rules": "stacks", "variant": "No Variant", "version": self.version}
        return [found._asdict() | said for found in self.bots.get(bot, ())]

    def usual(self, bot: str) -> dict[int, Measured]:
        """Return what a bot came to with the usual number of cards, by the number of players."""
        return {found.players: found for found in reversed(self.bots.get(bot, ()))}


def read(place: Path = PLACE) -> Measures:
    """Read what was measured; nothing, where nothing was."""
    if not place.is_file():
        return Measures("", 0, {})
    text = json.loads(place.read_text(encoding="utf-8"))
    bots = {bot: tuple(Measured(*row) for row in rows) for bot, rows in text["bots"].items()}
    return Measures(text["version"], text["seed"], bots)


def write(found: Measures, place: Path = PLACE) -> None:
    """Write what was measured, a line a bot."""
    head = {"version": found.version, "seed": found.seed, "fields": Measured._fields}
    lines = [f" {json.dumps(bot)}: {_line(rows)}" for bot, rows in found.bots.items()]
    body = ",\n".join(lines)
    place.write_text(f'{json.dumps(head)[:-1]}, "bots": {{\n{body}\n}}}}\n', encoding="utf-8")


def _line(rows: Sequence[Measured]) -> str:
    """Write the rows of a bot with as many digits as are worth having."""
    return json.dumps([[round(value, 4) for value in row] for row in rows], separators=(",", ":"))
