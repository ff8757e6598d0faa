"""Commands as data, and how their words are read.

A command lists its options and arguments as `Argument`s, in the terms of argparse, which reads the words and
prints the help. What cannot be read is refused in a sentence that says what to type.
"""

import re
from argparse import (
    SUPPRESS,
    ArgumentError,
    ArgumentParser,
    ArgumentTypeError,
    BooleanOptionalAction,
    Namespace,
    RawDescriptionHelpFormatter,
)
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from decimal import Decimal
from itertools import zip_longest
from shutil import get_terminal_size
from typing import Any, NoReturn

from handsight import __version__
from handsight.errors import UsageError
from handsight.text.suggestions import CUTOFF, did_you_mean, listed, quote, some
from handsight.text.wrapping import hanging

_UNKNOWN = re.compile(r"-+(?!\.?\d)[^\s-]\S*")
"""Matches an option, but no negative number."""
_ADDED = re.compile(r"\+[a-z][\w./-]*")
"""Matches a change to a convention that was typed outside its quotes, such as +bluffs."""
_LEFT_OUT = re.compile(r"-[a-z][a-z0-9:-]*[a-z0-9]")
"""Matches a rule to leave out of a convention that was typed outside its quotes, such as -prompt."""
LITERAL = "\0"
"""Put before words that follow `--`, so that argparse takes none for an option; no argument contains it."""
SURE = 0.8
"""How similar to an option, from 0 to 1, a word such as -prompt must be to count as a misspelt option."""
NO_VALUE = ("store_true", "help", "version", BooleanOptionalAction)
"""The actions of options that take no value."""
MARGIN = 2
"""How many columns of the terminal argparse leaves free."""

TIMES = {"": 1, "k": 1_000, "m": 1_000_000}
LONGEST, LARGEST_POWER = 40, 30
"""The longest text that is read as a number, and the largest power of ten: no option takes more."""
_DIGITS = r"\d+(?:[_,]\d{3})*|\d+(?:_\d+)*"
_NUMBER = re.compile(rf"([+-]?(?:{_DIGITS})(?:\.\d+)?)(?:e\+?(\d{{1,2}}))?([km]?)", re.IGNORECASE | re.ASCII)


def whole_number(text: str) -> int:
    """Return the whole number that a text stands for, or raise ArgumentTypeError, which argparse shows.

    >>> [whole_number(text) for text in ("20_000", "20k", "1e6", "-3")]
    [20000, 20000, 1000000, -3]
    """
    found = _NUMBER.fullmatch(text.strip()) if len(text) <= LONGEST else None
    power = int(found[2] or 0) if found else 0
    if found and power <= LARGEST_POWER:
        digits = found[1].replace("_", "").replace(",", "")
        value = Decimal(digits).scaleb(power) * TIMES[found[3].lower()]
        if value == value.to_integral_value():
            return int(value)
    raise ArgumentTypeError(
        f"{quote(text)} is not a whole number, such as 3 or 20000 (also 20_000, 20k or 1e6)"
    )


def decimal_number(text: str) -> float:
    """Return the number that a text stands for, or raise ArgumentTypeError, which argparse shows."""
    try:
        return float(text)
    except ValueError:
        raise ArgumentTypeError(f"{quote(text)} is not a number, such as 3 or 0.5") from None


@dataclass(frozen=True)
class Argument:
    """An option, such as ``--games``, or an argument, such as ``source``, of a command."""

    names: tuple[str, ...]
    settings: Mapping[str, Any]
    """The keywords of `ArgumentParser.add_argument`; `choices` may be a mapping that gets entries later."""
    defaults: Mapping[str, Any] = field(default_factory=dict)
    """For an option that not all games have: its default in each game that has it."""
    group: str = ""
    """The heading under which help lists it; empty for the usual headings."""

    def changed(self, **settings: Any) -> "Argument":
        """Return the same argument with some settings changed."""
        return replace(self, settings={**self.settings, **settings})

    @property
    def is_option(self) -> bool:
        """Whether it is an option, such as ``--games``, and no argument."""
        return self.names[0].startswith("-")

    @property
    def flags(self) -> tuple[str, ...]:
        """The words that name an option: with ``--open`` also ``--no-open``, where there is one."""
        if self.settings.get("action") is not BooleanOptionalAction:
            return self.names
        return (*self.names, *(f"--no-{name[2:]}" for name in self.names))

    @property
    def dest(self) -> str:
        """The attribute of the parsed arguments that holds its value."""
        return str(self.settings.get("dest") or self.names[-1].lstrip("-").replace("-", "_"))

    @property
    def shape(self) -> str | int | None:
        """How many values it takes, as argparse's `nargs`; 0 for none."""
        found: str | int | None = self.settings.get("nargs")
        return 0 if self.settings.get("action") in NO_VALUE else found

    @property
    def needed(self) -> bool:
        """Whether a command is wrong without it."""
        return bool(self.settings.get("required")) if self.is_option else self.shape in (None, "+")

    @property
    def usage(self) -> str:
        """How a line of usage shows it, as in ``FILE …`` and ``--by CONVENTION``."""
        name = self.settings.get("metavar") or self.dest.upper()
        if self.is_option:
            return f"{self.names[0]} {name}"
        return {"?": f"[{name}]", "+": f"{name} …", "*": f"[{name} …]"}.get(str(self.shape), name)

    def read(self, word: str) -> Any:
        """Return the value that a word stands for, or raise UsageError."""
        word = word.removeprefix(LITERAL)
        name, choices = self.settings.get("metavar", self.dest), self.settings.get("choices", (word,))
        name = self.names[0] if self.is_option else name
        if word not in choices:
            raise UsageError(f"{name}: {_no_such(word, choices)}")
        try:
            return self.settings.get("type", str)(word)
        except ArgumentTypeError as error:
            raise UsageError(f"{name}: {error}") from None

    def reads(self, word: str) -> bool:
        """Whether `read` accepts a word."""
        with suppress(UsageError):
            self.read(word)
            return True
        return False

    def add_to(self, target: Any) -> None:
        """Add it to a parser or a group of argparse; `Command.parse` itself checks what is missing."""
        settings = dict(self.settings)
        settings.pop("required", None)
        if choices := settings.pop("choices", None):
            settings.setdefault("metavar", f"{{{','.join(choices)}}}")
            settings.setdefault("help", listed(choices))
        if self.shape != 0:
            settings["type"] = self.read
        if not self.is_option:
            settings["nargs"] = "?" if self.shape in (None, "?") else "*"
        if self.defaults:  # `games.settle` gives it the default of the game that is played
            settings["default"] = SUPPRESS
        target.add_argument(*self.names, **settings)


def option(name: str, metavar: str, text: str, **settings: Any) -> Argument:
    """Return an option that takes a value; if its name has no dashes, an argument.

    *name* is typed, or for an argument the attribute that holds it; *metavar* stands for the value in help
    and usage, and is empty where `choices` say it; *text* is the help, to which the default is added.
    """
    default = settings.get("default")
    said = {"metavar": metavar, "help": text if default in (None, []) else f"{text} (default: {default})"}
    return Argument((name,), {key: value for key, value in said.items() if value} | settings)


def repeated(name: str, metavar: str, text: str, **settings: Any) -> Argument:
    """Return an option that may be given several times, with a value each."""
    return option(name, metavar, text, action="append", default=[], **settings)


def count(name: str, metavar: str, text: str, least: int | None = None, **settings: Any) -> Argument:
    """Return an option that takes a whole number, of at least *least*."""

    def read(word: str) -> int:
        value = whole_number(word)
        if least is not None and value < least:
            raise ArgumentTypeError(f"{value} is too few; it takes {least} or more")
        return value

    return option(name, metavar, text, type=read, **settings)


def number(name: str, metavar: str, text: str, **settings: Any) -> Argument:
    """Return an option that takes a number, with or without decimals."""
    return option(name, metavar, text, type=decimal_number, **settings)


def flag(name: str, text: str, **settings: Any) -> Argument:
    """Return an option without a value; *text* is its help."""
    return Argument((name,), {"action": "store_true", "help": text, **settings})


def _no_such(word: str, choices: Collection[str]) -> str:
    hint = did_you_mean(word, choices, f"choose {some(choices)}")
    return f"there is no {quote(word)}; {hint}"


HELP = Argument(("-h", "--help"), {"action": "help", "help": "show this help"})
VERSION = Argument(
    ("-V", "--version"), {"action": "version", "version": f"handsight {__version__}", "help": SUPPRESS}
)


@dataclass(frozen=True)
class Command:
    """What follows ``handsight`` on the command line, such as ``simulate`` or ``convention check``."""

    name: str
    about: str
    """The text at the beginning of its help."""
    example: str = ""
    arguments: Sequence[Argument] = ()
    run: Callable[[Namespace], int] = lambda _: 0
    """Does the work and returns the exit status."""
    groups: Mapping[str, str] = field(default_factory=dict)
    """The headings of `Argument.group`, with what help says below them."""
    jobs: Mapping[str, "Command"] = field(default_factory=dict)
    """Its subcommands by name; a command that has some does nothing itself."""

    @property
    def positionals(self) -> list[Argument]:
        """The arguments that are not options."""
        return [argument for argument in self.arguments if not argument.is_option]

    @property
    def options(self) -> list[Argument]:
        """The options, with those that every command has."""
        return [HELP, VERSION, *(argument for argument in self.arguments if argument.is_option)]

    def chosen_job(self, words: list[str]) -> tuple["Command", list[str]]:
        """Return the job that some words name, and the words without its name; itself, if it has no jobs."""
        at = next((at for at, word in enumerate(words) if word in self.jobs), None)
        if at is not None:
            return self.jobs[words[at]], [*words[:at], *words[at + 1 :]]
        if self.jobs and not any(word in (*HELP.names, *VERSION.names) for word in words):
            wrong = next((word for word in words if not word.startswith("-")), None)
            self.refuse("JOB is missing" if wrong is None else _no_such(wrong, self.jobs))
        return self, words

    def parse(self, words: Sequence[str]) -> Namespace:
        """Parse the words after the name, or raise UsageError; the result has this command as `command`."""
        prepared = list(self._prepared(words))
        try:
            found, extra = self._parser().parse_known_intermixed_args(prepared)
        except ArgumentError as error:  # it has too few values, or a value where it takes none
            self._refuse_values(str(error.argument_name).split("/"), words)
        except UsageError as error:
            self.refuse(str(error))
        for word in extra:
            if _UNKNOWN.fullmatch(word):
                self._refuse_option(word, [one for one in words[: words.index(word)] if one[:1] != "-"])
        missing = [one for one in self.arguments if one.needed and getattr(found, one.dest) in (None, [])]
        if missing:
            self.refuse(f"{', '.join(one.usage.removesuffix(' …') for one in missing)} is missing")
        extra = [word.removeprefix(LITERAL) for word in extra if word != "--"]
        if extra:
            self.refuse(f"unexpected argument{'s' * (len(extra) > 1)}: {' '.join(extra)}")
        found.command = self
        return found

    def _prepared(self, words: Sequence[str]) -> Iterator[str]:
        """Yield words for argparse; an option whose value was left out, as in `--lost hat`, gets a value."""
        end = [*words, "--"].index("--")
        for word, behind in zip_longest(words[:end], words[1:end], fillvalue=""):
            if _ADDED.fullmatch(behind) and not word.startswith("-"):
                self.refuse(f'put a name and its changes into one pair of quotes: "{word} {behind}"')
            option = next((one for one in self.options if one.shape == "?" and word in one.names), None)
            yield word if option is None or option.reads(behind) else f"{word}={option.settings['const']}"
        yield from words[end : end + 1]
        yield from (LITERAL + word for word in words[end + 1 :])

    def _refuse_values(self, names: Sequence[str], words: Sequence[str]) -> NoReturn:
        option = next(one for one in self.options if set(names) & set(one.flags))
        if option.shape == 0:
            starts = tuple(f"{name}=" if name.startswith("--") else name for name in names)
            word = next(word for word in words if word.startswith(starts) and word not in names)
            name = next(name for name in names if word.startswith(name))
            self.refuse(f"{name} takes no value, but was given {word[len(name) :].removeprefix('=')!r}")
        self.refuse(f"{names[-1]} needs {'one value or more' if option.shape == '+' else 'a value'}")

    def _refuse_option(self, word: str, arguments: list[str]) -> NoReturn:
        name = word.partition("=")[0]
        left_out = bool(arguments) and bool(_LEFT_OUT.fullmatch(name))
        known = [flag for option in self.options if option is not VERSION for flag in option.flags]
        hint = did_you_mean(name, known, cutoff=SURE if left_out else CUTOFF)
        if left_out and not hint:
            hint = f'to leave a rule out, put it into the quotes: "{arguments[-1]} {name}"'
        self.refuse(f"there is no option {name}" + (f"; {hint}" if hint else ""))

    def refuse(self, message: str) -> NoReturn:
        """Raise UsageError with a message, a line of usage and where to read more."""
        raise UsageError(f"{message}\nusage: {self.usage}\n`handsight help {self.name}` says more")

    @property
    def usage(self) -> str:
        """One line: the command, its arguments, and those options that must be given."""
        words = [one.usage for one in self.positionals] if not self.jobs else ["JOB …"]
        words += [one.usage for one in self.options if one.needed]
        more = ["[options]"] if len(self.options) > 2 else []
        return " ".join([f"handsight {self.name}", *words, *more])

    @property
    def help(self) -> str:
        """What it does, an example, and what it takes, fitted to the terminal."""
        return self._parser().format_help()

    def _parser(self) -> ArgumentParser:
        width = get_terminal_size().columns - MARGIN
        parser = ArgumentParser(
            prog=f"handsight {self.name}",
            usage=self.usage.replace("%", "%%"),
            description=_filled(self.about[:1].upper() + self.about[1:], width),
            epilog=_filled(f"example:\n{self.example}", width) if self.example else None,
            formatter_class=RawDescriptionHelpFormatter,
            add_help=False,
            allow_abbrev=False,
            exit_on_error=False,
        )
        titles = ("jobs" if self.jobs else "arguments", "options", *self.groups)
        about = {title: _filled(self.groups.get(title, ""), width - 2) for title in titles}
        groups = {title: parser.add_argument_group(title, text or None) for title, text in about.items()}
        for job in self.jobs.values():
            option(job.name.split()[-1], "", job.about, nargs="?").add_to(groups["jobs"])
        for argument in (*self.positionals, *self.options):
            usual = "options" if argument.is_option else "arguments"
            argument.add_to(groups[argument.group or usual])
        return parser


def job(about: str, run: Callable[[Namespace], int], *arguments: Argument, example: str = "") -> Command:
    """Return a command without a name, which it gets from the table that holds it."""
    return Command("", about, example, arguments, run)


def _filled(text: str, width: int) -> str:
    """Fit paragraphs to a width; indented lines are commands, and are broken as a shell allows."""
    return "\n".join(_filled_lines(text, width)).rstrip("\n")


def _filled_lines(text: str, width: int) -> Iterator[str]:
    sentence = list[str]()
    for line in (*text.strip("\n").split("\n"), ""):
        if line and not line.startswith(" "):
            sentence.append(line)
        if sentence and (line.endswith(":") or not line or line.startswith(" ")):
            yield from hanging(" ".join(sentence), width, 0)
            sentence.clear()
        if line.startswith(" "):
            *first, last = [line] if len(line) <= width else hanging(line, width - 2, 2)
            yield from (f"{part} \\" for part in first)
            yield last
        elif not line:
            yield ""
