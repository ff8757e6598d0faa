"""What each choice of a convention is worth: the job `ablate` of the verb `convention`."""

from argparse import ArgumentParser, Namespace
from pathlib import Path
from typing import TYPE_CHECKING

from handsight.cli import arguments as words
from handsight.cli import experiment

if TYPE_CHECKING:  # a verb's help needs no laboratory
    from handsight.lab.hanabi.ablation import Ablation
    from handsight.lab.text_tables import Table

BEST = 8
"""How many of the ways that were tried are printed."""


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this job."""
    add = parser.add_argument
    add("file", metavar="FILE", help="a name, a path, or either with changes")
    add("--all", action="store_true", help="every set of choices, and Shapley values")
    add("--only", action="append", default=[], metavar="CHOICE", help="switch only these (may be repeated)")
    add("--confidence", type=float, default=0.95, help="of the intervals (default: 0.95)")
    experiment.conditions(parser)


def run(args: Namespace) -> int:
    """Play, measure and print."""
    from handsight.conventions import load
    from handsight.lab.hanabi.ablation import ablate
    from handsight.lab.report import report

    load(args.file)
    with experiment.asked(), experiment.progress(args) as tell:
        chosen = experiment.options(args, tell)
        found = ablate(args.file, every_way=args.all, only=args.only, confidence=args.confidence, **chosen)
    tables, caption = _tables(found), f"{found.whole.caption}, the same deals for all"
    if args.json:
        print(words.json_line(found.row))
    else:
        kept = [f"  {name} stays: {why}" for name, why in found.fixed.items()]
        print("\n\n".join([caption, *(table.text for table in tables), *(["\n".join(kept)] if kept else [])]))
    experiment.pictures(args, found.plot)
    if args.report:
        pictures = [found.plot(), found.distribution()]
        page = report(f"The worth of ideas in {found.convention}", caption, tables, pictures)
        Path(args.report).write_text(page, encoding="utf-8")
    return 0


def _tables(found: "Ablation") -> "list[Table]":
    from handsight.lab.text_tables import figures, worths

    runs = [run for _, run in found.ranked]
    return [worths(found), figures(runs[:BEST] if found.every_way else runs)]
