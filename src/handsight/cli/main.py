"""Find the verb, read its words, and turn every failure into a message and an exit status.

A verb is a module of this room with `arguments(parser)` and `run(args) -> exit status`; its docstring and
its `EXAMPLE` are its help. Only the verb that is asked for is imported.

The exit status is 1 where a file is not there or is wrong, 2 where the words of the command are: a name that
nothing has among them, whether of a bot, a convention, a variant, a rule set, a game or a benchmark.
"""

import os
import sys
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Sequence
from importlib import import_module
from io import TextIOWrapper
from pathlib import Path

from handsight import __version__
from handsight.errors import HandsightError, UnknownNameError, UsageError
from handsight.text.suggestions import did_you_mean

VERBS = {
    "check": "parse and validate games; score them",
    "convert": "turn any format into any format that can hold the game",
    "show": "the table at a turn, in the terminal",
    "know": "what seats know of their hands: possible cards, exact probabilities, and why",
    "logic": "read a model of knowledge and answer questions about it",
    "play": "play with bots in the terminal; the game is saved",
    "bots": "every bot, one line each, with what it scores",
    "simulate": "play many games; mean, error, histogram, rates",
    "compare": "the same deals for several bots; differences with confidence intervals",
    "crossplay": "a matrix of mixed teams",
    "train": "teach a learner of Boeren Bridge",
    "serve": "the page: play and watch in a browser",
    "variants": "list the variants of Hanabi",
    "convention": "check a convention, print what it means, say which of its rules acts and why",
    "perft": "check a rules oracle file (for people who change the rules)",
    "bench": "measure speed",
    "results": "play what the tables of a page tell of, and write them anew",
    "demo": "a tour in the terminal, under a minute",
}

DONE, WRONG_INPUT, WRONG_WORDS, STOPPED = 0, 1, 2, 130


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit status."""
    words = list(sys.argv[1:] if argv is None else argv)
    _mend_streams()
    try:
        status = _run(words)
        sys.stdout.flush()
    except (UsageError, UnknownNameError) as error:
        complain(str(error))
        status = WRONG_WORDS
    except HandsightError as error:
        status = complain(str(error))
    except BrokenPipeError:  # the reader has gone, as `head` does
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = DONE
    except KeyboardInterrupt:
        status = STOPPED
    except MemoryError:
        status = complain("there is not enough memory for this; ask for less at a time")
    except OSError as error:
        status = complain(f"{error.filename}: {error.strerror}" if error.filename else str(error))
    sys.exit(status)


def _mend_streams() -> None:
    """Give closed streams somewhere to write, and let no terminal's alphabet end in a traceback."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  # until the end
        elif isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def complain(message: str) -> int:
    """Say on stderr what was wrong with the input."""
    print(f"handsight: {message}", file=sys.stderr)
    return WRONG_INPUT


def _run(words: list[str]) -> int:
    if words and words[0] in VERBS:
        return _verb(words[0], words[1:])
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview())
        return DONE if words else WRONG_WORDS
    if words[0] in ("-V", "--version"):
        print(f"handsight {__version__}")
        return DONE
    hint = did_you_mean(words[0], VERBS, "`handsight --help` lists them", show=repr)
    print(f"handsight: there is no command {words[0]!r}; {hint}", file=sys.stderr)
    return WRONG_WORDS


def _verb(name: str, words: list[str]) -> int:
    verb = import_module(f"handsight.cli.{name}")
    parser = ArgumentParser(
        prog=f"handsight {name}",
        description=verb.__doc__,
        epilog=f"example:\n{verb.EXAMPLE}",
        formatter_class=RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    verb.arguments(parser)
    status: int = verb.run(parser.parse_args(words))
    return status


def _overview() -> str:
    width = max(map(len, VERBS))
    lines = [f"  {name:<{width}}  {job}" for name, job in VERBS.items()]
    head = "usage: handsight COMMAND …\n\nA laboratory for card games of hidden information.\n"
    return "\n".join([head, *lines, "", "`handsight COMMAND --help` says more, with an example."])
