"""Read a model of knowledge and answer the queries about it.

FILE is in our own format (agents, atoms, a law or listed worlds, announcements, events, queries) or in that
of SMCDEL's command line (VARS, LAW, OBS, queries); `-` is standard input, and sample:muddy, sample:coin and
sample:cards are examples to read and to run. The file of --cases holds cases in JSON: small models, each with
a formula, and perhaps the worlds where it should be true. --to draws the model at the end of the file (or
--after N announcements and events), as SVG or for Graphviz: every world, or classes of worlds with their
sizes where there are many. docs/reference/logic.md describes every format.
"""

import sys
from argparse import Namespace
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from handsight.cli import shared_options as shared
from handsight.cli.command_parser import count, option
from handsight.cli.output import check_file, print_json, remark, say, write_output
from handsight.errors import HandsightError, InputError, UnknownNameError, UsageError
from handsight.logic.files.logic_file import Answer, LogicQuery
from handsight.text.counting_from_one import counted
from handsight.text.diagnostics import utf8_text

FORMATS, LAYOUTS = ("svg", "dot"), ("auto", "circle")
MOST_DIGITS = 20_000
"""The most digits of a number of worlds that is printed; each of 30,000 variables may double it."""
EXAMPLE = """  handsight logic sample:muddy
  handsight logic sample:coin --json
  handsight logic sample:muddy --to svg --after 1 -o muddy.svg
  handsight logic --cases sample:cases --json"""
ARGUMENTS = (
    option("source", "FILE", "a model with queries, `-` for standard input, or sample:muddy", nargs="?"),
    option("--cases", "FILE", "answer cases in JSON instead"),
    option("--to", "", "draw the model as SVG or for Graphviz", choices=FORMATS),
    count("--after", "N", "draw it after N announcements and events (default: all)"),
    option("--layout", "", "with --to svg: a cube or grid if it fits (auto), or a circle", choices=LAYOUTS),
    option("-o", "FILE", "where --to writes (default: standard output)", dest="out"),
    shared.FORCE,
    shared.json_for("query or case"),
)


def run(args: Namespace) -> int:
    """Read, answer, print."""
    sys.set_int_max_str_digits(MOST_DIGITS)
    _check(args)
    if args.cases is not None:
        data = _read(args.cases)
        with _naming(args.cases):
            return _cases(data, json_lines=args.json)
    data = _read(args.source)
    with _naming(args.source):
        text = utf8_text(data)
        written = None if args.to is None else _drawn(text, args)
        if written is None:
            return _print_answers(text, args.source, json_lines=args.json)
    if args.out is None:
        print(written, end="")
    else:
        write_output(args.out, written, args.to, force=args.force)
    return 0


def _check(args: Namespace) -> None:
    """Raise UsageError if options do not go together."""
    if (args.source is None) == (args.cases is None):
        raise UsageError("name one file: a model with queries, or with --cases a file of cases in JSON")
    shared.at_most_one(args, "to", "cases")
    if args.out is not None and args.to is None:
        raise UsageError("-o needs --to svg or dot")
    if args.after is not None and args.to is None:
        raise UsageError("--after needs --to svg or dot")
    if args.layout is not None and args.to != "svg":
        raise UsageError("--layout needs --to svg")
    if args.out is not None:
        check_file(Path(args.out), "-o", force=args.force)


@contextmanager
def _naming(source: str) -> Iterator[None]:
    """Put the name of the file before every problem with it."""
    try:
        yield
    except UnknownNameError:  # the file is good; the command line is not
        raise
    except HandsightError as error:
        raise InputError(f"{source}: {error}") from None


def _read(source: str) -> bytes:
    from handsight.logic.files import sample

    if source == "-":
        if sys.stdin is None:
            raise InputError("standard input is closed; name a file instead of `-`")
        return sys.stdin.buffer.read()
    named = source.startswith("sample:")
    return (sample(source.removeprefix("sample:")) if named else Path(source)).read_bytes()


def _cases(data: bytes, *, json_lines: bool) -> int:
    """Answer every case; without --json, print only answers unlike the file's, and how many agree."""
    from handsight.logic.files.json_cases import answer_cases

    agreed = compared = without_answer = failed = 0
    for answer in answer_cases(data):
        failed += answer.error is not None
        agreed += answer.agrees
        compared += answer.error is not None or answer.expected is not None
        without_answer += answer.error is None and answer.expected is None
        if answer.error is not None:
            remark(f"handsight: {answer.id}: {answer.error}")
        if json_lines:
            print_json(answer.to_json())
        elif answer.expected is not None and not answer.agrees:
            say(f"{answer.id}: ours {answer.holds}, the file {answer.expected}")
    if json_lines:
        return 1 if failed else 0
    if compared:
        say(f"{agreed} of {compared} cases agree with the file")
    if without_answer:
        say(f"the file holds no expected answer for {counted(without_answer, 'case')}; --json prints ours")
    return 1 if agreed < compared else 0


def _drawn(text: str, args: Namespace) -> str:
    from handsight.logic import file_graph
    from handsight.logic.files import read

    graph = file_graph(read(text), args.after, layout=args.layout or "auto")
    return graph.svg() if args.to == "svg" else graph.dot()


def _print_answers(text: str, source: str, *, json_lines: bool) -> int:
    from handsight.logic.files import answers, read

    failed = False
    file = read(text)
    if not any(isinstance(step, LogicQuery) for step in file.steps):
        remark(f"handsight: {source} asks nothing; add a query: valid? true? where? count?")
    for answer in answers(file):
        for said in filter(None, (answer.note, answer.error)):
            remark(f"handsight: {source}: {said}")
        failed |= answer.error is not None
        if json_lines:
            print_json(answer.to_json())
        else:
            say(f"{answer.query.kind + '?':<7} {answer.query.text}")
            say(f"        {_shown(answer)}  ({1000 * answer.seconds:.2f} ms)")
    return 1 if failed else 0


def _shown(answer: Answer) -> str:
    match answer.answer:
        case None:
            return "no answer"
        case bool():
            return str(answer.answer).lower()
        case int() as number:
            return f"{number:,}"
        case [*worlds]:
            some = ", ".join(worlds[:20]) + (", …" if len(worlds) > 20 else "")
            return f"{counted(len(worlds), 'world')}{': ' * bool(worlds)}{some}"
