"""Tables of results that the program writes into documents, between markers.

A marker names the table, the number of games and the seed: ``<!-- results boeren games=20000 seed=1 -->``.
What stands between it and ``<!-- /results -->`` is replaced. ``slow=200`` after the seed limits bots that are
not compiled to so many games.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from importlib import import_module
from pathlib import Path
from typing import Any

from handsight.errors import InputError
from handsight.lab.games import GAMES, game_lab
from handsight.lab.runner import Progress
from handsight.text.suggestions import find_named

MARKED = re.compile(
    r"^(?P<head><!-- results (?P<name>[\w-]+) games=(?P<games>\d{1,9}) seed=(?P<seed>\d{1,18})"
    r"(?: slow=(?P<slow>\d{1,9}))? -->\n)(?P<body>.*?)^(?P<tail><!-- /results -->)",
    re.DOTALL | re.MULTILINE,
)
OPENED = re.compile(r"^<!-- results\b.*", re.MULTILINE)
HOW = "`<!-- results boeren games=1000 seed=1 -->` and `<!-- /results -->`, each at the start of a line"


@dataclass(frozen=True)
class PlaySettings:
    """How the games of all tables are played, and the runs that tables share; it changes no result."""

    workers: int = 1
    out: str | Path | None = None
    """A folder for the games of bots that are not compiled; an interrupted run continues from there."""
    progress: Progress | None = None
    runs: dict[tuple[Any, ...], Any] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class TableRequest:
    """A table by its name, and the number of games behind it."""

    name: str
    games: int
    seed: int
    slow_games: int
    """The most games where some bot is not compiled."""
    settings: PlaySettings

    @property
    def command(self) -> str:
        """The command that prints this table."""
        slow = f" --slow {self.slow_games}" if self.slow_games != self.games else ""
        return f"handsight results {self.name} --games {self.games} --seed {self.seed}{slow}"

    def options(self) -> dict[str, Any]:
        """Return the keyword arguments of the lab's functions."""
        return {
            "games": self.games,
            "seed": self.seed,
            "workers": self.settings.workers,
            "progress": self.settings.progress,
        }


TableWriter = Callable[[TableRequest], str]


def tables() -> dict[str, TableWriter]:
    """Return the functions that write tables, by name."""
    modules = [getattr(game_lab(game), "DOC_TABLES", None) for game in GAMES]
    return {
        name: write for module in modules if module for name, write in import_module(module).TABLES.items()
    }


def requests(text: str, settings: PlaySettings) -> list[TableRequest]:
    """Return the tables that a document has markers for; InputError says which marker is wrong."""
    marks = {mark.start(): mark for mark in MARKED.finditer(text)}
    for opened in OPENED.finditer(text):
        if opened.start() not in marks:
            line = text.count("\n", 0, opened.start()) + 1
            raise InputError(
                f"a table cannot be marked by {opened[0]!r}, or is not closed; write {HOW}", line=line
            )
    if not marks:
        raise InputError(f"there is no table to write; mark its place with {HOW}")
    found = []
    for mark in marks.values():
        if mark["name"] not in tables():
            raise InputError(f"no table is called {mark['name']!r}; there are {', '.join(tables())}")
        games, seed = int(mark["games"]), int(mark["seed"])
        found.append(TableRequest(mark["name"], games, seed, int(mark["slow"] or games), settings))
    return found


def rewriting(text: str, settings: PlaySettings) -> Iterator[tuple[TableRequest, str]]:
    """Write every marked table of a document, and yield the document after each."""
    for at, request in enumerate(requests(text, settings)):
        made = f"{table_text(request)}\n\n{said_below(request)}"
        mark = list(MARKED.finditer(text))[at]
        text = f"{text[: mark.start()]}{mark['head']}\n{made}\n\n{mark['tail']}{text[mark.end() :]}"
        yield request, text


def table_text(request: TableRequest) -> str:
    """Play what is behind a table, and return it as Markdown; UnknownNameError if there is no such table."""
    return find_named("table", request.name, tables())(request)


def said_below(request: TableRequest) -> str:
    """Return what stands below a table in a document: the command that prints it."""
    return f"Printed by `{request.command}`."


def rewritten(text: str, settings: PlaySettings) -> str:
    """Return a document with every marked table written."""
    *_, (_, page) = rewriting(text, settings)
    return page
