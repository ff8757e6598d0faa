"""Parse and validate games, and score them.

Files are recognised by what is in them. `-` reads standard input. After several games a line says how many
there were, and how they scored.
"""

from argparse import Namespace
from collections.abc import Iterator
from typing import Any

from handsight.cli import shared_options as shared
from handsight.cli.games import DEFAULT_GAME, GAMES, settle
from handsight.cli.output import answer, remark, say
from handsight.errors import InputError
from handsight.notation import GAMES as NOTATION
from handsight.notation import open_source
from handsight.notation.checked_game import unreadable
from handsight.notation.game_files import SourceText, read_each
from handsight.text.counting_from_one import counted

Row = dict[str, Any]
EXAMPLE = "  handsight check game.json other.hanabi --json"
ARGUMENTS = (shared.SOURCES, shared.json_for("game"), shared.FETCH, shared.GAME)


def run(args: Namespace) -> int:
    """Check every game of every file; the status is 1 if any is not valid."""
    sources = [(name, _open(name, fetch=args.fetch)) for name in args.source]
    games = {shared.game_of(args, source) for _, source in sources if isinstance(source, SourceText)}
    settle(args, [game for game in GAMES if game in games])
    rows = [list(_check(args, name, source)) for name, source in sources]
    if not args.json and sum(map(len, rows)) > 1:
        say(_totals(rows))
    return 0 if all(one and all(row["valid"] for row in one) for one in rows) else 1


def _totals(files: list[list[Row]]) -> str:
    """Return a sentence: how many games there were, how many are valid, and their mean score."""
    rows = [row for file in files for row in file]
    valid = sum(row["valid"] for row in rows)
    total = f"{counted(len(rows), 'game')} in {counted(len(files), 'file')}: {valid:,} valid"
    parts = [total, f"{len(rows) - valid:,} invalid"]
    scores = [row["score"] for row in rows if row["valid"] and isinstance(row.get("score"), int)]
    if scores:
        parts.append(f"mean score of the valid ones {sum(scores) / len(scores):.2f}")
    return ", ".join(parts)


def _open(name: str, *, fetch: bool) -> SourceText | InputError:
    try:
        return open_source(name, fetch=fetch)
    except InputError as error:
        return error


def _check(args: Namespace, name: str, source: SourceText | InputError) -> Iterator[Row]:
    """Print result and problems of each game of a file; yield whether it is valid, and its score."""
    if isinstance(source, InputError):
        notation = NOTATION[DEFAULT_GAME].load()
        games = iter((unreadable(name, source),))
    else:
        game = shared.game_of(args, source)
        notation = NOTATION[game].load()
        games = read_each(*source, game=game, **GAMES[game].options.reading(args))
    for checked in notation.to_score(games):
        row = notation.summary(checked)
        answer(args, row, notation.sentence(checked))
        notes = (*map(str, checked.problems), *(f"note: {notice}" for notice in checked.notices))
        for text in () if args.json else notes:
            remark(f"  {checked.label}: {text}".replace("\n", "\n  "))
        yield {"valid": checked.valid, "score": row.get("score")}
