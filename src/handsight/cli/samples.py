"""The verbs for newcomers: `samples`, the files that come with the package, and `demo`, a tour of one."""

import subprocess
import sys
from argparse import Namespace
from collections.abc import Iterator

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import job
from handsight.cli.output import print_json, say, width_of
from handsight.notation import GAMES as NOTATION
from handsight.notation.game_files import SAMPLE
from handsight.text.wrapping import fitted

NAME = 19
"""How wide the column of names is."""
STOPS = (
    ("A recorded game is read, played by the rules and scored.", "check sample:first"),
    (
        "The table at turn 21, as Bob sees it: his own hand face down, with what it may be by clues.",
        "show sample:first --turn 21 --seat 1",
    ),
    (
        "What he knows of that hand: every possible card, exactly how likely.",
        "know sample:first --turn 21 --seat 1",
    ),
    (
        "And why: facts from which it follows, none of which can be left out.",
        "know sample:first --turn 49 --seat 1 --why 4",
    ),
    (
        "What Alice can say of what Bob knows, without seeing what he sees.",
        "know sample:first --turn 49 --seat 0 --of 1",
    ),
    (
        "The same game in the log language, the form that people can write by hand (its last lines).",
        "convert sample:first --to log | tail -4",
    ),
    ("The same game as a link that hanab.live opens.", "convert sample:first --to url"),
)


def _samples(args: Namespace) -> int:
    """List the samples, grouped by game; models of knowledge come last."""
    of = ""
    for sample in samples():
        if args.json:
            print_json(sample)
            continue
        if sample["of"] != of:
            of = sample["of"]
            say(f"{of}:")
        print(fitted(f"  {sample['name']:<{NAME}}{sample['about']}", width_of(sys.stdout), NAME))
        print(fitted(f"  {'':<{NAME}}{sample['command']}", width_of(sys.stdout), 2))
    return 0


def samples() -> Iterator[dict[str, str]]:
    """Yield every sample of every game, then those of models of knowledge.

    Each has its name as commands take it, its group (`of`), what it is good for, and a command to try.
    """
    from handsight.logic.files import ABOUT_SAMPLES

    for notation in NOTATION.values():
        files, of = notation.load(), f"games of {notation.title}"
        several = {one.suffix for one in files.FORMATS.values() if one.several}
        endings = {path.stem: path.suffix for path in files.SAMPLES.iterdir()} if files.SAMPLES else {}
        for stem, about in files.ABOUT_SAMPLES.items():
            which = "--number 1 --turn 5" if endings[stem] in several - {".json"} else "--turn 5"
            command = f"handsight show {SAMPLE}{stem} {which}"
            yield {"name": f"{SAMPLE}{stem}", "of": of, "about": about, "command": command}
    for stem, about in ABOUT_SAMPLES.items():
        command = f"handsight logic {'--cases ' * (stem == 'cases')}{SAMPLE}{stem}"
        of = "models of knowledge, for `handsight logic`"
        yield {"name": f"{SAMPLE}{stem}", "of": of, "about": about, "command": command}


def _demo(args: Namespace) -> int:
    """Print and run each command of the tour."""
    del args
    for number, (what, command_line) in enumerate(STOPS, 1):
        command, _, cut = command_line.partition(" | tail -")
        print(f"\n{number}. {what}\n   $ handsight {command_line}\n", flush=True)
        done = subprocess.run(  # noqa: S603  our own command
            [sys.executable, "-m", "handsight", *command.split()],
            capture_output=bool(cut),
            text=True,
            check=False,
        )
        if cut:
            print("\n".join(done.stdout.rstrip().split("\n")[-int(cut) :]))
        if done.returncode:
            return done.returncode
    say("\n`handsight --help` lists all commands; docs/tutorial/tour.md goes on from here.")
    return 0


COMMANDS = {
    "samples": job(
        """\
List the samples that come with the package, what each is good for, and a command to try.

A sample stands wherever a command reads a file: `sample:first` is one.""",
        _samples,
        shared.json_for("sample"),
        example="  handsight samples\n  handsight show sample:first --turn 21",
    ),
    "demo": job(
        "A tour in the terminal, under a minute: a game checked and shown, what its players know and why.",
        _demo,
        example="  handsight demo",
    ),
}
