"""The documentation's tables of the bots of Hanabi: each with copies of itself, and mixed teams."""

import re
from collections.abc import Sequence
from typing import Any

from bench.tables.table_request import TableRequest
from handsight.bots.hanabi.stored_scores import StoredScore, StoredScores
from handsight.lab.hanabi.simulate_games import Run, agreed_terms, self_play
from handsight.lab.hanabi.simulate_games import crossplay as mixed
from handsight.lab.played_games import Crossplay, play_plans
from handsight.lab.result_summary import TextTable
from handsight.roster.hanabi import ROSTER, convention_names, find_bot
from handsight.version import __version__

BEST = {2: "duet", 3: "h-group-2", 4: "h-group-2", 5: "h-group-2", 6: "h-group-2"}
"""The convention that does best, by the number of players."""
SEATED = (2, 3, 4, 5, 6)
WIDE = (6, 4)
"""Six players usually hold three cards; some play with four."""
ROBOTS = tuple(name for name in ROSTER if re.fullmatch(r"robot\d", name))
MIXED_PLAYERS = 3
MIXED = ("hat", "circle", "robot5", "careful", "random")
STRANGERS = (
    "learned",
    "robot5",
    "pair",
    "circle",
    "robot2",
    "robot6",
    "duet",
    "h-group-2",
)
"""Bots for two: the one that taught itself, and conventions."""
FIGURES = (
    "mean ± s.e.",
    "perfect",
    "struck out",
    "mean ± s.e., struck out = 0",
    "games",
    "games per CPU-second",
)


def bots(request: TableRequest) -> str:
    """Write the results of every bot and every convention, a table for each number of players."""
    parts = [f"Played: {said(request)}; a bot that is not compiled played fewer games."]
    for runs in _tables(request):
        terms = runs[0].plan.terms
        heading = f"{terms.players} players with {terms.hand_size} cards:"
        parts += [
            heading,
            TextTable(("bot", *FIGURES), [(_name(run), *cells(run)) for run in _ranked(runs)]).markdown,
        ]
    return "\n\n".join(parts)


def stored_scores(request: TableRequest) -> StoredScores:
    """Return the figures of the table `bots`, to be kept for `handsight bots`."""
    found: dict[str, list[StoredScore]] = {}
    for run in (run for runs in _tables(request) for run in runs):
        found.setdefault(run.plan.names[0], []).append(_measured(run))
    return StoredScores(run.plan.version, request.seed, found)


def hat(request: TableRequest) -> str:
    """Write the results of hat."""
    runs = [*(shared_run(request, "hat", players) for players in SEATED), shared_run(request, "hat", *WIDE)]
    rows = [(str(run.plan.terms.players), str(run.plan.terms.hand_size), *cells(run)) for run in runs]
    return f"Played: {said(request)}.\n\n{TextTable(('players', 'cards', *FIGURES), rows).markdown}"


def pairs(request: TableRequest) -> str:
    """Write the results of two copies of each robot."""
    rows = [(f"`{name}`", *cells(shared_run(request, name, 2))) for name in ROBOTS]
    return f"Played by two: {said(request)}.\n\n{TextTable(('robot', *FIGURES), rows).markdown}"


def robots(request: TableRequest) -> str:
    """Write the results of the robots with one partner or more."""
    return _wide(request, {f"`{name}`": dict.fromkeys(SEATED, name) for name in ROBOTS})


def summary(request: TableRequest) -> str:
    """Write the best bot of each kind, in a line each."""
    lines = {
        "[`hat`](docs/explanation/hat.md)": dict.fromkeys(SEATED, "hat"),
        "[the best convention](docs/explanation/what-conventions-are-worth.md)": BEST,
        "[`robot6`](docs/explanation/robots.md), for people": dict.fromkeys(SEATED, "robot6"),
    }
    return _wide(request, lines)


def crossplay(request: TableRequest) -> str:
    """Write the matrix of mixed teams."""
    options = hanabi_options(request) | {"games": request.slow_games}
    return _matrix(request, mixed(*MIXED, players=MIXED_PLAYERS, rules="stacks", **options))


def strangers(request: TableRequest) -> str:
    """Write the matrix of pairs: bots that taught themselves, and conventions."""
    return _matrix(request, mixed(*STRANGERS, players=2, rules="official", **hanabi_options(request)))


def _matrix(request: TableRequest, found: Crossplay[Run]) -> str:
    """Write the mean of every bot among copies of every other."""
    heads = ("bot", *(f"among `{partner}`" for partner in found.bots))
    rows = [
        (f"`{bot}`", *(f"{run.mean:.2f} ± {run.stderr:.2f}" for run in runs))
        for bot, runs in zip(found.bots, found.runs, strict=True)
    ]
    games = f"{found.runs[0][0].games:,} games a cell, all the same deals, seed {request.seed}"
    terms = found.runs[0][0].plan.terms
    caption = f"{terms.players} players, {games}, `{terms.rules.name}` rules, handsight {__version__}:"
    means = f"Self-play {found.self_play:.2f}, mixed teams {found.cross_play:.2f}."
    return f"{caption}\n\n{TextTable(heads, rows).markdown}\n\n{means}"


def hanabi_options(request: TableRequest) -> dict[str, Any]:
    """Return the keyword arguments of experiments whose games are kept."""
    return request.options() | {"out": request.settings.out}


def shared_run(
    request: TableRequest, bot: str, players: int, hand: int | None = None, *, rules: str = "stacks"
) -> Run:
    """Play a bot with copies of itself, or return the run of another table."""
    settings = request.settings
    plan = self_play(bot, agreed_terms(players, rules, "No Variant", hand), request.seed)
    compiled = plan.compiled_bots() is not None
    games = request.games if compiled else min(request.games, request.slow_games)
    key = (bot, players, hand, rules, games, request.seed)
    if key not in settings.runs:
        if compiled:
            plan.play_chunk(0, 1)  # compiling does not count as playing time
        out = None if compiled else settings.out  # compiled games are quicker to play than to read
        options: Any = request.options() | {"games": games, "out": out}
        (settings.runs[key],), _ = play_plans([plan], options, Run)
    run: Run = settings.runs[key]
    return run


def said(request: TableRequest) -> str:
    """Say which games are behind a table."""
    games = f"up to {request.games:,} games each, seed {request.seed}"
    return f"{games}, `stacks` rules, No Variant, handsight {__version__}"


def cells(run: Run) -> tuple[str, ...]:
    """Return the figures of a run, by both rules for a game that is struck out."""
    kept, zero = run.by_strikeout["stacks"], run.by_strikeout["zero"]
    return (
        f"{kept.mean:.3f} ± {kept.stderr:.3f}",
        f"{run.perfect:.1%}",
        f"{run.struck_out:.2%}",
        f"{zero.mean:.3f} ± {zero.stderr:.3f}",
        f"{run.games:,}",
        f"{run.played / run.cpu_seconds:,.0f}" if run.cpu_seconds else "–",
    )


def _tables(request: TableRequest) -> list[list[Run]]:
    """Play the games of the table `bots`: every bot with 2 to 6 players."""
    specs = (*ROSTER.values(), *map(find_bot, convention_names()))
    usual = [
        [shared_run(request, spec.name, players) for spec in specs if spec.plays_with(players)]
        for players in SEATED
    ]
    return [*usual, [shared_run(request, "hat", *WIDE)]]


def _ranked(runs: Sequence[Run]) -> list[Run]:
    """Put the best first, and bots that see their own hand last."""
    return sorted(runs, key=lambda run: (not run.plan.specs()[0].honest, -run.mean))


def _name(run: Run) -> str:
    first = run.plan.specs()[0]
    return f"`{first.name}`" if first.honest else f"`{first.name}` (not honest: sees its own hand)"


def _measured(run: Run) -> StoredScore:
    zero, terms = run.by_strikeout["zero"], run.plan.terms
    shares = (run.perfect, run.struck_out, zero.mean)
    return StoredScore(terms.players, terms.hand_size, run.games, run.mean, run.stderr, *shares)


def _wide(request: TableRequest, lines: dict[str, dict[int, str]]) -> str:
    """Write a line for each bot, and a column for each number of players."""
    heads = ("mean ± s.e., perfect games", *(f"{players} players" for players in SEATED))
    rows, most = [], set()
    for name, seated in lines.items():
        runs = [shared_run(request, bot, players) for players, bot in seated.items()]
        several = len(set(seated.values())) > 1
        rows.append((name, *(_cell(run, named=several) for run in runs)))
        most |= {run.games for run in runs}
    games = " or ".join(f"{count:,}" for count in sorted(most, reverse=True))
    caption = (
        f"{games} games a cell, seed {request.seed}, `stacks` rules, No Variant, handsight {__version__}"
    )
    return f"{caption}:\n\n{TextTable(heads, rows).markdown}"


def _cell(run: Run, *, named: bool) -> str:
    which = f"`{run.plan.names[0]}` " if named else ""
    return f"{which}{run.mean:.3f} ± {run.stderr:.3f}, {run.perfect:.1%}"
