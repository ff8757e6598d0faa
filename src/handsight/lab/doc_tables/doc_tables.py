"""Tables of results that the program itself writes into a page, between markers.

A marker names the table, how many games, and the seed: ``<!-- results boeren games=20000 seed=1 -->``; what
stands between it and ``<!-- /results -->`` is replaced. ``slow=200`` after the seed: no more games than that
where some bot is not compiled.
"""

import re
from collections.abc import Callable, Iterator
from typing import Any

from handsight import __version__
from handsight.bots.boeren import ROSTER
from handsight.errors import InputError
from handsight.lab.boeren.tournament import Comparison, Standing, compare, tournament
from handsight.lab.doc_tables import bot_tables, convention_tables
from handsight.lab.doc_tables.best_known import best_known
from handsight.lab.doc_tables.convention_tables import table
from handsight.lab.doc_tables.table_request import PlaySettings, TableRequest

MARKED = re.compile(
    r"^(?P<head><!-- results (?P<name>[\w-]+) games=(?P<games>\d{1,9}) seed=(?P<seed>\d{1,18})"
    r"(?: slow=(?P<slow>\d{1,9}))? -->\n)(?P<body>.*?)^(?P<tail><!-- /results -->)",
    re.DOTALL | re.MULTILINE,
)
OPENED = re.compile(r"^<!-- results\b.*", re.MULTILINE)
HOW = "`<!-- results boeren games=1000 seed=1 -->` and `<!-- /results -->`, each at the start of a line"
KINDS = ("full-kripke", "greedy", "greedy-kripke", "random")
"""The four bots of **Boeren Bridge Kripke agents**."""
OTHERS = tuple(name for name in ROSTER if not name.startswith("learner"))
LEARNERS = tuple(name for name in ROSTER if name not in OTHERS)


def requests(text: str, settings: PlaySettings) -> list[TableRequest]:
    """Return what the markers of a page ask for, or raise InputError saying which of them cannot be read."""
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
    """Make every marked table of a page anew, and return the page as it stands after each."""
    for at, request in enumerate(requests(text, settings)):
        made = TABLES[request.name](request)
        mark = list(MARKED.finditer(text))[at]
        text = f"{text[: mark.start()]}{mark['head']}\n{made}\n\n{mark['tail']}{text[mark.end() :]}"
        yield request, text


def rewritten(text: str, settings: PlaySettings) -> str:
    """Return a page with every marked table made anew."""
    *_, (_, page) = rewriting(text, settings)
    return page


def boeren(options: dict[str, Any]) -> str:
    """Write the results of the bots of Boeren Bridge: one of each kind, and each alone among three others."""
    by_host = {host: compare(*OTHERS, host=host, **options) for host in OTHERS}
    four = tournament(*KINDS, **options)
    said = f"{four.games:,} games, seed {four.plan.seed}, {four.plan.rules.name} rules, rounds "
    return "\n\n".join(
        [
            f"One of each kind ({said}{four.plan.rules.schedule}, handsight {__version__}):",
            table(("bot", *HEADS), [(f"`{found.name}`", *_cells(found)) for found in four.standings]),
            "Each among three `greedy`, on the same deals; the difference is to the bot in the line above:",
            _among(by_host["greedy"]),
            "Each (line) among three of another kind (column): mean points, share of wins:",
            table(
                ("", *(f"3 × `{host}`" for host in OTHERS)),
                [
                    (f"`{name}`", *(_cell(by_host[host], at) for host in OTHERS))
                    for at, name in enumerate(OTHERS)
                ],
            ),
        ]
    )


def learners(options: dict[str, Any]) -> str:
    """Write the results of the learners, each among three of another kind, beside the bots to beat."""
    parts = []
    for host in ("full-kripke", "greedy"):
        found = compare(*LEARNERS, "sampler", "full-kripke", "greedy-kripke", host=host, **options)
        said = f"{found.runs[0].games:,} games, seed {options['seed']}, handsight {__version__}"
        parts += [f"Each among three `{host}`, on the same deals ({said}):", _among(found)]
    return "\n\n".join(parts)


HEADS = ("mean ± s.e.", "wins ± s.e.", "tricks", "bids met")


def _cells(found: Standing) -> tuple[str, ...]:
    return (
        f"{found.points.mean:.2f} ± {found.points.stderr:.2f}",
        f"{found.wins.mean:.1%} ± {found.wins.stderr:.1%}",
        f"{found.tricks:.2f}",
        f"{found.met:.1%}",
    )


def _among(found: Comparison) -> str:
    """Write the bots from the best down, each with its paired difference to the one before."""
    best = sorted(range(len(found.runs)), key=lambda at: -found.runs[at].standings[0].points.mean)
    rows = []
    for place, at in enumerate(best):
        run, before = found.runs[at], found.runs[best[place - 1]] if place else None
        gap = "" if before is None else _gap(Comparison(found.host, [run, before], 0.0))
        rows.append((f"`{run.plan.names[0]}`", *_cells(run.standings[0]), gap))
    return table(("bot", *HEADS, "difference (95 %)"), rows)


def _gap(two: Comparison) -> str:
    ((_, _, points, _),) = two.pairs
    return f"{points.mean:+.2f} ({points.low:+.2f} to {points.high:+.2f})"


def _cell(found: Comparison, at: int) -> str:
    guest = found.runs[at].standings[0]
    return f"{guest.points.mean:.1f}, {guest.wins.mean:.1%}"


Write = Callable[[dict[str, Any]], str]


def _boeren(write: Write) -> Callable[[TableRequest], str]:
    return lambda request: write(request.boeren_options())


def _hanabi(write: Write) -> Callable[[TableRequest], str]:
    return lambda request: write(request.hanabi_options())


TABLES: dict[str, Callable[[TableRequest], str]] = {
    "boeren": _boeren(boeren),
    "learners": _boeren(learners),
    "best-conventions": _hanabi(convention_tables.best),
    "saves": _hanabi(convention_tables.saves),
    "saves-worth": _hanabi(convention_tables.saves_worth),
    "ideas-worth": _hanabi(convention_tables.ideas_worth),
    "summary": bot_tables.summary,
    "bots": bot_tables.bots,
    "hat": bot_tables.hat,
    "pairs": bot_tables.pairs,
    "robots": bot_tables.robots,
    "crossplay": bot_tables.crossplay,
    "best-known": best_known,
}
