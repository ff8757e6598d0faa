"""Measure speed: medians of warm runs, in CPU time, ours and others' in one run.

Figures of a noisy machine are worth little by themselves; hold them against their neighbours.
"""

from argparse import ArgumentParser, Namespace
from importlib import import_module

from handsight.cli import arguments as words
from handsight.errors import UsageError
from handsight.lab.bench import BENCHES, Row

EXAMPLE = "  handsight bench check know"


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    parser.add_argument("name", nargs="*", metavar="NAME", help=f"{', '.join(BENCHES)} (default: all)")
    parser.add_argument("--json", action="store_true", help="print one JSON object a figure")


def run(args: Namespace) -> int:
    """Measure what was asked for."""
    strange = [name for name in args.name if name not in BENCHES]
    if strange:
        raise UsageError(f"there is no benchmark {strange[0]!r}; there are {', '.join(BENCHES)}")
    for name in args.name or BENCHES:
        rows: list[Row] = import_module(f"handsight.lab.bench.{name}").run()
        for row in rows:
            if args.json:
                record = {
                    "bench": name,
                    "what": row.what,
                    "value": row.value,
                    "unit": row.unit,
                    "aim": row.aim,
                }
                print(words.json_line(record))
            else:
                aim = f"   (aim: {row.aim})" if row.aim else ""
                print(f"{name:8} {row.what:58} {row.value:>16,.6g} {row.unit}{aim}")
    return 0
