"""The scores of every bot when they were last measured: a small file that `handsight results` writes."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from handsight.safe_files import digest, notice, write_file

PATH = Path(__file__).with_name("stored_scores.json")


class StoredScore(NamedTuple):
    """The results of a bot in self-play, for one number of players and hand size, by the rules `stacks`."""

    players: int
    cards: int
    games: int
    mean: float
    stderr: float
    perfect: float
    struck_out: float
    mean_zero: float
    """The mean score if a game that ends by strikes scores 0."""


class StoredScores(NamedTuple):
    """The scores of all bots, by name, of one version and one seed."""

    version: str
    seed: int
    bots: Mapping[str, Sequence[StoredScore]]

    def to_json(self, bot: str) -> list[dict[str, Any]]:
        """Return the scores of a bot with all they depend on, as `bots --json` prints them."""
        said = {"seed": self.seed, "rules": "stacks", "variant": "No Variant", "version": self.version}
        return [found._asdict() | said for found in self.bots.get(bot, ())]

    def by_players(self, bot: str) -> dict[int, StoredScore]:
        """Return the first stored score of a bot for each number of players, with the usual hand size."""
        return {found.players: found for found in reversed(self.bots.get(bot, ()))}


def read_scores(place: Path = PATH) -> StoredScores:
    """Read the stored scores; without a file, or with a damaged one, there are none."""
    if not place.is_file():
        return StoredScores("", 0, {})
    wrong = "its digest does not match its content"
    try:
        content = place.read_bytes()
        text = json.loads(content)
        if text["digest"] == digest(content.partition(b"\n")[2], PATH.name).hex():
            bots = {bot: tuple(StoredScore(*row) for row in rows) for bot, rows in text["bots"].items()}
            return StoredScores(text["version"], text["seed"], bots)
    except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
        wrong = str(error)
    notice(f"{place} is damaged ({wrong}), so no scores are shown; install Handsight again")
    return StoredScores("", 0, {})


def write_scores(found: StoredScores, place: Path = PATH) -> None:
    """Write scores with four decimals, a line for each bot; the first line has the digest of the others."""
    head = {"version": found.version, "seed": found.seed, "fields": StoredScore._fields}
    rows = {bot: [[round(value, 4) for value in row] for row in rows] for bot, rows in found.bots.items()}
    lines = [f" {json.dumps(bot)}: {json.dumps(rows[bot], separators=(',', ':'))}" for bot in rows]
    body = ",\n".join(lines)
    text = f'{json.dumps(head)[1:-1]}, "bots": {{\n{body}\n}}}}\n'.encode()
    write_file(place, f'{{"digest": "{digest(text, PATH.name).hex()}",\n'.encode() + text)
