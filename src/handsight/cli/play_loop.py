"""Sit at a table with bots: what a person may type, whatever the game."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from tempfile import mkdtemp
from typing import Protocol

from rich.console import Console, RenderableType

from handsight.errors import HandsightError

ASK = "> "


class Table(Protocol):
    """A game in progress at which one seat is a person's; whatever is refused raises a HandsightError."""

    help: str
    """What may be typed to act."""
    place: Path
    """Where the game is saved."""

    @property
    def over(self) -> bool:
        """Whether nobody can act any more."""
        ...

    @property
    def mine(self) -> bool:
        """Whether the person is to act."""
        ...

    def shown(self) -> RenderableType:
        """Paint what the person sees; once the game is over, everything."""
        ...

    def bot_turn(self) -> str:
        """Let the bot whose turn it is act, and say what it did."""
        ...

    def act(self, words: str) -> str:
        """Do what the person says, and say what happened."""
        ...

    def hint(self) -> str:
        """Say what a bot would do in the person's place, and why."""
        ...

    def why(self) -> str:
        """Say why the bots did what they did since the person's last turn."""
        ...

    def undo(self) -> str:
        """Take back the person's last action, and all that followed."""
        ...

    def save(self) -> list[Path]:
        """Write the game down."""
        ...

    def ending(self) -> str:
        """Say how the game ended."""
        ...


HELP = """\
hint   what a bot would do here     why    why the bots did what they did
undo   take your last turn back     show   the table again
save   write the game down now      quit   leave; the game is saved"""


def sit(table: Table, console: Console) -> None:
    """Play until the game is over or the person leaves; the game is saved whatever happens."""
    try:
        _play(table, console)
    finally:
        if not table.over:
            _say(console, "the game stops here")
        _say(console, _saved(table))


def _play(table: Table, console: Console) -> None:
    lines, fresh = _lines(console), True
    _say(console, f"{table.help}\n{HELP}")
    while not table.over:
        if not table.mine:
            _say(console, table.bot_turn())
            fresh = True
            continue
        if fresh:
            console.print(table.shown())
        line = next(lines, None)
        if line is None or line.casefold() in ("quit", "q", "exit"):
            return
        try:
            word = line.casefold()
            answer = ANSWERS.get(word) or CHANGES.get(word)
            _say(console, answer(table) if answer else table.act(line))
            fresh = word not in ANSWERS
        except HandsightError as error:
            _say(console, str(error))
            fresh = False
    console.print(table.shown())
    _say(console, table.ending())


def _saved(table: Table) -> str:
    said = []
    try:
        paths = table.save()
    except OSError as error:  # the folder has gone, or is full; a game that was played must not be lost
        said = [f"{error.filename or table.place}: {error.strerror}"]
        table.place = Path(mkdtemp(prefix="handsight-")) / table.place.name
        paths = table.save()
    return "\n".join([*said, *(f"saved as {path}" for path in paths)])


ANSWERS: dict[str, Callable[[Table], str]] = {
    "hint": lambda table: table.hint(),
    "?": lambda table: table.hint(),
    "why": lambda table: table.why(),
    "save": _saved,
    "help": lambda table: f"{table.help}\n{HELP}",
    "h": lambda table: f"{table.help}\n{HELP}",
}
"""What may be typed that leaves the table as it is."""
CHANGES: dict[str, Callable[[Table], str]] = {
    "undo": lambda table: table.undo(),
    "show": lambda _: "",
    "x": lambda _: "",
    "": lambda _: "",
}


def _lines(console: Console) -> Iterator[str]:
    """Yield what is typed, line by line, until there is no more."""
    while sys.stdin:
        console.print(ASK, end="")
        console.file.flush()
        line = sys.stdin.readline()
        if not line:
            console.print()
            return
        if not sys.stdin.isatty():  # in a record of a piped game, the words stand behind the question
            console.print(line.rstrip(), markup=False)
        yield line.strip()


def _say(console: Console, text: str) -> None:
    """Say a sentence, if there is one."""
    if text:
        console.print(text, markup=False, soft_wrap=True)
