"""List the samples that come with the package, what each is good for, and a command to try.

A sample stands wherever a command reads a file: `sample:first` is one.
"""

import sys
from argparse import Namespace
from collections.abc import Iterator
from typing import NamedTuple

from handsight.cli import shared_options as shared
from handsight.cli.output import print_json, say, width_of
from handsight.notation import GAMES as NOTATION
from handsight.notation.game_files import SAMPLE
from handsight.text.wrapping import fitted

EXAMPLE = "  handsight samples\n  handsight show sample:first --turn 21"
NAME = 19
"""How wide the column of names is."""
TRY = "handsight {} {}"
ARGUMENTS = (shared.json_for("sample"),)


class Sample(NamedTuple):
    """A sample: its name as commands take it, what it is of, what it is good for, and a command to try."""

    name: str
    of: str
    about: str
    command: str


def run(args: Namespace) -> int:
    """List the samples, under what they are of."""
    of = ""
    for sample in samples():
        if args.json:
            print_json(sample._asdict())
            continue
        if sample.of != of:
            say(f"{sample.of}:")
            of = sample.of
        for text in (f"{sample.name:<{NAME}}{sample.about}", f"{'':<{NAME}}{sample.command}"):
            print(fitted(f"  {text}", width_of(sys.stdout), NAME if text.strip() == text else 2))
    return 0


def samples() -> Iterator[Sample]:
    """Yield every sample of every game, then those of models of knowledge."""
    from handsight.logic.files import ABOUT_SAMPLES

    for notation in NOTATION.values():
        files = notation.load()
        several = {one.suffix for one in files.FORMATS.values() if one.several}
        endings = {path.stem: path.suffix for path in files.SAMPLES.iterdir()} if files.SAMPLES else {}
        for stem, about in files.ABOUT_SAMPLES.items():
            name = f"{SAMPLE}{stem}"
            which = "--number 1 --turn 5" if endings[stem] in several - {".json"} else "--turn 5"
            yield Sample(name, f"games of {notation.title}", about, TRY.format("show", f"{name} {which}"))
    for stem, about in ABOUT_SAMPLES.items():
        name = f"{SAMPLE}{stem}"
        option = "--cases " if stem == "cases" else ""
        yield Sample(
            name, "models of knowledge, for `handsight logic`", about, TRY.format("logic", option + name)
        )
