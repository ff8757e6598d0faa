"""What `handsight results` does: print a table of results, or rewrite those of documents."""

from argparse import Namespace
from pathlib import Path

from bench.tables import marked_tables as tables
from bench.tables.hanabi_bots import stored_scores
from bench.tables.table_request import PlaySettings, TableRequest
from handsight.bots.hanabi.stored_scores import PATH, write_scores
from handsight.cli import shared_options as shared
from handsight.cli.output import progress, remark, say
from handsight.errors import InputError, UsageError
from handsight.safe_files import write_file
from handsight.text.diagnostics import utf8_text

KEPT = "bots"
"""The table whose figures `handsight bots` shows."""


def run(args: Namespace) -> int:
    """Print a table, or rewrite documents, table by table."""
    if (args.table is None) == (args.write is None):
        raise UsageError("name a table to print, or with --write the documents to rewrite, not both")
    if args.table is not None:
        slow = args.games if args.slow is None else args.slow
        with shared.usage_errors(), progress(args) as tell:
            settings = PlaySettings(args.workers, args.out, tell)
            request = TableRequest(args.table, args.games, args.seed, slow, settings)
            say(tables.table_text(request))
        return 0
    with progress(args) as tell:
        settings = PlaySettings(args.workers, args.out, tell)
        pages = {Path(name): _requests(Path(name), settings) for name in args.write}
        kept = [request for asked in pages.values() for request in asked if request.name == KEPT]
        if args.keep and not kept:
            raise UsageError(f"--keep keeps the figures of the table `{KEPT}`, and no page has one")
        for page in pages:
            _rewrite(page, settings, quiet=args.quiet)
    if args.keep:
        write_scores(stored_scores(kept[-1]))
        say(f"{PATH}: figures kept")
    return 0


def _requests(page: Path, settings: PlaySettings) -> list[TableRequest]:
    """Read which tables a document has, before anything is played."""
    try:
        return list(tables.requests(utf8_text(page.read_bytes()), settings))
    except InputError as error:
        raise InputError(f"{page}: {error}") from error


def _rewrite(page: Path, settings: PlaySettings, *, quiet: bool) -> None:
    """Rewrite a document after each of its tables, so that none is lost if the next is interrupted."""
    before = after = page.read_text(encoding="utf-8")
    for request, after in tables.rewriting(before, settings):
        write_file(page, after)
        if not quiet:
            remark(f"{page}: {request.name}")
    say(f"{page}: {'the same tables' if after == before else 'tables rewritten'}")
