"""Run benchmarks from a checkout: medians of warm runs, in CPU time, beside other programs where installed.

Figures from a busy machine mean little by themselves; compare them with the other figures of the same run.
The benchmarks are in the folder `bench` of the source tree, not in the installed package.
"""

import sys
from argparse import Namespace
from dataclasses import asdict
from importlib import import_module
from pathlib import Path
from typing import Any

import handsight
from handsight.cli import shared_options as shared
from handsight.cli.command_parser import option
from handsight.cli.output import print_json, say
from handsight.errors import UsageError

EXAMPLE = "  handsight bench check know"
ARGUMENTS = (
    option("name", "NAME", "which benchmarks (default: all)", nargs="*"),
    shared.json_for("measurement"),
)
CHECKOUT = Path(handsight.__file__).parents[2]


def run(args: Namespace) -> int:
    """Run the benchmarks that were named."""
    benches = from_checkout("bench", "benchmarks").BENCHES
    unknown = [name for name in args.name if name not in benches]
    if unknown:
        raise UsageError(f"there is no benchmark {unknown[0]!r}; there are {', '.join(benches)}")
    for name in args.name or benches:
        for measurement in import_module(f"bench.timings.{name}").run():
            if args.json:
                print_json({"bench": name} | asdict(measurement))
            else:
                aim = f"   (aim: {measurement.aim})" if measurement.aim else ""
                say(f"{name:11} {measurement.what:58} {measurement.value:>16,.6g} {measurement.unit}{aim}")
    return 0


def from_checkout(module: str, what: str) -> Any:
    """Import a module that is found only in the source tree that this package runs from.

    Raises:
        UsageError: This is an installed package; *what* is missing from it.
    """
    if not (CHECKOUT / "bench" / "measurement.py").is_file():
        raise UsageError(
            f"the {what} are not part of the installed package;"
            " run this from a checkout of the source (pip install -e .)"
        )
    if str(CHECKOUT) not in sys.path:
        sys.path.insert(0, str(CHECKOUT))
    return import_module(module)
