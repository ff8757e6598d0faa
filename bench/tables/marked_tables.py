"""Tables of results that the program writes into documents, between markers.

A marker names the table, the number of games and the seed: ``<!-- results boeren games=20000 seed=1 -->``.
What stands between it and ``<!-- /results -->`` is replaced. ``slow=200`` after the seed limits bots that are
not compiled to so many games.
"""

import re
from collections.abc import Iterator

from bench.tables import (
    best_known,
    boeren_authors,
    boeren_bots,
    document_figures,
    hanabi_bots,
    hanabi_conventions,
    printed_robots,
    winnable_deals,
)
from bench.tables.table_request import PlaySettings, TableRequest
from handsight.errors import InputError
from handsight.text.suggestions import find_named

MARKED = re.compile(
    r"^(?P<head><!-- results (?P<name>[\w-]+) games=(?P<games>\d{1,9}) seed=(?P<seed>\d{1,18})"
    r"(?: slow=(?P<slow>\d{1,9}))? -->\n)(?P<body>.*?)^(?P<tail><!-- /results -->)",
    re.DOTALL | re.MULTILINE,
)
OPENED = re.compile(r"^<!-- results\b.*", re.MULTILINE)
HOW = "`<!-- results boeren games=1000 seed=1 -->` and `<!-- /results -->`, each at the start of a line"


TABLES = {
    "best-conventions": hanabi_conventions.best,
    "levels": hanabi_conventions.levels,
    "techniques-worth": hanabi_conventions.techniques_worth,
    "further-techniques": hanabi_conventions.further_techniques,
    "saves": hanabi_conventions.saves,
    "saves-worth": hanabi_conventions.saves_worth,
    "ideas-worth": hanabi_conventions.ideas_worth,
    "summary": hanabi_bots.summary,
    "bots": hanabi_bots.bots,
    "hat": hanabi_bots.hat,
    "pairs": hanabi_bots.pairs,
    "robots": hanabi_bots.robots,
    "printed": printed_robots.printed,
    "minimal-histogram": document_figures.minimal_histogram,
    "minimal-readings": document_figures.minimal_readings,
    "document-figures": document_figures.document_figures,
    "crossplay": hanabi_bots.crossplay,
    "strangers": hanabi_bots.strangers,
    "best-known": best_known.best_known_table,
    "winnable": winnable_deals.winnable,
    "boeren": boeren_bots.bots,
    "boeren-author": boeren_authors.author,
    "learners": boeren_bots.learners,
}
"""By name, the functions that play what is behind a table and write it as Markdown."""


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
        if mark["name"] not in TABLES:
            raise InputError(f"no table is called {mark['name']!r}; there are {', '.join(TABLES)}")
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
    return find_named("table", request.name, TABLES)(request)


def said_below(request: TableRequest) -> str:
    """Return what stands below a table in a document: the command that prints it."""
    return f"Printed by `{request.command}`."


def rewritten(text: str, settings: PlaySettings) -> str:
    """Return a document with every marked table written."""
    *_, (_, page) = rewriting(text, settings)
    return page
