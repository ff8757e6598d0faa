"""Play the games behind a result table and print it; or rewrite the tables of documents.

`handsight results robots --games 20000` prints a table as Markdown. With --write, every table of some
documents is written into them. A table stands there between two marks, `<!-- results boeren games=20000
seed=1 -->` and `<!-- /results -->`; `slow=200` after the seed limits bots that are not compiled to that many
games. Each table is written as soon as it is made, and runs that several tables need are played once.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from handsight.cli import arguments, experiment
from handsight.cli.games import GAMES
from handsight.errors import InputError, UsageError
from handsight.safe_files import write_file
from handsight.text.diagnostics import utf8_text

if TYPE_CHECKING:  # a verb's help needs no laboratory
    from handsight.lab.doc_tables import PlaySettings, TableRequest

EXAMPLE = (
    "  handsight results boeren --games 2000\n"
    "  handsight results --write README.md docs/reference/results.md --out results --keep"
)


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    add = parser.add_argument
    add("table", nargs="?", metavar="TABLE", help="the table to print; a wrong name lists all")
    add("--games", type=int, metavar="G", default=1_000, help="games behind TABLE (default: 1000)")
    add("--seed", type=int, metavar="S", default=1, help="the seed of TABLE (default: 1)")
    add("--slow", type=int, metavar="G", help="fewer games of bots that are not compiled (default: as many)")
    add("--write", metavar="FILE", nargs="+", help="the documents whose tables to rewrite")
    add("--out", metavar="FOLDER", help="keep a row for each game of slow bots; an interrupted run continues")
    add("--keep", action="store_true", help="keep the figures of the table `bots` for `handsight bots`")
    add("--workers", type=int, metavar="K", default=1, help="workers (default: 1)")
    add("--quiet", action="store_true", help="show no progress")


def run(args: Namespace) -> int:
    """Print a table, or rewrite documents, table by table."""
    from handsight.lab.doc_tables import PlaySettings, TableRequest, table_text

    if (args.table is None) == (args.write is None):
        raise UsageError("name a table to print, or with --write the documents to rewrite")
    if args.table is not None:
        slow = args.games if args.slow is None else args.slow
        with arguments.usage_errors(), experiment.progress(args) as tell:
            settings = PlaySettings(args.workers, args.out, tell)
            print(table_text(TableRequest(args.table, args.games, args.seed, slow, settings)))
        return 0
    pages = [Path(name) for name in args.write]
    with experiment.progress(args) as tell:
        settings = PlaySettings(args.workers, args.out, tell)
        asked = [request for page in pages for request in _requests(page, settings)]
        measured = _measured(asked)
        if args.keep and not measured:
            names = " or ".join(scores.TABLE for scores in _scores().values())
            raise UsageError(f"--keep keeps the figures of the table `{names}`, and no page has one")
        for page in pages:
            _rewrite(page, settings, quiet=args.quiet)
    if args.keep:
        for game, request in measured.items():
            print(f"{_scores()[game].keep(request)}: figures kept")
    return 0


def _scores() -> dict[str, Any]:
    """Return, by game, the module with the measured scores of its bots, where it has one."""
    modules = {game: commands.optional_module("bot_scores") for game, commands in GAMES.items()}
    return {game: module for game, module in modules.items() if module}


def _measured(requests: "list[TableRequest]") -> "dict[str, TableRequest]":
    """Return, by game, the last request of the table with the scores of its bots."""
    tables = {scores.TABLE: game for game, scores in _scores().items()}
    return {tables[request.name]: request for request in requests if request.name in tables}


def _requests(page: Path, settings: "PlaySettings") -> "list[TableRequest]":
    """Read which tables a document has, before anything is played."""
    from handsight.lab.doc_tables import requests

    try:
        return requests(utf8_text(page.read_bytes()), settings)
    except InputError as error:
        raise InputError(f"{page}: {error}") from error


def _rewrite(page: Path, settings: "PlaySettings", *, quiet: bool) -> None:
    """Rewrite a document after each of its tables, so that none is lost if the next is interrupted."""
    from handsight.lab.doc_tables import rewriting

    before = after = page.read_text(encoding="utf-8")
    for request, after in rewriting(before, settings):
        write_file(page, after)
        if not quiet:
            print(f"{page}: {request.name}", file=sys.stderr)
    print(f"{page}: {'the same tables' if after == before else 'tables rewritten'}")
