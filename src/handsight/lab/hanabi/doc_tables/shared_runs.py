"""Runs that several tables share are played once."""

from typing import Any

from handsight.lab.doc_tables import TableRequest
from handsight.lab.hanabi.run import Run
from handsight.lab.hanabi.simulate import agreed_terms, play_runs, self_play
from handsight.lab.runner import RunSettings


def hanabi_options(request: TableRequest) -> dict[str, Any]:
    """Return the keyword arguments of experiments whose games are kept."""
    return request.options() | {"out": request.settings.out}


def shared_run(request: TableRequest, bot: str, players: int, hand: int | None = None) -> Run:
    """Play a bot with copies of itself, `stacks` rules, or return the run of another table."""
    settings = request.settings
    plan = self_play(bot, agreed_terms(players, "stacks", "No Variant", hand), request.seed)
    compiled = plan.compiled_bots() is not None
    games = request.games if compiled else min(request.games, request.slow_games)
    key = (bot, players, hand, games, request.seed)
    if key not in settings.runs:
        if compiled:
            plan.play_chunk(0, 1)  # compiling does not count as playing time
        out = None if compiled else settings.out  # compiled games are quicker to play than to read
        (settings.runs[key],), _ = play_runs(
            [plan], RunSettings(settings.workers, out=out, progress=settings.progress), games
        )
    run: Run = settings.runs[key]
    return run
