"""Results as rows of data, in the shapes that `simulate`, `compare` and `crossplay` print as JSON."""

from math import isfinite
from typing import Any

from handsight.lab import stats
from handsight.lab.fingerprint import fingerprint
from handsight.lab.hanabi.run import Run


def head(run: Run) -> dict[str, Any]:
    """Return what a run's games depend on."""
    terms = run.plan.terms
    return {
        "players": terms.players,
        "games": run.games,
        "seed": run.plan.seed,
        "rules": terms.rules.name,
        "switches": run.plan.switches,
        "variant": terms.variant.name,
    }


def run_row(run: Run) -> dict[str, Any]:
    """Return the row of `simulate --json`."""
    return {
        "bots": list(run.plan.names),
        **head(run),
        "hand": run.plan.terms.hand_size,
        **figures(run),
        "histogram": run.histogram,
        "percentiles": run.percentiles,
        "ends": {end: count for end, count in run.ends.items() if count},
        "by_strikeout": {
            rule: {"mean": found.mean, "stderr": number(found.stderr)}
            for rule, found in run.by_strikeout.items()
        },
        "seconds": run.seconds,
        "cpu_seconds": run.cpu_seconds,
        "games_per_second": run.games_per_second,
        "played_now": run.played,
        "honest": all(player.honest for player in run.plan.specs),
        "version": fingerprint(),
    }


def figures(run: Run) -> dict[str, Any]:
    """Return the figures by which bots are ranked."""
    return {
        "mean": run.mean,
        "stderr": number(run.stderr),
        "perfect": run.perfect,
        "perfect_interval": list(stats.wilson(run.perfect_games, run.games)),
        "struck_out": run.struck_out,
    }


def number(value: float) -> float | None:
    """Return a number, or None where there is none to give: JSON knows neither nan nor infinity."""
    return value if isfinite(value) else None
