"""What a marker in a page asks for: a table by name, the games behind it, and how they are played."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from handsight.lab.hanabi.run import Run
from handsight.lab.hanabi.simulate import agreed_terms, play_runs, self_play
from handsight.lab.runner import Progress, RunSettings


@dataclass(frozen=True)
class PlaySettings:
    """How the games of all tables are played, and the runs that tables share; it changes no result."""

    workers: int = 1
    out: str | Path | None = None
    """A folder for the games of bots that are not compiled; an interrupted run continues from there."""
    progress: Progress | None = None
    runs: dict[tuple[str | int, ...], Run] = field(default_factory=dict, compare=False)


@dataclass(frozen=True)
class TableRequest:
    """A table by its name, and the number of games behind it."""

    name: str
    games: int
    seed: int
    slow_games: int
    """The most games where some bot is not compiled."""
    settings: PlaySettings

    def hanabi_options(self) -> dict[str, Any]:
        """Return the keyword arguments of experiments with Hanabi."""
        return self.boeren_options() | {"out": self.settings.out}

    def boeren_options(self) -> dict[str, Any]:
        """Return the keyword arguments of experiments with Boeren Bridge."""
        return {
            "games": self.games,
            "seed": self.seed,
            "workers": self.settings.workers,
            "progress": self.settings.progress,
        }

    def run(self, bot: str, players: int, hand: int | None = None) -> Run:
        """Play a bot with copies of itself, `stacks` rules, or return the run of another table."""
        plan = self_play(bot, agreed_terms(players, "stacks", "No Variant", hand), self.seed)
        compiled = plan.compiled_bots() is not None
        games = self.games if compiled else min(self.games, self.slow_games)
        key = (bot, players, hand or 0, games, self.seed)
        if key not in self.settings.runs:
            if compiled:
                plan.play_chunk(0, 1)  # compiling does not count as playing time
            out = None if compiled else self.settings.out  # compiled games are quicker to play than to read
            settings = RunSettings(self.settings.workers, out=out, progress=self.settings.progress)
            (self.settings.runs[key],), _ = play_runs([plan], settings, games)
        return self.settings.runs[key]
