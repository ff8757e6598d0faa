"""Play what the tables of a page tell of, and write the tables anew.

A table's place is marked in the page: `<!-- results boeren games=20000 seed=1 -->` … `<!-- /results -->`.
"""

from argparse import ArgumentParser, Namespace
from pathlib import Path

from handsight.cli import experiment

EXAMPLE = "  handsight results --write docs/boeren.md --workers 4"


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    parser.add_argument("--write", metavar="FILE", required=True, help="the page whose tables to rewrite")
    parser.add_argument("--workers", type=int, metavar="K", default=1, help="workers (default: 1)")
    parser.add_argument("--quiet", action="store_true", help="show no progress")


def run(args: Namespace) -> int:
    """Rewrite the page, whole or not at all."""
    from handsight.lab.written import rewritten

    page = Path(args.write)
    before = page.read_text(encoding="utf-8")
    with experiment.progress(args) as tell:
        after = rewritten(before, {"workers": args.workers} | ({"progress": tell} if tell else {}))  # type: ignore[arg-type]
    page.write_text(after, encoding="utf-8")
    print(f"{page}: {'the same tables' if after == before else 'tables rewritten'}")
    return 0
