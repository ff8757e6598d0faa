"""The documentation's tables of conventions: the best, save clues, and what ideas are worth."""

from typing import Any

from bench.tables.hanabi_bots import hanabi_options
from bench.tables.table_request import TableRequest
from handsight.lab import statistics as stats
from handsight.lab.hanabi.ablate_convention import Ablation, ablate
from handsight.lab.hanabi.simulate_games import Run, compare
from handsight.lab.played_games import Comparison
from handsight.lab.result_summary import TextTable
from handsight.text.counting_from_one import counted
from handsight.version import __version__

STUDIED = {2: "pair", 3: "circle", 4: "circle", 5: "full-table"}
"""The conventions whose ideas are measured one by one, by the number of players."""
BEST_SAVES = "careful-saves"
"""Our best combination of the ideas of Minimal Convention."""


def best(request: TableRequest) -> str:
    """Write the results of the best convention for each number of players."""
    heads = (
        "players",
        "`minimal`",
        f"`{BEST_SAVES}`",
        "best",
        "mean",
        f"− `{BEST_SAVES}` (95 %)",
        "perfect",
        "struck out",
    )
    rows, said = [], ""
    for players, name in STUDIED.items():
        found = compare("minimal", BEST_SAVES, name, **_at(request, players, "stacks"))
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
    return f"{said}, the same deals in each line:\n\n{TextTable(heads, rows).markdown}"


LEVELS = tuple(f"h-group-{level}" for level in range(1, 6))
"""The levels of the H-Group conventions."""
TECHNIQUES = {
    "double and mixed finesses": "gaps=1",
    "all prompts and finesses": "gaps=0",
    "prompts": "-prompt",
    "prompts by what is played anyway": "-playing",
    "finesses": "-finesse",
    "save of the next player's chop": "-rescue",
    "other saves": "-act:save",
    "readings dropped when passed over": "-passed",
    "5 stall": "-stall-5",
    "fix clue": "-fix",
    "sarcastic discard": "-sarcastic",
    "trash chop move": "-trash",
    "5's chop move": "-five",
    "layered finesse": "-layer",
    "hidden prompt": "-hidden",
    "urgency": "-urgent",
}
"""For each technique, the change that leaves it out of the highest level."""
FURTHER = {
    "bluff": "bluffs",
    "tempo clue": "tempo-clues",
    "scream": "scream",
    "stalling": "stalls",
    "void promises": "void-promises",
    "no self-finesse": "no-self-finesse",
    "void promises, and what people do first": "people",
}
"""For each technique beyond the highest level that has a file, the idea of that name."""


def levels(request: TableRequest) -> str:
    """Write the results of each level of the H-Group conventions, beside `pair`, `circle` or `full-table`."""
    heads = ("players", "convention", "mean", "− the first (95 %)", "perfect", "struck out")
    rows, said = [], ""
    for players, name in STUDIED.items():
        found = compare(name, *LEVELS, **_at(request, players, "stacks"))
        for run in found.runs:
            gap = "" if run is found.runs[0] else _gap(stats.paired(run.scores, found.runs[0].scores))
            shown = f"`{run.plan.names[0]}`", _mean(run), gap, f"{run.perfect:.1%}", f"{run.struck_out:.2%}"
            rows.append((str(players), *shown))
        said = _said(found.runs[0])
    return f"{said}, the same deals for all of one number of players:\n\n{TextTable(heads, rows).markdown}"


def techniques_worth(request: TableRequest) -> str:
    """Write what the highest level loses without each technique, for each number of players."""
    whole, specs = LEVELS[-1], [f"{LEVELS[-1]} {change}" for change in TECHNIQUES.values()]
    found = {players: compare(whole, *specs, **_at(request, players, "stacks")) for players in STUDIED}
    heads = ("technique", "left out by", *(f"{players} players" for players in found))
    rows = [
        (what, f"`{change}`", *(_worth(one, at) for one in found.values()))
        for at, (what, change) in enumerate(TECHNIQUES.items(), 1)
    ]
    means = ("all of them", f"`{whole}`", *(_mean(one.runs[0]) for one in found.values()))
    said = f"{_said(found[3].runs[0])}, what each technique adds to all the others (95 %):"
    return f"{said}\n\n{TextTable(heads, [means, *rows]).markdown}"


def further_techniques(request: TableRequest) -> str:
    """Write what each technique beyond the highest level adds to it, for each number of players."""
    whole, specs = LEVELS[-1], [f"{LEVELS[-1]} +{idea}" for idea in FURTHER.values()]
    found = {players: compare(whole, *specs, **_at(request, players, "stacks")) for players in STUDIED}
    heads = ("technique", "added by", *(f"{players} players" for players in found))
    rows = [
        (
            what,
            f"`+{idea}`",
            *(_gap(stats.paired(one.runs[at].scores, one.runs[0].scores)) for one in found.values()),
        )
        for at, (what, idea) in enumerate(FURTHER.items(), 1)
    ]
    said = f"{_said(found[3].runs[0])}, what each technique adds to `{whole}` (95 %):"
    return f"{said}\n\n{TextTable(heads, rows).markdown}"


def _worth(found: Comparison[Run], at: int) -> str:
    return _gap(stats.paired(found.runs[0].scores, found.runs[at].scores))


def saves(request: TableRequest) -> str:
    """Write the results of save clues as they were meant, as they were read, and with better priorities."""
    heads = ("players", "convention", "mean", "− `minimal` (95 %)", "5–95 %", "best game", "struck out")
    rows, said = [], ""
    for players in STUDIED:
        names = ("minimal", "misread-saves", "save-clues", BEST_SAVES)
        found = compare(*names, **_at(request, players, "explorer"))
        rows += [_save_row(players, found, at) for at in range(len(names))]
        said = _said(found.runs[0])
    return f"{said}, the same deals for all of one number of players:\n\n{TextTable(heads, rows).markdown}"


def _save_row(players: int, found: Comparison[Run], at: int) -> tuple[str, ...]:
    run = found.runs[at]
    reached = [score for score, count in enumerate(run.histogram) if count]
    gap = _gap(stats.paired(run.scores, found.runs[0].scores)) if at else ""
    low, high = run.percentiles["5"], run.percentiles["95"]
    struck = f"{run.struck_out:.1%}"
    return str(players), f"`{run.plan.names[0]}`", _mean(run), gap, f"{low}–{high}", str(reached[-1]), struck


def saves_worth(request: TableRequest) -> str:
    """Write the Shapley value of every choice that makes careful-saves of save-clues."""
    found = ablate(BEST_SAVES, every_way=True, **_at(request, 3, "explorer"))
    heads = ("choice", "Shapley value (95 %)", "alone", "added last")
    rows = [
        (f"`{idea}`", _gap(worth), f"{found.first(idea).mean:+.2f}", f"{found.last(idea).mean:+.2f}")
        for idea, worth in found.worth.items()
    ]
    ways = f"all {len(found.runs)} ways on the same deals, from {_bare(found)} to {_mean(found.whole)}"
    return f"3 players, {_said(found.whole)}, {ways}:\n\n{TextTable(heads, rows).markdown}"


def _bare(found: Ablation) -> str:
    return _mean(found.runs[frozenset()])


def ideas_worth(request: TableRequest) -> str:
    """Write what each idea adds to all the others, for each number of players."""
    tables = {2: "pair", 3: "circle", 4: "circle", 5: "circle"}
    found = {players: ablate(name, **_at(request, players, "stacks")) for players, name in tables.items()}
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
    return f"{said}\n\n{TextTable(heads, [whole, *rows]).markdown}{stays}"


def _at(request: TableRequest, players: int, rules: str) -> dict[str, Any]:
    return hanabi_options(request) | {"players": players, "rules": rules}


def _said(run: Run) -> str:
    rules = run.plan.terms.rules.name
    return f"{counted(run.games, 'game')}, seed {run.plan.seed}, `{rules}` rules, handsight {__version__}"


def _mean(run: Run) -> str:
    return f"{run.mean:.3f} ± {run.stderr:.3f}"


def _gap(found: stats.Difference) -> str:
    return f"{found.mean:+.2f} ({found.low:+.2f} to {found.high:+.2f})"
