"""List the samples that come with the package, what each is good for, and a command to try.

A sample stands wherever a command reads a file: `sample:first` is one.
"""

from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from typing import NamedTuple

from handsight.cli import arguments
from handsight.cli.output import say
from handsight.notation import GAMES as NOTATION
from handsight.notation.files import SAMPLE

EXAMPLE = "  handsight samples\n  handsight show sample:first --turn 21"
TRY = "handsight {} {}"


class Sample(NamedTuple):
    """A sample: its name as commands take it, what it is of, what it is good for, and a command to try."""

    name: str
    of: str
    about: str
    command: str


def add_arguments(parser: ArgumentParser) -> None:
    """Declare the arguments of this verb."""
    parser.add_argument("--json", action="store_true", help="print one JSON object for each sample")


def run(args: Namespace) -> int:
    """List the samples, under what they are of."""
    of = ""
    for sample in samples():
        if args.json:
            print(arguments.json_line(sample._asdict()))
            continue
        if sample.of != of:
            say(f"{sample.of}:")
            of = sample.of
        say(f"  {sample.name:<18} {sample.about}")
        say(f"  {'':<18} {sample.command}")
    return 0


def samples() -> Iterator[Sample]:
    """Yield every sample of every game, then those of models of knowledge."""
    from handsight.logic.files import ABOUT_SAMPLES

    for notation in NOTATION.values():
        for stem, about in notation.load().ABOUT_SAMPLES.items():
            name = f"{SAMPLE}{stem}"
            yield Sample(name, f"games of {notation.title}", about, TRY.format("show", f"{name} --turn 5"))
    for stem, about in ABOUT_SAMPLES.items():
        name = f"{SAMPLE}{stem}"
        option = "--cases " if stem == "cases" else ""
        yield Sample(
            name, "models of knowledge, for `handsight logic`", about, TRY.format("logic", option + name)
        )
