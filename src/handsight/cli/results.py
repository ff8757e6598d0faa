"""Play the games behind the result tables of documents, and rewrite the tables.

A table stands between two marks: `<!-- results boeren games=20000 seed=1 -->` … `<!-- /results -->`;
`slow=200` after the seed limits bots that are not compiled to that many games. Each table is written as soon
as it is made, and runs that several tables need are played once.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from handsight.cli import experiment
from handsight.errors import InputError, UsageError

if TYPE_CHECKING:  # a verb's help needs no laboratory
    from handsight.lab.doc_tables import PlaySettings, TableRequest

EXAMPLE = "  handsight results --write README.md docs/reference/results.md --out results --keep"


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    add = parser.add_argument
    add("--write", metavar="FILE", nargs="+", required=True, help="the documents whose tables to rewrite")
    add("--out", metavar="FOLDER", help="keep a row for each game of slow bots; an interrupted run continues")
    add("--keep", action="store_true", help="keep the figures of the table `bots` for `handsight bots`")
    add("--workers", type=int, metavar="K", default=1, help="workers (default: 1)")
    add("--quiet", action="store_true", help="show no progress")


def run(args: Namespace) -> int:
    """Rewrite the documents, table by table."""
    from handsight.lab.doc_tables import PlaySettings

    pages = [Path(name) for name in args.write]
    with experiment.progress(args) as tell:
        settings = PlaySettings(args.workers, args.out, tell)
        asked = [request for page in pages for request in _requests(page, settings)]
        measured = [request for request in asked if request.name == "bots"]
        if args.keep and not measured:
            raise UsageError("--keep keeps the figures of the table `bots`, and no page has one")
        for page in pages:
            _rewrite(page, settings, quiet=args.quiet)
    if args.keep:
        from handsight.bots.hanabi.stored_scores import PATH, write_scores
        from handsight.lab.hanabi.doc_tables.bot_tables import stored_scores

        write_scores(stored_scores(measured[-1]))
        print(f"{PATH}: figures kept")
    return 0


def _requests(page: Path, settings: "PlaySettings") -> "list[TableRequest]":
    """Read which tables a document has, before anything is played."""
    from handsight.lab.doc_tables import requests

    try:
        return requests(page.read_text(encoding="utf-8"), settings)
    except InputError as error:
        raise InputError(f"{page}: {error}") from error


def _rewrite(page: Path, settings: "PlaySettings", *, quiet: bool) -> None:
    """Rewrite a document after each of its tables, so that none is lost if the next is interrupted."""
    from handsight.lab.doc_tables import rewriting
    from handsight.lab.result_files import replaced_file

    before = after = page.read_text(encoding="utf-8")
    for request, after in rewriting(before, settings):
        with replaced_file(page) as draft:
            draft.write_text(after, encoding="utf-8")
        if not quiet:
            print(f"{page}: {request.name}", file=sys.stderr)
    print(f"{page}: {'the same tables' if after == before else 'tables rewritten'}")
