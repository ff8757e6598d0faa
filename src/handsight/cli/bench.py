"""The verbs that work in a checkout of the source alone: `bench`, and `results`, which writes tables."""

import sys
from argparse import Namespace
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import handsight
from handsight.cli import shared_options as shared
from handsight.cli.command_parser import count, flag, job, option
from handsight.cli.output import answer
from handsight.errors import UsageError

CHECKOUT = Path(handsight.__file__).parents[2]


def _bench(args: Namespace) -> int:
    """Run the benchmarks that were named."""
    benches = from_checkout("bench", "benchmarks").BENCHES
    unknown = [name for name in args.name if name not in benches]
    if unknown:
        raise UsageError(f"there is no benchmark {unknown[0]!r}; there are {', '.join(benches)}")
    for name in args.name or benches:
        for measurement in import_module(f"bench.timings.{name}").run():
            aim = f"   (aim: {measurement.aim})" if measurement.aim else ""
            figure = f"{measurement.value:>16,.6g} {measurement.unit}{aim}"
            answer(args, {"bench": name} | asdict(measurement), f"{name:11} {measurement.what:58} {figure}")
    return 0


def from_checkout(module: str, what: str) -> Any:
    """Import a module of the source tree, or raise UsageError that *what* is not in the installed package."""
    if not (CHECKOUT / "bench" / "measurement.py").is_file():
        raise UsageError(
            f"the {what} are not part of the installed package;"
            " run this from a checkout of the source (pip install -e .)"
        )
    if str(CHECKOUT) not in sys.path:
        sys.path.insert(0, str(CHECKOUT))
    return import_module(module)


def _results(args: Namespace) -> int:
    """Print a table, or rewrite documents, table by table."""
    status: int = from_checkout("bench.tables.write_results", "tables of results").run(args)
    return status


COMMANDS = {
    "bench": job(
        """\
Run benchmarks from a checkout: medians of warm runs, in CPU time, beside other programs where installed.

Figures from a busy machine mean little by themselves; compare them with the other figures of the same run.
The benchmarks are in the folder `bench` of the source tree, not in the installed package.""",
        _bench,
        option("name", "NAME", "which benchmarks (default: all)", nargs="*"),
        shared.json_for("measurement"),
        example="  handsight bench check know",
    ),
    "results": job(
        """\
Play the games behind a result table and print it; or rewrite the tables of documents.

`handsight results robots --games 20000` prints a table as Markdown. With --write, every table of some
documents is written into them. A table stands there between two marks, `<!-- results boeren games=20000
seed=1 -->` and `<!-- /results -->`; `slow=200` after the seed limits bots that are not compiled to that many
games. Each table is written as soon as it is made, and runs that several tables need are played once. The
tables are made in the source tree, not in the installed package.""",
        _results,
        option("table", "TABLE", "the table to print; a wrong name lists all", nargs="?"),
        shared.GAMES_PLAYED.changed(help="games behind TABLE (default: 1000)"),
        count("--seed", "S", "the seed of TABLE", default=1),
        count("--slow", "G", "at most G games of bots that are not compiled (default: as of others)"),
        option("--write", "FILE", "the documents whose tables to rewrite", nargs="+"),
        option("--out", "FOLDER", "keep a row for each game of slow bots; an interrupted run continues"),
        flag("--keep", "keep the figures of the table `bots` for `handsight bots`"),
        *(shared.WORKERS, shared.QUIET),
        example="  handsight results boeren --games 2000\n"
        "  handsight results --write README.md docs/reference/results.md --out results --keep",
    ),
}
