"""What a table of results asks for: its name, how many games are behind it, and how those are played."""

from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from handsight.lab.job_runner import Progress


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
