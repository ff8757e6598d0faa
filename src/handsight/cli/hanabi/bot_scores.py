"""The measured scores of Hanabi's bots, as `handsight bots` lists them."""

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handsight.bots.hanabi.stored_scores import PATH, StoredScores, read_scores, write_scores

if TYPE_CHECKING:  # listing bots needs no laboratory
    from bench.tables.table_request import TableRequest

TABLE = "bots"
"""The table of the documentation whose figures are kept."""
PLAYERS = (2, 3, 4, 5, 6)


@cache
def _scores() -> StoredScores:
    return read_scores()


def caption(width: int) -> tuple[str, str]:
    """Return the heads of the columns, beside a column of names of this *width*, and what they are."""
    scores = _scores()
    if not scores.bots:
        return "", ""
    heads = "".join(f"{players:>5}p " for players in PLAYERS)
    games = sorted({measured.games for each in scores.bots.values() for measured in each})
    played = " to ".join(f"{count:,}" for count in dict.fromkeys((games[0], games[-1])))
    said = f"`stacks` rules, seed {scores.seed}, {played} games; --json says more"
    return f"{'mean score of':<{width}}  {heads} ", said


def columns(bot: str) -> str:
    """Return the mean score of a bot for each number of players, where anything was measured at all."""
    scores = _scores()
    if not scores.bots:
        return ""
    usual = scores.by_players(bot)
    cells = (f"{usual[players].mean:6.2f} " if players in usual else f"{'–':>6} " for players in PLAYERS)
    return f"{''.join(cells)} "


def rows(bot: str) -> list[dict[str, Any]]:
    """Return every result of a bot, as --json prints them."""
    return _scores().to_json(bot)


def keep(request: "TableRequest") -> Path:
    """Keep the figures of the table that was written, and return the file that holds them."""
    from bench.tables.hanabi_bots import stored_scores

    write_scores(stored_scores(request))
    return PATH
