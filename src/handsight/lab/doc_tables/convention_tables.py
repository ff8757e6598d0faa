"""The documentation's tables of conventions: the best, save clues, and what ideas are worth."""

from collections.abc import Sequence
from typing import Any

from handsight import __version__
from handsight.lab import stats
from handsight.lab.hanabi.ablation import Ablation, ablate
from handsight.lab.hanabi.compare import Comparison, compare
from handsight.lab.hanabi.run import Run

BEST = {2: "pair", 3: "circle", 4: "circle", 5: "full-table"}
"""The convention that does best, by the number of players."""
KNOWN = "careful-saves"
"""The best combination of the ideas of **Minimal convention**."""


def best(options: dict[str, Any]) -> str:
    """Write the results of the best convention for each number of players."""
    heads = (
        "players",
        "`minimal`",
        f"`{KNOWN}`",
        "best",
        "mean",
        f"− `{KNOWN}` (95 %)",
        "perfect",
        "struck out",
    )
    rows, said = [], ""
    for players, name in BEST.items():
        found = compare("minimal", KNOWN, name, **_at(options, players, "stacks"))
        *others, run = found.runs
        gap = stats.paired(run.scores, others[1].scores)
        rows.append(
            (
                str(players),
                *(f"{other.mean:.2f}" for other in others),
                f"`{name}`",
                _mean(run),
                _gap(gap),
                f"{run.perfect:.1%}",
                f"{run.struck_out:.2%}",
            )
        )
        said = _said(run)
    return f"{said}, the same deals in each line:\n\n{table(heads, rows)}"


def saves(options: dict[str, Any]) -> str:
    """Write what save clues come to as they were meant, as they were read, and in a better request."""
    heads = ("players", "convention", "mean", "− `minimal` (95 %)", "5–95 %", "best game", "struck out")
    rows, said = [], ""
    for players in BEST:
        names = ("minimal", "misread-saves", "save-clues", KNOWN)
        found = compare(*names, **_at(options, players, "explorer"))
        rows += [_save_row(players, found, at) for at in range(len(names))]
        said = _said(found.runs[0])
    return f"{said}, the same deals for all of one number of players:\n\n{table(heads, rows)}"


def _save_row(players: int, found: Comparison, at: int) -> tuple[str, ...]:
    run = found.runs[at]
    reached = [score for score, count in enumerate(run.histogram) if count]
    gap = _gap(stats.paired(run.scores, found.runs[0].scores)) if at else ""
    low, high = run.percentiles["5"], run.percentiles["95"]
    struck = f"{run.struck_out:.1%}"
    return str(players), f"`{run.plan.names[0]}`", _mean(run), gap, f"{low}–{high}", str(reached[-1]), struck


def saves_worth(options: dict[str, Any]) -> str:
    """Write the Shapley value of every choice that makes careful-saves of save-clues."""
    found = ablate(KNOWN, every_way=True, **_at(options, 3, "explorer"))
    heads = ("choice", "Shapley value (95 %)", "alone", "last of all")
    rows = [
        (f"`{idea}`", _gap(worth), f"{found.first(idea).mean:+.2f}", f"{found.last(idea).mean:+.2f}")
        for idea, worth in found.worth.items()
    ]
    ways = f"all {len(found.runs)} ways on the same deals, from {_bare(found)} to {_mean(found.whole)}"
    return f"3 players, {_said(found.whole)}, {ways}:\n\n{table(heads, rows)}"


def _bare(found: Ablation) -> str:
    return _mean(found.runs[frozenset()])


def ideas_worth(options: dict[str, Any]) -> str:
    """Write what each idea adds to all the others, for each number of players."""
    tables = {2: "pair", 3: "circle", 4: "circle", 5: "circle"}
    found = {players: ablate(name, **_at(options, players, "stacks")) for players, name in tables.items()}
    ideas = dict.fromkeys(idea for one in found.values() for idea in one.ideas)
    heads = ("without", *(f"{players} players, `{name}`" for players, name in tables.items()))
    rows = [
        (f"`{idea}`", *(_gap(one.worth[idea]) if idea in one.worth else "–" for one in found.values()))
        for idea in ideas
    ]
    whole = ("the whole", *(_mean(one.whole) for one in found.values()))
    kept = {idea: why for one in found.values() for idea, why in one.fixed.items()}
    stays = (
        f"\n\nOthers build on {', '.join(f'`{idea}`' for idea in kept)}, which cannot be left out alone."
        if kept
        else ""
    )
    said = f"{_said(found[3].whole)}, what each idea adds to all the others (95 %):"
    return f"{said}\n\n{table(heads, [whole, *rows])}{stays}"


def _at(options: dict[str, Any], players: int, rules: str) -> dict[str, Any]:
    return options | {"players": players, "rules": rules}


def _said(run: Run) -> str:
    rules = run.plan.terms.rules.name
    return f"{run.games:,} games, seed {run.plan.seed}, `{rules}` rules, handsight {__version__}"


def _mean(run: Run) -> str:
    return f"{run.mean:.3f} ± {run.stderr:.3f}"


def _gap(found: stats.Difference) -> str:
    return f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f})"


def table(heads: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """Write a table of a page."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)
