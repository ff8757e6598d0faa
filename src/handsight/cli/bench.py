"""Run benchmarks from a checkout: medians of warm runs, in CPU time, beside other programs where installed.

Figures from a busy machine mean little by themselves; compare them with the other figures of the same run.
The benchmarks are in the folder `bench` of the source tree, not in the installed package.
"""

import sys
from argparse import ArgumentParser, Namespace
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from types import ModuleType

import handsight
from handsight.cli import arguments
from handsight.cli.output import say
from handsight.errors import UsageError

EXAMPLE = "  handsight bench check know"
CHECKOUT = Path(handsight.__file__).parents[2]


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    parser.add_argument("name", nargs="*", metavar="NAME", help="which benchmarks (default: all)")
    parser.add_argument("--json", action="store_true", help="print one JSON object for each measurement")


def run(args: Namespace) -> int:
    """Run the benchmarks that were named."""
    bench = checkout_module("bench")
    unknown = [name for name in args.name if name not in bench.BENCHES]
    if unknown:
        raise UsageError(f"there is no benchmark {unknown[0]!r}; there are {', '.join(bench.BENCHES)}")
    for name in args.name or bench.BENCHES:
        for measurement in import_module(f"bench.timings.{name}").run():
            if args.json:
                print(arguments.json_line({"bench": name} | asdict(measurement)))
            else:
                aim = f"   (aim: {measurement.aim})" if measurement.aim else ""
                say(f"{name:11} {measurement.what:58} {measurement.value:>16,.6g} {measurement.unit}{aim}")
    return 0


def checkout_module(name: str) -> ModuleType:
    """Import a module of the folder `bench`, which only a checkout of the source has."""
    if not (CHECKOUT / "bench" / "measurement.py").is_file():
        raise UsageError(
            "the benchmarks are not part of the installed package;"
            " run this from a checkout of the source (pip install -e .)"
        )
    if str(CHECKOUT) not in sys.path:
        sys.path.insert(0, str(CHECKOUT))
    return import_module(name)
