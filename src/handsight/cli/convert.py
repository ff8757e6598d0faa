"""Turn any format into any format that can hold the game; what is lost is said on stderr.

Formats: log (the log language), live (a hanab.live export), jsonl (one export a line), code and url (a
hanab.live replay link), html (one file that shows the game and what everybody knows, in any browser and
without a server). Without --to, the ending of OUT decides: .hanabi, .json, .jsonl or .html.
"""

import sys
from argparse import ArgumentParser, Namespace
from pathlib import Path

from handsight.cli import words
from handsight.errors import UsageError
from handsight.notation import Reading, Written, formats, writable

EXAMPLE = """\
  handsight convert game.json game.hanabi
  handsight convert game.hanabi - --to url
  handsight convert game.json game.html"""
PAGE = "html"


def arguments(parser: ArgumentParser) -> None:
    """Declare the words of this verb."""
    words.source(parser)
    parser.add_argument(
        "out", metavar="OUT", nargs="?", default="-", help="a file, or `-` for standard output"
    )
    parser.add_argument("--to", choices=[*writable(), PAGE])
    words.rules(parser)


def run(args: Namespace) -> int:
    """Read, write, and say what was lost."""
    endings = {formats[name].suffix: name for name in writable()} | {".html": PAGE}
    target = args.to or endings.get(Path(args.out).suffix)
    if target is None:
        raise UsageError(
            "say which format to write, with --to or by the ending of OUT (.hanabi, .json, .jsonl, .html)"
        )
    readings = list(words.load(args)) if target == "jsonl" and not args.number else [words.one(args)]
    texts, good = [], True
    for reading in readings:
        good &= _remarks(reading)
        if reading.game is None:
            continue
        written = _page(reading) if target == PAGE else formats[target].write(reading.game)
        texts.append(written.text.rstrip("\n"))
        for loss in written.lost:
            print(f"{reading.label}: not held by {target}: {loss}", file=sys.stderr)
    if texts:
        _put(args.out, "\n".join(texts) + "\n")
    return 0 if good else 1


def _remarks(reading: Reading) -> bool:
    """Say what is wrong with a game; only its good prefix is converted."""
    for problem in reading.problems:
        print(f"{reading.label}: {problem}", file=sys.stderr)
    if reading.problems and reading.game:
        print(f"{reading.label}: writing the {len(reading.game.actions)} good actions", file=sys.stderr)
    return reading.valid


def _page(reading: Reading) -> Written:
    """Write a game as one file for the browser."""
    from handsight.web.replay import Recording
    from handsight.web.single import page

    recording = Recording(reading, "")
    lost = ("reasons, and what others may think (they take long to find here)",) if recording.spare else ()
    return Written(page(recording).decode(), lost)


def _put(out: str, text: str) -> None:
    if out == "-":
        sys.stdout.write(text)
    else:
        Path(out).write_text(text, encoding="utf-8")
