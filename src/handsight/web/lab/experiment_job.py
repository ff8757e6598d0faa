"""The jobs of the lab screen that run in worker processes: check a convention, play games, find losses."""

from dataclasses import replace
from time import monotonic
from typing import TYPE_CHECKING, Annotated, Any

from msgspec import Meta, Struct

from handsight.conventions.convention_loader import CheckedConvention, check_source
from handsight.conventions.library import Source
from handsight.errors import InputError
from handsight.text.diagnostics import problem_json
from handsight.web.server.worker import Report

if TYPE_CHECKING:  # the server itself needs none of it
    from handsight.bots import BotSpec
    from handsight.lab.hanabi.game_plan import HanabiPlan
    from handsight.lab.hanabi.simulate_games import Run

MOST_TEXT = 64_000
MOST_GAMES = 100_000
MOST_PROBLEMS = 100
"""Problems of one text that are listed at once."""
INTERPRETED_GAMES = 60
"""Up to this many games are played faster by the interpreter than a convention is compiled."""
ANALYSED_GAMES = 100
"""Games that are analysed for where points were lost."""
REPORT_SECONDS = 0.4

Row = dict[str, Any]
Text = Annotated[str, Meta(max_length=MOST_TEXT)]


class ExperimentRequest(Struct, frozen=True, forbid_unknown_fields=True):
    """A request for an experiment: one convention, or two on the same deals."""

    browser: Annotated[str, Meta(min_length=8, max_length=64)]
    texts: Annotated[tuple[Text, ...], Meta(min_length=1, max_length=2)]
    players: Annotated[int, Meta(ge=2, le=6)] = 3
    games: Annotated[int, Meta(ge=1, le=MOST_GAMES)] = 10_000
    seed: Annotated[int, Meta(ge=0, lt=1 << 32)] = 1
    rules: Annotated[str, Meta(max_length=30)] = "official"


def check(_: Report, text: str) -> Row:
    """Return what is wrong with a convention, and where."""
    checked = _checked(text)
    made = checked.convention
    return {
        "name": made.name if made else None,
        "kind": made.flat.kind if made else None,
        "acts": [rule.name for rule in made.acts] if made else [],
        "problems": [problem_json(problem) for problem in checked.problems[:MOST_PROBLEMS]],
        "more": max(0, len(checked.problems) - MOST_PROBLEMS),
        "warnings": [problem_json(problem) for problem in checked.warnings[:MOST_PROBLEMS]],
    }


def play(report: Report, request: ExperimentRequest) -> Row:
    """Play the games of an experiment, report progress, and return the results."""
    from handsight.lab.hanabi import game_plan as row
    from handsight.lab.hanabi.lost_points import loss_report
    from handsight.lab.hanabi.simulate_games import Run
    from handsight.lab.job_runner import RunSettings
    from handsight.lab.played_games import Experiment

    plans = plans_of(request, compiled=request.games > INTERPRETED_GAMES)
    report({"stage": "compiling" if request.games > INTERPRETED_GAMES else "playing"})
    compiled = all(plan.compiled_bots() is not None for plan in plans)  # this is when they are compiled
    experiment = Experiment(plans, RunSettings(), Run)
    step, runs, reported = 500 if compiled else 4, list[Run](), 0.0
    for games in (*range(step, request.games, step), request.games):
        runs = experiment.play(games, request.games)
        if monotonic() - reported > REPORT_SECONDS:
            reported = monotonic()
            report({"stage": "playing", **_figures(runs)})
    report({"stage": "analysing", **_figures(runs)})
    columns = [row.SCORE, row.STRIKES, row.TURNS, row.END, row.POINTS]
    return {
        "stage": "done",
        **_figures(runs),
        "lost": [loss_report(plan, min(ANALYSED_GAMES, request.games)).to_json() for plan in plans],
        "rows": [run.rows[:, columns].tolist() for run in runs],
    }


def game(_: Report, request: ExperimentRequest, side: int, number: int) -> str:
    """Play one game of an experiment again with the interpreter, and return it as a hanab.live export."""
    from handsight.notation.hanabi import hanab_live_export as hanab_live

    return hanab_live.write(plans_of(request)[side].record_game(number)).text


def lost(_: Report, request: ExperimentRequest, side: int, numbers: list[int]) -> list[list[Row]]:
    """Return where some games lost points; `turn` counts the actions before the one that lost them.

    `order` is the card of that action, None where the game ended by it.
    """
    from handsight.lab.hanabi.lost_points import losses

    plan = plans_of(request)[side]
    return [
        [loss._asdict() | {"order": getattr(game.actions[loss.turn], "order", None)} for loss in losses(game)]
        for game in map(plan.record_game, numbers)
    ]


def plans_of(request: ExperimentRequest, *, compiled: bool = False) -> "list[HanabiPlan]":
    """Return a plan for each convention of an experiment, with the same deals, or raise InputError."""
    from handsight.hanabi import Terms, rule_set, variant
    from handsight.lab.hanabi.game_plan import HanabiPlan

    terms = Terms(request.players, variant("No Variant"), rule_set(request.rules))
    bots = [_bot(text, compiled=compiled) for text in request.texts]
    return [HanabiPlan((bot,) * request.players, terms, request.seed) for bot in bots]


def _bot(text: str, *, compiled: bool) -> "BotSpec":
    from handsight.bots.hanabi.convention_bot import convention_bot

    checked = _checked(text)
    if checked.convention is None:
        raise InputError(str(checked.problems[0]))
    spec = convention_bot(checked.convention.name, checked.convention)
    return spec if compiled else replace(spec, compiler=None)


def _checked(text: str) -> CheckedConvention:
    return check_source(Source("this convention", text))


def _figures(runs: "list[Run]") -> Row:
    """Return figures of the games so far: for each side, and for the pair."""
    from handsight.lab.compared_runs import Comparison

    pairs = Comparison(runs, 0.0).to_json()["pairs"]
    sides = [run.to_json() | {"caption": run.caption} for run in runs]
    return {"done": len(runs[0].rows), "sides": sides, "pair": pairs[0] if pairs else None}
